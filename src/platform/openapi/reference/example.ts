import { isRecord, listOf, own, recordOf, textOf } from "../pointer.ts";
import { inside, type Located } from "../resolve.ts";
import { someBytes } from "./form-fields.ts";
import type { SchemaBook } from "./schema-book.ts";
import type { Direction } from "./schema-members.ts";
import { type ObjectParts, type Property, partsOf } from "./schema-parts.ts";
import { typesOf } from "./schema-words.ts";
import { schemaIn } from "./unwrapped.ts";

/**
 * Characters of an example; one that is longer is made of less. Values that one example is made of, and members of an
 * object: of one that is sent those alone that are required, or the first of them.
 */
const most = { characters: 2000, given: 4000, values: 1500, members: 40, optional: 6 };
/** How deep an example is made, until one is short enough. */
const depths = [6, 4, 3, 2, 1];

/** An example for a schema: what it gives, else made of what it says. Undefined where nothing can be said. */
export function makeExample(at: Located, book: SchemaBook, direction: Direction): unknown {
  for (const depth of depths) {
    const maker = new ExampleMaker(book, direction, depth);
    const value = maker.make(at, 0);
    if (value === undefined) return undefined;
    if (maker.left > 0 && (JSON.stringify(value)?.length ?? 0) <= most.characters) return value;
  }
  return undefined;
}

/** Whether a given example is short enough to be shown. */
export const isShort = (value: unknown): boolean =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).length <= most.given;

class ExampleMaker {
  left = most.values;
  readonly #book: SchemaBook;
  readonly #direction: Direction;
  readonly #depth: number;
  readonly #open = new Set<unknown>();

  constructor(book: SchemaBook, direction: Direction, depth: number) {
    this.#book = book;
    this.#direction = direction;
    this.#depth = depth;
  }

  /** Undefined where the schema is met within itself, or too deep. */
  make(given: Located, depth: number): unknown {
    this.left -= 1;
    const at = this.#book.resolver.follow(given);
    const value = at?.value;
    if (at === undefined || this.left <= 0 || !isRecord(value) || this.#open.has(value)) return undefined;
    const said = saidExample(value);
    if (said !== undefined && isShort(said)) return said;
    if (depth > this.#depth) return undefined;
    this.#open.add(value);
    try {
      return this.#made(at, depth);
    } finally {
      this.#open.delete(value);
    }
  }

  #made(at: Located, depth: number): unknown {
    const value = recordOf(at.value);
    const types = typesOf(value);
    const parts = partsOf(at, this.#book);
    if (parts.properties.size > 0) {
      const object = this.#object(parts.properties, depth);
      return { ...object, ...recordOf(this.#first(parts.alternatives, depth, true)) };
    }
    if (parts.alternatives.length > 0) return this.#first(parts.alternatives, depth, false);
    const all = inside(at, "allOf");
    if (listOf(all.value).length > 0) return this.make(inside(all, "0"), depth);
    const type = types.find((one) => one !== "null");
    if (type === "array") {
      const item = this.make(schemaIn(at, "items"), depth + 1);
      return item === undefined ? [] : [item];
    }
    if (type === "object") {
      const more = schemaIn(at, "additionalProperties");
      const item = isRecord(more.value) ? this.make(more, depth + 1) : undefined;
      return item === undefined ? {} : { key: item };
    }
    return type === undefined ? undefined : scalar(type, value);
  }

  #object(properties: ObjectParts["properties"], depth: number): Record<string, unknown> {
    const kept = new Set(this.#kept([...properties.values()]).map(({ name }) => name));
    const made: [string, unknown][] = [];
    for (const { name, at } of properties.values()) {
      if (!kept.has(name)) continue;
      const one = this.make(at, depth + 1);
      if (one !== undefined) made.push([name, one]);
    }
    return Object.fromEntries(made);
  }

  #kept(properties: readonly Property[]): readonly Property[] {
    const own_ = properties.filter(({ at }) => {
      const value = recordOf(this.#book.resolver.follow(at)?.value);
      return value[this.#direction === "sent" ? "readOnly" : "writeOnly"] !== true;
    });
    const required = own_.filter((one) => one.required);
    const others = own_.filter((one) => !one.required);
    if (this.#direction !== "sent") return [...required, ...others].slice(0, most.members);
    return required.length > 0 ? required.slice(0, most.members) : others.slice(0, most.optional);
  }

  #first(alternatives: readonly Located[], depth: number, asObject: boolean): unknown {
    for (const one of alternatives) {
      const made = this.make(one, depth);
      if (made !== undefined && (!asObject || isRecord(made))) return made;
    }
    return undefined;
  }
}

function saidExample(value: Readonly<Record<string, unknown>>): unknown {
  const [first] = [value.example, ...listOf(value.examples), value.const, value.default].filter(
    (one) => one !== undefined,
  );
  return first ?? listOf(value.enum)[0];
}

const byFormat: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T12:00:00Z",
  date: "2026-01-31",
  time: "12:00:00Z",
  duration: "PT1H",
  email: "person@example.com",
  uri: "https://example.com",
  url: "https://example.com",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  byte: "dGV4dA==",
  binary: someBytes,
};

function scalar(type: string, value: Readonly<Record<string, unknown>>): unknown {
  switch (type) {
    case "boolean":
      return true;
    case "integer":
    case "number": {
      const { minimum, exclusiveMinimum } = value;
      const least = typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : minimum;
      return typeof least === "number" && least > 1 ? least : 1;
    }
    case "file":
      return someBytes;
    case "null":
      return null;
    case "string":
      return byFormat[textOf(value.format)] ?? "string";
    default:
      return "string";
  }
}

/** A value for a parameter, as it is given. */
export function parameterExample(at: Located, schema: Located, book: SchemaBook): unknown {
  const [first] = Object.values(recordOf(own(at.value, "examples")));
  const value =
    own(at.value, "example") ?? own(first, "value") ?? saidExample(recordOf(book.resolver.follow(schema)?.value));
  return value === undefined || value === null || value === "" || (JSON.stringify(value)?.length ?? 0) > 200
    ? undefined
    : value;
}
