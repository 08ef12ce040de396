import type { Description } from "./compare-versions.ts";
import type { Located, Resolver } from "./resolve.ts";
import { nameOfPart, type SchemaShape, shapeOf, typeOfPart, withoutChoice } from "./schema-shape.ts";

/** A difference between two versions, and whether a client of the older one may fail for it. */
export interface Difference {
  readonly what: string;
  readonly breaking: boolean;
}

/** Who writes a value: a client that sends it, or the service that answers it. */
export type Direction = "sent" | "answered";

/** Differences of one schema that are told. */
const mostDifferences = 20;
const mostDepth = 40;
const longestWay = 300;
/**
 * Schemas and properties that are looked at in one comparison: some, and more for each character of the descriptions.
 * No person writes one that takes so many, but few schemas can be put together in very many ways.
 */
const mostLookedAt = { some: 1_000, ofCharacter: 0.25 };

/** Compares schemas of two versions. A pair that is met again, as in a circle, is compared once. */
export class SchemaComparison {
  readonly #older: Resolver;
  readonly #newer: Resolver;
  readonly #known = new Map<string, readonly Difference[]>();
  #left: number;

  constructor(older: Description, newer: Description) {
    this.#older = older.resolver;
    this.#newer = newer.resolver;
    this.#left = mostLookedAt.some + mostLookedAt.ofCharacter * (older.size + newer.size);
  }

  compare(older: Located, newer: Located, direction: Direction): readonly Difference[] {
    return this.#pair([older], [newer], direction, 0);
  }

  #pair(
    older: readonly Located[],
    newer: readonly Located[],
    direction: Direction,
    depth: number,
  ): readonly Difference[] {
    const left = followed(older, this.#older);
    const right = followed(newer, this.#newer);
    if (left.size === 0 || right.size === 0 || depth > mostDepth) return [];
    const key = JSON.stringify([direction, [...left.keys()], [...right.keys()]]);
    const known = this.#known.get(key);
    if (known !== undefined || this.#left <= 0) return known ?? [];
    this.#known.set(key, []);
    const [before, after] = [this.#shape(left, this.#older), this.#shape(right, this.#newer)];
    const found = this.#shapes(before, after, direction, depth).slice(0, mostDifferences);
    this.#known.set(key, found);
    return found;
  }

  #shape(schemas: ReadonlyMap<string, Located>, resolver: Resolver): SchemaShape {
    const seen = new Set<unknown>();
    const shape = shapeOf([...schemas.values()], resolver, seen);
    this.#left -= seen.size;
    return shape;
  }

  #shapes(older: SchemaShape, newer: SchemaShape, direction: Direction, depth: number): readonly Difference[] {
    if (older.alternatives.length > 0 && newer.alternatives.length > 0) {
      return this.#choices(older, newer, direction, depth);
    }
    return this.#members(withoutChoice(older, this.#older), withoutChoice(newer, this.#newer), direction, depth);
  }

  /** Alternatives of the same name are compared with all that stands beside the choice; what is left is told. */
  #choices(older: SchemaShape, newer: SchemaShape, direction: Direction, depth: number): readonly Difference[] {
    const { pairs, gone, added } = matched(older.alternatives, newer.alternatives);
    const chosen = (shape: SchemaShape, part: Located, resolver: Resolver) =>
      withoutChoice({ ...shape, alternatives: [part] }, resolver);
    const found = new Map<string, Difference>();
    for (const [before, after] of pairs) {
      if (this.#left <= 0) break;
      const left = chosen(older, before, this.#older);
      const right = chosen(newer, after, this.#newer);
      for (const one of this.#members(left, right, direction, depth)) found.set(one.what, one);
    }
    return [
      ...gone.map((part) => ({ what: `: no longer ${named(part)}`, breaking: direction === "sent" })),
      // Who reads one of several already must bear with one more, as with a further value of an enum.
      ...added.map((part) => ({ what: `: also ${named(part)}`, breaking: false })),
      ...found.values(),
    ];
  }

  #members(older: SchemaShape, newer: SchemaShape, direction: Direction, depth: number): Difference[] {
    this.#left -= older.properties.size + newer.properties.size;
    const below = (name: string, before: readonly Located[], after: readonly Located[]): Difference[] =>
      this.#pair(before, after, direction, depth + 1).map(({ what, breaking }) => ({
        what: `${name}${what.startsWith("[]") || what.startsWith(":") ? "" : "."}${what}`.slice(0, longestWay),
        breaking,
      }));
    return [
      ...typeDifferences(older, newer, direction),
      ...valueDifferences(older, newer, direction),
      ...propertyDifferences(older, newer, direction),
      ...[...older.properties].flatMap(([name, before]) => {
        const after = newer.properties.get(name);
        return after === undefined ? [] : below(short(name), before, after);
      }),
      ...below("[]", older.items, newer.items),
      ...below("*", older.others, newer.others),
    ];
  }
}

/** What the schemas lead to, by where that is. */
function followed(schemas: readonly Located[], resolver: Resolver): ReadonlyMap<string, Located> {
  const found = new Map<string, Located>();
  for (const schema of schemas) {
    const at = resolver.follow(schema);
    if (at?.value !== undefined) found.set(JSON.stringify([at.file, at.steps]), at);
  }
  return found;
}

/** Parts of the same name belong together, then those of the same type, then by their order where there are as many. */
function matched(older: readonly Located[], newer: readonly Located[]) {
  const pairs: (readonly [Located, Located])[] = [];
  let [left, right] = [older, newer];
  for (const likenessOf of [nameOfPart, typeOfPart]) {
    const rest = new Map<string, Located[]>();
    for (const part of right) {
      const likeness = likenessOf(part);
      if (likeness !== undefined) rest.set(likeness, [...(rest.get(likeness) ?? []), part]);
    }
    const found = new Map<Located, Located>();
    for (const part of left) {
      const other = rest.get(likenessOf(part) ?? "")?.shift();
      if (other !== undefined) found.set(part, other);
    }
    pairs.push(...found);
    const taken = new Set(found.values());
    left = left.filter((part) => !found.has(part));
    right = right.filter((part) => !taken.has(part));
  }
  if (left.length !== right.length) return { pairs, gone: left, added: right };
  for (const [index, part] of left.entries()) pairs.push([part, right[index] as Located]);
  return { pairs, gone: [], added: [] };
}

const named = (part: Located) => short(nameOfPart(part) ?? `alternative ${Number(part.steps.at(-1)) + 1}`);

function typeDifferences(older: SchemaShape, newer: SchemaShape, direction: Direction): Difference[] {
  const found: Difference[] = [];
  const [before, after] = [older.types, newer.types];
  if (before !== undefined && after !== undefined && older.isNullable !== newer.isNullable) {
    const what = newer.isNullable ? ": may be null now" : ": no longer null";
    found.push({ what, breaking: newer.isNullable === (direction === "answered") });
  }
  const [narrow, wide] = direction === "sent" ? [before, after] : [after, before];
  const fits =
    wide === undefined ||
    narrow?.every((type) => wide.includes(type) || (type === "integer" && wide.includes("number"))) === true;
  const name = (types: readonly string[] | undefined) => short([...(types ?? ["any"])].sort().join(" or "));
  if (name(before) === name(after)) return found;
  return [...found, { what: `: type is ${name(after)}, and was ${name(before)}`, breaking: !fits }];
}

function valueDifferences(older: SchemaShape, newer: SchemaShape, direction: Direction): Difference[] {
  const [before, after] = [older.values, newer.values];
  if (before === undefined && after === undefined) return [];
  if (after === undefined) return [{ what: ": any value now", breaking: false }];
  if (before === undefined) return [{ what: ": only certain values now", breaking: direction === "sent" }];
  const known = new Set(before.map((value) => JSON.stringify(value)));
  const present = new Set(after.map((value) => JSON.stringify(value)));
  const gone = [...known].filter((value) => !present.has(value));
  const added = [...present].filter((value) => !known.has(value));
  return [
    ...(gone.length === 0 ? [] : [{ what: `: no longer ${short(gone.join(", "))}`, breaking: direction === "sent" }]),
    ...(added.length === 0 ? [] : [{ what: `: also ${short(added.join(", "))}`, breaking: false }]),
  ];
}

function propertyDifferences(older: SchemaShape, newer: SchemaShape, direction: Direction): Difference[] {
  const found: Difference[] = [];
  for (const name of older.properties.keys()) {
    if (!newer.properties.has(name)) {
      found.push({ what: `${short(name)}: removed`, breaking: direction === "answered" });
    }
  }
  for (const name of newer.properties.keys()) {
    const [was, is] = [older.required.has(name), newer.required.has(name)];
    if (!older.properties.has(name)) {
      const required = is ? ", and required" : "";
      found.push({ what: `${short(name)}: added${required}`, breaking: is && !was && direction === "sent" });
    } else if (is && !was) found.push({ what: `${short(name)}: required now`, breaking: direction === "sent" });
    else if (was && !is) found.push({ what: `${short(name)}: no longer required`, breaking: direction === "answered" });
  }
  return found;
}

const short = (text: string) => text.replace(/\s+/g, " ").slice(0, 100);
