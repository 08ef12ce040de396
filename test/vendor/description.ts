import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isRecord } from "../pins/placeholders.ts";
import type { Schema } from "./schema-reading.ts";

/** Two published versions: the newest, and the one closest to the platform that the contract describes. */
const packages = { "0.202.0": "@gitbook/api", "0.146.0": "@gitbook/api-0.146.0" } as const;
export type Version = keyof typeof packages;
export const versions = Object.keys(packages) as readonly Version[];

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  /** Split at slashes; a parameter is a segment in braces. */
  readonly segments: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: { readonly required: boolean; readonly schema: Schema } | undefined;
  /** By status; undefined if the response has no body. */
  readonly answers: Readonly<Record<string, Schema | undefined>>;
}

export interface Description {
  readonly version: Version;
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly operations: readonly DescribedOperation[];
}

interface PublishedBody {
  readonly required?: boolean;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface PublishedOperation {
  readonly operationId?: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: PublishedBody;
  readonly responses?: Readonly<Record<string, PublishedBody | Reference>>;
}

interface Reference {
  readonly $ref: string;
}

interface PublishedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PublishedOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>> & {
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** Reads a published description, which is so large that a test file should read it once. */
export function readDescription(version: Version): Description {
  const file = createRequire(import.meta.url).resolve(`${packages[version]}/spec/openapi.json`);
  const document = JSON.parse(readFileSync(file, "utf8")) as PublishedDocument;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      readOperation(document, method.toUpperCase(), path, operation),
    ),
  );
  return { version, schemas: document.components.schemas, operations };
}

function readOperation(
  document: PublishedDocument,
  method: string,
  path: string,
  { operationId = "", parameters = [], requestBody, responses = {} }: PublishedOperation,
): DescribedOperation {
  const body = requestBody?.content?.["application/json"];
  return {
    id: operationId,
    method,
    segments: path.split("/"),
    parameters: parameters.map((parameter) => found<Parameter>(document, parameter)),
    body: body && { required: requestBody?.required === true, schema: body.schema },
    answers: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => {
        const { content } = found<PublishedBody>(document, response);
        return [status, content?.["application/json"]?.schema];
      }),
    ),
  };
}

function found<Item>(document: PublishedDocument, item: Item | Reference): Item {
  if (!isRecord(item) || typeof item.$ref !== "string") return item as Item;
  const [kind = "", name = ""] = item.$ref.split("/").slice(2);
  return document.components[kind]?.[name] as Item;
}

/** The operation of a request line, with its path parameters; literal segments take precedence over parameters. */
export function matchOperation(
  { operations }: Description,
  method: string,
  path: string,
): { operation: DescribedOperation; params: Readonly<Record<string, string>> } | undefined {
  const segments = path.split("/").map(decodeURIComponent);
  const candidates = operations.filter(
    (operation) =>
      operation.method === method &&
      operation.segments.length === segments.length &&
      operation.segments.every((segment, index) => segment.startsWith("{") || segment === segments[index]),
  );
  const literals = ({ segments: pattern }: DescribedOperation) =>
    pattern.filter((part) => !part.startsWith("{")).length;
  const operation = candidates.sort((one, other) => literals(other) - literals(one))[0];
  if (operation === undefined) return undefined;
  const params = operation.segments.flatMap((segment, index) =>
    segment.startsWith("{") ? [[segment.slice(1, -1), segments[index] ?? ""] as const] : [],
  );
  return { operation, params: Object.fromEntries(params) };
}
