import { isRecord, own, toList, toRecord, toText } from "../pointer.ts";
import { inside, isReference, type Located } from "../references.ts";
import { schemaIn } from "./api.ts";
import { code, escaped, plain } from "./foreign-text.ts";
import type { SchemaBook } from "./schema-book.ts";

/** Nesting depth of a type in words, number of alternatives at each depth, and number of values listed. */
const limits = { depth: 5, alternatives: [100, 8], deeper: 3, within: 8, values: 200 };

/** A schema's type in words, as in "array of string (uuid)": inline Markdown. */
export function typeWords(at: Located, book: SchemaBook, depth = 0): string {
  const named = book.named(at);
  if (named !== undefined) return book.link(named) + orNull(at.value);
  const found = book.resolver.follow(at);
  const value = found?.value;
  if (found === undefined || !isRecord(value)) return value === false ? "nothing" : "any";
  const types = listTypes(value);
  const alternatives = ["oneOf", "anyOf"].find((name) => toList(value[name]).length > 0);
  if (depth >= limits.depth) return types.join(" or ") || "object";
  if (alternatives !== undefined && value.properties === undefined) {
    return formatAnyOf(inside(found, alternatives), book, depth) + orNull(value);
  }
  const parts = inside(found, "allOf");
  if (toList(parts.value).length > 0)
    return formatAllOf(parts, book, depth, value.properties !== undefined) + orNull(value);
  if (value.enum !== undefined && types.length === 0) return "one of several values";
  if (value.const !== undefined && types.length === 0) return code(JSON.stringify(value.const) ?? "");
  const words = types.filter((type) => type !== "null").map((type) => formatType(type, found, book, depth));
  return (words.join(" or ") || (types.length > 0 ? "null" : "any")) + (words.length > 0 ? orNull(value) : "");
}

function formatType(type: string, at: Located, book: SchemaBook, depth: number): string {
  const value = toRecord(at.value);
  if (type === "array") {
    const items = schemaIn(at, "items");
    if (items.value === undefined) return "array";
    const words = typeWords(items, book, depth + 1);
    return `array of ${/ or /.test(words) ? `(${words})` : words}`;
  }
  const more = schemaIn(at, "additionalProperties");
  if (type === "object" && isRecord(more.value) && Object.keys(toRecord(value.properties)).length === 0) {
    return `map of ${typeWords(more, book, depth + 1)}`;
  }
  const format = plain(toText(value.format) || toText(value.contentMediaType), 60);
  return format === "" ? escaped(plain(type, 40)) : `${escaped(plain(type, 40))} (${escaped(format)})`;
}

function formatAnyOf(list: Located, book: SchemaBook, depth: number): string {
  const all = toList(list.value).map((_, index) => inside(list, String(index)));
  const shown = limits.alternatives[depth] ?? limits.deeper;
  const words = [...new Set(all.slice(0, shown).map((one) => typeWords(one, book, depth + 1)))];
  return [...words, ...(all.length > shown ? [`${all.length - shown} more`] : [])].join(" or ");
}

function formatAllOf(list: Located, book: SchemaBook, depth: number, hasOwn: boolean): string {
  const all = toList(list.value).map((_, index) => inside(list, String(index)));
  if (all.length === 1 && !hasOwn && all[0] !== undefined) return typeWords(all[0], book, depth + 1);
  const names = all.flatMap((one) => book.named(one) ?? []).slice(0, limits.within);
  const plain_ = all.find((one) => listTypes(book.resolver.follow(one)?.value).some((type) => type !== "object"));
  if (names.length === 0 && !hasOwn && plain_ !== undefined) return typeWords(plain_, book, depth + 1);
  return names.length === 0 ? "object" : `object with all of ${names.map((one) => book.link(one)).join(", ")}`;
}

/** The declared types, or those implied by other members. */
export function listTypes(value: unknown): string[] {
  const type = own(value, "type");
  const declared = (Array.isArray(type) ? type : [type]).filter((one): one is string => typeof one === "string");
  if (declared.length > 0) return declared;
  if (own(value, "properties") !== undefined || own(value, "additionalProperties") !== undefined) return ["object"];
  if (own(value, "items") !== undefined) return ["array"];
  const values = toList(own(value, "enum"));
  const types = new Set(values.map((one) => (one === null ? "null" : Array.isArray(one) ? "array" : typeof one)));
  return [...types];
}

export const orNull = (value: unknown): string => {
  const isNullable = own(value, "nullable") === true || own(value, "x-nullable") === true;
  const types = own(value, "type");
  return isNullable || (Array.isArray(types) && types.length > 1 && types.includes("null")) ? " or null" : "";
};

/** A value's constraints besides its type, as phrases. */
export function listConstraints(schema: Located, book: SchemaBook, isWithin = false): string[] {
  const value = toRecord(book.resolver.follow(schema)?.value);
  const isNamed = book.named(schema) !== undefined;
  const siblings = toRecord(schema.value);
  const words: string[] = [];
  const say = (name: string, words_: (text: string) => string) => {
    const one = value[name];
    if (one !== undefined && typeof one !== "object") words.push(words_(code(String(one))));
  };
  const sayCount = (minName: string, maxName: string, unit: string) => {
    if (value[minName] !== undefined && value[minName] === value[maxName]) {
      say(minName, (text) => `exactly ${text} ${unit}`);
      return;
    }
    say(minName, (text) => `at least ${text} ${unit}`);
    say(maxName, (text) => `at most ${text} ${unit}`);
  };
  const merged = isReference(schema.value) ? { ...value, ...siblings } : value;
  if (merged.readOnly === true) words.push("only in responses");
  if (merged.writeOnly === true) words.push("only in requests");
  if (merged.deprecated === true) words.push("deprecated");
  if (merged.default !== undefined) words.push(`default ${code(JSON.stringify(merged.default) ?? "")}`);
  if (isNamed && !Array.isArray(value.enum)) return words;
  if (!isWithin) words.push(...listAlternativeConstraints(schema, book));
  if (value.const !== undefined) words.push(`always ${code(JSON.stringify(value.const) ?? "")}`);
  words.push(...formatValues(value.enum, "one of"), ...formatValues(itemValues(schema, book), "each one of"));
  words.push(...formatRange(value));
  sayCount("minLength", "maxLength", "characters");
  say("pattern", (text) => `matches ${text}`);
  sayCount("minItems", "maxItems", "items");
  if (value.uniqueItems === true) words.push("unique items");
  sayCount("minProperties", "maxProperties", "members");
  const found = book.resolver.follow(schema);
  if (
    found !== undefined &&
    isRecord(value.additionalProperties) &&
    Object.keys(toRecord(value.properties)).length > 0
  ) {
    words.push(`other members: ${typeWords(inside(found, "additionalProperties"), book, 1)}`);
  }
  say("multipleOf", (text) => `a multiple of ${text}`);
  const example = value.example ?? toList(value.examples)[0];
  if (example !== undefined && typeof example !== "object" && value.enum === undefined) {
    words.push(`as in ${code(String(example), 100)}`);
  }
  return words.filter((one) => !one.endsWith(" "));
}

/** The constraints of a value's only alternative, or the values listed for several. */
function listAlternativeConstraints(schema: Located, book: SchemaBook): string[] {
  const found = book.resolver.follow(schema);
  if (found === undefined || book.named(schema) !== undefined) return [];
  const only = onlyAlternative(found, book);
  if (only !== undefined) return book.named(only) === undefined ? listConstraints(only, book, true) : [];
  return ["oneOf", "anyOf"].flatMap((name) => {
    const list = inside(found, name);
    return toList(list.value)
      .slice(0, limits.within)
      .map((_, index) => inside(list, String(index)))
      .filter((one) => book.named(one) === undefined)
      .flatMap((one) => {
        const value = toRecord(book.resolver.follow(one)?.value);
        return formatValues(value.enum ?? (value.const === undefined ? undefined : [value.const]), "or one of");
      });
  });
}

/** The values allowed for unnamed items. */
function itemValues(schema: Located, book: SchemaBook): unknown {
  const found = book.resolver.follow(schema);
  if (found === undefined) return undefined;
  const items = schemaIn(found, "items");
  return book.named(items) === undefined ? own(book.resolver.follow(items)?.value, "enum") : undefined;
}

function formatValues(list: unknown, lead: string): string[] {
  const values = toList(list);
  if (values.length === 0) return [];
  const shown = values
    .slice(0, limits.values)
    .map((one) => code(typeof one === "string" ? one : (JSON.stringify(one) ?? ""), 100) || '`""`');
  const rest = values.length - shown.length;
  return [
    `${values.length === 1 && lead === "one of" ? "always" : lead} ${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`,
  ];
}

/** `exclusiveMinimum` is a flag in OpenAPI 3.0 and a number in 3.1. */
function formatRange(value: Readonly<Record<string, unknown>>): string[] {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = value;
  const shown = (one: unknown) => code(String(one), 40);
  return [
    ...(typeof above === "number" ? [`more than ${shown(above)}`] : []),
    ...(typeof minimum === "number" ? [`${above === true ? "more than" : "at least"} ${shown(minimum)}`] : []),
    ...(typeof below === "number" ? [`less than ${shown(below)}`] : []),
    ...(typeof maximum === "number" ? [`${below === true ? "less than" : "at most"} ${shown(maximum)}`] : []),
  ];
}

/** The most schemas that are combined into one. */
const maxParts = 200;

export interface Property {
  readonly name: string;
  readonly at: Located;
  readonly required: boolean;
}

/** The contents of an object: its own members and those of all schemas it combines. */
export interface ObjectParts {
  readonly properties: ReadonlyMap<string, Property>;
  /** Alternatives, one of which also applies. */
  readonly alternatives: readonly Located[];
  /** How the alternatives are distinguished. */
  readonly discriminator: unknown;
}

export function collectParts(at: Located, book: SchemaBook): ObjectParts {
  const properties = new Map<string, Property>();
  const required = new Set<string>();
  const alternatives: Located[] = [];
  let discriminator: unknown;
  const seen = new Set<unknown>();
  const open: Located[] = [at];
  for (const part of open) {
    const found = book.resolver.follow(part);
    if (found === undefined || !isRecord(found.value) || seen.has(found.value) || seen.size >= maxParts) continue;
    seen.add(found.value);
    for (const name of toList(found.value.required)) if (typeof name === "string") required.add(name);
    const own_ = inside(found, "properties");
    for (const name of Object.keys(toRecord(own_.value))) {
      const at = schemaIn(own_, name);
      const known = properties.get(name)?.at;
      properties.set(name, { name, at: known === undefined ? at : both(known, at, book), required: false });
    }
    const all = inside(found, "allOf");
    open.push(...toList(all.value).map((_, index) => inside(all, String(index))));
    discriminator ??= own(found.value, "discriminator");
    for (const name of ["oneOf", "anyOf"]) {
      const list = inside(found, name);
      alternatives.push(...toList(list.value).map((_, index) => inside(list, String(index))));
    }
  }
  const marked = [...properties].map(([name, one]) => [name, { ...one, required: required.has(name) }] as const);
  return { properties: new Map(marked), alternatives, discriminator };
}

/** Combines two descriptions of a member: all parts of objects, otherwise the first or the one that lists values. */
function both(first: Located, second: Located, book: SchemaBook): Located {
  const [one, other] = [first, second].map((at) => toRecord(book.resolver.follow(at)?.value));
  if (first.file === second.file && isObject(one) && isObject(other)) {
    return isSame(first.value, second.value) ? first : { ...first, value: { allOf: [first.value, second.value] } };
  }
  return hasValues(other) && !hasValues(one) ? second : first;
}

const isObject = (value: unknown) => own(value, "properties") !== undefined || toList(own(value, "allOf")).length > 0;

const hasValues = (value: unknown) => own(value, "enum") !== undefined || own(value, "const") !== undefined;

const isSame = (one: unknown, other: unknown) =>
  one === other || (isReference(one) && isReference(other) && own(one, "$ref") === own(other, "$ref"));

/** A value's only alternative besides null; undefined if there are several. */
export function onlyAlternative(at: Located, book: SchemaBook): Located | undefined {
  const found = book.resolver.follow(at);
  if (found === undefined || own(found.value, "properties") !== undefined) return undefined;
  const all = ["oneOf", "anyOf"].flatMap((name) => {
    const list = inside(found, name);
    return toList(list.value).map((_, index) => inside(list, String(index)));
  });
  const shown = all.filter(isAlternative);
  return shown.length === 1 ? shown[0] : undefined;
}

/** Whether an alternative is more than a list of required members or null. */
export function isAlternative({ value }: Located): boolean {
  if (!isRecord(value)) return false;
  return value.type !== "null" && Object.keys(value).some((name) => name !== "required");
}
