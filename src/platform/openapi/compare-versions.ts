import { type Difference, SchemaComparison } from "./compare-schemas.ts";
import { listOperations, type Operation, type Parameter } from "./operations.ts";
import { own, recordOf } from "./pointer.ts";
import { inside, type Located, type Resolver } from "./resolve.ts";

/** What is different between two versions of a specification, operation by operation. */
export interface VersionChanges {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** Of the removed and changed ones, those for which a client of the older version may fail. */
  readonly breaking: number;
  /** The breaking first; not all of them where there are many. */
  readonly operations: readonly OperationChange[];
}

export interface OperationChange {
  readonly method: string;
  readonly path: string;
  readonly change: "added" | "removed" | "changed";
  readonly breaking: boolean;
  readonly details?: readonly string[];
}

/** A description of an API, and the way to what it refers to. */
export interface Description {
  readonly root: Located;
  readonly resolver: Resolver;
  /** Characters of its files as JSON. */
  readonly size: number;
}

const mostOperations = 300;
const mostDetails = 10;

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
    const details = sorted.slice(0, mostDetails).map(({ what }) => what);
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
      .slice(0, mostOperations)
      .map((one) => ({ ...one, path: one.path.slice(0, 500) })),
  };
}

const byName = ({ root, resolver }: Description): Map<string, Operation> =>
  new Map(
    listOperations(root, resolver).map((one) => {
      // What a part of a path is called makes no difference.
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
  const keyOf = ({ name, place }: Parameter) =>
    place === "body" ? "body" : `${place} parameter ${name.slice(0, 100)}`;
  // Parts of the path are compared by the path.
  const named = (list: readonly Parameter[]) =>
    new Map(list.filter(({ place }) => place !== "path").map((one) => [keyOf(one), one]));
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
    found.push(...under(name, sides.schemas.compare(schemaOf(known.at), schemaOf(parameter.at), "sent")));
  }
  return found;
}

/** In Swagger 2.0 a parameter is its own schema, and so is what has none. */
const schemaOf = (at: Located): Located => (own(at.value, "schema") === undefined ? at : inside(at, "schema"));

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
  const [before, after] = [recordOf(older.value), recordOf(newer.value)];
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
  return Object.keys(recordOf(older.value)).flatMap((type): Difference[] => {
    if (!Object.hasOwn(recordOf(newer.value), type)) {
      return [{ what: `${name} as ${type.slice(0, 100)}: removed`, breaking: true }];
    }
    const [left, right] = [inside(inside(older, type), "schema"), inside(inside(newer, type), "schema")];
    if (left.value === undefined || right.value === undefined) return [];
    return under(name, schemas.compare(left, right, direction));
  });
}

const under = (name: string, differences: readonly Difference[]): Difference[] =>
  differences.map(({ what, breaking }) => ({ what: `${name}${what.startsWith(":") ? "" : " "}${what}`, breaking }));
