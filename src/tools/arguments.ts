import type { z } from "zod";
import { closestName } from "../client/closest-name.ts";
import { isRecord } from "../client/json.ts";

export type Arguments = Readonly<Record<string, unknown>>;
export type ParsedArguments =
  | { readonly ok: true; readonly sent: Arguments; readonly parsed: Arguments }
  | { readonly ok: false; readonly problem: string };

const mostProblems = 5;
/** Each round decodes one level: strings within an object that was itself a string. */
const mostDecodingRounds = 3;

/**
 * Checks arguments against a schema. `sent` are the arguments with JSON strings decoded where an object or an array is
 * meant and numbers written out where a text is, `parsed` the same with defaults filled in. The problem names each
 * field and what it takes.
 */
export function parseArguments(schema: z.ZodObject, given: unknown): ParsedArguments {
  let sent: unknown = given ?? {};
  let result = schema.safeParse(sent);
  for (let round = 0; !result.success && round < mostDecodingRounds; round++) {
    const decoded = reread(sent, result.error.issues);
    if (decoded === sent) break;
    sent = decoded;
    result = schema.safeParse(sent);
  }
  if (result.success) return { ok: true, sent: sent as Arguments, parsed: result.data };
  const names = Object.keys(schema.shape);
  const problems = result.error.issues.map((issue) => describeIssue(issue, names));
  const left = problems.length - mostProblems;
  const more = left > 0 ? `\n- and ${left} more` : "";
  return {
    ok: false,
    problem: `${problems
      .slice(0, mostProblems)
      .map((line) => `- ${line}`)
      .join("\n")}${more}`,
  };
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

function reread(value: unknown, issues: readonly Issue[]): unknown {
  return issues.reduce((whole, issue) => {
    if (wantsStructure(issue)) return rereadAt(whole, issue.path, decodeStructure);
    if (issue.code === "invalid_type" && issue.expected === "string") return rereadAt(whole, issue.path, numberAsText);
    return whole;
  }, value);
}

/** Whether an object or an array would have been taken where the issue is. */
function wantsStructure(issue: Issue): boolean {
  if (issue.code === "invalid_type") return ["object", "array", "record"].includes(issue.expected);
  if (issue.code !== "invalid_union") return false;
  return issue.errors.some((branch) => branch.some((inner) => inner.path.length === 0 && wantsStructure(inner)));
}

function rereadAt(value: unknown, path: Path, read: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return read(value);
  if (Array.isArray(value) && typeof key === "number") {
    const element = rereadAt(value[key], rest, read);
    return element === value[key] ? value : value.with(key, element);
  }
  if (!isRecord(value) || typeof key !== "string" || !Object.hasOwn(value, key)) return value;
  const member = rereadAt(value[key], rest, read);
  return member === value[key] ? value : { ...value, [key]: member };
}

/** Change requests go by their number, which is then no text. */
const numberAsText = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? String(value) : value);

function decodeStructure(text: unknown): unknown {
  if (typeof text !== "string" || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function describeIssue(issue: Issue, names: readonly string[]): string {
  if (issue.code === "unrecognized_keys") {
    const place = issue.path.length === 0 ? "" : ` in \`${pathText(issue.path)}\``;
    const [key = ""] = issue.keys;
    const closest = issue.path.length === 0 ? closestName(key, names) : undefined;
    const hint = closest === undefined ? "" : ` Did you mean \`${closest}\`?`;
    const takes = issue.path.length === 0 ? ` It takes: ${names.join(", ") || "nothing"}.` : "";
    return `Unknown argument ${quotedKeys(issue.keys)}${place}.${hint}${takes}`;
  }
  const field = issue.path.length === 0 ? "the arguments" : `\`${pathText(issue.path)}\``;
  return `${field}: ${unionDetail(issue) ?? missing(issue) ?? issue.message}`;
}

function missing(issue: Issue): string | undefined {
  if (issue.code !== "invalid_type" || issue.input !== undefined) return undefined;
  return issue.message.endsWith("received undefined") ? `is required (${issue.expected})` : undefined;
}

/** A union's own message says nothing; the branch that came furthest does. */
function unionDetail(issue: Issue): string | undefined {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return undefined;
  const depth = (branch: readonly Issue[]) => Math.max(0, ...branch.map((inner) => inner.path.length));
  const branches = [...issue.errors].sort((left, right) => depth(right) - depth(left));
  const messages = branches.slice(0, 3).flatMap((branch) => branch.slice(0, 1).map(innerMessage));
  return messages.length === 0 ? undefined : [...new Set(messages)].join(", or ");
}

function innerMessage(issue: Issue): string {
  return issue.path.length === 0 ? issue.message : `\`${pathText(issue.path)}\`: ${issue.message}`;
}

const quotedKeys = (keys: readonly string[]) =>
  keys
    .slice(0, 5)
    .map((key) => `\`${key.slice(0, 60)}\``)
    .join(", ");

function pathText(path: Path): string {
  return path
    .map((part, at) => (typeof part === "number" ? `[${part}]` : `${at > 0 ? "." : ""}${String(part)}`))
    .join("");
}
