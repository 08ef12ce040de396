import { flowFromHtml } from "./flow-from-html.ts";
import { decodeEntities, type HtmlElement } from "./html.ts";
import type { Block, ContentReference, Data } from "./model.ts";
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
      const { align, valign, "data-object-fit": objectFit, ...others } = cell.attributes;
      if (cell.name !== "td" || Object.keys(others).length > 0) return undefined;
      cells.push(cellOf(html, cell, columns[index]?.type ?? "text", reader, objectFit));
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

function columnOf(html: string, cell: HtmlElement): TableColumn | undefined {
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
  if (cell.name !== "th" || Object.keys(others).length > 0 || !COLUMN_TYPES.has(type)) return undefined;
  const title = decodeEntities(html.slice(cell.innerStart, cell.innerEnd).replace(/<[^<>]*>/g, "")).trim();
  const column: TableColumn = { title, type };
  if (valign === "top" || valign === "middle" || valign === "bottom") column.verticalAlignment = valign;
  if (type === "rating") column.members = { max: /^\d{1,3}$/.test(max ?? "") ? Number(max) : 5 };
  if (type === "users") column.members = { multiple: multiple !== undefined && multiple !== "false" };
  if (type === "select") column.members = selectOf(select, multiple !== undefined && multiple !== "false");
  if (align === "left" || align === "center" || align === "right") column.textAlignment = align;
  if (width !== undefined && /^\d+(?:\.\d+)?$/.test(width)) column.width = Number(width);
  if (hidden !== undefined) column.hidden = true;
  if (target !== undefined) column.cardTarget = true;
  if (cover !== undefined) column.cardCover = true;
  if (coverDark !== undefined) column.cardCoverDark = true;
  return column;
}

function selectOf(select: HtmlElement | undefined, multiple: boolean): Data {
  const options = (select?.children ?? []).map(({ attributes: { value = "", label = "", color = "" } }) => {
    return { value, label, color };
  });
  return { multiple: multiple || select?.attributes.multiple !== undefined, options };
}

function cellOf(html: string, cell: HtmlElement, type: string, reader: PageReader, objectFit?: string): TableCell {
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
      return { value: chosen.length > 0 || text === "" ? chosen : text.split(/\s*,\s*/) };
    }
    case "users":
      return { value: text === "" ? [] : text.split(/\s*,\s*/) };
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
      return { blocks: flowFromHtml(html, cell, reader) };
  }
}

/** A cell of files lists their ids, or addresses where they have none. */
function fileName(reference: ContentReference): string {
  return reference.kind === "file" ? reference.file : "";
}

function anchors(element: HtmlElement): HtmlElement[] {
  return element.children.flatMap((child) => (child.name === "a" ? [child] : anchors(child)));
}
