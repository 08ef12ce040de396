import { z } from "zod";
import type { ContractEntry } from "../contract/index.ts";
import type { AnyOperation } from "../contract/operation.ts";

/** The name of every schema that is described once and then referenced. */
type ModelNames = ReadonlyMap<z.ZodType, string>;

export interface OperationSchemas {
  readonly entry: ContractEntry;
  /** Objects whose members are the parameters. */
  readonly path: JsonSchema;
  readonly query: JsonSchema;
  /** The schema of the request body, and whether a body is required; undefined if the operation takes none. */
  readonly body: { readonly schema: JsonSchema; readonly required: boolean } | undefined;
  readonly response: JsonSchema | undefined;
}

export interface ContractSchemas {
  readonly operations: readonly OperationSchemas[];
  /** By name, in alphabetical order. */
  readonly models: Readonly<Record<string, JsonSchema>>;
}

/** Operations and their models as JSON Schema. Throws if a schema cannot be represented. */
export function contractSchemas(entries: readonly ContractEntry[], names: ModelNames): ContractSchemas {
  const sent = convert(inputs(entries), names, "input");
  const received = convert(outputs(entries), names, "output");
  const differing = differingDefinitions(sent.definitions, received.definitions);
  const inputName = (name: string) => (differing.has(name) ? `${name}Input` : name);
  const input = (schema: JsonSchema) => plainSchema(schema, { io: "input", rename: inputName });
  const output = (schema: JsonSchema) => plainSchema(schema, { io: "output", rename: (name) => name });

  const models = new Map(Object.entries(received.definitions).map(([name, schema]) => [name, output(schema)]));
  for (const [name, schema] of Object.entries(sent.definitions)) {
    const present = models.get(inputName(name));
    if (present !== undefined && differing.has(name)) throw new Error(`${inputName(name)} would name two models.`);
    if (present === undefined) models.set(inputName(name), input(schema));
  }
  return {
    operations: entries.map((entry) => {
      const { properties = {} } = sent.properties[entry.operation.id] ?? {};
      const response = received.properties[entry.operation.id];
      return {
        entry,
        path: input(properties.path ?? {}),
        query: input(properties.query ?? {}),
        body: toBody(entry.operation, properties.body && input(properties.body)),
        response: response && output(response),
      };
    }),
    models: Object.fromEntries([...models].sort(([left], [right]) => (left < right ? -1 : 1))),
  };
}

function inputs(entries: readonly ContractEntry[]): z.ZodType {
  const ofOperation = ({ params, query, body, openBody }: AnyOperation) =>
    z.object({
      path: z.object(params),
      query: z.object(query),
      body: openBody ? z.looseObject(body) : z.strictObject(body),
    });
  return z.object(Object.fromEntries(entries.map(({ operation }) => [operation.id, ofOperation(operation)])));
}

function outputs(entries: readonly ContractEntry[]): z.ZodType {
  return z.object(
    Object.fromEntries(
      entries.flatMap(({ operation }) => (operation.returns === null ? [] : [[operation.id, operation.returns]])),
    ),
  );
}

function toBody({ bodyField, openBody }: AnyOperation, fields: JsonSchema | undefined): OperationSchemas["body"] {
  const { properties = {}, required = [] } = fields ?? {};
  if (fields === undefined || (Object.keys(properties).length === 0 && !openBody)) return undefined;
  const whole = bodyField === undefined ? undefined : properties[bodyField];
  return { schema: whole ?? fields, required: required.length > 0 };
}

interface Converted {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

/** A single conversion, so that each model is written once. */
function convert(schema: z.ZodType, names: ModelNames, io: "input" | "output"): Converted {
  const { properties, $defs } = z.toJSONSchema(schema, { metadata: new NamedModels(names), io });
  return {
    properties: (properties ?? {}) as Converted["properties"],
    definitions: ($defs ?? {}) as Converted["definitions"],
  };
}

/** The contract's descriptions, and an id for each named model, which makes zod write it as a definition. */
class NamedModels extends z.core.$ZodRegistry<Record<string, unknown>> {
  readonly #names: ModelNames;

  constructor(names: ModelNames) {
    super();
    this.#names = names;
  }

  override get(schema: z.core.$ZodType): Record<string, unknown> {
    const { id: _, ...described } = z.globalRegistry.get(schema) ?? {};
    const name = this.#names.get(schema as z.ZodType);
    return name === undefined ? described : { ...described, id: name };
  }
}

/** Definitions that differ between requests and responses, for example because of defaults, or that contain one. */
function differingDefinitions(sent: Converted["definitions"], received: Converted["definitions"]): Set<string> {
  const text = (schema: JsonSchema) => JSON.stringify(plainSchema(schema, { io: "output", rename: (name) => name }));
  const both = Object.entries(sent).flatMap(([name, schema]) => {
    const other = received[name];
    return other === undefined ? [] : [{ name, schema, same: text(schema) === text(other) }];
  });
  const differing = new Set(both.filter(({ same }) => !same).map(({ name }) => name));
  for (let before = -1; before < differing.size; ) {
    before = differing.size;
    for (const { name, schema } of both) {
      if (definitionsIn(schema).some((inner) => differing.has(inner))) differing.add(name);
    }
  }
  return differing;
}

const definitionPrefix = "#/$defs/";

/** Formats that make the pattern next to them redundant. */
const selfExplanatoryFormats = new Set(["date-time", "date", "time", "email", "uri", "uuid", "ipv4", "ipv6"]);

interface Reading {
  readonly io: "input" | "output";
  /** The name of a definition. */
  rename(definition: string): string;
}

/**
 * Removes redundant parts of zod's output. Responses are described as open: a later version may add members, and a
 * caller that rejects them would break.
 */
function plainSchema(schema: JsonSchema, reading: Reading): JsonSchema {
  const plain: Record<string, unknown> = { ...mapParts(schema, (part) => plainSchema(part, reading)) };
  if (schema.$ref !== undefined) plain.$ref = refTo(reading.rename(getDefinitionName(schema.$ref)));
  if (selfExplanatoryFormats.has(schema.format ?? "")) delete plain.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete plain.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete plain.maximum;
  if (isEmpty(schema.additionalProperties)) plain.additionalProperties = true;
  if (schema.additionalProperties === false && reading.io === "output") delete plain.additionalProperties;
  if (Object.keys(schema.propertyNames ?? {}).join() === "type") delete plain.propertyNames;
  if (Object.keys(schema.properties ?? { some: {} }).length === 0) delete plain.properties;
  return plain;
}

/** The names of the definitions that a schema in zod's output refers to. */
function definitionsIn(schema: JsonSchema): string[] {
  return listParts(schema).flatMap(({ $ref }) => ($ref === undefined ? [] : [getDefinitionName($ref)]));
}

/** An unnamed recursive schema is referenced by its position, or by a number that changes with the order. */
function getDefinitionName(reference: string): string {
  const name = reference.startsWith(definitionPrefix) ? reference.slice(definitionPrefix.length) : undefined;
  if (name === undefined || name.startsWith("__")) {
    throw new Error(`A schema of the contract holds itself and is not exported under a name (${reference}).`);
  }
  return name;
}

const isEmpty = (part: JsonSchema | boolean | undefined): boolean =>
  typeof part === "object" && Object.keys(part).length === 0;

/** The subset of JSON Schema 2020-12 that the contract's schemas use. */
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

/** The schema with each direct subschema replaced. */
function mapParts(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
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

/** This schema and every schema inside it; references are not followed. */
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

const refTo = (model: string): string => modelPrefix + model;

/** The model that a reference names; undefined if the schema is not a reference. */
export const findModel = ({ $ref }: JsonSchema): string | undefined => $ref?.slice(modelPrefix.length);

/** The models that a schema refers to directly, each once. */
export function modelsIn(schema: JsonSchema): string[] {
  return [...new Set(listParts(schema).flatMap((part) => findModel(part) ?? []))];
}
