import { errors, everywhere } from "../contract/errors.ts";
import { reachesOf } from "../contract/reach.ts";
import type { OperationSchemas } from "./contract-schemas.ts";
import type { JsonSchema } from "./json-schema.ts";
import { ownErrors, successAnswers } from "./operation-facts.ts";

type Json = Readonly<Record<string, unknown>>;

/** The operation object of OpenAPI. */
export function openApiOperation(described: OperationSchemas, parameters: readonly Json[]): Json {
  const { group, operation } = described.entry;
  return {
    operationId: operation.id,
    tags: [group],
    summary: operation.summary,
    description: operation.description,
    deprecated: operation.deprecated ? true : undefined,
    "x-copydesk-effect": operation.effect,
    "x-copydesk-reach": reachesOf(operation.reach),
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: described.body && { required: described.body.required, ...jsonContent(described.body.schema) },
    responses: responsesOf(described),
  };
}

function responsesOf({ entry: { operation }, answer }: OperationSchemas): Json {
  const successes = successAnswers(operation).map(({ status, hasBody, meaning }) => [
    status,
    { description: meaning, ...(hasBody && answer !== undefined ? jsonContent(answer) : {}) },
  ]);
  const failures = [...ownErrors(operation), ...everywhere].map((code) => [
    errors[code].status,
    { $ref: `#/components/responses/${code}` },
  ]);
  // Keys that are whole numbers come out in rising order.
  return Object.fromEntries([...successes, ...failures]);
}

export const jsonContent = (schema: JsonSchema | Json): Json => ({ content: { "application/json": { schema } } });
