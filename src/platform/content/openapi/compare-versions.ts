import { listOperations, type Operation, type Parameter } from "./openapi-links.ts";
import { own, toRecord } from "./pointer.ts";
import { inside, type Located, type Resolver } from "./references.ts";
import { computeShape, nameOfPart, type SchemaShape, typeOfPart, withoutChoice } from "./schema-shape.ts";

/** The differences between two versions of a specification, operation by operation. */
export interface VersionChanges {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** How many removed and changed operations can break a client of the older version. */
  readonly breaking: number;
  /** Breaking changes first; truncated if there are many. */
  readonly operations: readonly OperationChange[];
}

interface OperationChange {
  readonly method: string;
  readonly path: string;
  readonly change: "added" | "removed" | "changed";
  readonly breaking: boolean;
  readonly details?: readonly string[];
}

/** A description of an API, with access to what it references. */
export interface Description {
  readonly root: Located;
  readonly resolver: Resolver;
  /** Characters of its files as JSON. */
  readonly size: number;
}

const maxOperations = 300;

const maxDetails = 10;

export function compareVersions(older: Description, newer: Description): VersionChanges {
  const before = byName(older);
  const after = byName(newer);
  const schemas = new SchemaComparison(older, newer);
  const all: OperationChange[] = [];
  for (const [name, { method, path }] of before) {
    if (!after.has(name)) all.push({ method, path, change: "removed", breaking: true });
  }
  for (const [name, operation] of after) {
    const { method, path } = operation;
    const known = before.get(name);
    if (known === undefined) {
      all.push({ method, path, change: "added", breaking: false });
      continue;
    }
    const found = differences({ older, newer, schemas }, known, operation);
    if (found.length === 0) continue;
    const sorted = [...found].sort((left, right) => Number(right.breaking) - Number(left.breaking));
    const details = sorted.slice(0, maxDetails).map(({ what }) => what);
    all.push({ method, path, change: "changed", breaking: found.some(({ breaking }) => breaking), details });
  }
  const count = (change: OperationChange["change"]) => all.filter((one) => one.change === change).length;
  return {
    added: count("added"),
    removed: count("removed"),
    changed: count("changed"),
    breaking: all.filter(({ breaking }) => breaking).length,
    operations: all
      .sort((left, right) => Number(right.breaking) - Number(left.breaking))
      .slice(0, maxOperations)
      .map((one) => ({ ...one, path: one.path.slice(0, 500) })),
  };
}

const byName = ({ root, resolver }: Description): Map<string, Operation> =>
  new Map(
    listOperations(root, resolver).map((one) => {
      // Names of path parameters do not matter.
      return [JSON.stringify([one.method, one.path.replace(/\{[^{}]*\}/g, "{}")]), one];
    }),
  );

interface Sides {
  readonly older: Description;
  readonly newer: Description;
  readonly schemas: SchemaComparison;
}

function differences(sides: Sides, before: Operation, after: Operation): Difference[] {
  const found = [
    ...parameterDifferences(sides, before.parameters, after.parameters),
    ...bodyDifferences(sides, inside(before.at, "requestBody"), inside(after.at, "requestBody")),
    ...responseDifferences(sides, inside(before.at, "responses"), inside(after.at, "responses")),
  ];
  if (own(after.at.value, "deprecated") === true && own(before.at.value, "deprecated") !== true) {
    found.push({ what: "deprecated", breaking: false });
  }
  const isSame = JSON.stringify(before.at.value) === JSON.stringify(after.at.value);
  return found.length > 0 || isSame ? found : [{ what: "its words or examples", breaking: false }];
}

function parameterDifferences(sides: Sides, older: readonly Parameter[], newer: readonly Parameter[]): Difference[] {
  const toKey = ({ name, location }: Parameter) =>
    location === "body" ? "body" : `${location} parameter ${name.slice(0, 100)}`;
  // Path parameters are compared with the path.
  const named = (list: readonly Parameter[]) =>
    new Map(list.filter(({ location }) => location !== "path").map((one) => [toKey(one), one]));
  const [before, after] = [named(older), named(newer)];
  const isRequired = (one: Parameter) => own(one.at.value, "required") === true;
  const found: Difference[] = [];
  for (const name of before.keys()) if (!after.has(name)) found.push({ what: `${name}: removed`, breaking: true });
  for (const [name, parameter] of after) {
    const known = before.get(name);
    const required = isRequired(parameter);
    if (known === undefined) {
      found.push({ what: `${name}: added${required ? ", and required" : ""}`, breaking: required });
      continue;
    }
    if (required && !isRequired(known)) found.push({ what: `${name}: required now`, breaking: true });
    found.push(...under(name, sides.schemas.compare(getSchema(known.at), getSchema(parameter.at), "sent")));
  }
  return found;
}

/** In Swagger 2.0 a parameter is its own schema; one without a schema is treated the same. */
const getSchema = (at: Located): Located => (own(at.value, "schema") === undefined ? at : inside(at, "schema"));

function bodyDifferences(sides: Sides, older: Located, newer: Located): Difference[] {
  const before = sides.older.resolver.follow(older);
  const after = sides.newer.resolver.follow(newer);
  if (before?.value === undefined) {
    if (after?.value === undefined) return [];
    const required = own(after.value, "required") === true;
    return [{ what: `body: added${required ? ", and required" : ""}`, breaking: required }];
  }
  if (after?.value === undefined) return [{ what: "body: removed", breaking: true }];
  const requires = own(after.value, "required") === true && own(before.value, "required") !== true;
  return [
    ...(requires ? [{ what: "body: required now", breaking: true }] : []),
    ...contentDifferences(sides, "body", inside(before, "content"), inside(after, "content"), "sent"),
  ];
}

function responseDifferences(sides: Sides, older: Located, newer: Located): Difference[] {
  const [before, after] = [toRecord(older.value), toRecord(newer.value)];
  const found: Difference[] = [];
  for (const code of Object.keys(after)) {
    if (!Object.hasOwn(before, code)) found.push({ what: `answer ${code.slice(0, 20)}: added`, breaking: false });
  }
  for (const code of Object.keys(before)) {
    const name = `answer ${code.slice(0, 20)}`;
    if (!Object.hasOwn(after, code)) {
      found.push({ what: `${name}: removed`, breaking: code.startsWith("2") });
      continue;
    }
    const left = sides.older.resolver.follow(inside(older, code));
    const right = sides.newer.resolver.follow(inside(newer, code));
    if (left === undefined || right === undefined) continue;
    const schema = sides.schemas.compare(inside(left, "schema"), inside(right, "schema"), "answered");
    found.push(...under(name, schema));
    found.push(...contentDifferences(sides, name, inside(left, "content"), inside(right, "content"), "answered"));
  }
  return found;
}

function contentDifferences(
  { schemas }: Sides,
  name: string,
  older: Located,
  newer: Located,
  direction: "sent" | "answered",
): Difference[] {
  return Object.keys(toRecord(older.value)).flatMap((type): Difference[] => {
    if (!Object.hasOwn(toRecord(newer.value), type)) {
      return [{ what: `${name} as ${type.slice(0, 100)}: removed`, breaking: true }];
    }
    const [left, right] = [inside(inside(older, type), "schema"), inside(inside(newer, type), "schema")];
    if (left.value === undefined || right.value === undefined) return [];
    return under(name, schemas.compare(left, right, direction));
  });
}

const under = (name: string, differences: readonly Difference[]): Difference[] =>
  differences.map(({ what, breaking }) => ({ what: `${name}${what.startsWith(":") ? "" : " "}${what}`, breaking }));

/** A difference between two versions, and whether it can break a client of the older one. */
interface Difference {
  readonly what: string;
  readonly breaking: boolean;
}

/** Who produces a value: a client in a request, or the service in a response. */
type Direction = "sent" | "answered";

/** The most differences reported for one schema. */
const maxDifferences = 20;

const maxDepth = 40;

const maxPathLength = 300;

/**
 * Limit on schemas and properties visited in one comparison: a base, plus some for each character of the descriptions.
 * Real descriptions never need as many, but few schemas can be combined in very many ways.
 */
const comparisonBudget = { some: 1_000, ofCharacter: 0.25 };

/** Compares schemas of two versions. A pair that occurs again, as in a cycle, is compared once. */
class SchemaComparison {
  readonly #older: Resolver;
  readonly #newer: Resolver;
  readonly #known = new Map<string, readonly Difference[]>();
  #left: number;

  constructor(older: Description, newer: Description) {
    this.#older = older.resolver;
    this.#newer = newer.resolver;
    this.#left = comparisonBudget.some + comparisonBudget.ofCharacter * (older.size + newer.size);
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
    if (left.size === 0 || right.size === 0 || depth > maxDepth) return [];
    const key = JSON.stringify([direction, [...left.keys()], [...right.keys()]]);
    const known = this.#known.get(key);
    if (known !== undefined || this.#left <= 0) return known ?? [];
    this.#known.set(key, []);
    const [before, after] = [this.#shape(left, this.#older), this.#shape(right, this.#newer)];
    const found = this.#shapes(before, after, direction, depth).slice(0, maxDifferences);
    this.#known.set(key, found);
    return found;
  }

  #shape(schemas: ReadonlyMap<string, Located>, resolver: Resolver): SchemaShape {
    const seen = new Set<unknown>();
    const shape = computeShape([...schemas.values()], resolver, seen);
    this.#left -= seen.size;
    return shape;
  }

  #shapes(older: SchemaShape, newer: SchemaShape, direction: Direction, depth: number): readonly Difference[] {
    if (older.alternatives.length > 0 && newer.alternatives.length > 0) {
      return this.#choices(older, newer, direction, depth);
    }
    return this.#members(withoutChoice(older, this.#older), withoutChoice(newer, this.#newer), direction, depth);
  }

  /** Alternatives with the same name are compared together with the schema around them; unmatched ones are reported. */
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
      // A client that reads one of several alternatives must already cope with new ones, as with a new enum value.
      ...added.map((part) => ({ what: `: also ${named(part)}`, breaking: false })),
      ...found.values(),
    ];
  }

  #members(older: SchemaShape, newer: SchemaShape, direction: Direction, depth: number): Difference[] {
    this.#left -= older.properties.size + newer.properties.size;
    const below = (name: string, before: readonly Located[], after: readonly Located[]): Difference[] =>
      this.#pair(before, after, direction, depth + 1).map(({ what, breaking }) => ({
        what: `${name}${what.startsWith("[]") || what.startsWith(":") ? "" : "."}${what}`.slice(0, maxPathLength),
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

/** The referenced schemas, by location. */
function followed(schemas: readonly Located[], resolver: Resolver): ReadonlyMap<string, Located> {
  const found = new Map<string, Located>();
  for (const schema of schemas) {
    const at = resolver.follow(schema);
    if (at?.value !== undefined) found.set(JSON.stringify([at.file, at.steps]), at);
  }
  return found;
}

/** Matches parts by name, then by type, then by position if there are equally many. */
function matched(older: readonly Located[], newer: readonly Located[]) {
  const pairs: (readonly [Located, Located])[] = [];
  let [left, right] = [older, newer];
  for (const getMatchKey of [nameOfPart, typeOfPart]) {
    const rest = new Map<string, Located[]>();
    for (const part of right) {
      const matchKey = getMatchKey(part);
      if (matchKey !== undefined) rest.set(matchKey, [...(rest.get(matchKey) ?? []), part]);
    }
    const found = new Map<Located, Located>();
    for (const part of left) {
      const other = rest.get(getMatchKey(part) ?? "")?.shift();
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
