import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { DescribedOperation, Description, Parameter } from "./description.ts";
import { documentName, type Reading, readSchema, readSchemas, type Schema } from "./schema-reading.ts";

export interface SentParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parsed JSON; undefined if no body was sent. */
  readonly body: unknown;
}

/** Compares requests and responses with one published description. Each schema is compiled when first needed. */
export class Validator {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, inlineRefs: false });
  readonly #description: Description;
  readonly #named = new Map<string, Schema>();
  readonly #compiled = new Map<Schema, ValidateFunction>();

  constructor(description: Description) {
    this.#description = description;
    formats.default(this.#ajv);
    this.#ajv.addFormat("emoji", /^(?:[\da-f]{4,6}(?:-[\da-f]{4,6})*|[\p{Emoji}\p{Emoji_Component}]+)$/u);
    this.#ajv.addFormat("icon", /^[a-z\d-]+$/);
    this.#ajv.addSchema({ $id: documentName, ...readSchemas(description.schemas) });
  }

  /** The problems with a request; none if the description accepts it. */
  requestProblems(operation: DescribedOperation, { params, query, body }: SentParts): string[] {
    return [
      ...operation.parameters.flatMap((parameter) => this.#parameterProblems(parameter, params, query)),
      ...unknownNames(operation, query),
      ...this.#bodyProblems(operation, body),
    ];
  }

  /** The problems with a response with a JSON body, or without one if `body` is undefined. */
  answerProblems(operation: DescribedOperation, status: number, body: unknown): string[] {
    if (!Object.hasOwn(operation.answers, status)) return [`status ${status} is not one of its answers`];
    const schema = operation.answers[status];
    if (schema === undefined) return body === undefined ? [] : ["a body where none is due"];
    return this.#problems(schema, "published", body).map((problem) => `answer${problem}`);
  }

  /** The problems with a value of one of the named schemas. */
  valueProblems(name: string, value: unknown): string[] {
    const schema = this.#named.get(name) ?? { $ref: `#/components/schemas/${name}` };
    this.#named.set(name, schema);
    return this.#problems(schema, "published", value);
  }

  #parameterProblems(parameter: Parameter, params: SentParts["params"], query: URLSearchParams): string[] {
    const { name, required = false, schema } = parameter;
    if (parameter.in === "header") return [];
    const texts = parameter.in === "query" ? query.getAll(name) : [params[name] ?? ""];
    if (texts.length === 0) return required ? [`${parameter.in} ${name} is missing`] : [];
    const list = this.#resolved(schema).type === "array";
    if (!list && texts.length > 1) return [`${parameter.in} ${name} is there ${texts.length} times`];
    const values = list ? [texts, texts.map(meant)] : [texts[0], meant(texts[0] ?? "")];
    const problems = values.map((value) => this.#problems(schema, "closed", value));
    return problems.some((found) => found.length === 0)
      ? []
      : (problems[1] ?? []).map((found) => `${parameter.in} ${name}${found}`);
  }

  #resolved(schema: Schema): Schema {
    const name = schema.$ref?.split("/").at(-1);
    return name === undefined ? schema : this.#resolved(this.#description.schemas[name] ?? {});
  }

  #bodyProblems({ body: described }: DescribedOperation, body: unknown): string[] {
    if (described === undefined) return body === undefined ? [] : ["body where none is due"];
    if (body === undefined) return described.required ? ["body is missing"] : [];
    return this.#problems(described.schema, "closed", body).map((problem) => `body${problem}`);
  }

  #problems(schema: Schema, reading: Reading, value: unknown): string[] {
    const validate = this.#compiled.get(schema) ?? this.#compile(schema, reading);
    this.#compiled.set(schema, validate);
    return validate(value) ? [] : [...new Set((validate.errors ?? []).map(described))];
  }

  #compile(schema: Schema, reading: Reading): ValidateFunction {
    return this.#ajv.compile(readSchema(schema, reading, this.#description.schemas));
  }
}

function unknownNames({ parameters }: DescribedOperation, query: URLSearchParams): string[] {
  const known = new Set(parameters.flatMap((parameter) => (parameter.in === "query" ? [parameter.name] : [])));
  return [...new Set(query.keys())].filter((name) => !known.has(name)).map((name) => `query ${name} is unknown`);
}

/** A query text as the number or boolean that it may represent. */
function meant(text: string): unknown {
  return /^(?:true|false|-?\d+(?:\.\d+)?)$/.test(text) ? JSON.parse(text) : text;
}

function described({ instancePath, message = "", params }: ErrorObject): string {
  const { unevaluatedProperty, additionalProperty, allowedValues } = params as Readonly<Record<string, unknown>>;
  const stray = unevaluatedProperty ?? additionalProperty;
  if (stray !== undefined) return `${instancePath}/${stray} is unknown`;
  return `${instancePath} ${message}${Array.isArray(allowedValues) ? `: ${allowedValues.join(", ")}` : ""}`;
}
