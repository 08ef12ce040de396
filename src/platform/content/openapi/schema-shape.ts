import { isRecord, own, toList, toRecord, toText } from "./pointer.ts";
import { inside, isReference, type Located, type Resolver } from "./references.ts";

/** What a schema and all its parts say about a value. It does not depend on how the schema is divided into parts. */
export interface SchemaShape {
  /** Without `null`; undefined if any type is allowed. */
  readonly types: readonly string[] | undefined;
  readonly isNullable: boolean;
  /** Without `null`; undefined if any value is allowed. */
  readonly values: readonly unknown[] | undefined;
  /** Each with all the schemas that apply to its value. */
  readonly properties: ReadonlyMap<string, readonly Located[]>;
  readonly required: ReadonlySet<string>;
  readonly items: readonly Located[];
  /** The schemas of members without a property. */
  readonly others: readonly Located[];
  /** The value must match one of them; empty if there is no choice. */
  readonly alternatives: readonly Located[];
}

const anyShape: SchemaShape = {
  types: undefined,
  isNullable: false,
  values: undefined,
  properties: new Map(),
  required: new Set(),
  items: [],
  others: [],
  alternatives: [],
};

/** The shape of values that match all the schemas. */
export function computeShape(schemas: readonly Located[], resolver: Resolver, seen = new Set<unknown>()): SchemaShape {
  let shape = anyShape;
  for (const schema of schemas) {
    const at = resolver.follow(schema);
    if (at === undefined || !isRecord(at.value) || seen.has(at.value)) continue;
    seen.add(at.value);
    shape = both(shape, ownShape(at));
    shape = both(shape, computeShape(listParts(at, "allOf"), resolver, seen));
    for (const name of ["anyOf", "oneOf"]) shape = both(shape, choice(listParts(at, name), resolver, seen));
  }
  return shape;
}

/** The shape with its alternatives merged into one that has the properties of each of them. */
export function withoutChoice(shape: SchemaShape, resolver: Resolver): SchemaShape {
  if (shape.alternatives.length === 0) return shape;
  const each = shape.alternatives.map((part) => flat(part, resolver, new Set()));
  return both({ ...shape, alternatives: [] }, either(each));
}

/** A choice that is reached in several ways is processed once. */
function flat(schema: Located, resolver: Resolver, seen: Set<unknown>): SchemaShape {
  const shape = computeShape([schema], resolver, seen);
  if (shape.alternatives.length === 0) return shape;
  return both({ ...shape, alternatives: [] }, either(shape.alternatives.map((part) => flat(part, resolver, seen))));
}

const listParts = (at: Located, name: string): Located[] => {
  const list = inside(at, name);
  return toList(list.value).map((_, index) => inside(list, String(index)));
};

function ownShape(at: Located): SchemaShape {
  const schema = toRecord(at.value);
  const { type, enum: values, nullable } = schema;
  const types = type === undefined ? undefined : (Array.isArray(type) ? type : [type]).map(String);
  const all = Object.hasOwn(schema, "const") ? [schema.const] : Array.isArray(values) ? values : undefined;
  const properties = inside(at, "properties");
  const [items, others] = [inside(at, "items"), inside(at, "additionalProperties")];
  const names = Object.keys(toRecord(properties.value));
  return {
    types: types?.filter((one) => one !== "null") ?? impliedTypes(schema, all),
    isNullable: nullable === true || types?.includes("null") === true || all?.includes(null) === true,
    values: all?.filter((value) => value !== null),
    properties: new Map(names.map((name) => [name, [inside(properties, name)]])),
    required: new Set(toList(own(schema, "required")).map(String)),
    items: isRecord(items.value) ? [items] : [],
    others: isRecord(others.value) ? [others] : [],
    alternatives: [],
  };
}

function impliedTypes(schema: object, values: readonly unknown[] | undefined): string[] | undefined {
  if (isRecord(own(schema, "properties"))) return ["object"];
  if (isRecord(own(schema, "items"))) return ["array"];
  const kinds = new Set(values?.map((value) => typeof value));
  return kinds.size === 1 && kinds.has("string") ? ["string"] : undefined;
}

/** Values that match one of the parts. If the parts are not objects, the choice only affects types and values. */
function choice(parts: readonly Located[], resolver: Resolver, seen: Set<unknown>): SchemaShape {
  const isNull = (part: Located) => own(resolver.follow(part)?.value, "type") === "null";
  const chosen = parts.filter((part) => !isNull(part));
  const isNullable = chosen.length < parts.length;
  if (chosen.length < 2) {
    const shape = computeShape(chosen, resolver, seen);
    return { ...shape, isNullable: shape.isNullable || isNullable };
  }
  const each = chosen.map((part) => computeShape([part], resolver, seen));
  if (each.every(isPlain)) {
    const shape = either(each);
    return { ...shape, isNullable: shape.isNullable || isNullable };
  }
  return { ...anyShape, isNullable, alternatives: chosen };
}

const isPlain = ({ types, properties, items, alternatives }: SchemaShape) =>
  types !== undefined && properties.size === 0 && items.length === 0 && alternatives.length === 0;

function both(left: SchemaShape, right: SchemaShape): SchemaShape {
  return {
    types: left.types ?? right.types,
    isNullable: left.isNullable || right.isNullable,
    values: left.values ?? right.values,
    properties: joined(left.properties, right.properties),
    required: new Set([...left.required, ...right.required]),
    items: [...left.items, ...right.items],
    others: [...left.others, ...right.others],
    // Of several choices, only one keeps its alternatives separate.
    alternatives: left.alternatives.length > 0 ? left.alternatives : right.alternatives,
  };
}

function either(each: readonly SchemaShape[]): SchemaShape {
  const all = <Value>(read: (shape: SchemaShape) => readonly Value[] | undefined): Value[] | undefined => {
    const lists = each.map(read);
    return lists.includes(undefined) ? undefined : [...new Set(lists.flatMap((list) => list ?? []))];
  };
  const [first] = each;
  return {
    types: all(({ types }) => types),
    isNullable: each.some(({ isNullable }) => isNullable),
    values: all(({ values }) => values),
    properties: each.reduce((sum, { properties }) => joined(sum, properties), anyShape.properties),
    required: new Set([...(first?.required ?? [])].filter((name) => each.every(({ required }) => required.has(name)))),
    items: each.flatMap(({ items }) => items),
    others: each.flatMap(({ others }) => others),
    alternatives: [],
  };
}

function joined(left: SchemaShape["properties"], right: SchemaShape["properties"]): SchemaShape["properties"] {
  if (left.size === 0) return right;
  if (right.size === 0) return left;
  const sum = new Map(left);
  for (const [name, schemas] of right) sum.set(name, [...(sum.get(name) ?? []), ...schemas]);
  return sum;
}

/** The name of a part of a choice: that of its reference, or its title. */
export function nameOfPart({ value }: Located): string | undefined {
  if (isReference(value)) return toText(own(value, "$ref")).split("/").at(-1);
  return toText(own(value, "title")) || undefined;
}

/** The type of an unnamed part of a choice, including that of its items. */
export function typeOfPart({ value }: Located): string | undefined {
  const type = own(value, "type");
  return type === undefined ? undefined : JSON.stringify([type, own(own(value, "items"), "type")]);
}
