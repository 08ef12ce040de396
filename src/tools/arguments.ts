import { z } from "zod";
import { excerpt } from "../client/excerpt.ts";
import { closestName } from "../contract/closest-name.ts";
import { isMissing, valueProblem } from "../contract/value-problem.ts";
import type { Arguments } from "../resolve/context.ts";
import { confirmationArgument } from "./surface.ts";
import type { Tool } from "./tool.ts";

type ParsedArguments =
  | { readonly ok: true; readonly sent: Arguments; readonly parsed: Arguments }
  | { readonly ok: false; readonly problem: string };

const maxProblems = 5;

/** Values decoded per round, since each requires a walk to its position. */
const maxConversions = 50_000;

/** Each round decodes one level: strings within an object that was itself a string. Escaping doubles their length. */
const maxDecodingRounds = 8;

/**
 * Validates arguments against a schema. `sent` is the arguments with JSON strings decoded where an object or array is
 * expected and numbers converted where a string is expected; `parsed` also has defaults filled in. The error names each
 * field and what it accepts.
 */
export function parseArguments(schema: z.ZodObject, input: unknown): ParsedArguments {
  let sent: unknown = input ?? {};
  let result = schema.safeParse(sent);
  for (let round = 0; !result.success && round < maxDecodingRounds; round++) {
    const conversions = result.error.issues.slice(0, maxConversions).flatMap((issue) => listConversions(issue, []));
    const converted = applyConversions(sent, conversions);
    if (converted === undefined) break;
    sent = converted;
    result = schema.safeParse(sent);
  }
  if (result.success) return { ok: true, sent: sent as Arguments, parsed: result.data };
  const { issues } = result.error;
  const problems = issues.slice(0, maxProblems).map((issue) => `- ${describeIssue(issue, schema)}`);
  const left = issues.length - problems.length;
  return { ok: false, problem: problems.join("\n") + (left > 0 ? `\n- and ${left} more` : "") };
}

type Issue = z.core.$ZodIssue;

type Path = readonly PropertyKey[];

interface Conversion {
  readonly path: Path;
  readonly read: (value: unknown) => unknown;
}

/** Where a value of another type was expected; among alternatives, wherever any of them expects it. */
function listConversions(issue: Issue, before: Path): Conversion[] {
  const path = [...before, ...issue.path];
  if (issue.code === "invalid_union")
    return issue.errors.flatMap((branch) => branch.flatMap((inner) => listConversions(inner, path)));
  if (issue.code !== "invalid_type") return [];
  if (["object", "array", "record"].includes(issue.expected)) return [{ path, read: decodeStructure }];
  return issue.expected === "string" ? [{ path, read: numberAsText }] : [];
}

/** A copy with the values at these conversions decoded; undefined if none changes. */
function applyConversions(input: unknown, conversions: readonly Conversion[]): unknown {
  const changes = conversions.flatMap(({ path, read }) => {
    const value = path.reduce(getMember, input);
    const converted = read(value);
    return converted === value ? [] : [{ path, converted }];
  });
  if (changes.length === 0) return undefined;
  const whole = { input: structuredClone(input) };
  for (const { path, converted } of changes) {
    const owner = path.slice(0, -1).reduce(getMember, whole.input);
    const key = path.at(-1);
    if (key === undefined) whole.input = converted;
    else if (typeof owner === "object" && owner !== null) {
      Object.defineProperty(owner, key, { value: converted, enumerable: true, configurable: true, writable: true });
    }
  }
  return whole.input;
}

function getMember(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

/** Change requests are often given as numbers rather than strings. */
const numberAsText = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? String(value) : value);

function decodeStructure(text: unknown): unknown {
  if (typeof text !== "string" || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function describeIssue(issue: Issue, schema: z.ZodObject): string {
  if (issue.code === "unrecognized_keys") {
    const location = issue.path.length === 0 ? "" : ` in \`${pathText(issue.path)}\``;
    const names = membersAt(schema, issue.path);
    const closest = closestName(issue.keys[0] ?? "", names ?? []);
    const hint = closest === undefined ? "" : ` Did you mean \`${closest}\`?`;
    const takes = names === undefined ? "" : ` It takes: ${names.join(", ") || "nothing"}.`;
    return `Unknown argument ${quotedKeys(issue.keys)}${location}.${hint}${takes}`;
  }
  const field = issue.path.length === 0 ? "the arguments" : `\`${pathText(issue.path)}\``;
  const missing = issue.code === "invalid_union" ? missingChoice(issue.errors) : undefined;
  return `${field}: ${missing ?? unionDetail(issue) ?? valueProblem(issue)}`;
}

/** The names that the object at a path accepts; undefined if that depends on its other members. */
function membersAt(schema: z.core.$ZodType | undefined, path: Path): readonly string[] | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return membersAt(schema.unwrap(), path);
  const [first, ...rest] = path;
  if (schema instanceof z.ZodArray) return membersAt(schema.element, rest);
  if (!(schema instanceof z.ZodObject)) return undefined;
  return first === undefined ? Object.keys(schema.shape) : membersAt(schema.shape[String(first)], rest);
}

/** The members of a union that are all missing, so that every branch lacks its whole value. */
function missingChoice(branches: readonly (readonly Issue[])[]): string | undefined {
  const kinds = branches.map(([issue]) =>
    issue?.code === "invalid_type" && issue.path.length === 0 && isMissing(issue) ? issue.expected : undefined,
  );
  return kinds.length === 0 || kinds.includes(undefined) ? undefined : `is required (${kinds.join(" or ")})`;
}

/** A union's own message is not useful; that of the closest branch is. */
function unionDetail(issue: Issue): string | undefined {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return undefined;
  const depth = (branch: readonly Issue[]) => branch.reduce((deepest, { path }) => Math.max(deepest, path.length), 0);
  const branches = [...issue.errors].sort((left, right) => depth(right) - depth(left));
  const messages = branches.slice(0, 3).flatMap((branch) => branch.slice(0, 1).map(innerMessage));
  return messages.length === 0 ? undefined : [...new Set(messages)].join(", or ");
}

function innerMessage(issue: Issue): string {
  return issue.path.length === 0 ? valueProblem(issue) : `\`${pathText(issue.path)}\`: ${valueProblem(issue)}`;
}

const quotedKeys = (keys: readonly string[]) =>
  keys
    .slice(0, 5)
    .map((key) => `\`${excerpt(key, 60)}\``)
    .join(", ");

function pathText(path: Path): string {
  return path
    .map((part, at) => (typeof part === "number" ? `[${part}]` : `${at > 0 ? "." : ""}${excerpt(String(part), 60)}`))
    .join("");
}

const schemas = new WeakMap<Tool["input"], z.ZodObject>();

/** Validates a tool's arguments. Its schema is built on the first call. */
export function parseToolArguments(tool: Tool, input: unknown): ParsedArguments {
  const known = schemas.get(tool.input);
  const schema = known ?? z.strictObject(tool.input);
  if (known === undefined) schemas.set(tool.input, schema);
  return parseArguments(schema, input);
}

/** The validated arguments of a call, and its confirmation id, which is not an argument of the tool itself. */
export function parseToolCall(
  tool: Tool,
  input: unknown,
): { readonly checked: ParsedArguments; readonly confirmation: string | undefined } {
  if (typeof input !== "object" || input === null || Object.hasOwn(tool.input, confirmationArgument)) {
    return { checked: parseToolArguments(tool, input), confirmation: undefined };
  }
  const { [confirmationArgument]: id, ...own } = input as Readonly<Record<string, unknown>>;
  return { checked: parseToolArguments(tool, own), confirmation: typeof id === "string" ? id : undefined };
}
