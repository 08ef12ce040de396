import type { OperationSchemas } from "./contract-schemas.ts";
import type { JsonSchema } from "./json-schema.ts";

type Json = Readonly<Record<string, unknown>>;

/** A parameter that this many operations have alike is written once. */
const timesToShare = 3;

export interface Parameters {
  /** By name, to be referred to. */
  readonly shared: Readonly<Record<string, Json>>;
  /** An operation's parameters: those that are shared by reference. */
  of(operation: OperationSchemas): Json[];
}

/** Of several parameters of one name that are alike among themselves, the one that is reached first is shared. */
export function openApiParameters(operations: readonly OperationSchemas[]): Parameters {
  const counts = new Map<string, number>();
  for (const parameter of operations.flatMap(ownParameters)) {
    const text = JSON.stringify(parameter);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const shared: Record<string, Json> = { IfMatch: ifMatch };
  for (const [text, times] of counts) {
    const parameter = JSON.parse(text) as { name: string };
    if (times >= timesToShare) shared[parameter.name] ??= { ...parameter };
  }
  const refer = (parameter: Parameter): Json =>
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

function parametersIn(place: "path" | "query", { properties = {}, required = [] }: JsonSchema): Parameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    // A list is sent by repeating the parameter.
    ...(takesList(schema) ? { style: "form", explode: true } : {}),
    schema,
  }));
}

const takesList = ({ type, anyOf = [], oneOf = [] }: JsonSchema): boolean =>
  type === "array" || [...anyOf, ...oneOf].some(takesList);

const ifMatch: Json = {
  name: "If-Match",
  in: "header",
  required: false,
  description: "The revision the change was made for, in quotes; when there is a newer one, nothing changes.",
  schema: { type: "string" },
};
