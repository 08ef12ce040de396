import {
  type Block,
  blockNodes,
  type InlineNode,
  inlineNodes,
  isVerbatim,
  plainText,
} from "../../markdown/document/model.ts";
import { h, join } from "../html.ts";
import { fill } from "../words/words.ts";
import { type BlockRenderer, type Setting, toText } from "./setting.ts";

/** The page's title is its only first-level heading, so headings in the text begin with the second level. */
const levels: Readonly<Record<string, number>> = { "heading-1": 2, "heading-2": 2, "heading-3": 3 };

export const heading: BlockRenderer = ({ type, nodes, data, meta }, setting) => {
  const { inline, addHeading, words } = setting;
  const { content, anchor } = withoutAnchor(inlineNodes(nodes));
  const title = plainText(content).trim();
  const written = toText(data.id) || (anchor ?? "");
  const createAnchor = meta === undefined ? setting.createAnchor : setting.createSectionAnchor;
  const id = createAnchor(title, written === "" ? undefined : written);
  const level = type === "heading-3" && typeof data.level === "number" ? Math.min(6, data.level) : (levels[type] ?? 3);
  addHeading(title, id, level);
  const link = h("a", { class: "anchor", href: `#${id}`, "aria-label": fill(words.linkTo, title || id) });
  return h(`h${level}`, { id, class: alignment(data.align) }, inline(content), " ", link);
};

/** Removes `{#anchor}` from the end of a heading. */
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

export const paragraph: BlockRenderer = ({ nodes, data }, { inline }) => {
  const words = inlineNodes(nodes);
  if (isVerbatim(words) && layoutOnlyPattern.test(plainText(words).trim())) return join();
  return h("p", { class: alignment(data.align) }, inline(words));
};

/** HTML on separate lines that only arranges its surroundings and has no corresponding block. */
const layoutOnlyPattern =
  /^(?:<br\s*\/?>|<\/(?:div|center|p|span|section)>|<(?:div|center|p|span|section)(?:\s+(?:align|class|style)="[^"<>]*")*\s*>|\s)+$/i;

function alignment(align: unknown): string | undefined {
  return align === "center" || align === "end" ? `align-${align}` : undefined;
}

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
  // A single line is not a paragraph; otherwise lists of short lines would be spaced apart.
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

export const blockquote: BlockRenderer = ({ nodes }, { blocks }) => h("blockquote", {}, blocks(blockNodes(nodes)));

export const divider: BlockRenderer = () => h("hr");

export const math: BlockRenderer = ({ data }, setting) =>
  h("div", { class: "math", tabindex: 0, role: "group" }, setting.math(toText(data.formula), true));
