import { type InlineNode, inlineNodes, plainText } from "../../markdown/document/model.ts";
import { h } from "../html.ts";
import { fill } from "../words/words.ts";
import { alignment } from "./paragraph.ts";
import { type BlockRenderer, textOf } from "./setting.ts";

/** The page's title is its only heading of the first level, so those of the text begin with the second. */
const levels: Readonly<Record<string, number>> = { "heading-1": 2, "heading-2": 2, "heading-3": 3 };

export const heading: BlockRenderer = ({ type, nodes, data }, { inline, anchorOf, addHeading, words }) => {
  const { content, anchor } = withoutAnchor(inlineNodes(nodes));
  const title = plainText(content).trim();
  const written = textOf(data.id) || (anchor ?? "");
  const id = anchorOf(title, written === "" ? undefined : written);
  const level = type === "heading-3" && typeof data.level === "number" ? Math.min(6, data.level) : (levels[type] ?? 3);
  addHeading(title, id, level);
  const link = h("a", { class: "anchor", href: `#${id}`, "aria-label": fill(words.linkTo, title || id) }, "#");
  return h(`h${level}`, { id, class: alignment(data.align) }, inline(content), " ", link);
};

/** Takes `{#anchor}` off the end of a heading. */
function withoutAnchor(nodes: readonly InlineNode[]): { content: InlineNode[]; anchor?: string } {
  const last = nodes.at(-1);
  const leaf = last?.object === "text" ? last.leaves.at(-1) : undefined;
  const [, words, anchor] = (leaf && /^(.*?)\s*\{#([^\s{}]+)\}\s*$/s.exec(leaf.text)) ?? [];
  if (last?.object !== "text" || leaf === undefined || words === undefined || anchor === undefined) {
    return { content: [...nodes] };
  }
  const leaves = [...last.leaves.slice(0, -1), { ...leaf, text: words }];
  return { content: [...nodes.slice(0, -1), { ...last, leaves }], anchor };
}
