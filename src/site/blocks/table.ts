import type { Block, ContentReference, Data } from "../../markdown/document/model.ts";
import { type Child, type Html, h } from "../html.ts";
import { picture } from "./image.ts";
import { type BlockRenderer, type Setting, toText } from "./setting.ts";

interface Column {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly align?: string | undefined;
  readonly width?: number | undefined;
  readonly definition: Data;
}

interface TableView {
  readonly type?: string;
  readonly columns?: readonly string[];
  readonly columnWidths?: Readonly<Record<string, unknown>>;
  readonly hideHeader?: boolean;
  readonly hideColumnTitle?: boolean;
  readonly cardSize?: string;
  readonly targetDefinition?: string;
  readonly coverDefinition?: string;
  readonly coverDefinitionDark?: string;
}

type Values = Readonly<Record<string, unknown>>;

/** A table's cells and rows, looked up by the ids in its view. */
interface Content {
  readonly view: TableView;
  readonly columns: readonly Column[];
  readonly rows: readonly Values[];
  readonly cells: ReadonlyMap<string, readonly Block[]>;
}

export const table: BlockRenderer = (block, setting) => {
  const content = readContent(block);
  return content.view.type === "cards" ? cards(content, setting) : grid(block, content, setting);
};

function readContent({ data, fragments }: Block): Content {
  const view: TableView = Object(data.view);
  const definitions: Readonly<Record<string, Data | undefined>> = Object(data.definition);
  const records: Readonly<Record<string, { orderIndex?: unknown; values?: Values }>> = Object(data.records);
  const columns = (view.columns ?? Object.keys(definitions)).map((id): Column => {
    const definition = definitions[id] ?? {};
    const width = view.columnWidths?.[id];
    return {
      id,
      title: toText(definition.title),
      type: toText(definition.type) || "text",
      align: toText(definition.textAlignment) || undefined,
      width: typeof width === "number" ? width : undefined,
      definition,
    };
  });
  const rows = Object.values(records)
    .sort((one, other) => (toText(one.orderIndex) < toText(other.orderIndex) ? -1 : 1))
    .map(({ values }) => values ?? {});
  const cells = new Map((fragments ?? []).map(({ fragment, type, nodes }) => [fragment ?? type ?? "", nodes]));
  return { view, columns, rows, cells };
}

function grid({ data }: Block, { view, columns, rows, cells }: Content, setting: Setting): Html {
  const hasTitles = view.hideHeader !== true && columns.some(({ title }) => title !== "");
  const getAlignClass = ({ align }: Column) => (align === "center" || align === "right" ? `text-${align}` : undefined);
  return h(
    "div",
    { class: data.fullWidth === true ? "table full-width" : "table", tabindex: 0, role: "group" },
    h(
      "table",
      {},
      columns.some(({ width }) => width !== undefined) &&
        h(
          "colgroup",
          {},
          columns.map(({ width }) => h("col", { width })),
        ),
      hasTitles &&
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            columns.map((column) =>
              h(
                column.title === "" ? "td" : "th",
                { class: getAlignClass(column), scope: column.title === "" ? undefined : "col" },
                column.title,
              ),
            ),
          ),
        ),
      h(
        "tbody",
        {},
        rows.map((values) =>
          h(
            "tr",
            {},
            columns.map((column) =>
              h("td", { class: getAlignClass(column) }, cell(column, values[column.id], cells, setting)),
            ),
          ),
        ),
      ),
    ),
  );
}

function cards({ view, columns, rows, cells }: Content, setting: Setting): Html {
  const shown = columns.filter(
    ({ id }) => ![view.targetDefinition, view.coverDefinition, view.coverDefinitionDark].includes(id),
  );
  return h(
    "ul",
    { class: view.cardSize === "large" ? "cards large" : "cards" },
    rows.map((values) => {
      const lines = shown
        .map((column) => cell(column, values[column.id], cells, setting))
        .filter(({ text }) => text !== "")
        .map((line, index) => h("div", { class: index === 0 ? "card-title" : undefined }, line));
      const target =
        view.targetDefinition === undefined ? undefined : resolveTarget(values[view.targetDefinition], cells, setting);
      const cover = drawCover(view, values, setting);
      // This link covers the whole card, while links within the card stay usable.
      const link =
        target &&
        h("a", {
          class: "card-link",
          href: target.href,
          "aria-label": cardName(shown, values, cells) || target.title || target.href,
        });
      return h("li", { class: "box" }, cover, h("div", { class: "card-text" }, lines), link);
    }),
  );
}

function resolveTarget(value: unknown, cells: Content["cells"], { resolve }: Setting) {
  if (isReference(value)) return resolve(value);
  // The link may be in a text column.
  const link = findLink(cells.get(toText(value)) ?? []);
  return link && resolve(link);
}

function findLink(blocks: readonly Block[]): ContentReference | undefined {
  for (const { nodes } of blocks) {
    for (const node of nodes ?? []) {
      if (node.object === "inline" && node.type === "link" && isReference(node.data.ref)) return node.data.ref;
    }
  }
  return undefined;
}

function cardName(columns: readonly Column[], values: Values, cells: Content["cells"]): string {
  for (const { id } of columns) {
    const words = wordsIn(cells.get(toText(values[id])) ?? []).trim();
    if (words !== "") return words.slice(0, 100);
  }
  return "";
}

function wordsIn(nodes: readonly NonNullable<Block["nodes"]>[number][]): string {
  let words = "";
  for (const node of nodes) {
    if (node.object === "text") for (const { text } of node.leaves) words += text;
    else words += wordsIn(node.nodes ?? []);
  }
  return words;
}

function drawCover({ coverDefinition, coverDefinitionDark }: TableView, values: Values, setting: Setting): Child {
  const ref = coverDefinition === undefined ? undefined : findPicture(values[coverDefinition]);
  if (ref === undefined) return undefined;
  const refDark = coverDefinitionDark === undefined ? undefined : findPicture(values[coverDefinitionDark]);
  const data = { ref, ...(refDark && { refDark }) };
  return h("div", { class: "card-cover" }, picture(data, setting, { loading: "lazy", decoding: "async" }));
}

/** Pictures in columns are references, or references with a fitting mode. */
function findPicture(value: unknown): ContentReference | undefined {
  if (isReference(value)) return value;
  const { ref }: { ref?: unknown } = Object(value);
  return isReference(ref) ? ref : undefined;
}

function isReference(value: unknown): value is ContentReference {
  return typeof value === "object" && value !== null && typeof (value as { kind?: unknown }).kind === "string";
}

function cell({ type, definition }: Column, value: unknown, cells: Content["cells"], setting: Setting): Html {
  switch (type) {
    case "checkbox":
      return h(
        "span",
        { role: "img", "aria-label": value === true ? setting.words.yes : setting.words.no },
        value === true ? "☑" : "☐",
      );
    case "rating":
      return rating(value, definition.max);
    case "number":
      return h("span", { class: "number" }, typeof value === "number" ? value : "");
    case "select":
      return selected(value, definition.options);
    case "users":
    case "files":
      return listed(value, setting, type);
    case "content-ref": {
      const target = isReference(value) ? setting.resolve(value) : undefined;
      return target === undefined ? h("span") : h("a", { href: target.href }, target.title ?? target.href);
    }
    case "image": {
      const ref = findPicture(value);
      return ref === undefined ? h("span") : picture({ ref }, setting, { loading: "lazy", decoding: "async" });
    }
    default: {
      const blocks = cells.get(toText(value)) ?? [];
      const [only] = blocks;
      if (blocks.length === 1 && only?.type === "paragraph" && only.data.align === undefined) {
        return setting.inline((only.nodes ?? []).filter((node) => node.object !== "block"));
      }
      return setting.unlisted(() => setting.blocks(blocks));
    }
  }
}

const maxPoints = 20;

function rating(value: unknown, max: unknown): Html {
  const scale = Math.min(maxPoints, typeof max === "number" && max > 0 ? max : 5);
  const points = Math.max(0, Math.min(scale, typeof value === "number" ? Math.round(value) : 0));
  return h(
    "span",
    { role: "img", "aria-label": `${points}/${scale}` },
    "★".repeat(points) + "☆".repeat(scale - points),
  );
}

function selected(value: unknown, options: unknown): Html {
  const labels = new Map(
    (Array.isArray(options) ? options : []).map((option: { value?: unknown; label?: unknown }) => [
      option.value,
      toText(option.label),
    ]),
  );
  const chosen = Array.isArray(value) ? value : [];
  return h(
    "span",
    {},
    chosen.map((one) => [h("span", { class: "tag" }, labels.get(one) || String(one)), " "]),
  );
}

function listed(value: unknown, { resolve }: Setting, type: "users" | "files"): Html {
  const ids = (Array.isArray(value) ? value : []).map(String);
  return h(
    "span",
    {},
    ids.map((id, index) => {
      const target = resolve(type === "files" ? { kind: "file", file: id } : { kind: "user", user: id });
      const name = target?.title ?? id;
      return [
        index > 0 && ", ",
        target === undefined || target.href === "" ? name : h("a", { href: target.href }, name),
      ];
    }),
  );
}
