import { type Block, blockNodes, inlineNodes } from "../../markdown/document/model.ts";
import { h } from "../html.ts";
import type { BlockRenderer, Setting } from "./setting.ts";

export const list: BlockRenderer = ({ type, nodes, data }, setting) => {
  const items = blockNodes(nodes).map((item) => listItem(item, setting));
  if (type === "list-ordered") {
    const start = typeof data.start === "number" && data.start !== 1 ? data.start : undefined;
    return h("ol", { start }, items);
  }
  return h("ul", { class: type === "list-tasks" ? "tasks" : undefined }, items);
};

function listItem(item: Block, setting: Setting) {
  const { checked } = item.data;
  const [first, ...others] = blockNodes(item.nodes);
  // A lone line is no paragraph, or lists of short lines fall apart.
  const lead =
    first?.type === "paragraph" ? setting.inline(inlineNodes(first.nodes)) : setting.blocks(first ? [first] : []);
  const content = [lead, setting.blocks(others)];
  if (typeof checked !== "boolean") return h("li", {}, content);
  const id = setting.newId("task");
  return h(
    "li",
    {},
    h("input", { type: "checkbox", disabled: true, checked, "aria-labelledby": id }),
    h("div", { id }, content),
  );
}
