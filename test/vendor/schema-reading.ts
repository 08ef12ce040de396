/** The keywords of an OpenAPI 3.0 or 3.1 schema that are used here. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Schemas;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly unevaluatedProperties?: false;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly default?: unknown;
}

export type Schemas = Readonly<Record<string, Schema>>;

/**
 * How a published schema is read. `published`, for responses: unchanged, except that alternatives may overlap (`oneOf`
 * is read as `anyOf`), since many do. `closed`, for requests: objects have no members other than those listed, unless
 * they are maps. In neither does a part of an `allOf` close the whole, which would allow nothing.
 */
export type Reading = "published" | "closed";

/** A part is a branch of `allOf`, or of alternatives that are next to members. */
type Place = Reading | "published-part" | "closed-part";

const components = "#/components/schemas/";
/** The name of the document made by `readSchemas` in references. */
export const documentName = "description";

/** Every named schema in every place, for the references in the result of `readSchema`. */
export function readSchemas(schemas: Schemas): Readonly<Record<Place, Schemas>> {
  const inPlace = (place: Place) => mapValues(schemas, (schema) => readSchema(schema, place, schemas));
  return {
    published: inPlace("published"),
    closed: inPlace("closed"),
    "published-part": inPlace("published-part"),
    "closed-part": inPlace("closed-part"),
  };
}

/** A schema as JSON Schema 2020-12 in one place. */
export function readSchema(schema: Schema, place: Place, schemas: Schemas): Schema {
  const { nullable, $ref, ...rest } = schema;
  if (nullable === true) {
    const { nullable: _, ...value } = schema;
    return { anyOf: [readSchema(value, place, schemas), { type: "null" } as Schema] };
  }
  if ($ref !== undefined) return { $ref: $ref.replace(components, `${documentName}#/${place}/`) };
  const { properties, propertyNames, items, additionalProperties, allOf, oneOf, anyOf, ...said } = rest;
  const whole = (member: Schema) => readSchema(member, isClosed(place) ? "closed" : "published", schemas);
  const part = (branch: Schema) => readSchema(branch, isClosed(place) ? "closed-part" : "published-part", schemas);
  const alternatives = anyOf ?? oneOf;
  const onlyAlternatives = alternatives !== undefined && properties === undefined && allOf === undefined;
  return {
    ...said,
    ...(properties && { properties: mapValues(properties, whole) }),
    ...(propertyNames && { propertyNames: whole(propertyNames) }),
    ...(items && { items: whole(items) }),
    ...(typeof additionalProperties === "object" && { additionalProperties: whole(additionalProperties) }),
    ...(additionalProperties === true && { additionalProperties }),
    ...(additionalProperties === false && !isPart(place) && { additionalProperties }),
    ...(allOf && { allOf: allOf.map(part) }),
    ...(alternatives && {
      [oneOf !== undefined && isClosed(place) ? "oneOf" : "anyOf"]: alternatives.map((branch) =>
        onlyAlternatives ? readSchema(branch, place, schemas) : part(branch),
      ),
    }),
    ...(place === "closed" && !onlyAlternatives && listsMembers(rest, schemas) && { unevaluatedProperties: false }),
  };
}

const isPart = (place: Place) => place.endsWith("part");
const isClosed = (place: Place) => place.startsWith("closed");

/** Whether a schema, or a part of it, names members: one that names none is a map or anything at all. */
function listsMembers(schema: Schema, schemas: Schemas, above: ReadonlySet<string> = new Set()): boolean {
  const { $ref, properties, allOf = [], oneOf = [], anyOf = [] } = schema;
  if ($ref !== undefined) {
    const name = $ref.replace(components, "");
    const named = schemas[name];
    return named !== undefined && !above.has(name) && listsMembers(named, schemas, new Set([...above, name]));
  }
  return properties !== undefined || [...allOf, ...oneOf, ...anyOf].some((part) => listsMembers(part, schemas, above));
}

function mapValues<Value, Mapped>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Mapped,
): Readonly<Record<string, Mapped>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
