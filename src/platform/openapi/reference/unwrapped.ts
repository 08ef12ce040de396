import { isRecord, listOf } from "../pointer.ts";
import { inside, type Located } from "../resolve.ts";

/** Members of a schema that say something of the value, and not what it is. */
const remarks = new Set(
  "title description nullable readOnly writeOnly deprecated default example examples externalDocs xml type $comment".split(
    " ",
  ),
);
const known = new WeakMap<object, Readonly<Record<string, unknown>>>();

/** Of a schema that is put together of one and of remarks on it: the one with the remarks. */
export function unwrapped(at: Located): Located {
  const { value } = at;
  if (!isRecord(value) || listOf(value.allOf).length === 0) return at;
  const found = known.get(value) ?? unwrap(value);
  known.set(value, found);
  return found === value ? at : unwrapped({ ...at, value: found });
}

function unwrap(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { allOf, ...own } = value;
  const parts = listOf(allOf).filter(isRecord);
  const more = parts.filter((part) => !isRemark(part));
  const [only, ...others] = more.length > 0 ? more : parts.filter(({ type }) => type !== undefined);
  if (others.length > 0 || !isRemark(own)) return value;
  const said = [own, ...parts.filter((part) => part !== only)];
  const all: Record<string, unknown> = Object.assign({}, ...said.toReversed());
  if (only === undefined) return all;
  const { type, ...beside } = all;
  return { ...only, ...beside, ...(Array.isArray(type) && type.includes("null") ? { nullable: true } : {}) };
}

const isRemark = (value: Readonly<Record<string, unknown>>) =>
  Object.keys(value).every((name) => remarks.has(name) || name.startsWith("x-"));

/** The schema that stands in another under a name. */
export const schemaIn = (at: Located, name: string): Located => unwrapped(inside(at, name));
