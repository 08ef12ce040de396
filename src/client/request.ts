import { closestName } from "../contract/closest-name.ts";
import type { AnyOperation, Fields } from "../contract/operation.ts";
import type { BaseUrl } from "./base-url.ts";
import { InputError } from "./errors.ts";
import { escapeControls } from "./excerpt.ts";
import { buildUrl } from "./url.ts";
import type { WireRequest } from "./wire.ts";

export interface RequestSettings {
  readonly base: BaseUrl;
  readonly token: string | undefined;
  readonly userAgent: string;
}

/** Turns an operation's flat input into a request. Throws InputError for input that cannot be sent. */
export function buildRequest(
  settings: RequestSettings,
  operation: AnyOperation,
  input: unknown,
  ifMatch: string | undefined,
): WireRequest {
  const { params, query, body } = split(operation, input);
  const { bodyField } = operation;
  if (bodyField !== undefined && body[bodyField] === undefined) {
    throw new InputError(`\`${bodyField}\` is missing; it is what the request sends.`, operation);
  }
  const omitted = operation.optionalBody && Object.keys(body).length === 0;
  const carriesBody = !omitted && (operation.openBody || Object.keys(operation.body).length > 0);
  const headers: Record<string, string> = { accept: "application/json", "user-agent": settings.userAgent };
  if (settings.token !== undefined) headers.authorization = `Bearer ${settings.token}`;
  if (carriesBody) headers["content-type"] = "application/json";
  if (ifMatch !== undefined) headers["if-match"] = entityTag(operation, ifMatch);
  return {
    method: operation.method,
    url: buildUrl(settings.base, operation, params, query),
    headers,
    body: carriesBody ? json(operation, bodyField === undefined ? body : body[bodyField]) : undefined,
  };
}

function split(operation: AnyOperation, input: unknown) {
  if (input !== undefined && (typeof input !== "object" || input === null || Array.isArray(input))) {
    throw new InputError("the input must be an object.", operation);
  }
  const members = Object.entries(input ?? {}).filter(([, value]) => value !== undefined);
  const declared: readonly Fields[] = [operation.params, operation.query, operation.body];
  const stray = members.find(([name]) => !declared.some((fields) => Object.hasOwn(fields, name)));
  if (stray !== undefined && !operation.openBody) throw unknownMember(operation, stray[0], declared);
  const pick = (belongs: (name: string) => boolean): Readonly<Record<string, unknown>> =>
    Object.fromEntries(members.filter(([name]) => belongs(name)));
  const inPath = (name: string) => Object.hasOwn(operation.params, name);
  const inQuery = (name: string) => Object.hasOwn(operation.query, name);
  return { params: pick(inPath), query: pick(inQuery), body: pick((name) => !inPath(name) && !inQuery(name)) };
}

function unknownMember(operation: AnyOperation, written: string, declared: readonly Fields[]): InputError {
  const names = declared.flatMap((fields) => Object.keys(fields));
  const closest = closestName(written, names);
  const shown = escapeControls(written).slice(0, 60);
  if (names.length === 0) return new InputError(`\`${shown}\` is unknown; it takes no members.`, operation);
  const hint = closest === undefined ? `It takes ${names.join(", ")}.` : `Did you mean \`${closest}\`?`;
  return new InputError(`\`${shown}\` is not one of its members. ${hint}`, operation);
}

function entityTag(operation: AnyOperation, revision: string): string {
  if (!operation.precondition) throw new InputError("`ifMatch` has no effect on this operation.", operation);
  if (!/^[\x21\x23-\x7e]+$/.test(revision)) {
    throw new InputError("`ifMatch` must be a revision id, without quotes or spaces.", operation);
  }
  return `"${revision}"`;
}

function json(operation: AnyOperation, body: unknown): string {
  const problem =
    "the body cannot be written as JSON: it is a function, has a cycle, a BigInt or is nested too deeply.";
  let text: string | undefined;
  try {
    text = JSON.stringify(body);
  } catch {
    throw new InputError(problem, operation);
  }
  if (text === undefined) throw new InputError(problem, operation);
  return text;
}
