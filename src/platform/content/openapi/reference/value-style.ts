import { own, toText } from "../pointer.ts";
import type { Located } from "../references.ts";
import { cell, code } from "./foreign-text.ts";
import type { SchemaBook } from "./schema-book.ts";
import { collectParts, listTypes } from "./schema-words.ts";

/** How a value is serialized in an address, a header or a form. */
export type ValueStyle =
  | { readonly as: "text" | "json" | "repeated" | "members" | "deep" | "label" | "matrix" }
  | { readonly as: "joined" | "pairs"; readonly by: string }
  | { readonly as: "unknown"; readonly name: string };

const text: ValueStyle = { as: "text" };

const separators: Readonly<Record<string, string>> = { csv: ",", ssv: " ", tsv: "\t", pipes: "|" };

/** `media` is the media type of a parameter that is a document. */
export function parameterStyle(at: Located, schema: Located, book: SchemaBook, media?: string): ValueStyle {
  if (media !== undefined) return /json/i.test(media) ? { as: "json" } : text;
  const location = toText(own(at.value, "in"));
  return own(at.value, "schema") === undefined
    ? swaggerStyle(at, schema, book)
    : resolveStyle(at.value, location, schema, book);
}

/** For Swagger 2.0, where only arrays have several values. */
export function swaggerStyle(at: Located, schema: Located, book: SchemaBook): ValueStyle {
  if (detectShape(schema, book) !== "array") return text;
  const format = toText(own(at.value, "collectionFormat")) || "csv";
  if (format === "multi") return { as: "repeated" };
  const by = separators[format];
  return by === undefined ? { as: "unknown", name: format } : { as: "joined", by };
}

/** For a parameter, or for a form field with its `encoding`, in which case `location` is "query". */
export function resolveStyle(declared: unknown, location: string, schema: Located, book: SchemaBook): ValueStyle {
  const style = toText(own(declared, "style")) || (location === "query" || location === "cookie" ? "form" : "simple");
  const explode = own(declared, "explode") ?? style === "form";
  const shape = detectShape(schema, book);
  if (style === "deepObject") return shape === "other" ? text : { as: "deep" };
  if (style === "label" || style === "matrix") return { as: style };
  if (shape === "other") return text;
  if (shape === "object") return explode === true && style === "form" ? { as: "members" } : { as: "pairs", by: "," };
  if (style === "spaceDelimited") return { as: "joined", by: " " };
  if (style === "pipeDelimited") return { as: "joined", by: "|" };
  return style === "form" && explode === true ? { as: "repeated" } : { as: "joined", by: "," };
}

function detectShape(schema: Located, book: SchemaBook): "array" | "object" | "other" {
  const found = book.resolver.follow(schema);
  if (found === undefined) return "other";
  const { properties, alternatives } = collectParts(found, book);
  if (properties.size > 0) return "object";
  const types = listTypes(found.value);
  for (const shape of ["array", "object"] as const) if (types.includes(shape)) return shape;
  return alternatives.map((one) => plainShape(one, book)).find((shape) => shape !== "other") ?? "other";
}

function plainShape(schema: Located, book: SchemaBook): "array" | "object" | "other" {
  const types = listTypes(book.resolver.follow(schema)?.value);
  return types.includes("array") ? "array" : types.includes("object") ? "object" : "other";
}

/** A style as a sentence; empty for the default. */
export function styleWords(style: ValueStyle, name: string): string {
  switch (style.as) {
    case "text":
      return "";
    case "json":
      return "Written as JSON.";
    case "repeated":
      return "Repeated for each value.";
    case "members":
      return "Its members are parameters of their own.";
    case "deep":
      return `Written as ${code(`${name}[member]=value`)}.`;
    case "label":
      return `Written as ${code(".value")}.`;
    case "matrix":
      return `Written as ${code(`;${name}=value`)}.`;
    case "pairs":
      return `Written as ${code("member,value,…")}.`;
    case "joined":
      return `Values separated by ${style.by === "," ? "commas" : style.by === " " ? "blanks" : style.by === "|" ? "bars" : "tabs"}.`;
    case "unknown":
      return `Values ${cell(style.name)}.`;
  }
}

/** A lone surrogate cannot be encoded in an address. */
export const encoded = (value: unknown): string =>
  encodeURIComponent((typeof value === "object" ? JSON.stringify(value) : String(value)).replace(/\p{Cs}/gu, "\ufffd"));

/** A value serialized for a query or form: `name=value`, possibly repeated. */
export function writtenValue(name: string, value: unknown, style: ValueStyle): string[] {
  const pair = (key: string, one: unknown) => `${encoded(key)}=${encoded(one)}`;
  if (typeof value !== "object" || value === null) return [pair(name, value)];
  const entries = Object.entries(value);
  switch (style.as) {
    case "repeated":
      return entries.map(([, one]) => pair(name, one));
    case "members":
      return entries.map(([key, one]) => pair(key, one));
    case "deep":
      return entries.flatMap(([key, one]) =>
        typeof one === "object" && one !== null
          ? Object.entries(one).map(([inner, last]) => pair(`${name}[${key}][${inner}]`, last))
          : pair(`${name}[${key}]`, one),
      );
    case "joined":
      return [
        `${encoded(name)}=${entries.map(([, one]) => encoded(one)).join(style.by === "," ? "," : encoded(style.by))}`,
      ];
    case "pairs":
      return [`${encoded(name)}=${entries.map(([key, one]) => `${encoded(key)},${encoded(one)}`).join(",")}`];
    default:
      return [pair(name, value)];
  }
}
