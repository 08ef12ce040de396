import { blockNodes } from "../../markdown/document/model.ts";
import { h } from "../html.ts";
import { drawIcon } from "../theme/icons.ts";
import { type BlockRenderer, textOf } from "./setting.ts";

const styles = ["info", "success", "warning", "danger"] as const;

export const hint: BlockRenderer = ({ nodes, data }, { blocks, words, icon }) => {
  const style = styles.find((name) => name === data.style) ?? "info";
  return h(
    "div",
    { class: `hint hint-${style}`, role: "note", "aria-label": words[style] },
    icon(textOf(data.icon)) ?? drawIcon(style),
    h("div", {}, blocks(blockNodes(nodes))),
  );
};
