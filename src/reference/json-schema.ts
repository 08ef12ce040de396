/** The part of JSON Schema 2020-12 that schemas of the contract are written in. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly default?: unknown;
  readonly description?: string;
}

const one = ["items", "additionalProperties", "propertyNames", "not"] as const;
const several = ["prefixItems", "anyOf", "oneOf", "allOf"] as const;

/** The schema with each schema directly inside it replaced. */
export function mapParts(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const changed: Record<string, unknown> = { ...schema };
  for (const key of one) {
    const part = schema[key];
    if (typeof part === "object") changed[key] = change(part);
  }
  for (const key of several) {
    const parts = schema[key];
    if (parts !== undefined) changed[key] = parts.map(change);
  }
  if (schema.properties !== undefined) {
    changed.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, part]) => [name, change(part)]),
    );
  }
  return changed;
}

/** Every schema inside this one and itself; what references lead to is left out. */
export function listParts(schema: JsonSchema): JsonSchema[] {
  const found: JsonSchema[] = [];
  const visit = (part: JsonSchema): JsonSchema => {
    found.push(part);
    return mapParts(part, visit);
  };
  visit(schema);
  return found;
}

const modelPrefix = "#/components/schemas/";
export const refTo = (model: string): string => modelPrefix + model;

/** The model a reference names; undefined where the schema is no reference. */
export const modelOf = ({ $ref }: JsonSchema): string | undefined => $ref?.slice(modelPrefix.length);

/** The models a schema refers to, each once, without those that they refer to in turn. */
export function modelsIn(schema: JsonSchema): string[] {
  return [...new Set(listParts(schema).flatMap((part) => modelOf(part) ?? []))];
}
