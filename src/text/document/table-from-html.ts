import { decodeEntities, type HtmlElement } from "./html.ts";
import { inlineMarkdownOfHtml } from "./inline-from-markdown.ts";
import type { Block, Data } from "./model.ts";
import type { PageReader } from "./page-reader.ts";
import { type TableCell, type TableColumn, tableBlock } from "./table.ts";

const COLUMN_TYPES = new Set([
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

/** A table block of `<table>`; nothing when its rows do not fit its header or hold what a record cannot keep. */
export function tableFromHtml(html: string, table: HtmlElement, reader: PageReader): Block | undefined {
  const head = table.children.find((child) => child.name === "thead");
  const body = table.children.find((child) => child.name === "tbody");
  const headRow = head?.children[0];
  if (!head || !body || !headRow || head.children.length !== 1 || table.children.length !== 2) return undefined;

  const columns: TableColumn[] = [];
  for (const cell of headRow.children) {
    const column = columnOf(html, cell);
    if (!column) return undefined;
    columns.push(column);
  }
  const rows: TableCell[][] = [];
  for (const row of body.children) {
    if (row.name !== "tr" || row.children.length > columns.length) return undefined;
    const cells: TableCell[] = [];
    for (const [index, cell] of row.children.entries()) {
      const { align, ...others } = cell.attributes;
      if (cell.name !== "td" || Object.keys(others).length > 0) return undefined;
      cells.push(cellOf(html, cell, columns[index]?.type ?? "text", reader));
    }
    rows.push(cells);
  }

  const {
    "data-view": view,
    "data-full-width": fullWidth,
    "data-search": search,
    "data-header-hidden": headerHidden,
    "data-card-size": cardSize,
    ...others
  } = table.attributes;
  if (Object.keys(others).length > 0 || (view !== undefined && view !== "cards" && view !== "grid")) return undefined;
  const data: Data = {};
  if (fullWidth === "true") data.fullWidth = true;
  if (search === "true") data.search = true;
  return tableBlock({
    view: view ?? "grid",
    columns,
    rows,
    hideHeader: headerHidden !== undefined,
    data,
    ...(cardSize ? { viewData: { cardSize } } : {}),
  });
}

function columnOf(html: string, cell: HtmlElement): TableColumn | undefined {
  const {
    width,
    align,
    "data-type": type = "text",
    "data-hidden": hidden,
    "data-card-target": target,
    "data-card-cover": cover,
    ...others
  } = cell.attributes;
  if (cell.name !== "th" || Object.keys(others).length > 0 || !COLUMN_TYPES.has(type)) return undefined;
  const title = decodeEntities(html.slice(cell.innerStart, cell.innerEnd).replace(/<[^<>]*>/g, "")).trim();
  const column: TableColumn = { title, type };
  if (align === "left" || align === "center" || align === "right") column.textAlignment = align;
  if (width !== undefined && /^\d+(?:\.\d+)?$/.test(width)) column.width = Number(width);
  if (hidden !== undefined) column.hidden = true;
  if (target !== undefined) column.cardTarget = true;
  if (cover !== undefined) column.cardCover = true;
  return column;
}

function cellOf(html: string, cell: HtmlElement, type: string, reader: PageReader): TableCell {
  const inner = html.slice(cell.innerStart, cell.innerEnd).trim();
  const text = decodeEntities(inner.replace(/<[^<>]*>/g, "")).trim();
  const hrefs = anchors(cell).flatMap((anchor) => anchor.attributes.href ?? []);
  switch (type) {
    case "number":
    case "rating":
      return { value: text !== "" && Number.isFinite(Number(text)) ? Number(text) : undefined };
    case "checkbox":
      return { value: text === "true" };
    case "select":
    case "users":
      return { value: text === "" ? [] : text.split(/\s*,\s*/) };
    case "content-ref":
    case "image":
      return {
        value: hrefs[0] === undefined ? undefined : reader.reference(hrefs[0], type === "image" ? "image" : "link"),
      };
    case "files":
      return { value: hrefs.map((href) => reader.reference(href, "file")) };
    default:
      return { nodes: reader.inlineNodes(inlineMarkdownOfHtml(inner)) };
  }
}

function anchors(element: HtmlElement): HtmlElement[] {
  return element.children.flatMap((child) => (child.name === "a" ? [child] : anchors(child)));
}
