import { type Block, blockNodes } from "../../markdown/document/model.ts";
import { h } from "../html.ts";
import { dateText } from "../words/dates.ts";
import { type BlockRenderer, type Setting, textOf } from "./setting.ts";

export const updates: BlockRenderer = ({ nodes, data }, setting) =>
  h(
    "div",
    { class: "updates" },
    blockNodes(nodes).map((update) => entry(update, textOf(data.format), setting)),
  );

function entry(update: Block, format: string, { blocks, words, anchorOf }: Setting) {
  const date = textOf(update.data.date);
  const tags = Array.isArray(update.data.tags) ? (update.data.tags as readonly { tag?: unknown }[]) : [];
  const names = tags.map(({ tag }) => textOf(tag)).filter((name) => name !== "");
  return h(
    "article",
    { class: "update", id: anchorOf(date.slice(0, 10)) },
    h(
      "div",
      { class: "update-date" },
      h("time", { datetime: date }, dateText(date, words.language, format)),
      names.map((name) => h("span", { class: "tag" }, name)),
    ),
    h("div", {}, blocks(blockNodes(update.nodes))),
  );
}
