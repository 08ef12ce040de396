import { escapeHtml, printHtmlTag } from "../../grammar/html.ts";
import { escapeEnds, escapeInline } from "../escape-markdown.ts";
import { type Block, type Data, inlineNodes } from "../model.ts";
import { flowToHtml } from "./blocks-to-html.ts";
import { getHref, getText, type InlinePrinting, inlineToMarkdown } from "./inline-to-markdown.ts";

/** The blocks of each cell by fragment name. */
type Cells = ReadonlyMap<string | undefined, readonly Block[]>;

interface Column {
  id: string;
  definition: Data;
}

/** A pipe table if it can express everything, otherwise an HTML table. */
export function tableToMarkdown(table: Block, printing: InlinePrinting): string {
  const view = toRecord(table.data.view);
  const definition = toRecord(table.data.definition);
  const visible = Array.isArray(view.columns) ? view.columns.map(String) : Object.keys(definition);
  const columns = orderedColumns(definition, visible);
  const records = Object.values(toRecord(table.data.records)).map(toRecord);
  records.sort((a, b) => compareOrder(getText(a, "orderIndex"), getText(b, "orderIndex")));
  const rows = records.map((record) => toRecord(record.values));
  const cells: Cells = new Map((table.fragments ?? []).map((fragment) => [fragment.fragment, fragment.nodes]));
  const plain =
    columns.length > 0 &&
    visible.length === columns.length &&
    view.type !== "cards" &&
    Object.keys(view).every(
      (member) => member === "type" || member === "columns" || (member === "hideHeader" && view.hideHeader !== true),
    ) &&
    table.data.fullWidth === undefined &&
    table.data.search === undefined &&
    columns.every(({ definition }) => (definition.type ?? "text") === "text" && !definition.verticalAlignment) &&
    (table.fragments ?? []).every(
      ({ nodes }) => nodes.length <= 1 && nodes.every((node) => node.type === "paragraph" && !node.data?.align),
    );
  return plain
    ? pipeTable(cells, columns, rows, printing)
    : htmlTable(table, cells, columns, rows, new Set(visible), view, { ...printing, html: true });
}

/** Columns in order of definition, unless the view has another order. */
function orderedColumns(definition: Data, visible: readonly string[]): Column[] {
  const shown = new Set(visible);
  const queue = visible.filter((id) => definition[id] !== undefined).values();
  const ids = Object.keys(definition).map((id) => (shown.has(id) ? (queue.next().value ?? id) : id));
  return ids.map((id) => ({ id, definition: toRecord(definition[id]) }));
}

function compareOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function pipeTable(cells: Cells, columns: readonly Column[], rows: readonly Data[], printing: InlinePrinting): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replace(/\|/g, "\\|")).join(" | ")} |`;
  const dashes = new Map([
    ["center", ":---:"],
    ["right", "---:"],
  ]);
  const titles = columns.map(
    ({ definition }) =>
      getText(definition, "markdown") || escapeEnds(escapeInline(getText(definition, "title").replace(/\n/g, " "))),
  );
  const alignments = columns.map(({ definition }) => {
    return dashes.get(getText(definition, "textAlignment")) ?? "---";
  });
  const cellLines = rows.map((values) =>
    line(columns.map(({ id }) => escapeEnds(printCell(cells, values[id], { ...printing, singleLine: true })))),
  );
  return [line(titles), `| ${alignments.join(" | ")} |`, ...cellLines].join("\n");
}

function htmlTable(
  table: Block,
  cells: Cells,
  columns: readonly Column[],
  rows: readonly Data[],
  visible: ReadonlySet<string>,
  view: Data,
  printing: InlinePrinting,
): string {
  const widths = toRecord(view.columnWidths);
  const flag = (on: boolean) => (on ? "true" : undefined);
  const either = (value: unknown) => (typeof value === "boolean" ? String(value) : undefined);
  const opening = printHtmlTag("table", {
    "data-view": view.type === "cards" ? "cards" : undefined,
    "data-card-size": view.cardSize === undefined || view.cardSize === "medium" ? undefined : getText(view, "cardSize"),
    "data-card-wrap": either(view.wrap),
    "data-column-title-hidden": flag(view.hideColumnTitle === true),
    "data-full-width": either(table.data.fullWidth),
    "data-search": either(table.data.search),
    "data-header-hidden": flag(view.hideHeader === true),
  });
  const alignments: Record<string, string> = { center: "center", right: "right" };
  const head = columns.map(({ id, definition }) => {
    const type = getText(definition, "type");
    const attributes = {
      width: widths[id] === undefined ? undefined : getText(widths, id),
      align: alignments[getText(definition, "textAlignment")],
      valign: getText(definition, "verticalAlignment") || undefined,
      "data-type": type === "text" || type === "" ? undefined : type,
      "data-max": type === "rating" ? getText(definition, "max") || undefined : undefined,
      "data-multiple": flag((type === "users" || type === "select") && definition.multiple === true),
      "data-hidden": flag(!visible.has(id)),
      "data-card-target": flag(view.targetDefinition === id),
      "data-card-cover": flag(view.coverDefinition === id),
      "data-card-cover-dark": flag(view.coverDefinitionDark === id),
    };
    const options = readOptions(definition).map((option) => `${printHtmlTag("option", option)}</option>`);
    const select = options.length === 0 ? "" : `<select>${options.join("")}</select>`;
    return `${printHtmlTag("th", attributes)}${escapeHtml(getText(definition, "title"))}${select}</th>`;
  });
  const body = rows.map((values) => {
    const row = columns.map(({ id, definition }) => {
      const attributes = { "data-object-fit": getText(toRecord(values[id]), "objectFit") || undefined };
      return `${printHtmlTag("td", attributes)}${cellToHtml(cells, values[id], definition, printing)}</td>`;
    });
    return `<tr>${row.join("")}</tr>`;
  });
  return `${opening}<thead><tr>${head.join("")}</tr></thead><tbody>${body.join("")}</tbody></table>`;
}

function cellToHtml(cells: Cells, value: unknown, definition: Data, printing: InlinePrinting): string {
  const anchor = (reference: unknown) => {
    const href = escapeHtml(getHref({ reference }, "reference", printing));
    return `<a href="${href}">${href}</a>`;
  };
  switch (definition.type) {
    case "content-ref":
    case "image":
      return value === undefined || value === null ? "" : anchor(toRecord(value).ref ?? value);
    case "files":
      return Array.isArray(value)
        ? value.map((file) => anchor(typeof file === "string" ? { kind: "file", file } : file)).join("")
        : "";
    case "select": {
      const labels = new Map(readOptions(definition).map((option) => [option.value, option.label]));
      const chosen = Array.isArray(value) ? value.map(String) : [];
      if (!chosen.some((option) => labels.has(option))) return escapeHtml(chosen.join(", "));
      const span = (option: string) =>
        `${printHtmlTag("span", { "data-option": option })}${escapeHtml(labels.get(option) ?? "")}</span>`;
      return chosen.map(span).join("");
    }
    case "users":
      return Array.isArray(value) ? escapeHtml(value.map(String).join(", ")) : "";
    case "number":
    case "rating":
    case "checkbox":
      return value === undefined || value === null ? "" : escapeHtml(String(value));
    default:
      return flowToHtml(cells.get(typeof value === "string" ? value : undefined) ?? [], printing);
  }
}

function readOptions(definition: Data): { value: string; label: string; color: string }[] {
  const options = Array.isArray(definition.options) ? definition.options.map(toRecord) : [];
  return options.map((option) => ({
    value: getText(option, "value"),
    label: getText(option, "label"),
    color: getText(option, "color"),
  }));
}

/** The inline text of a cell; several blocks in one cell become lines. */
function printCell(cells: Cells, name: unknown, printing: InlinePrinting): string {
  const blocks = cells.get(typeof name === "string" ? name : undefined) ?? [];
  return blocks.map((node) => inlineToMarkdown(inlineNodes(node.nodes), printing)).join("<br>");
}

function toRecord(value: unknown): Data {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
