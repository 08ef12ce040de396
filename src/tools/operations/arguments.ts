import { z } from "zod";
import { RichDocument } from "../../contract/models/document.ts";
import { type AnyOperation, effects, type Fields } from "../../contract/operation.ts";
import { toDocument } from "../../present/document.ts";
import { ToolError } from "../../present/tool-error.ts";
import { quoted } from "../../present/wording.ts";
import { findChangeRequest } from "../../resolve/content.ts";
import type { Arguments, ToolContext } from "../../resolve/context.ts";
import { readLink } from "../../resolve/link.ts";
import { findOrganization, findSpace } from "../../resolve/spaces.ts";
import { inputSchema, type Schema } from "../input-schema.ts";
import { linkFields } from "./results/present-links.ts";
import { isDocument, unwrapped } from "./results/result-form.ts";

/** The revision the caller worked from; added to an operation's own arguments if it has a precondition. */
const ifMatch = z
  .string()
  .optional()
  .describe("Revision the change was prepared on; when the content is newer, nothing is changed");

/** What a caller passes to an operation, in one flat object: path parameters by id or name, documents as Markdown. */
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

/** The schema of an operation's arguments, built once. Only operations with an open body accept further members. */
export function argumentSchema(operation: AnyOperation): z.ZodObject {
  const known = schemas.get(operation);
  if (known !== undefined) return known;
  const fields = argumentFields(operation);
  const schema = operation.openBody ? z.looseObject(fields) : z.strictObject(fields);
  schemas.set(operation, schema);
  return schema;
}

interface Style {
  /** Levels of objects whose members are described. */
  readonly levels: number;
  /** Values of an enumeration that are listed. */
  readonly values: number;
}

const inOneLine: Style = { levels: 1, values: 8 };

/** Members follow on separate lines. */
const inDetail: Style = { levels: 0, values: Number.POSITIVE_INFINITY };

/** An operation's arguments, except the given ones, as one line of types: `{ spaceId: string, limit?: integer }`. */
export function formatSignature(operation: AnyOperation, leftOut: readonly string[] = []): string {
  const fields = Object.entries(argumentFields(operation)).filter(([name]) => !leftOut.includes(name));
  const members = listMembers(inputSchema(Object.fromEntries(fields)));
  return members.length === 0
    ? "{}"
    : `{ ${members.map(({ name, schema }) => `${name}: ${formatType(schema, inOneLine)}`).join(", ")} }`;
}

/** An operation's arguments, one per line, each with its type and meaning, followed by its members. */
export function argumentLines(operation: AnyOperation): string[] {
  return memberLines(inputSchema(argumentFields(operation)), 0);
}

interface Member {
  /** With a question mark if it is optional. */
  readonly name: string;
  readonly schema: Schema;
}

function listMembers({ properties, required }: Schema): Member[] {
  const needed = Array.isArray(required) ? (required as string[]) : [];
  return Object.entries((properties ?? {}) as Readonly<Record<string, Schema>>).map(([name, schema]) => ({
    name: needed.includes(name) ? name : `${name}?`,
    schema,
  }));
}

function memberLines(schema: Schema, level: number): string[] {
  const indent = "  ".repeat(level);
  return listMembers(schema).flatMap(({ name, schema: member }) => {
    const defaultText = member.default === undefined ? "" : ` = ${JSON.stringify(member.default)}`;
    const meaning = typeof member.description === "string" ? `: ${member.description}` : "";
    return [
      `${indent}- ${name} (${formatType(member, inDetail)}${formatBounds(member)}${defaultText})${meaning}`,
      ...partLines(member, level + 1),
    ];
  });
}

/** The members of the objects in a value; those of alternatives one after the other. */
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

/** The constraints besides the type, as far as a caller can violate them. */
function formatBounds({ type, minimum, maximum, minLength, maxLength, minItems, maxItems }: Schema): string {
  const min = minimum ?? minLength ?? minItems;
  const max = maximum ?? maxLength ?? maxItems;
  const unit = type === "array" ? " elements" : type === "string" ? " characters" : "";
  return [
    ...(min === undefined ? [] : [`, at least ${min}${unit}`]),
    ...(max === undefined ? [] : [`, at most ${max}${unit}`]),
  ].join("");
}

function formatType(schema: Schema, style: Style): string {
  if (Array.isArray(schema.enum)) return formatValues(schema.enum, style.values);
  if (Array.isArray(schema.anyOf)) {
    const branches = (schema.anyOf as Schema[]).map((branch) => formatType(branch, style));
    return [...new Set(branches)].join(" | ");
  }
  if (schema.type === "array") {
    const element = formatType((schema.items ?? {}) as Schema, style);
    return element.includes(" | ") ? `(${element})[]` : `${element}[]`;
  }
  if (schema.type === "object") return objectType(schema, style);
  return typeof schema.type === "string" ? schema.type : "any";
}

function objectType(schema: Schema, style: Style): string {
  if (schema.properties === undefined || style.levels <= 0) return "object";
  const deeper = { ...style, levels: style.levels - 1 };
  const members = listMembers(schema).map(({ name, schema: member }) => `${name}: ${formatType(member, deeper)}`);
  return `{ ${members.join(", ")} }`;
}

function formatValues(values: readonly unknown[], maxValues: number): string {
  const shown = values.slice(0, maxValues).map((value) => JSON.stringify(value));
  return values.length > maxValues ? `${shown.join(" | ")} | …` : shown.join(" | ");
}

interface NamedParameter {
  readonly field: z.ZodType;
  /** Resolves a name; `known` are the preceding parameters. Throws ToolError with candidates. */
  find(named: string | undefined, known: Arguments, context: ToolContext): Promise<Found>;
}

interface Found {
  readonly id: string;
  readonly title: string;
}

const nameField = (meaning: string) => z.string().max(2000).describe(meaning);

/** Path parameters that agents may give by name, in the order in which they depend on each other. */
const namedParameters: Readonly<Record<string, NamedParameter>> = {
  organizationId: {
    field: nameField("Organization: id or title; the only one when left out").optional(),
    find: (named, _known, context) => findOrganization(named, context),
  },
  spaceId: {
    field: nameField("Space: id, title or URL"),
    find: (named = "", _known, context) => findSpace(named, context),
  },
  changeRequestId: {
    field: nameField("Change request: number, id, subject or URL"),
    find: async (named = "", { spaceId }, context) => {
      const { id, subject } = await findChangeRequest(named, String(spaceId), context);
      return { id, title: subject };
    },
  },
};

/** The path parameters of an operation as an agent may give them. */
function parameterFields({ params }: AnyOperation): Fields {
  const fields: Fields = params;
  return Object.fromEntries(
    Object.entries(fields).map(([parameter, field]) => [parameter, namedParameters[parameter]?.field ?? field]),
  );
}

/**
 * The arguments with an id for each path parameter that was omitted or named. What can only be an id, or the number of
 * a change request, is used unchanged; a word may be a title and is looked up as both. Part of a title is enough for
 * reading, but not for changes. Throws ToolError.
 */
export async function resolveParameters(
  { params, effect }: AnyOperation,
  args: Arguments,
  context: ToolContext,
): Promise<Arguments> {
  let known = args;
  for (const [parameter, { find }] of Object.entries(namedParameters)) {
    if (!Object.hasOwn(params, parameter)) continue;
    const value = known[parameter];
    const named = typeof value === "string" ? value : undefined;
    if (named !== undefined && isPlain(parameter, named)) continue;
    const found = await find(named, known, context);
    if (named !== undefined && !effects[effect].readOnly) requireWhole(parameter, named, found);
    known = { ...known, [parameter]: found.id };
  }
  return known;
}

/** Long and with a digit, unlike any title of one word. A change request may always be given by its number. */
function isPlain(parameter: string, named: string): boolean {
  return /^(?=.*\d)[a-zA-Z0-9_-]{16,200}$/.test(named) || (parameter === "changeRequestId" && /^\d+$/.test(named));
}

function requireWhole(parameter: string, named: string, { id, title }: Found): void {
  const isAddress = readLink(named) !== undefined || /^#\d+$/.test(named.trim());
  if (isAddress || named.trim() === id || fold(named) === fold(title)) return;
  throw new ToolError(
    `Nothing was changed: \`${parameter}\` ${quoted(named)} is only a part of ${quoted(title)} (id ${id}). Give the whole title, or the id.`,
  );
}

const fold = (title: string) => title.replace(/\s+/g, " ").trim().toLowerCase();

/** The fields, with Markdown also accepted for a tree of blocks, which no one writes by hand. */
function orMarkdown(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, takesDocument(field) ? withText(field) : field]),
  );
}

/** The arguments, with the tree of blocks for each document given as Markdown. */
export async function convertMarkdownArguments(fields: Fields, args: Arguments): Promise<Arguments> {
  const read = Object.entries(args).map(async ([name, value]) => {
    const isText = typeof value === "string" && fields[name] !== undefined && takesDocument(fields[name]);
    return [name, isText ? (treeIn(value) ?? (await toDocument(value))) : value];
  });
  return Object.fromEntries(await Promise.all(read));
}

const takesDocument = (field: z.ZodType): boolean => isDocument(unwrapped(field));

function withText(field: z.ZodType): z.ZodType {
  const either = z.union([z.string(), RichDocument]).describe(`${field.description}; Markdown`);
  return field instanceof z.ZodOptional ? either.optional() : either;
}

/** A tree of blocks that was written as a string of JSON. */
function treeIn(text: string): unknown {
  if (!/^\s*\{\s*"/.test(text)) return undefined;
  try {
    return RichDocument.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
