import type { ContractSchemas, JsonSchema, OperationSchemas } from "./schemas.ts";
import { findModel } from "./schemas.ts";

/** Relative to the file that the types are written to. */
const callOptionsFile = "../../src/client/call.ts";

/**
 * The contract as TypeScript without schemas: a type for each model, and `Client` with one function for each operation.
 * Results have only their declared members, so that misspelled names do not compile, although a later version of the
 * service may return more.
 */
export function clientTypeScript({ models, operations }: ContractSchemas): string {
  const types = Object.entries(models).map(
    ([name, schema]) => `${comment(schema.description, "")}export type ${name} = ${toType(schema, "")};\n`,
  );
  return [
    `import type { CallOptions } from ${JSON.stringify(callOptionsFile)};\n`,
    ...types,
    `/** One function for each operation, by noun: \`client.pages.get({ spaceId, pageId })\`. */\nexport type Client = {\n${nouns(operations)}};\n`,
  ].join("\n");
}

function nouns(operations: readonly OperationSchemas[]): string {
  const groups = new Map<string, string[]>();
  for (const described of operations) {
    const { group } = described.entry;
    groups.set(group, [...(groups.get(group) ?? []), call(described)]);
  }
  return [...groups].map(([group, calls]) => `  readonly ${group}: {\n${calls.join("")}  };\n`).join("");
}

function call(described: OperationSchemas): string {
  const { name, operation } = described.entry;
  const indent = "    ";
  const sentences = [operation.summary, operation.description].flatMap((text) => (text === undefined ? [] : [text]));
  const text = sentences.map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)).join(" ");
  const input = `input: ${toType(toInputSchema(described), indent)}`;
  return `${comment(text, indent)}${indent}readonly ${name}: (${input}, options?: CallOptions) => Promise<${toResultType(described, indent)}>;\n`;
}

/** Path, query and body members in one flat object. */
function toInputSchema({ entry, path, query, body }: OperationSchemas): JsonSchema {
  const { bodyField, openBody } = entry.operation;
  const sent =
    body === undefined || bodyField === undefined
      ? body?.schema
      : { properties: { [bodyField]: body.schema }, required: body.required ? [bodyField] : [] };
  const parts = [path, query, sent ?? {}];
  return {
    type: "object",
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
    additionalProperties: openBody,
  };
}

function toResultType({ entry, response }: OperationSchemas, indent: string): string {
  if (entry.operation.success === "removed") return "{ deleted: boolean }";
  return response === undefined ? "undefined" : toType(response, indent);
}

function toType(schema: JsonSchema, indent: string): string {
  const model = findModel(schema);
  if (model !== undefined) return model;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return union(either.map((part) => toType(part, indent)));
  if (schema.allOf !== undefined) return schema.allOf.map((part) => `(${toType(part, indent)})`).join(" & ");
  const { type } = schema;
  if (Array.isArray(type)) return union(type.map((one: string) => toType({ ...schema, type: one }, indent)));
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return arrayType(schema, indent);
    case "object":
      return objectType(schema, indent);
    case undefined:
      return "unknown";
    default:
      throw new Error(`A schema of the contract has a type that TypeScript text is not written for: ${String(type)}.`);
  }
}

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");

function arrayType({ items, prefixItems }: JsonSchema, indent: string): string {
  if (prefixItems !== undefined) return `[${prefixItems.map((part) => toType(part, indent)).join(", ")}]`;
  return `Array<${items === undefined ? "unknown" : toType(items, indent)}>`;
}

function objectType(schema: JsonSchema, indent: string): string {
  const { properties, required = [], additionalProperties, propertyNames } = schema;
  if (properties === undefined || Object.keys(properties).length === 0) {
    const value = typeof additionalProperties === "object" ? toType(additionalProperties, indent) : "unknown";
    if (additionalProperties === false && properties !== undefined) return "{}";
    const key = propertyNames === undefined ? "string" : toType(propertyNames, indent);
    return key === "string" ? `{ [name: string]: ${value} }` : `{ [Name in ${key}]?: ${value} }`;
  }
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, part]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const type = toType(part, inner);
    const written = required.includes(name) ? `${key}: ${type}` : `${key}?: ${type} | undefined`;
    return `${comment(part.description, inner)}${inner}${written};\n`;
  });
  return `{\n${members.join("")}${indent}}`;
}

function comment(text: string | undefined, indent: string): string {
  return text === undefined ? "" : `${indent}/** ${text.replaceAll("*/", "*\\/").replace(/\s+/g, " ")} */\n`;
}
