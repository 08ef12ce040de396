import { blockNodes } from "../../markdown/document/model.ts";
import { h, withIcon } from "../html.ts";
import { type BlockRenderer, textOf } from "./setting.ts";

/** A text to be given to an assistant. */
export const prompt: BlockRenderer = ({ nodes, data }, { blocks, words, icon }) => {
  const description = textOf(data.description) || "Prompt";
  return h(
    "details",
    { class: "box prompt", open: data.defaultExpanded !== "hidden" },
    h("summary", {}, withIcon(icon(textOf(data.icon)), description)),
    h("div", { class: "copied-text" }, blocks(blockNodes(nodes))),
    h("button", { type: "button", class: "copy", "data-copy": "prompt", hidden: true }, words.copy),
  );
};
