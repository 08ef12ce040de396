import { z } from "zod";
import { Id } from "../contract/models/id.ts";
import { code } from "./markdown.ts";
import { findModel, type JsonSchema, listParts } from "./schemas.ts";

export interface Member {
  /** The path of names to it: `urls.app`, `nodes[].type`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly default: string;
  readonly meaning: string;
}

/** The members of an object and of inline objects within it, each after its parent. */
export function listMembers(schema: JsonSchema, link: ModelLink, within = ""): Member[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const path = within + name;
    const member: Member = {
      name: path,
      type: typeWords(part, link),
      required: schema.required?.includes(name) ?? false,
      default: part.default === undefined ? "" : code(JSON.stringify(part.default)),
      meaning: part.description ?? "",
    };
    return [member, ...membersInside(part, link, path)];
  });
}

/** Variants of a member are described together: what two variants share is described once. */
export function membersInside(schema: JsonSchema, link: ModelLink, path: string): Member[] {
  const values = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
  const found = [
    ...(schema.properties === undefined ? [] : listMembers(schema, link, `${path}.`)),
    ...(schema.items === undefined ? [] : membersInside(schema.items, link, `${path}[]`)),
    ...(values === undefined ? [] : membersInside(values, link, `${path}.*`)),
    ...listVariants(schema).flatMap((variant) => membersInside(variant, link, path)),
  ];
  const seen = new Set<string>();
  return found.filter((member) => {
    const text = JSON.stringify(member);
    return !seen.has(text) && seen.add(text);
  });
}

export const listVariants = ({ anyOf = [], oneOf = [], allOf = [] }: JsonSchema): readonly JsonSchema[] => [
  ...anyOf,
  ...oneOf,
  ...allOf,
];

/** Whether words describe a schema fully: it has no members and refers to none that have. */
export function isPlain(schema: JsonSchema): boolean {
  return listParts(schema).every(({ $ref, type }) => $ref === undefined && type !== "object" && type !== "array");
}

/** Writes a model as a link to its description, or in words if it is short. */
export type ModelLink = (model: string) => string;

const formats: Readonly<Record<string, string>> = {
  "date-time": "date and time",
  email: "e-mail address",
  uri: "URL",
  uuid: "UUID",
};

const idPattern = z.toJSONSchema(Id).pattern;

/** A schema's type in words, with its limits: "text, 1 to 50 characters", "list of [Space](spaces.md#space)". */
export function typeWords(schema: JsonSchema, link: ModelLink): string {
  const model = findModel(schema);
  if (model !== undefined) return link(model);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return joinAlternatives(variants, link);
  if (schema.allOf !== undefined) return distinct(schema.allOf, link).join(" and ");
  if (schema.const !== undefined) return code(String(schema.const));
  if (schema.enum !== undefined) return choice(schema.enum.map((value) => code(String(value))));
  if (schema.not !== undefined) return "nothing";
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return "anything";
  return types.map((type) => wordsOfType(type, schema, link)).join(" or ");
}

function wordsOfType(type: string, schema: JsonSchema, link: ModelLink): string {
  if (type === "string") return [textWords(schema), bounds(schema.minLength, schema.maxLength, "character")].join("");
  if (type === "array") return [listWords(schema, link), bounds(schema.minItems, schema.maxItems, "item")].join("");
  if (type === "object") return objectWords(schema, link);
  if (type === "boolean") return "true or false";
  if (type === "integer" || type === "number") {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
    const above = exclusiveMinimum === undefined ? "" : `, above ${exclusiveMinimum}`;
    const below = exclusiveMaximum === undefined ? "" : `, below ${exclusiveMaximum}`;
    return [type === "integer" ? "whole number" : "number", bounds(minimum, maximum), above, below].join("");
  }
  return type;
}

function textWords({ format, pattern }: JsonSchema): string {
  if (pattern !== undefined && pattern === idPattern) return "id";
  const known = format === undefined ? undefined : (formats[format] ?? format);
  return known ?? (pattern === undefined ? "text" : `text like ${code(pattern)}`);
}

function listWords({ items, prefixItems }: JsonSchema, link: ModelLink): string {
  if (prefixItems !== undefined) return `list of ${prefixItems.map((item) => typeWords(item, link)).join(", ")}`;
  return items === undefined ? "list" : `list of ${typeWords(items, link).replace(/^one of /, "any of ")}`;
}

/** Objects with named members are described member by member; others by the type of their members. */
function objectWords({ properties, additionalProperties }: JsonSchema, link: ModelLink): string {
  if (properties !== undefined || typeof additionalProperties !== "object") return "object";
  return `object whose values are ${typeWords(additionalProperties, link)}`;
}

function joinAlternatives(variants: readonly JsonSchema[], link: ModelLink): string {
  return distinct(variants, link).join(" or ");
}

const distinct = (variants: readonly JsonSchema[], link: ModelLink): string[] => [
  ...new Set(variants.map((variant) => typeWords(variant, link))),
];

function choice(values: readonly string[]): string {
  return values.length === 1 ? (values[0] ?? "") : `one of ${values.join(", ")}`;
}

function bounds(min: number | undefined, max: number | undefined, unit?: string): string {
  const units = (amount: number) => (unit === undefined ? "" : ` ${unit}${amount === 1 ? "" : "s"}`);
  const floor = unit !== undefined && min === 0 ? undefined : min;
  if (floor !== undefined && max !== undefined) {
    return floor === max ? `, ${max}${units(max)}` : `, ${floor} to ${max}${units(max)}`;
  }
  if (floor !== undefined) return `, at least ${floor}${units(floor)}`;
  return max === undefined ? "" : `, at most ${max}${units(max)}`;
}
