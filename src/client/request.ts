import { closestName } from "../contract/closest-name.ts";
import { plainCopy } from "../contract/plain-value.ts";
import type { ValueCall } from "../contract/value-call.ts";
import { InputError } from "./errors.ts";
import { escapeControls } from "./excerpt.ts";
import { type OperationName, pathParameters, type WireOperation } from "./operation.ts";
import type { WireRequest } from "./transport.ts";

export interface RequestSettings {
  readonly base: BaseUrl;
  readonly token: string | undefined;
  readonly userAgent: string;
}

/** Turns an operation's flat input into a request. Throws InputError for invalid input. */
export function buildRequest(
  settings: RequestSettings,
  operation: WireOperation,
  input: unknown,
  ifMatch: string | undefined,
): WireRequest {
  const { params, query, body, carriesBody } = readInput(operation, input);
  const headers: Record<string, string> = { accept: "application/json", "user-agent": settings.userAgent };
  if (settings.token !== undefined) headers.authorization = `Bearer ${settings.token}`;
  if (carriesBody) headers["content-type"] = "application/json";
  if (ifMatch !== undefined) headers["if-match"] = entityTag(operation, ifMatch);
  return {
    method: operation.method,
    url: buildUrl(settings.base, operation, params, query),
    headers,
    body: carriesBody ? json(operation, body) : undefined,
  };
}

/** The same as a call by value, for a service in this process. */
export function buildValueCall(
  { token }: RequestSettings,
  operation: WireOperation,
  input: unknown,
  ifMatch: string | undefined,
): ValueCall {
  const { params, query, body, carriesBody } = readInput(operation, input);
  if (ifMatch !== undefined) requireTaggable(operation, ifMatch);
  for (const name of pathParameters(operation.path)) requireSegment(operation, name, params[name]);
  return {
    operation: operation.id,
    token,
    params: params as Readonly<Record<string, string>>,
    query: queryTexts(operation, query),
    body: carriesBody ? plainBody(operation, body) : undefined,
    ifMatch,
  };
}

function readInput(operation: WireOperation, input: unknown) {
  const { params, query, body } = split(operation, input);
  const { bodyField } = operation;
  if (bodyField !== undefined && body[bodyField] === undefined) {
    throw new InputError(`\`${bodyField}\` is missing; it is what the request sends.`, operation);
  }
  const omitted = operation.optionalBody && Object.keys(body).length === 0;
  const carriesBody = !omitted && (operation.openBody === true || operation.body !== undefined);
  return { params, query, body: bodyField === undefined ? body : body[bodyField], carriesBody };
}

function split(operation: WireOperation, input: unknown) {
  if (input !== undefined && (typeof input !== "object" || input === null || Array.isArray(input))) {
    throw new InputError("the input must be an object.", operation);
  }
  const members = Object.entries(input ?? {}).filter(([, value]) => value !== undefined);
  const params = pathParameters(operation.path);
  const { query = [], body = [] } = operation;
  const declared = [...params, ...query, ...body];
  const stray = members.find(([name]) => !declared.includes(name));
  if (stray !== undefined && !operation.openBody) throw unknownMember(operation, stray[0], declared);
  const pick = (belongs: (name: string) => boolean): Readonly<Record<string, unknown>> =>
    Object.fromEntries(members.filter(([name]) => belongs(name)));
  const inPath = (name: string) => params.includes(name);
  const inQuery = (name: string) => query.includes(name);
  return { params: pick(inPath), query: pick(inQuery), body: pick((name) => !inPath(name) && !inQuery(name)) };
}

function unknownMember(operation: OperationName, written: string, names: readonly string[]): InputError {
  const closest = closestName(written, names);
  const shown = escapeControls(written).slice(0, 60);
  if (names.length === 0) return new InputError(`\`${shown}\` is unknown; it takes no members.`, operation);
  const hint = closest === undefined ? `It takes ${names.join(", ")}.` : `Did you mean \`${closest}\`?`;
  return new InputError(`\`${shown}\` is not one of its members. ${hint}`, operation);
}

function entityTag(operation: WireOperation, revision: string): string {
  requireTaggable(operation, revision);
  return `"${revision}"`;
}

function requireTaggable(operation: WireOperation, revision: string): void {
  if (!operation.precondition) throw new InputError("`ifMatch` has no effect on this operation.", operation);
  if (!/^[\x21\x23-\x7e]+$/.test(revision)) {
    throw new InputError("`ifMatch` must be a revision id, without quotes or spaces.", operation);
  }
}

function json(operation: OperationName, body: unknown): string {
  return written(operation, () => JSON.stringify(body));
}

function plainBody(operation: OperationName, body: unknown): unknown {
  return written(operation, () => plainCopy(body));
}

function written<Form>(operation: OperationName, write: () => Form): NonNullable<Form> {
  let form: Form | undefined;
  try {
    form = write();
  } catch {
    // Reported below.
  }
  if (form !== undefined && form !== null) return form;
  throw new InputError(
    "the body cannot be written as JSON: it is a function, has a cycle, a BigInt or is nested too deeply.",
    operation,
  );
}

type Values = Readonly<Record<string, unknown>>;

/**
 * The only place that builds a request's URL. Each path parameter fills one segment; query arrays are repeated and
 * undefined members are left out. Throws InputError for values that a URL cannot contain or that would change the path.
 */
export function buildUrl(
  base: BaseUrl,
  operation: OperationName & Pick<WireOperation, "path">,
  params: Values,
  query: Values,
): URL {
  const path = operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) => pathSegment(operation, name, params[name]));
  const url = new URL(base.origin + base.prefix + path);
  if (url.origin !== base.origin || segmentCount(url.pathname) !== segmentCount(base.prefix + operation.path)) {
    throw new InputError("a path parameter would lead the request to another path.", operation);
  }
  for (const [name, texts] of queryTexts(operation, query)) {
    for (const text of texts) url.searchParams.append(name, text);
  }
  return url;
}

function queryTexts(operation: OperationName, query: Values): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const [name, value] of Object.entries(query)) {
    const items: unknown[] = Array.isArray(value) ? value : [value];
    const written = items.filter((item) => item !== undefined).map((item) => queryText(operation, name, item));
    if (written.length > 0) texts.set(name, written);
  }
  return texts;
}

function pathSegment(operation: OperationName, name: string, value: unknown): string {
  return encodeURIComponent(requireSegment(operation, name, value));
}

function requireSegment(operation: OperationName, name: string, value: unknown): string {
  if (value === undefined || value === "") throw new InputError(`\`${name}\` is required.`, operation);
  if (typeof value !== "string") throw new InputError(`\`${name}\` must be a string.`, operation);
  if (hasDotSegment(value)) throw new InputError(`\`${name}\` must not have \`.\` or \`..\` as a part.`, operation);
  if (hasControlCharacter(value)) throw new InputError(`\`${name}\` must not have control characters.`, operation);
  if (/\p{Cs}/u.test(value)) throw new InputError(`\`${name}\` is not well-formed Unicode.`, operation);
  return value;
}

/** Also rejects percent-encoded dots and separators at any encoding depth: a server or proxy may decode again. */
function hasDotSegment(value: string): boolean {
  const decoded = value
    .replace(/%(?:25)*2e/gi, ".")
    .replace(/%(?:25)*2f/gi, "/")
    .replace(/%(?:25)*5c/gi, "\\");
  return decoded.split(/[/\\]/).some((part) => part === "." || part === "..");
}

function hasControlCharacter(value: string): boolean {
  return /\p{Cc}/u.test(value);
}

function queryText(operation: OperationName, name: string, value: unknown): string {
  if (typeof value === "string" || typeof value === "boolean") return String(value);
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  throw new InputError(
    `\`${name}\` must be a string, a finite number, a boolean, a date or a list of those.`,
    operation,
  );
}

function segmentCount(path: string): number {
  return path.split("/").length;
}

interface BaseUrl {
  readonly origin: string;
  /** Host, with its port if that is not the default; used in errors. */
  readonly host: string;
  /** Prefix of every operation's path, without a trailing slash: `/v1`, `/docs/v1`. */
  readonly prefix: string;
}

/** Parses a service's address, with or without `/v1` and a trailing slash. Throws InputError. */
export function parseBaseUrl(text: string): BaseUrl {
  if (!URL.canParse(text)) throw new InputError("the base URL is not a URL; it looks like `https://api.example.com`.");
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new InputError("the base URL must begin with `https://` or `http://`.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new InputError("the base URL must not carry a user name or password; pass a token.");
  }
  if (url.search !== "" || url.hash !== "") throw new InputError("the base URL must not carry `?` or `#`.");
  const path = withoutTrailingSlashes(url.pathname);
  return { origin: url.origin, host: url.host, prefix: path.endsWith("/v1") ? path : `${path}/v1` };
}

function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}
