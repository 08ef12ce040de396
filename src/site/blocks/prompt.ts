import { blockNodes } from "../../markdown/document/model.ts";
import { h } from "../html.ts";
import { type BlockRenderer, textOf } from "./setting.ts";

/** A text to be given to an assistant. */
export const prompt: BlockRenderer = ({ nodes, data }, { blocks, words }) => {
  const description = textOf(data.description) || "Prompt";
  return h(
    "details",
    { class: "box prompt", open: data.defaultExpanded !== "hidden" },
    h("summary", {}, description),
    h("div", { class: "copied-text" }, blocks(blockNodes(nodes))),
    h("button", { type: "button", class: "copy", "data-copy": "prompt", hidden: true }, words.copy),
  );
};
