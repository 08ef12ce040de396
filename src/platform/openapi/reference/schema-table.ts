import { isRecord, listOf, own, recordOf, textOf } from "../pointer.ts";
import { inside, type Located } from "../resolve.ts";
import { cell, code, escaped, inTable, plain } from "./foreign-text.ts";
import type { SchemaBook } from "./schema-book.ts";
import { constraintsOf, typesOf, typeWords } from "./schema-words.ts";

/** Rows of one table, how deep schemas without a name are written out, and parts that are put together. */
const most = { rows: 200, depth: 4, parts: 200, alternatives: 20 };

/** Who writes a value: what only the other side does is left out. */
export type Direction = "sent" | "answered" | "both";

interface Property {
  readonly name: string;
  readonly at: Located;
  readonly required: boolean;
}

/** What an object holds: its own members and those of all it is made of. */
export interface ObjectParts {
  readonly properties: ReadonlyMap<string, Property>;
  /** Alternatives, of which one holds as well. */
  readonly alternatives: readonly Located[];
}

export function partsOf(at: Located, book: SchemaBook): ObjectParts {
  const properties = new Map<string, Property>();
  const required = new Set<string>();
  const alternatives: Located[] = [];
  const seen = new Set<unknown>();
  const open: Located[] = [at];
  for (const part of open) {
    const found = book.resolver.follow(part);
    if (found === undefined || !isRecord(found.value) || seen.has(found.value) || seen.size >= most.parts) continue;
    seen.add(found.value);
    for (const name of listOf(found.value.required)) if (typeof name === "string") required.add(name);
    const own_ = inside(found, "properties");
    for (const name of Object.keys(recordOf(own_.value))) {
      if (!properties.has(name)) properties.set(name, { name, at: inside(own_, name), required: false });
    }
    const all = inside(found, "allOf");
    open.push(...listOf(all.value).map((_, index) => inside(all, String(index))));
    for (const name of ["oneOf", "anyOf"]) {
      const list = inside(found, name);
      alternatives.push(...listOf(list.value).map((_, index) => inside(list, String(index))));
    }
  }
  const marked = [...properties].map(([name, one]) => [name, { ...one, required: required.has(name) }] as const);
  return { properties: new Map(marked), alternatives };
}

/** What a schema holds: its members in a table, and its alternatives. Empty for one that its type says all of. */
export function schemaBody(at: Located, book: SchemaBook, direction: Direction): string {
  const { properties, alternatives } = partsOf(at, book);
  const value = book.resolver.follow(at)?.value;
  const written = [...tableOf(properties, book, direction), ...alternativesOf(alternatives, value, book, direction)];
  const found = book.resolver.follow(at);
  if (written.length > 0 || found === undefined || !typesOf(found.value).includes("array")) return written.join("\n\n");
  const items = inside(found, "items");
  const table = book.named(items) === undefined ? tableOf(partsOf(items, book).properties, book, direction) : [];
  return table.length === 0 ? "" : ["Each item:", ...table].join("\n\n");
}

function tableOf(properties: ObjectParts["properties"], book: SchemaBook, direction: Direction): string[] {
  const rows: string[] = [];
  let left = 0;
  collect(properties, "", 0, true);
  if (rows.length === 0) return [];
  const table = ["| Member | Type | Required | Description |", "| --- | --- | --- | --- |", ...rows].join("\n");
  return [table, ...(left > 0 ? [`${left} more members are not shown; the specification has them.`] : [])];

  function collect(all: ObjectParts["properties"], above: string, depth: number, isNeeded: boolean): void {
    for (const { name, at, required } of all.values()) {
      const value = recordOf(book.resolver.follow(at)?.value);
      if ((direction === "sent" && value.readOnly === true) || (direction === "answered" && value.writeOnly === true))
        continue;
      if (rows.length >= most.rows) {
        left += 1;
        continue;
      }
      const path = above + name;
      rows.push(row(path, at, required && isNeeded, required, book));
      const below = depth < most.depth ? unnamedBelow(at, book) : undefined;
      if (below !== undefined) collect(below.properties, `${path}${below.step}.`, depth + 1, required && isNeeded);
    }
  }
}

function row(path: string, at: Located, isRequired: boolean, isRequiredThere: boolean, book: SchemaBook): string {
  const required = isRequired ? "yes" : isRequiredThere ? "with its parent" : "no";
  return `| ${inTable(code(path))} | ${inTable(typeWords(at, book))} | ${required} | ${about(at, book)} |`;
}

/** What a value is and must be, for a cell of a table. */
export function about(at: Located, book: SchemaBook, description = describedAs(at, book)): string {
  const words = constraintsOf(at, book).join(", ");
  const said = cell(description);
  const sentence = words === "" ? "" : `${words.slice(0, 1).toUpperCase()}${inTable(words.slice(1))}.`;
  return [said === "" || /[.!?:…]$/.test(said) ? said : `${said}.`, sentence].filter((one) => one !== "").join(" ");
}

/** In OpenAPI 3.1 a description beside a reference goes before that of what it leads to. */
const describedAs = (at: Located, book: SchemaBook): string =>
  textOf(own(at.value, "description")) ||
  (book.named(at) === undefined ? textOf(own(book.resolver.follow(at)?.value, "description")) : "");

/** The members of an object without a name of its own, or of the items of an array of such. */
function unnamedBelow(at: Located, book: SchemaBook): (ObjectParts & { readonly step: string }) | undefined {
  let step = "";
  let inner = at;
  for (let levels = 0; levels < 3; levels += 1) {
    if (book.named(inner) !== undefined) return undefined;
    const found = book.resolver.follow(inner);
    if (found === undefined) return undefined;
    const parts = partsOf(found, book);
    if (parts.properties.size > 0) return { ...parts, step };
    if (!isRecord(own(found.value, "items"))) return undefined;
    step += "[]";
    inner = inside(found, "items");
  }
  return undefined;
}

function alternativesOf(
  alternatives: readonly Located[],
  value: unknown,
  book: SchemaBook,
  direction: Direction,
): string[] {
  const shown = alternatives.filter((one) => !isOnlyRequiring(one));
  if (shown.length < 2) return [];
  const lines = shown.slice(0, most.alternatives).map((one) => `- ${typeWords(one, book)}${titled(one, book)}`);
  const left = shown.length - lines.length;
  const tables = shown.slice(0, most.alternatives).flatMap((one, index) => {
    if (book.named(one) !== undefined) return [];
    const { properties } = partsOf(one, book);
    return properties.size === 0 ? [] : [`Alternative ${index + 1}:`, ...tableOf(properties, book, direction)];
  });
  return [
    "One of:",
    [...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join("\n"),
    ...toldApart(own(value, "discriminator")),
    ...tables,
  ];
}

/** An alternative that says nothing but what else is required. */
const isOnlyRequiring = ({ value }: Located) =>
  isRecord(value) && Object.keys(value).every((name) => name === "required");

function titled(at: Located, book: SchemaBook): string {
  const title = book.named(at) === undefined ? plain(textOf(own(book.resolver.follow(at)?.value, "title"))) : "";
  return title === "" ? "" : `: ${escaped(title)}`;
}

function toldApart(discriminator: unknown): string[] {
  const name = textOf(own(discriminator, "propertyName"));
  if (name === "") return [];
  const mapping = Object.entries(recordOf(own(discriminator, "mapping"))).slice(0, most.alternatives);
  const values = mapping.map(([value, to]) => `${code(value)} is ${escaped(plain(String(to).replace(/^.*\//, "")))}`);
  return [`Told apart by ${code(name)}${values.length === 0 ? "" : `: ${values.join(", ")}`}.`];
}
