import { type Area, areas } from "../contract/areas.ts";
import { type ErrorCode, errors, everywhere, needsName } from "../contract/errors.ts";
import { areaByGroup } from "../contract/index.ts";
import { listReaches } from "../contract/reach.ts";
import type { ContractSchemas, JsonSchema, OperationSchemas } from "./schemas.ts";
import { effectMeanings, listSuccessResponses, ownErrors, titleOfName } from "./words.ts";

interface OpenApiFacts {
  readonly version: string;
  /** SPDX identifier. */
  readonly license: string;
  /** The embedded platform's default address. */
  readonly port: number;
}

type Json = Readonly<Record<string, unknown>>;

/** The contract as an OpenAPI 3.1 document: a plain object ready to be serialized as JSON. */
export function openApiDocument(schemas: ContractSchemas, facts: OpenApiFacts): Json {
  if (schemas.models.Failure !== undefined) throw new Error("Failure is the schema of error responses.");
  const parameters = openApiParameters(schemas.operations);
  return {
    openapi: "3.1.1",
    info: {
      title: "Documentation platform API",
      version: facts.version,
      description: introduction,
      license: { name: licenseNames[facts.license] ?? facts.license, identifier: facts.license },
    },
    servers: [
      {
        url: "http://127.0.0.1:{port}/v1",
        description:
          "The embedded platform as `copydesk serve` starts it. Other services that speak this API have a base URL of their own.",
        variables: { port: { default: String(facts.port), description: "What `--port` says" } },
      },
    ],
    security: [{ token: [] }],
    tags: createTags(schemas),
    "x-tagGroups": createTagGroups(schemas),
    paths: createPaths(schemas, parameters),
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "A token of the platform, as `copydesk token create` makes.",
        },
      },
      parameters: parameters.shared,
      responses: createFailures(schemas),
      schemas: { ...schemas.models, Failure: failure },
    },
  };
}

const introduction = [
  "What documentation teams work on, for programs and agents: spaces and their pages, change requests and reviews, comments, published sites, translations, OpenAPI specifications, support conversations, and who may do what.",
  "Lists return `items` and, except on the last page, `next.page`: the value of `page` for the next one. Errors return their status and one sentence. DELETE returns 205 when something was deleted and 204 when it did not exist.",
  `\`x-copydesk-effect\` says what an operation does:\n\n${Object.entries(effectMeanings)
    .map(([effect, meaning]) => `- \`${effect}\`: ${meaning}`)
    .join("\n")}`,
].join("\n\n");

const licenseNames: Readonly<Record<string, string>> = { "Apache-2.0": "Apache License 2.0" };

const failure = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        code: { type: "integer", description: "The status again" },
        message: { type: "string", description: "What is wrong, and with which field" },
        name: {
          type: "string",
          enum: (Object.keys(errors) as ErrorCode[]).filter(needsName),
          description: "Which error it is, if several errors have this status",
        },
        changed: {
          const: false,
          description: "Nothing was changed; absent if the status implies it, and if it is not known",
        },
      },
      required: ["code", "message"],
    },
  },
  required: ["error"],
};

function createFailures({ operations }: ContractSchemas): Json {
  const used = new Set([...everywhere, ...operations.flatMap(({ entry }) => ownErrors(entry.operation))]);
  const codes = (Object.keys(errors) as ErrorCode[]).filter((code) => used.has(code));
  return Object.fromEntries(codes.map((code) => [code, createFailure(code)]));
}

function createFailure(code: ErrorCode): Json {
  const { meaning, advice, status } = errors[code];
  const integer = (description: string) => ({ description, schema: { type: "integer" } });
  const limits = {
    "Retry-After": integer("Seconds to wait before sending it again"),
    "X-RateLimit-Limit": integer("Requests allowed in the period"),
    "X-RateLimit-Remaining": integer("Requests left in the period"),
    "X-RateLimit-Reset": integer("When requests are allowed again, in seconds since 1970"),
  };
  return {
    description: `${meaning} ${advice}`,
    headers: status === errors.too_many_requests.status ? limits : undefined,
    ...jsonContent({ $ref: "#/components/schemas/Failure" }),
  };
}

const listNouns = ({ operations }: ContractSchemas) => [...new Set(operations.map(({ entry }) => entry.group))];

function createTags(schemas: ContractSchemas): Json[] {
  return listNouns(schemas).map((noun) => ({
    name: noun,
    "x-displayName": titleOfName(noun),
    description: `${titleOfName(areaByGroup[noun])}: ${areas[areaByGroup[noun]]}.`,
  }));
}

function createTagGroups(schemas: ContractSchemas): Json[] {
  return (Object.keys(areas) as Area[]).flatMap((area) => {
    const tags = listNouns(schemas).filter((noun) => areaByGroup[noun] === area);
    return tags.length === 0 ? [] : [{ name: titleOfName(area), tags }];
  });
}

function createPaths({ operations }: ContractSchemas, parameters: Parameters): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const described of operations) {
    const { method, path } = described.entry.operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: openApiOperation(described, parameters.of(described)) };
  }
  return paths;
}

type OperationJson = Readonly<Record<string, unknown>>;

/** An OpenAPI operation object. */
function openApiOperation(described: OperationSchemas, parameters: readonly OperationJson[]): OperationJson {
  const { group, operation } = described.entry;
  return {
    operationId: operation.id,
    tags: [group],
    summary: operation.summary,
    description: operation.description,
    deprecated: operation.deprecated ? true : undefined,
    // An empty requirement makes the token optional.
    security: operation.anonymous ? [{}, { token: [] }] : undefined,
    "x-copydesk-effect": operation.effect,
    "x-copydesk-reach": listReaches(operation.reach),
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: described.body && { required: described.body.required, ...jsonContent(described.body.schema) },
    responses: createResponses(described),
  };
}

function createResponses({ entry: { operation }, response }: OperationSchemas): OperationJson {
  const successes = listSuccessResponses(operation).map(({ status, hasBody, meaning }) => [
    status,
    { description: meaning, ...(hasBody && response !== undefined ? jsonContent(response) : {}) },
  ]);
  const failures = [...ownErrors(operation), ...everywhere].map((code) => [
    errors[code].status,
    { $ref: `#/components/responses/${code}` },
  ]);
  // Integer keys are enumerated in ascending order.
  return Object.fromEntries([...successes, ...failures]);
}

const jsonContent = (schema: JsonSchema | OperationJson): OperationJson => ({
  content: { "application/json": { schema } },
});

type ParameterJson = Readonly<Record<string, unknown>>;

/** A parameter shared by at least this many operations is written once. */
const timesToShare = 3;

interface Parameters {
  /** By name, for references. */
  readonly shared: Readonly<Record<string, ParameterJson>>;
  /** An operation's parameters; shared ones as references. */
  of(operation: OperationSchemas): ParameterJson[];
}

/** If parameters with one name differ between groups of operations, the first group's is shared. */
function openApiParameters(operations: readonly OperationSchemas[]): Parameters {
  const counts = new Map<string, number>();
  for (const parameter of operations.flatMap(ownParameters)) {
    const text = JSON.stringify(parameter);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const shared: Record<string, ParameterJson> = { IfMatch: ifMatch };
  for (const [text, times] of counts) {
    const parameter = JSON.parse(text) as { name: string };
    if (times >= timesToShare) shared[parameter.name] ??= { ...parameter };
  }
  const refer = (parameter: Parameter): ParameterJson =>
    JSON.stringify(shared[parameter.name]) === JSON.stringify(parameter)
      ? { $ref: `#/components/parameters/${parameter.name}` }
      : { ...parameter };
  return {
    shared,
    of: (operation) => [
      ...ownParameters(operation).map(refer),
      ...(operation.entry.operation.precondition ? [{ $ref: "#/components/parameters/IfMatch" }] : []),
    ],
  };
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

const ownParameters = ({ path, query }: OperationSchemas): Parameter[] => [
  ...parametersIn("path", path),
  ...parametersIn("query", query),
];

function parametersIn(location: "path" | "query", { properties = {}, required = [] }: JsonSchema): Parameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: location,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    // A list is sent by repeating the parameter.
    ...(takesList(schema) ? { style: "form", explode: true } : {}),
    schema,
  }));
}

const takesList = ({ type, anyOf = [], oneOf = [] }: JsonSchema): boolean =>
  type === "array" || [...anyOf, ...oneOf].some(takesList);

const ifMatch: ParameterJson = {
  name: "If-Match",
  in: "header",
  required: false,
  description: "The revision the change was made for, in quotes; when there is a newer one, nothing changes.",
  schema: { type: "string" },
};
