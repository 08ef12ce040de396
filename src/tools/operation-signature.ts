import { z } from "zod";
import type { AnyOperation, Fields } from "../contract/operation.ts";
import { orMarkdown } from "./document-arguments.ts";
import { inputSchema, type Schema } from "./input-schema.ts";
import { linkFields } from "./links/present-links.ts";
import { parameterFields } from "./named-parameters.ts";

/** The revision the caller worked from; beside an operation's own arguments where it has a precondition. */
const ifMatch = z
  .string()
  .optional()
  .describe("Revision the change was prepared on; when the content is newer, nothing is changed");

/** Everything a caller passes to an operation, in one flat object: parameters of its path by id or name, documents as Markdown. */
export function argumentFields(operation: AnyOperation): Fields {
  const { query, body, precondition } = operation;
  return {
    ...parameterFields(operation),
    ...query,
    ...linkFields(operation),
    ...orMarkdown(body ?? {}),
    ...(precondition ? { ifMatch } : {}),
  };
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

interface Style {
  /** Levels of objects that are told by their members. */
  readonly levels: number;
  /** Values of a choice that are told. */
  readonly values: number;
}
const inOneLine: Style = { levels: 1, values: 8 };
/** Members follow on lines of their own. */
const inDetail: Style = { levels: 0, values: Number.POSITIVE_INFINITY };

/** An operation's arguments, but those left out, as one line of types, such as `{ spaceId: string, limit?: integer }`. */
export function signatureOf(operation: AnyOperation, leftOut: readonly string[] = []): string {
  const fields = Object.entries(argumentFields(operation)).filter(([name]) => !leftOut.includes(name));
  const members = membersOf(inputSchema(Object.fromEntries(fields)));
  return members.length === 0
    ? "{}"
    : `{ ${members.map(({ name, schema }) => `${name}: ${typeOf(schema, inOneLine)}`).join(", ")} }`;
}

/** An operation's arguments one a line, each with its type and what it means, and under it the members it is made of. */
export function argumentLines(operation: AnyOperation): string[] {
  return memberLines(inputSchema(argumentFields(operation)), 0);
}

interface Member {
  /** With a question mark where it may be left out. */
  readonly name: string;
  readonly schema: Schema;
}

function membersOf({ properties, required }: Schema): Member[] {
  const needed = Array.isArray(required) ? (required as string[]) : [];
  return Object.entries((properties ?? {}) as Readonly<Record<string, Schema>>).map(([name, schema]) => ({
    name: needed.includes(name) ? name : `${name}?`,
    schema,
  }));
}

function memberLines(schema: Schema, level: number): string[] {
  const indent = "  ".repeat(level);
  return membersOf(schema).flatMap(({ name, schema: member }) => {
    const usual = member.default === undefined ? "" : ` = ${JSON.stringify(member.default)}`;
    const meaning = typeof member.description === "string" ? `: ${member.description}` : "";
    return [
      `${indent}- ${name} (${typeOf(member, inDetail)}${boundsOf(member)}${usual})${meaning}`,
      ...partLines(member, level + 1),
    ];
  });
}

/** The members of the objects that a value is made of; those of alternatives one after the other. */
function partLines(schema: Schema, level: number): string[] {
  const objects = objectsIn(schema);
  if (objects.length < 2) return objects.flatMap((object) => memberLines(object, level));
  const indent = "  ".repeat(level);
  return objects.flatMap((object, at) => [
    `${indent}${at === 0 ? "one" : "or one"} with`,
    ...memberLines(object, level),
  ]);
}

function objectsIn(schema: Schema): Schema[] {
  if (Array.isArray(schema.anyOf)) return (schema.anyOf as Schema[]).flatMap(objectsIn);
  if (schema.type === "array") return objectsIn((schema.items ?? {}) as Schema);
  return schema.properties === undefined ? [] : [schema];
}

/** What JSON Schema says beside the type, as far as a caller can break it. */
function boundsOf({ type, minimum, maximum, minLength, maxLength, minItems, maxItems }: Schema): string {
  const least = minimum ?? minLength ?? minItems;
  const most = maximum ?? maxLength ?? maxItems;
  const unit = type === "array" ? " elements" : type === "string" ? " characters" : "";
  return [
    ...(least === undefined ? [] : [`, at least ${least}${unit}`]),
    ...(most === undefined ? [] : [`, at most ${most}${unit}`]),
  ].join("");
}

function typeOf(schema: Schema, style: Style): string {
  if (Array.isArray(schema.enum)) return valuesOf(schema.enum, style.values);
  if (Array.isArray(schema.anyOf)) {
    const branches = (schema.anyOf as Schema[]).map((branch) => typeOf(branch, style));
    return [...new Set(branches)].join(" | ");
  }
  if (schema.type === "array") {
    const element = typeOf((schema.items ?? {}) as Schema, style);
    return element.includes(" | ") ? `(${element})[]` : `${element}[]`;
  }
  if (schema.type === "object") return objectType(schema, style);
  return typeof schema.type === "string" ? schema.type : "any";
}

function objectType(schema: Schema, style: Style): string {
  if (schema.properties === undefined || style.levels <= 0) return "object";
  const deeper = { ...style, levels: style.levels - 1 };
  const members = membersOf(schema).map(({ name, schema: member }) => `${name}: ${typeOf(member, deeper)}`);
  return `{ ${members.join(", ")} }`;
}

function valuesOf(values: readonly unknown[], most: number): string {
  const shown = values.slice(0, most).map((value) => JSON.stringify(value));
  return values.length > most ? `${shown.join(" | ")} | …` : shown.join(" | ");
}
