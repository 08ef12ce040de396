import {
  type Block,
  blockNodes,
  type ContentReference,
  expandablePart,
  inlineNodes,
  plainText,
} from "../../markdown/document/model.ts";
import { h, join, withIcon } from "../html.ts";
import { drawIcon } from "../theme/icons.ts";
import { dateText } from "../words/words.ts";
import { type BlockRenderer, type Setting, toText } from "./setting.ts";

const styles = ["info", "success", "warning", "danger"] as const;

export const hint: BlockRenderer = ({ nodes, data }, { blocks, words, icon }) => {
  const style = styles.find((name) => name === data.style) ?? "info";
  return h(
    "div",
    { class: `hint hint-${style}`, role: "note", "aria-label": words[style] },
    icon(toText(data.icon)) ?? drawIcon(style),
    h("div", {}, blocks(blockNodes(nodes))),
  );
};

export const expandable: BlockRenderer = (block, { blocks, inline, createAnchor, unlisted }) => {
  const title = expandablePart(block, "title").flatMap(({ nodes }) => inlineNodes(nodes));
  return h(
    "details",
    { class: "box", id: createAnchor(plainText(title)), open: block.data.defaultExpanded === true },
    h("summary", {}, inline(title)),
    h(
      "div",
      {},
      unlisted(() => blocks(expandablePart(block, "body"))),
    ),
  );
};

export const columns: BlockRenderer = ({ nodes, data }, { blocks }) =>
  h(
    "div",
    { class: data.fullWidth === true ? "columns full-width" : "columns" },
    blockNodes(nodes).map((column) => h("div", { class: getColumnClasses(column) }, blocks(blockNodes(column.nodes)))),
  );

/** The style sheet has a class for each twentieth of the width, because pages have no inline styles. */
function getColumnClasses({ data }: Block): string {
  const { value, unit }: { value?: unknown; unit?: unknown } = Object(data.width);
  const share = typeof value === "number" && unit === "%" ? Math.round(value / 5) * 5 : 0;
  const width = share >= 5 && share <= 95 ? ` w-${share}` : "";
  const align =
    data.verticalAlignment === "middle" || data.verticalAlignment === "bottom" ? ` v-${data.verticalAlignment}` : "";
  return `column${width}${align}`;
}

export const stepper: BlockRenderer = ({ nodes }, { blocks }) =>
  h(
    "ol",
    { class: "steps" },
    blockNodes(nodes).map((step) => h("li", {}, blocks(blockNodes(step.nodes)))),
  );

/** The number of tabs that the style sheet has rules for. */
const maxSwitchedTabs = 12;

/** Radio buttons: tabs switch without a script, and print one after the other. */
export const tabs: BlockRenderer = ({ nodes, data }, { blocks, createAnchor, newId, unlisted, icon }) => {
  const items = blockNodes(nodes).map((item) => {
    const title = toText(item.data.title) || "Tab";
    const slug = toText(item.data.slug);
    const label = withIcon(icon(toText(item.data.icon)), title);
    return { title, label, item, id: createAnchor(title, slug === "" ? undefined : slug) };
  });
  const panels = items.map(({ title, item, id }) =>
    h(
      "div",
      { class: "panel", role: "group", id, "aria-label": title },
      h("p", { class: "panel-title" }, title),
      unlisted(() => blocks(blockNodes(item.nodes))),
    ),
  );
  const classes = data.fullWidth === true ? "tabs full-width" : "tabs";
  if (items.length > maxSwitchedTabs) return h("div", { class: `${classes} stacked` }, panels);
  const group = newId("tabs");
  const switches = items.map(({ label, id }, index) => [
    h("input", { type: "radio", name: group, id: `${id}-tab`, checked: index === 0, "data-tab": id }),
    h("label", { for: `${id}-tab` }, label),
  ]);
  return h(
    "div",
    { class: classes, role: "group", "aria-label": items.map(({ title }) => title).join(", ") },
    switches,
    panels,
  );
};

/** Conditions are evaluated before rendering. One that cannot be evaluated hides its content from visitors. */
export const condition: BlockRenderer = ({ nodes }, { blocks, showsConditional }) =>
  showsConditional ? blocks(blockNodes(nodes)) : join();

/** Passages are inserted before rendering. Any left here name none, or one that includes itself. */
export const reusableContent: BlockRenderer = ({ data }, { resolve }) => {
  const target = resolve(data.ref as ContentReference);
  return target === undefined ? join() : h("p", {}, h("a", { href: target.href }, target.title ?? target.href));
};

export const updates: BlockRenderer = ({ nodes, data }, setting) =>
  h(
    "div",
    { class: "updates" },
    blockNodes(nodes).map((update) => entry(update, toText(data.format), setting)),
  );

function entry(update: Block, format: string, { blocks, words, createAnchor }: Setting) {
  const date = toText(update.data.date);
  const tags = Array.isArray(update.data.tags) ? (update.data.tags as readonly { tag?: unknown }[]) : [];
  const names = tags.map(({ tag }) => toText(tag)).filter((name) => name !== "");
  return h(
    "article",
    { class: "update", id: createAnchor(date.slice(0, 10)) },
    h(
      "div",
      { class: "update-date" },
      h("time", { datetime: date }, dateText(date, words.language, format)),
      names.map((name) => h("span", { class: "tag" }, name)),
    ),
    h("div", {}, blocks(blockNodes(update.nodes))),
  );
}
