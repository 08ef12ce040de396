import type { AnyOperation } from "../contract/operation.ts";
import type { BaseUrl } from "./base-url.ts";
import { InputError } from "./errors.ts";

export type Values = Readonly<Record<string, unknown>>;

/**
 * The only place that builds a request's URL. Path parameters fill one segment each; query arrays are repeated and
 * undefined members left out. Throws InputError for values that cannot stand in a URL or would lead elsewhere.
 */
export function buildUrl(base: BaseUrl, operation: AnyOperation, params: Values, query: Values): URL {
  const path = operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) => pathSegment(operation, name, params[name]));
  const url = new URL(base.origin + base.prefix + path);
  if (url.origin !== base.origin || segmentCount(url.pathname) !== segmentCount(base.prefix + operation.path)) {
    throw new InputError("a path parameter would lead the request to another path.", operation);
  }
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined) url.searchParams.append(name, queryText(operation, name, item));
    }
  }
  return url;
}

function pathSegment(operation: AnyOperation, name: string, value: unknown): string {
  if (value === undefined || value === "") throw new InputError(`\`${name}\` is required.`, operation);
  if (typeof value !== "string") throw new InputError(`\`${name}\` must be a string.`, operation);
  if (hasDotSegment(value)) throw new InputError(`\`${name}\` must not have \`.\` or \`..\` as a part.`, operation);
  if (hasControlCharacter(value)) throw new InputError(`\`${name}\` must not have control characters.`, operation);
  if (/\p{Cs}/u.test(value)) throw new InputError(`\`${name}\` is not well-formed Unicode.`, operation);
  return encodeURIComponent(value);
}

/** Dots and separators also count in percent-encoded form, however often encoded: a server or proxy may decode again. */
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

function queryText(operation: AnyOperation, name: string, value: unknown): string {
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
