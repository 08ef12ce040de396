import { z } from "zod";
import type { AnyOperation, Fields } from "../contract/operation.ts";
import { inputSchema, type ObjectSchema, type Schema } from "./input-schema.ts";

/** The revision the caller worked from; beside an operation's own arguments where it has a precondition. */
const ifMatch = z
  .string()
  .optional()
  .describe("Revision the change was prepared on; when the content is newer, nothing is changed");

/** Everything a caller passes to an operation, in one flat object. */
export function argumentFields(operation: AnyOperation): Fields {
  const { params, query, body, precondition } = operation;
  return { ...params, ...query, ...body, ...(precondition ? { ifMatch } : {}) };
}

const schemas = new WeakMap<AnyOperation, z.ZodObject>();

/** The schema of an operation's arguments, built once. Only operations with an open body take further members. */
export function argumentSchema(operation: AnyOperation): z.ZodObject {
  const known = schemas.get(operation);
  if (known !== undefined) return known;
  const fields = argumentFields(operation);
  const schema = operation.openBody ? z.looseObject(fields) : z.strictObject(fields);
  schemas.set(operation, schema);
  return schema;
}

/** Levels of objects whose members are shown. */
type Depth = number;
const detailed: Depth = 4;
const brief: Depth = 1;
const mostValuesShown = 8;

/** An operation's arguments as one line of types, such as `{ spaceId: string, limit?: integer }`. */
export function signatureOf(operation: AnyOperation): string {
  return typeOf(inputSchema(argumentFields(operation)), brief);
}

/** An operation's arguments one a line, each with its type and what it means. */
export function argumentLines(operation: AnyOperation): string[] {
  const schema = inputSchema(argumentFields(operation));
  return Object.entries(schema.properties).map(([name, member]) => {
    const usual = member.default === undefined ? "" : ` = ${JSON.stringify(member.default)}`;
    const meaning = typeof member.description === "string" ? `: ${member.description}` : "";
    return `${nameOf(schema, name)} (${typeOf(member, detailed)}${usual})${meaning}`;
  });
}

function typeOf(schema: Schema, depth: Depth): string {
  if (Array.isArray(schema.enum)) return valuesOf(schema.enum);
  if (Array.isArray(schema.anyOf)) {
    const branches = (schema.anyOf as Schema[]).map((branch) => typeOf(branch, depth));
    return [...new Set(branches)].join(" | ");
  }
  if (schema.type === "array") {
    const element = typeOf((schema.items ?? {}) as Schema, depth);
    return element.includes(" | ") ? `(${element})[]` : `${element}[]`;
  }
  if (schema.type === "object") return objectType(schema, depth);
  return typeof schema.type === "string" ? schema.type : "any";
}

function objectType(schema: Schema, depth: Depth): string {
  if (schema.properties === undefined || depth <= 0) return "object";
  const object = schema as ObjectSchema;
  const members = Object.entries(object.properties).map(
    ([name, member]) => `${nameOf(object, name)}: ${typeOf(member, depth - 1)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

const nameOf = (schema: ObjectSchema, name: string) => (schema.required?.includes(name) ? name : `${name}?`);

function valuesOf(values: readonly unknown[]): string {
  const shown = values.slice(0, mostValuesShown).map((value) => JSON.stringify(value));
  return values.length > mostValuesShown ? `${shown.join(" | ")} | …` : shown.join(" | ");
}
