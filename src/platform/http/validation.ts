import { z } from "zod";
import { closestName } from "../../contract/closest-name.ts";
import type { AnyOperation, Fields } from "../../contract/operation.ts";
import { formatChoices, valueProblem } from "../../contract/value-problem.ts";
import { Problem } from "../kernel/problem.ts";

/** The values of each query parameter in a URL. */
export type QueryTexts = ReadonlyMap<string, readonly string[]>;

interface Schemas {
  readonly params: z.ZodType<Record<string, unknown>>;
  readonly query: Fields;
  readonly body: z.ZodType<Record<string, unknown>>;
}

/** Built when an operation is first called; building all of them would slow down every start. */
const schemas = new WeakMap<AnyOperation, Schemas>();

function getSchemas(operation: AnyOperation): Schemas {
  const cached = schemas.get(operation);
  if (cached !== undefined) return cached;
  const built = {
    params: z.object(operation.params),
    query: operation.query,
    body: operation.openBody ? z.looseObject(operation.body) : z.strictObject(operation.body),
  };
  schemas.set(operation, built);
  return built;
}

/**
 * The flat input a handler takes. Throws `bad_request` naming each wrong field. The path takes precedence: a body with
 * arbitrary members must not name another object than the path does.
 */
export function parseInput(
  operation: AnyOperation,
  params: Readonly<Record<string, string>>,
  query: QueryTexts,
  body: unknown,
): Record<string, unknown> {
  const parsers = getSchemas(operation);
  return {
    ...storable(checked(parsers.body.safeParse(body), operation.bodyField, Object.keys(operation.body))),
    ...parseQuery(parsers.query, query),
    ...checked(parsers.params.safeParse(params), undefined, []),
  };
}

/**
 * Rejects U+0000 in top-level texts, which become columns that cannot store it on every engine. Nested values are
 * stored as JSON.
 */
function storable(body: Record<string, unknown>): Record<string, unknown> {
  const found = Object.entries(body).find(([, value]) => typeof value === "string" && value.includes("\0"));
  if (found === undefined) return body;
  throw new Problem("bad_request", `${found[0]}: contains the character U+0000, which cannot be stored. Remove it.`);
}

function parseQuery(fields: Fields, query: QueryTexts): Record<string, unknown> {
  const unknown = [...query.keys()].filter((name) => !Object.hasOwn(fields, name));
  if (unknown.length > 0) throw new Problem("bad_request", `query: ${unknownNames(unknown, Object.keys(fields))}`);
  const parsed: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields)) {
    const values = query.get(name) ?? [];
    const results = readings(values).map((reading) => schema.safeParse(reading));
    const result = results.find((candidate) => candidate.success) ?? results.at(-1);
    if (result === undefined) continue;
    if (!result.success) throw new Problem("bad_request", describe(result.error.issues, [name]));
    if (result.data !== undefined) parsed[name] = result.data;
  }
  return parsed;
}

/** The possible interpretations of a query parameter's text, simplest first; the field's schema decides. */
function readings(values: readonly string[]): unknown[] {
  const [only] = values;
  if (values.length > 1) return [values];
  if (only === undefined) return [undefined];
  const literal = only === "true" ? true : only === "false" ? false : undefined;
  const number = /^-?\d+(\.\d+)?$/.test(only) ? Number(only) : undefined;
  return [[only], only, literal, number].filter((reading) => reading !== undefined);
}

/** `whole` is the field that stands for the entire body and is not part of what the caller writes. */
function checked(
  result: z.ZodSafeParseResult<Record<string, unknown>>,
  whole: string | undefined,
  known: readonly string[],
): Record<string, unknown> {
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => {
    const [first, ...rest] = issue.path;
    return first !== undefined && first === whole ? { ...issue, path: ["body", ...rest] } : issue;
  });
  throw new Problem("bad_request", describe(issues, [], known));
}

const maxIssues = 3;

const maxNames = 5;

const maxNameLength = 100;

/** One line per wrong field, up to three. `known` are the names allowed at the top level. */
function describe(
  found: readonly z.core.$ZodIssue[],
  within: readonly string[],
  known: readonly string[] = [],
): string {
  const expanded = found.slice(0, maxIssues).flatMap(toIssues);
  const issues = expanded.slice(0, maxIssues);
  const lines = issues.map((issue) => {
    const path = [...within, ...issue.path].map(String).join(".") || "body";
    return `${path}: ${sentence(issue, issue.path.length === 0 ? known : [])}`;
  });
  const more = Math.max(0, found.length - maxIssues) + expanded.length - lines.length;
  return lines.join(" ") + (more > 0 ? ` And ${more} more.` : "");
}

/** For a value that may have several forms, the problems with the form it is closest to. */
function toIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const depth = (issues: readonly z.core.$ZodIssue[]) =>
    issues.reduce((deepest, { path }) => Math.max(deepest, path.length), 0);
  const [nearest = []] = issue.errors.toSorted((one, other) => depth(other) - depth(one));
  if (depth(nearest) === 0) return [issue];
  return nearest.flatMap(toIssues).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

function sentence(issue: z.core.$ZodIssue, known: readonly string[]): string {
  switch (issue.code) {
    case "invalid_union":
      return "options" in issue && Array.isArray(issue.options)
        ? `must be ${formatChoices(issue.options)}.`
        : "has none of the accepted forms; see the reference.";
    case "unrecognized_keys":
      return unknownNames(issue.keys, known);
    default:
      return `${valueProblem(issue)}.`;
  }
}

/** The unknown names, each with the one that was probably meant. */
function unknownNames(names: readonly string[], known: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => {
    const meant = closestName(name, known);
    return (
      JSON.stringify(name.slice(0, maxNameLength)) +
      (meant === undefined ? "" : ` (did you mean ${JSON.stringify(meant)}?)`)
    );
  });
  const more = names.length - shown.length;
  return `this operation does not take ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}
