import { isRecord, listOf, own, recordOf } from "./pointer.ts";
import { inside, type Located, type Resolver } from "./resolve.ts";

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

/** Compares schemas of two versions. A pair that is met again, as in a circle, is compared once. */
export class SchemaComparison {
  readonly #older: Resolver;
  readonly #newer: Resolver;
  readonly #known = new Map<string, readonly Difference[]>();

  constructor(older: Resolver, newer: Resolver) {
    this.#older = older;
    this.#newer = newer;
  }

  compare(older: Located, newer: Located, direction: Direction, depth = 0): readonly Difference[] {
    const left = this.#older.follow(older);
    const right = this.#newer.follow(newer);
    if (left === undefined || right === undefined || depth > mostDepth) return [];
    const key = JSON.stringify([direction, left.file, left.steps, right.file, right.steps]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, []);
    const found = this.#members(left, right, direction, depth).slice(0, mostDifferences);
    this.#known.set(key, found);
    return found;
  }

  #members(left: Located, right: Located, direction: Direction, depth: number): Difference[] {
    if (!isRecord(left.value) || !isRecord(right.value)) return [];
    const below = (name: string, older: Located, newer: Located): Difference[] =>
      older.value === undefined || newer.value === undefined
        ? []
        : this.compare(older, newer, direction, depth + 1).map(({ what, breaking }) => ({
            what: `${name}${what.startsWith("[]") || what.startsWith(":") ? "" : "."}${what}`,
            breaking,
          }));
    const [olderParts, newerParts] = [inside(left, "properties"), inside(right, "properties")];
    const names = Object.keys(recordOf(olderParts.value));
    return [
      ...typeDifferences(left.value, right.value, direction),
      ...enumDifferences(left.value, right.value, direction),
      ...propertyDifferences(left.value, right.value, direction),
      ...names.flatMap((name) => below(short(name), inside(olderParts, name), inside(newerParts, name))),
      ...below("[]", inside(left, "items"), inside(right, "items")),
      ...["allOf", "anyOf", "oneOf"].flatMap((name) => {
        const [older, newer] = [inside(left, name), inside(right, name)];
        const [before, after] = [listOf(older.value).length, listOf(newer.value).length];
        if (before === after) {
          return listOf(older.value).flatMap((_, index) => {
            const at = String(index);
            return this.compare(inside(older, at), inside(newer, at), direction, depth + 1);
          });
        }
        const fewer = after < before;
        const breaking = name === "allOf" || (direction === "sent" ? fewer : !fewer);
        return [{ what: `: ${name} has ${after} parts, and had ${before}`, breaking }];
      }),
    ];
  }
}

type Schema = Readonly<Record<string, unknown>>;

const typesOf = ({ type }: Schema): readonly string[] | undefined =>
  type === undefined ? undefined : (Array.isArray(type) ? type : [type]).map(String);

function typeDifferences(older: Schema, newer: Schema, direction: Direction): Difference[] {
  const [before, after] = [typesOf(older), typesOf(newer)];
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const [narrow, wide] = direction === "sent" ? [before, after] : [after, before];
  const fits =
    wide === undefined ||
    narrow?.every((type) => wide.includes(type) || (type === "integer" && wide.includes("number"))) === true;
  const name = (types: readonly string[] | undefined) => short(types?.join(" or ") ?? "any");
  return [{ what: `: type is ${name(after)}, and was ${name(before)}`, breaking: !fits }];
}

function enumDifferences(older: Schema, newer: Schema, direction: Direction): Difference[] {
  const [before, after] = [listOf(own(older, "enum")), listOf(own(newer, "enum"))];
  if (before.length === 0 && after.length === 0) return [];
  if (before.length === 0 || after.length === 0) {
    const limited = after.length > 0;
    const what = limited ? ": only certain values now" : ": any value now";
    return [{ what, breaking: direction === "sent" ? limited : !limited }];
  }
  const known = new Set(before.map((value) => JSON.stringify(value)));
  const present = new Set(after.map((value) => JSON.stringify(value)));
  const gone = [...known].filter((value) => !present.has(value));
  const added = [...present].filter((value) => !known.has(value));
  return [
    ...(gone.length === 0 ? [] : [{ what: `: no longer ${short(gone.join(", "))}`, breaking: direction === "sent" }]),
    ...(added.length === 0 ? [] : [{ what: `: also ${short(added.join(", "))}`, breaking: false }]),
  ];
}

function propertyDifferences(older: Schema, newer: Schema, direction: Direction): Difference[] {
  const [before, after] = [recordOf(own(older, "properties")), recordOf(own(newer, "properties"))];
  const [needed, needs] = [
    new Set(listOf(own(older, "required")).map(String)),
    new Set(listOf(own(newer, "required")).map(String)),
  ];
  const found: Difference[] = [];
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(after, name))
      found.push({ what: `${short(name)}: removed`, breaking: direction === "answered" });
  }
  for (const name of Object.keys(after)) {
    if (!Object.hasOwn(before, name)) {
      const required = needs.has(name) ? ", and required" : "";
      found.push({ what: `${short(name)}: added${required}`, breaking: required !== "" && direction === "sent" });
    } else if (needs.has(name) && !needed.has(name)) {
      found.push({ what: `${short(name)}: required now`, breaking: direction === "sent" });
    } else if (needed.has(name) && !needs.has(name)) {
      found.push({ what: `${short(name)}: no longer required`, breaking: direction === "answered" });
    }
  }
  return found;
}

const short = (text: string) => text.replace(/\s+/g, " ").slice(0, 100);
