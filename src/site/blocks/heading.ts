import { inlineNodes, plainText } from "../../markdown/document/model.ts";
import { h } from "../html.ts";
import { fill } from "../words/words.ts";
import { alignment } from "./paragraph.ts";
import { type BlockRenderer, textOf } from "./setting.ts";

/** The page's title is its only heading of the first level, so those of the text begin with the second. */
const levels: Readonly<Record<string, number>> = { "heading-1": 2, "heading-2": 2, "heading-3": 3 };

export const heading: BlockRenderer = ({ type, nodes, data }, { inline, anchorOf, addHeading, words }) => {
  const content = inlineNodes(nodes);
  const title = plainText(content).trim();
  const written = textOf(data.id);
  const id = anchorOf(title, written === "" ? undefined : written);
  const level = type === "heading-3" && typeof data.level === "number" ? Math.min(6, data.level) : (levels[type] ?? 3);
  addHeading(title, id, level);
  const link = h("a", { class: "anchor", href: `#${id}`, "aria-label": fill(words.linkTo, title || id) }, "#");
  return h(`h${level}`, { id, class: alignment(data.align) }, inline(content), " ", link);
};
