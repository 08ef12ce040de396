import { type Block, block, type Data, type Fragment } from "./model.ts";

/** A column as the Markdown or HTML of a table describes it. */
export interface TableColumn {
  title: string;
  /** The title as Markdown, when it has formatting. */
  markdown?: string;
  type: string;
  textAlignment?: "left" | "center" | "right";
  verticalAlignment?: "top" | "middle" | "bottom";
  /** Members that only some types have: the options of a select, the most points of a rating. */
  members?: Data;
  /** Column width in pixels. */
  width?: number;
  hidden?: boolean;
  cardTarget?: boolean;
  cardCover?: boolean;
  cardCoverDark?: boolean;
}

/** A cell: blocks, or the value of a column that is not of type `text`. */
export type TableCell = { blocks: Block[] } | { value: unknown };

export interface TableContent {
  view: "grid" | "cards";
  columns: TableColumn[];
  rows: TableCell[][];
  hideHeader?: boolean;
  /** Members of the block's data besides the view, the records and the definition. */
  data?: Data;
  viewData?: Data;
}

/**
 * A table block. Columns and records are named by their place (`column-1`, `record-1`); the text of a cell is the
 * fragment that its record names.
 */
export function tableBlock(table: TableContent): Block {
  const fragments: Fragment[] = [];
  const definition: Data = {};
  const columnIds = table.columns.map((_, index) => `column-${index + 1}`);
  for (const [index, column] of table.columns.entries()) {
    const { title, type, textAlignment, verticalAlignment, markdown, members } = column;
    const id = `column-${index + 1}`;
    definition[id] = {
      id,
      title,
      type,
      ...(textAlignment || type === "text" ? { textAlignment: textAlignment ?? "left" } : {}),
      ...(verticalAlignment && { verticalAlignment }),
      ...(markdown ? { markdown } : {}),
      ...members,
    };
  }

  const records: Data = {};
  for (const [rowIndex, row] of table.rows.entries()) {
    const values: Data = {};
    for (const [index, id] of columnIds.entries()) {
      const cell = row[index] ?? { blocks: [block("paragraph", {}, { nodes: [] })] };
      if ("value" in cell) {
        if (cell.value !== undefined) values[id] = cell.value;
        continue;
      }
      const name = `record-${rowIndex + 1}-${id}`;
      fragments.push({ object: "fragment", fragment: name, nodes: cell.blocks });
      values[id] = name;
    }
    records[`record-${rowIndex + 1}`] = { orderIndex: String(rowIndex).padStart(6, "0"), values };
  }
  return block("table", { view: viewOf(table, columnIds), records, definition, ...table.data }, { fragments });
}

function viewOf(table: TableContent, ids: readonly string[]): Data {
  const idWhere = (accept: (column: TableColumn) => boolean | undefined) =>
    ids.find((_, index) => accept(table.columns[index] ?? { title: "", type: "text" }));
  const visible = ids.filter((_, index) => !table.columns[index]?.hidden);
  const widths: Data = {};
  for (const [index, column] of table.columns.entries()) {
    if (column.width !== undefined) widths[`column-${index + 1}`] = column.width;
  }
  const view: Data = { type: table.view, columns: visible };
  if (Object.keys(widths).length > 0) view.columnWidths = widths;
  if (table.view === "grid") view.hideHeader = table.hideHeader === true;
  else view.cardSize = "medium";
  const target = idWhere((column) => column.cardTarget);
  const cover = idWhere((column) => column.cardCover);
  if (target) view.targetDefinition = target;
  if (cover) view.coverDefinition = cover;
  const coverDark = idWhere((column) => column.cardCoverDark);
  if (coverDark) view.coverDefinitionDark = coverDark;
  return { ...view, ...table.viewData };
}
