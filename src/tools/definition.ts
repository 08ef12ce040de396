import { stemmer } from "stemmer";
import { type AnyOperation, effects } from "../contract/operation.ts";
import { listReaches, reaches } from "../contract/reach.ts";
import { estimateTokens } from "../present/budget.ts";
import { listedArguments } from "./confirmation.ts";
import { inputSchema, type ObjectSchema, type Schema, withoutGenerousLimits } from "./input-schema.ts";
import { wordsOfId } from "./operation-names.ts";
import type { OperationTool } from "./operations/tools.ts";
import type { Tool, ToolAnnotations, ToolDefinition } from "./tool.ts";

/** What `tools/list` says about a tool. */
export function toolDefinition(tool: Tool): ToolDefinition {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: withoutGenerousLimits(inputSchema(listedArguments(tool))),
    annotations: toAnnotations(tool),
  };
}

/** The most that a single-operation tool should cost, in estimated tokens; large inputs cost more. */
const outlineTokens = 150;

/** A shorter definition for the many single-operation tools, with as much detail as is cheap. */
export function outlineDefinition(tool: OperationTool): ToolDefinition {
  const whole = toolDefinition(tool);
  let outline = whole;
  for (const detail of details) {
    outline = outlined(whole, tool, detail);
    if (estimateTokens(JSON.stringify(outline)) <= outlineTokens) break;
  }
  return outline;
}

function outlined(whole: ToolDefinition, { operation, name, summary }: OperationTool, detail: Detail): ToolDefinition {
  const inputSchema = outlineSchema(whole.inputSchema, detail, name.split("_"));
  const description = detail.description === "whole" ? whole.description : summary;
  const more = isAbridged(inputSchema, whole.inputSchema) || description !== whole.description;
  return {
    ...whole,
    description: more ? `${description} More: find_operations "${operation}".` : description,
    inputSchema,
  };
}

const isOpenWorld = ({ reach }: AnyOperation) => listReaches(reach).some((one) => reaches[one].openWorld);

/** The hints of the tool's own effect, or the strictest of its operations; a tool that calls none only reads. */
function toAnnotations({ effect, uses }: Pick<Tool, "effect" | "uses">): ToolAnnotations {
  const traits = effect === undefined ? uses.map((operation) => effects[operation.effect]) : [effects[effect]];
  return {
    readOnlyHint: traits.every((trait) => trait.readOnly),
    destructiveHint: traits.some((trait) => trait.destructive),
    idempotentHint: traits.every((trait) => trait.idempotent),
    openWorldHint: traits.some((trait) => trait.openWorld) || uses.some(isOpenWorld),
  };
}

/** How much of a schema is shown. */
export interface Detail {
  /** Levels of objects within arguments whose members are shown. */
  readonly depth: number;
  /** An enumeration with more values than this becomes text with its first values. */
  readonly values: number;
  /** How much of a description is kept: all, up to the first semicolon, or up to the first comma or bracket. */
  readonly description: "whole" | "sentence" | "clause";
}

/** From the most detail to the least. */
export const details: readonly Detail[] = [
  { depth: 3, values: 24, description: "whole" },
  { depth: 2, values: 12, description: "whole" },
  { depth: 1, values: 12, description: "sentence" },
  { depth: 1, values: 8, description: "clause" },
  { depth: 0, values: 8, description: "clause" },
  { depth: 0, values: 5, description: "clause" },
];

/**
 * The same arguments in fewer words: no bounds, and no more than `detail` allows. A description that only repeats the
 * argument's name, or words in `known`, is left out.
 */
export function outlineSchema(schema: ObjectSchema, detail: Detail, known: readonly string[] = []): ObjectSchema {
  return { ...schema, properties: outlineMembers(schema.properties, detail, new Set(known.map(stemmer))) };
}

/** Whether the outline leaves out members or values that a caller may need. */
export function isAbridged(outline: ObjectSchema, whole: ObjectSchema): boolean {
  return choicesIn(outline) < choicesIn(whole);
}

type Stems = ReadonlySet<string>;

type Members = Readonly<Record<string, Schema>>;

const bounds = new Set(["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "format"]);

function outlineMembers(members: Members, detail: Detail, known: Stems): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const { description, ...rest } = outline(member, detail, known);
      const meaning = typeof description === "string" ? shortened(description, detail) : "";
      const idle = isRedundant(meaning, new Set([...known, ...toStems(wordsOfId(name))]));
      const text = [...(idle ? [] : [meaning]), ...valuesLeftOut(member, detail)].join(": ");
      return [name, text === "" ? rest : { description: text, ...rest }];
    }),
  );
}

function outline(schema: Schema, detail: Detail, known: Stems): Schema {
  const { properties, required, anyOf, items, enum: values, default: defaultValue, ...rest } = schema;
  const withoutBounds = Object.fromEntries(Object.entries(rest).filter(([keyword]) => !bounds.has(keyword)));
  const deeper = { ...detail, depth: detail.depth - 1 };
  const shown = isSchema(properties) && detail.depth > 0;
  return {
    ...withoutBounds,
    ...(defaultValue === undefined || defaultValue === false ? {} : { default: defaultValue }),
    ...(Array.isArray(values) && values.length <= detail.values ? { enum: values } : {}),
    ...(shown ? { properties: outlineMembers(properties as Members, deeper, known) } : {}),
    ...(shown && required !== undefined ? { required } : {}),
    ...(isSchema(items) ? { items: outline(items, detail, known) } : {}),
    ...(Array.isArray(anyOf) ? mergeBranches((anyOf as Schema[]).map((branch) => outline(branch, detail, known))) : {}),
  };
}

/** Describes in words an enumeration that is too long for the outline. */
function valuesLeftOut({ enum: values, anyOf }: Schema, detail: Detail): string[] {
  if (Array.isArray(anyOf)) return (anyOf as Schema[]).flatMap((branch) => valuesLeftOut(branch, detail));
  if (!Array.isArray(values) || values.length <= detail.values) return [];
  return [`${values.slice(0, 3).join(", ")}, … ${values.length} values`];
}

/** Merges branches that look the same in outline. */
function mergeBranches(branches: readonly Schema[]): Schema {
  const different = new Map(
    branches.map(({ description: _description, ...branch }) => [JSON.stringify(branch), branch]),
  );
  const [only] = different.values();
  return different.size === 1 && only !== undefined ? only : { anyOf: [...different.values()] };
}

function shortened(description: string, detail: Detail): string {
  if (detail.description === "whole") return description;
  const sentence = description.replace(/;.*/s, "");
  return detail.description === "sentence" ? sentence : sentence.replace(/(,| \(|: |\. ).*/s, "");
}

const isRedundant = (description: string, known: Stems) =>
  [...toStems(plainWords(description))].every((stem) => known.has(stem));

const plainWords = (text: string) => text.split(/[^\p{L}\p{N}]+/u).flatMap(wordsOfId);

const fillers = new Set([
  "a",
  "an",
  "s",
  "and",
  "by",
  "for",
  "id",
  "in",
  "is",
  "it",
  "its",
  "of",
  "on",
  "or",
  "the",
  "to",
]);

function toStems(words: readonly string[]): Stems {
  return new Set(words.filter((word) => !fillers.has(word)).map(stemmer));
}

/** Counts the members and values at every depth. */
function choicesIn(schema: unknown): number {
  if (Array.isArray(schema)) return schema.reduce((sum: number, element) => sum + choicesIn(element), 0);
  if (!isSchema(schema)) return 0;
  return Object.entries(schema).reduce((sum, [keyword, value]) => {
    if (keyword === "enum" && Array.isArray(value)) return sum + value.length;
    if (keyword === "properties")
      return sum + Object.keys(value as Members).length + choicesIn(Object.values(value as Members));
    return sum + choicesIn(value);
  }, 0);
}

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;
