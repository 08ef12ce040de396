import { type JsonSchema, listParts, mapParts, refTo } from "./json-schema.ts";

const definitionPrefix = "#/$defs/";
/** Formats that say all that the pattern beside them says. */
const telling = new Set(["date-time", "date", "time", "email", "uri", "uuid", "ipv4", "ipv6"]);

export interface Reading {
  readonly io: "input" | "output";
  /** The name a definition is to have. */
  rename(definition: string): string;
}

/**
 * What zod writes, without what only repeats. Answers are described as open: a later version may add members, and a
 * caller that refuses them would break.
 */
export function plainSchema(schema: JsonSchema, reading: Reading): JsonSchema {
  const plain: Record<string, unknown> = { ...mapParts(schema, (part) => plainSchema(part, reading)) };
  if (schema.$ref !== undefined) plain.$ref = refTo(reading.rename(definitionOf(schema.$ref)));
  if (telling.has(schema.format ?? "")) delete plain.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete plain.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete plain.maximum;
  if (isEmpty(schema.additionalProperties)) plain.additionalProperties = true;
  if (schema.additionalProperties === false && reading.io === "output") delete plain.additionalProperties;
  if (Object.keys(schema.propertyNames ?? {}).join() === "type") delete plain.propertyNames;
  if (Object.keys(schema.properties ?? { some: {} }).length === 0) delete plain.properties;
  return plain;
}

/** The names of the definitions that a schema as zod writes it refers to. */
export function definitionsIn(schema: JsonSchema): string[] {
  return listParts(schema).flatMap(({ $ref }) => ($ref === undefined ? [] : [definitionOf($ref)]));
}

/** A schema that holds itself and has no name is referred to by its place, or by a number that changes with the order. */
function definitionOf(reference: string): string {
  const name = reference.startsWith(definitionPrefix) ? reference.slice(definitionPrefix.length) : undefined;
  if (name === undefined || name.startsWith("__")) {
    throw new Error(`A schema of the contract holds itself and is not exported under a name (${reference}).`);
  }
  return name;
}

const isEmpty = (part: JsonSchema | boolean | undefined): boolean =>
  typeof part === "object" && Object.keys(part).length === 0;
