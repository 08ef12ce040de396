import { describe, expect, it } from "vitest";
import { z } from "zod";
import { errors } from "../../src/contract/errors.ts";
import { type ContractEntry, listOperations } from "../../src/contract/index.ts";
import type { AnyOperation, Fields } from "../../src/contract/operation.ts";
import { deliberate } from "./differences/index.ts";
import described from "./operations.json" with { type: "json" };

interface DescribedField {
  readonly name: string;
  readonly required?: boolean;
  readonly default?: unknown;
  readonly values?: readonly string[];
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly pattern?: string;
}

interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly DescribedField[];
  readonly body: readonly DescribedField[] | null;
  readonly openBody?: boolean;
  /** A status; "no-content" is the response to a deletion. */
  readonly success: number | string;
  readonly response?: string | null;
  readonly otherSuccess?: readonly number[];
  readonly deprecated?: boolean;
  readonly errors?: readonly number[];
}

const descriptions: readonly DescribedOperation[] = described as readonly DescribedOperation[];

/** One fact per line, in the same words for the description and for the contract. */
function factsOfDescription(operation: DescribedOperation): string[] {
  const { method, path, query, body, openBody, success, response, errors: statuses = [] } = operation;
  return [
    `${method} ${path}`,
    ...(operation.deprecated === true ? ["is deprecated"] : []),
    ...query.flatMap((field) => fieldFacts("query", field)),
    ...(body ?? []).flatMap((field) => fieldFacts("body", field)),
    ...(openBody === true ? ["body takes any member"] : []),
    `answers ${success}`,
    ...(operation.otherSuccess ?? []).map((status) => `answers ${status} too`),
    ...(response?.startsWith("List<") ? ["answers a list"] : []),
    ...statuses.map((status) => `fails with ${status}`),
  ];
}

/** The description lists hardly any errors, so those it does not list are not a difference. */
const isFailure = (fact: string) => fact.startsWith("fails with");

function factsOfContract(operation: AnyOperation): string[] {
  return [
    `${operation.method} /v1${operation.path}`,
    ...(operation.deprecated ? ["is deprecated"] : []),
    ...fieldsOf(operation.query).flatMap((field) => fieldFacts("query", field)),
    ...fieldsOf(operation.body).flatMap((field) => fieldFacts("body", field)),
    ...(operation.openBody ? ["body takes any member"] : []),
    `answers ${operation.success === "removed" ? "no-content" : operation.success}`,
    ...operation.otherSuccess.map((status) => `answers ${status} too`),
    ...(answersList(operation) ? ["answers a list"] : []),
    ...operation.errors.map((code) => `fails with ${errors[code].status}`),
  ];
}

function fieldFacts(place: string, described: DescribedField): string[] {
  const { name, required, default: usual, values, atMost, atLeast, pattern } = described;
  const field = `${place} ${name}`;
  return [
    `${field} is ${required === true ? "required" : "optional"}`,
    ...(usual === undefined ? [] : [`${field} defaults to ${JSON.stringify(usual)}`]),
    ...(values === undefined ? [] : [`${field} is one of ${[...values].sort().join(", ")}`]),
    ...(atMost === undefined ? [] : [`${field} is at most ${atMost}`]),
    ...(atLeast === undefined || atLeast === 1 ? [] : [`${field} is at least ${atLeast}`]),
    ...(pattern === undefined ? [] : [`${field} matches ${pattern}`]),
  ];
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly default?: unknown;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly pattern?: string;
  readonly format?: string;
}

function fieldsOf(fields: Fields): DescribedField[] {
  const { properties = {}, required = [] } = z.toJSONSchema(z.object(fields), { io: "input" });
  return Object.entries(properties as Readonly<Record<string, Schema>>).map(([name, schema]) => {
    const { maximum, minimum, maxLength, minLength, maxItems, minItems, pattern, format } = only(schema);
    const atMost = maximum === Number.MAX_SAFE_INTEGER ? undefined : (maximum ?? maxLength ?? maxItems);
    const atLeast = minimum === Number.MIN_SAFE_INTEGER ? undefined : (minimum ?? minLength ?? minItems);
    const values = valuesOf(schema);
    return {
      name,
      required: required.includes(name),
      default: schema.default,
      ...(values === undefined ? {} : { values }),
      ...(atMost === undefined ? {} : { atMost }),
      ...(atLeast === undefined || atLeast === 0 ? {} : { atLeast }),
      // A format says more than the pattern that zod writes for it.
      ...(pattern === undefined || format !== undefined || pattern === idPattern ? {} : { pattern }),
    };
  });
}

/** Ids have one pattern everywhere, which the description states once. */
const idPattern = "^[a-zA-Z0-9_-]+$";

/** The only branch besides null, if a field may be null. */
function only(schema: Schema): Schema {
  const branches = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  return branches.length === 1 ? (branches[0] ?? schema) : schema;
}

/** The texts that a query value may be, if they are enumerated. */
function valuesOf(schema: Schema): string[] | undefined {
  if (schema.enum !== undefined) return [...schema.enum];
  const branches = schema.anyOf?.filter(({ type }) => type !== "null").map(branchValues) ?? [];
  return branches.length === 0 || branches.includes(undefined) ? undefined : branches.flatMap((values) => values ?? []);
}

const branchValues = (schema: Schema) => (schema.type === "boolean" ? ["true", "false"] : valuesOf(schema));

function answersList({ returns }: AnyOperation): boolean {
  return returns instanceof z.ZodObject && "items" in returns.shape && "next" in returns.shape;
}

const entries: readonly ContractEntry[] = listOperations();

describe("the contract and the API description", () => {
  it("have the same operations", () => {
    const ids = entries.map(({ operation }) => operation.id);
    expect(ids.sort()).toEqual(descriptions.map(({ id }) => id).sort());
  });

  it.each(entries.map(({ operation }) => [operation.id, operation] as const))(
    "agree about %s, except where they differ on purpose",
    (id, operation) => {
      const description = descriptions.find((candidate) => candidate.id === id);
      if (description === undefined) throw new Error(`nothing describes ${id}`);
      const [ours, theirs] = [factsOfContract(operation), factsOfDescription(description)];
      const { added = {}, missing = {} } = deliberate[id] ?? {};
      expect({
        added: ours.filter((fact) => !theirs.includes(fact) && !isFailure(fact)).sort(),
        missing: theirs.filter((fact) => !ours.includes(fact)).sort(),
      }).toEqual({ added: Object.keys(added).sort(), missing: Object.keys(missing).sort() });
    },
  );

  it("have no listed difference of a nonexistent operation", () => {
    const ids = new Set(descriptions.map(({ id }) => id));
    expect(Object.keys(deliberate).filter((id) => !ids.has(id))).toEqual([]);
  });
});
