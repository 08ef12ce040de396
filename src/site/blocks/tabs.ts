import { blockNodes } from "../../markdown/document/model.ts";
import { h, withIcon } from "../html.ts";
import { type BlockRenderer, textOf } from "./setting.ts";

/** As many as the style sheet has rules for. */
const mostSwitched = 12;

/** Radio buttons: tabs are switched without a script, and printed one after the other. */
export const tabs: BlockRenderer = ({ nodes, data }, { blocks, anchorOf, newId, unlisted, icon }) => {
  const items = blockNodes(nodes).map((item) => {
    const title = textOf(item.data.title) || "Tab";
    const slug = textOf(item.data.slug);
    const label = withIcon(icon(textOf(item.data.icon)), title);
    return { title, label, item, id: anchorOf(title, slug === "" ? undefined : slug) };
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
  if (items.length > mostSwitched) return h("div", { class: `${classes} stacked` }, panels);
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
