import { type Block, blockNodes } from "../../markdown/document/model.ts";
import { h } from "../html.ts";
import type { BlockRenderer } from "./setting.ts";

export const columns: BlockRenderer = ({ nodes, data }, { blocks }) =>
  h(
    "div",
    { class: data.fullWidth === true ? "columns full-width" : "columns" },
    blockNodes(nodes).map((column) => h("div", { class: classesOf(column) }, blocks(blockNodes(column.nodes)))),
  );

/** The style sheet has a class for each twentieth of the width: pages have no styles of their own. */
function classesOf({ data }: Block): string {
  const { value, unit }: { value?: unknown; unit?: unknown } = Object(data.width);
  const share = typeof value === "number" && unit === "%" ? Math.round(value / 5) * 5 : 0;
  const width = share >= 5 && share <= 95 ? ` w-${share}` : "";
  const align =
    data.verticalAlignment === "middle" || data.verticalAlignment === "bottom" ? ` v-${data.verticalAlignment}` : "";
  return `column${width}${align}`;
}
