import { isRecord, listOf, own, recordOf } from "../pointer.ts";
import { inside, isReference, type Located } from "../resolve.ts";
import type { SchemaBook } from "./schema-book.ts";
import { schemaIn } from "./unwrapped.ts";

/** Schemas that one is put together of. */
const most = 200;

export interface Property {
  readonly name: string;
  readonly at: Located;
  readonly required: boolean;
}

/** What an object holds: its own members and those of all it is made of. */
export interface ObjectParts {
  readonly properties: ReadonlyMap<string, Property>;
  /** Alternatives, of which one holds as well. */
  readonly alternatives: readonly Located[];
  /** What tells the alternatives apart. */
  readonly discriminator: unknown;
}

export function partsOf(at: Located, book: SchemaBook): ObjectParts {
  const properties = new Map<string, Property>();
  const required = new Set<string>();
  const alternatives: Located[] = [];
  let discriminator: unknown;
  const seen = new Set<unknown>();
  const open: Located[] = [at];
  for (const part of open) {
    const found = book.resolver.follow(part);
    if (found === undefined || !isRecord(found.value) || seen.has(found.value) || seen.size >= most) continue;
    seen.add(found.value);
    for (const name of listOf(found.value.required)) if (typeof name === "string") required.add(name);
    const own_ = inside(found, "properties");
    for (const name of Object.keys(recordOf(own_.value))) {
      const at = schemaIn(own_, name);
      const known = properties.get(name)?.at;
      properties.set(name, { name, at: known === undefined ? at : both(known, at, book), required: false });
    }
    const all = inside(found, "allOf");
    open.push(...listOf(all.value).map((_, index) => inside(all, String(index))));
    discriminator ??= own(found.value, "discriminator");
    for (const name of ["oneOf", "anyOf"]) {
      const list = inside(found, name);
      alternatives.push(...listOf(list.value).map((_, index) => inside(list, String(index))));
    }
  }
  const marked = [...properties].map(([name, one]) => [name, { ...one, required: required.has(name) }] as const);
  return { properties: new Map(marked), alternatives, discriminator };
}

/** A member that two parts describe: all that they say of an object, else what the first says, or which values. */
function both(first: Located, second: Located, book: SchemaBook): Located {
  const [one, other] = [first, second].map((at) => recordOf(book.resolver.follow(at)?.value));
  if (first.file === second.file && isObject(one) && isObject(other)) {
    return isSame(first.value, second.value) ? first : { ...first, value: { allOf: [first.value, second.value] } };
  }
  return hasValues(other) && !hasValues(one) ? second : first;
}

const isObject = (value: unknown) => own(value, "properties") !== undefined || listOf(own(value, "allOf")).length > 0;
const hasValues = (value: unknown) => own(value, "enum") !== undefined || own(value, "const") !== undefined;
const isSame = (one: unknown, other: unknown) =>
  one === other || (isReference(one) && isReference(other) && own(one, "$ref") === own(other, "$ref"));

/** The one thing that a value is where it is not null; undefined where it may be several. */
export function onlyAlternative(at: Located, book: SchemaBook): Located | undefined {
  const found = book.resolver.follow(at);
  if (found === undefined || own(found.value, "properties") !== undefined) return undefined;
  const all = ["oneOf", "anyOf"].flatMap((name) => {
    const list = inside(found, name);
    return listOf(list.value).map((_, index) => inside(list, String(index)));
  });
  const shown = all.filter(isAlternative);
  return shown.length === 1 ? shown[0] : undefined;
}

/** An alternative that is something, and not only what else is required or null. */
export function isAlternative({ value }: Located): boolean {
  if (!isRecord(value)) return false;
  return value.type !== "null" && Object.keys(value).some((name) => name !== "required");
}
