import { z } from "zod";
import type { Fields } from "../contract/operation.ts";

export type Schema = { readonly [keyword: string]: unknown };
export interface ObjectSchema extends Schema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/**
 * The JSON Schema of a tool's arguments: one flat object, in the keywords that every host and model provider accepts.
 * What it cannot express (patterns, refinements) is still checked when the tool is called. Throws for a type that JSON
 * Schema does not have.
 */
export function inputSchema(fields: Fields): ObjectSchema {
  const { properties = {}, required } = z.toJSONSchema(z.object(fields), { io: "input", reused: "inline" });
  return {
    type: "object",
    properties: mapValues(properties as Readonly<Record<string, Schema>>, plain),
    ...(required === undefined || required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** The same without the text length limits that prevent abuse, which models have no need to know. */
export function withoutGenerousLimits(schema: ObjectSchema): ObjectSchema {
  const text = JSON.stringify(schema, (_name, value: unknown) => {
    if (!isSchema(value) || typeof value.maxLength !== "number" || value.maxLength < generousLength) return value;
    const { maxLength: _limit, ...rest } = value;
    return rest;
  });
  return JSON.parse(text) as ObjectSchema;
}

/** Characters. */
const generousLength = 500;

/** Keywords that some hosts reject and no model needs. */
const dropped = new Set(
  "$schema $id pattern propertyNames additionalProperties additionalItems contentEncoding contentMediaType".split(" "),
);
/** Rewrites one schema and everything in it with the keywords all clients know. */
function plain(schema: Schema): Schema {
  if (Array.isArray(schema.type)) return plain(oneTypeEach(schema, schema.type as string[]));
  const converted: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (dropped.has(keyword) || isIdleBound(keyword, value) || (keyword === "format" && value !== "date-time"))
      continue;
    if (keyword === "properties") {
      const members = mapValues(value as Readonly<Record<string, Schema>>, plain);
      if (Object.keys(members).length > 0) converted[keyword] = members;
    } else if (keyword === "oneOf" || keyword === "anyOf") converted.anyOf = (value as Schema[]).map(plain);
    else if (keyword === "prefixItems") converted.items = { anyOf: (value as Schema[]).map(plain) };
    else if (keyword === "items") converted.items ??= isSchema(value) ? plain(value) : undefined;
    else if (keyword === "const") converted.enum = [value];
    else if (keyword === "exclusiveMinimum" && schema.type === "integer") converted.minimum = Number(value) + 1;
    else if (keyword === "exclusiveMaximum" && schema.type === "integer") converted.maximum = Number(value) - 1;
    else if (keyword !== "exclusiveMinimum" && keyword !== "exclusiveMaximum") converted[keyword] = value;
  }
  return converted;
}

/** `type: ["string", "null"]` as the branches it represents, each with the values of its type. */
function oneTypeEach({ type: _types, enum: values, ...rest }: Schema, types: readonly string[]): Schema {
  const { description, default: defaultValue, ...constraints } = rest;
  const branches = types.map((type) => {
    if (type === "null") return { type };
    const own = Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {};
    return { ...constraints, type, ...own };
  });
  return {
    ...(description === undefined ? {} : { description }),
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
    anyOf: branches,
  };
}

/** Bounds that every value meets, such as the safe integer range that zod adds to each integer. */
function isIdleBound(keyword: string, value: unknown): boolean {
  if (keyword === "minimum") return Number(value) <= Number.MIN_SAFE_INTEGER;
  if (keyword === "maximum") return Number(value) >= Number.MAX_SAFE_INTEGER;
  return keyword === "minLength" && value === 1;
}

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;

function mapValues<From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
