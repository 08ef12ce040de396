import { decodeEntities, type HtmlElement } from "../../grammar/html.ts";
import { type Block, block, type ContentReference, type Data, type Fragment } from "../model.ts";
import type { PageReader } from "./page-reader.ts";

/** A column as the Markdown or HTML of a table describes it. */
export interface TableColumn {
  title: string;
  /** The title as Markdown, if it has formatting. */
  markdown?: string;
  type: string;
  textAlignment?: "left" | "center" | "right";
  verticalAlignment?: "top" | "middle" | "bottom";
  /** Members of some types only: the options of a select, the maximum of a rating. */
  members?: Data;
  /** Column width in pixels. */
  width?: number;
  hidden?: boolean;
  cardTarget?: boolean;
  cardCover?: boolean;
  cardCoverDark?: boolean;
}

/** A cell: blocks, or the value of a column that is not of type `text`. */
type TableCell = { blocks: Block[] } | { value: unknown };

interface TableContent {
  view: "grid" | "cards";
  columns: TableColumn[];
  rows: TableCell[][];
  hideHeader?: boolean;
  /** Members of the block's data besides the view, the records and the definition. */
  data?: Data;
  viewData?: Data;
}

/**
 * A table block. Columns and records are named by their position (`column-1`, `record-1`); the text of a cell is the
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
  return block("table", { view: toView(table, columnIds), records, definition, ...table.data }, { fragments });
}

function toView(table: TableContent, ids: readonly string[]): Data {
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

const columnTypes = new Set([
  "text",
  "number",
  "checkbox",
  "files",
  "users",
  "rating",
  "select",
  "content-ref",
  "image",
]);

interface CellReaders {
  readonly reader: PageReader;
  /** Reads the content of a cell of text. */
  readonly readBlocks: (cell: HtmlElement) => Block[];
}

/** The table block of a `<table>`; nothing if its rows do not fit its header or a record cannot represent them. */
export function tableFromHtml(html: string, table: HtmlElement, readers: CellReaders): Block | undefined {
  const head = table.children.find((child) => child.name === "thead");
  const body = table.children.find((child) => child.name === "tbody");
  const headRow = head?.children[0];
  if (!head || !body || !headRow || head.children.length !== 1 || table.children.length !== 2) return undefined;

  const columns: TableColumn[] = [];
  for (const cell of headRow.children) {
    const column = readColumn(html, cell);
    if (!column) return undefined;
    columns.push(column);
  }
  const rows: TableCell[][] = [];
  for (const row of body.children) {
    if (row.name !== "tr" || row.children.length > columns.length) return undefined;
    const cells: TableCell[] = [];
    for (const [index, cell] of row.children.entries()) {
      const { align, valign, "data-object-fit": objectFit, ...others } = cell.attributes;
      if (cell.name !== "td" || Object.keys(others).length > 0) return undefined;
      cells.push(readCell(html, cell, columns[index]?.type ?? "text", readers, objectFit));
    }
    rows.push(cells);
  }

  const {
    "data-view": view,
    "data-full-width": fullWidth,
    "data-search": search,
    "data-header-hidden": headerHidden,
    "data-card-size": cardSize,
    "data-card-wrap": wrap,
    "data-column-title-hidden": titlesHidden,
    ...others
  } = table.attributes;
  if (Object.keys(others).length > 0 || (view !== undefined && view !== "cards" && view !== "grid")) return undefined;
  const data: Data = {};
  for (const [member, written] of Object.entries({ fullWidth, search })) {
    if (written === "true" || written === "false") data[member] = written === "true";
  }
  const viewData: Data = {};
  if (view === "cards") {
    if (cardSize === "large") viewData.cardSize = cardSize;
    if (wrap !== undefined) viewData.wrap = wrap !== "false";
    if (titlesHidden !== undefined) viewData.hideColumnTitle = titlesHidden !== "false";
  }
  return tableBlock({
    view: view ?? "grid",
    columns,
    rows,
    hideHeader: headerHidden !== undefined,
    data,
    viewData,
  });
}

function readColumn(html: string, cell: HtmlElement): TableColumn | undefined {
  const {
    width,
    align,
    valign,
    "data-type": writtenType = "text",
    "data-max": max,
    "data-multiple": multiple,
    "data-hidden": hidden,
    "data-card-target": target,
    "data-card-cover": cover,
    "data-card-cover-dark": coverDark,
    ...others
  } = cell.attributes;
  const select = cell.children.find((child) => child.name === "select");
  const type = select ? "select" : writtenType;
  if (cell.name !== "th" || Object.keys(others).length > 0 || !columnTypes.has(type)) return undefined;
  const title = decodeEntities(html.slice(cell.innerStart, cell.innerEnd).replace(/<[^<>]*>/g, "")).trim();
  const column: TableColumn = { title, type };
  if (valign === "top" || valign === "middle" || valign === "bottom") column.verticalAlignment = valign;
  if (type === "rating") column.members = { max: /^\d{1,3}$/.test(max ?? "") ? Number(max) : 5 };
  if (type === "users") column.members = { multiple: multiple !== undefined && multiple !== "false" };
  if (type === "select") column.members = readSelect(select, multiple !== undefined && multiple !== "false");
  if (align === "left" || align === "center" || align === "right") column.textAlignment = align;
  if (width !== undefined && /^\d+(?:\.\d+)?$/.test(width)) column.width = Number(width);
  if (hidden !== undefined) column.hidden = true;
  if (target !== undefined) column.cardTarget = true;
  if (cover !== undefined) column.cardCover = true;
  if (coverDark !== undefined) column.cardCoverDark = true;
  return column;
}

function readSelect(select: HtmlElement | undefined, multiple: boolean): Data {
  const options = (select?.children ?? []).map(({ attributes: { value = "", label = "", color = "" } }) => {
    return { value, label, color };
  });
  return { multiple: multiple || select?.attributes.multiple !== undefined, options };
}

function readCell(
  html: string,
  cell: HtmlElement,
  type: string,
  { reader, readBlocks }: CellReaders,
  objectFit?: string,
): TableCell {
  const inner = html.slice(cell.innerStart, cell.innerEnd).trim();
  const text = decodeEntities(inner.replace(/<[^<>]*>/g, "")).trim();
  const hrefs = anchors(cell).flatMap((anchor) => anchor.attributes.href ?? []);
  switch (type) {
    case "number":
    case "rating":
      return { value: text !== "" && Number.isFinite(Number(text)) ? Number(text) : undefined };
    case "checkbox":
      return { value: text === "true" };
    case "select": {
      const chosen = cell.children.flatMap((child) => child.attributes["data-option"] ?? []);
      return { value: chosen.length > 0 || text === "" ? chosen : separated(text) };
    }
    case "users":
      return { value: text === "" ? [] : separated(text) };
    case "content-ref":
      return { value: hrefs[0] === undefined ? undefined : reader.reference(hrefs[0], "link") };
    case "image": {
      const ref = hrefs[0] === undefined ? undefined : reader.reference(hrefs[0], "image");
      const fits = objectFit === "contain" || objectFit === "fill" || objectFit === "cover";
      return { value: ref && fits ? { ref, objectFit } : ref };
    }
    case "files":
      return { value: hrefs.map((href) => fileName(reader.reference(href, "file"))) };
    default:
      return { blocks: readBlocks(cell) };
  }
}

const separated = (text: string): string[] => text.split(",").map((part) => part.trim());

/** A cell of files lists their ids, or addresses if they have none. */
function fileName(reference: ContentReference): string {
  return reference.kind === "file" ? reference.file : "";
}

function anchors(element: HtmlElement): HtmlElement[] {
  return element.children.flatMap((child) => (child.name === "a" ? [child] : anchors(child)));
}
