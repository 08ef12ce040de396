import { getErrorCode, provesRefusal } from "../contract/errors.ts";
import type { ValueResponse } from "../contract/value-call.ts";
import {
  ApiError,
  type Circumstances,
  type ServiceMessage,
  UnexpectedResponseError,
  type WriteState,
} from "./errors.ts";
import { excerpt, quotedExcerpt } from "./excerpt.ts";
import { isRecord, parseJson } from "./json.ts";
import type { WireOperation } from "./operation.ts";
import type { WireResponse } from "./transport.ts";

/** Characters of a redirect's target that an error shows. */
const maxTargetChars = 120;

interface ResponseContext {
  /** The state of the call, given what this response says about the change; earlier attempts may have left it worse. */
  readonly circumstances: (write: WriteState) => Circumstances;
}

/** Removes the token from the service's text. */
type Redact = (text: string) => string;

interface Exchange extends ResponseContext {
  readonly operation: WireOperation;
  readonly requestUrl: URL;
  readonly response: WireResponse;
  readonly redact: Redact;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Reads a response tolerantly: a parsed body keeps unknown members and values. Throws ApiError for
 * statuses from 400 and UnexpectedResponseError for everything the operation cannot return.
 */
export function readResponse(exchange: Exchange): unknown {
  const { operation, response } = exchange;
  const { status } = response;
  if (status >= 400) throw apiError(exchange);
  if (status < 200 || status >= 300) throw redirect(exchange);
  if (operation.removes) return removal(exchange);
  if (operation.returns === "nothing") return acknowledged(exchange);
  if (status === 204 || status === 205) throw unexpectedIn(exchange, `answered ${status} where a body is expected`);
  return parsedBody(exchange, operation.returns);
}

function removal(exchange: Exchange): { deleted: boolean } {
  acknowledged(exchange);
  return removed(exchange.response.status, exchange);
}

function removed(status: number, context: ResponseContext): { deleted: boolean } {
  if (status === 205 || status === 200 || status === 202) return { deleted: true };
  // After a lost response, 204 most likely means that the previous attempt deleted it.
  if (status === 204) return { deleted: context.circumstances("refused").write === "unknown" };
  throw unexpected({ ...context, status }, `answered ${status} to a deletion`);
}

/** The same for a response by value. */
export function readValueResponse(
  response: ValueResponse,
  operation: WireOperation,
  redact: Redact,
  context: ResponseContext,
): unknown {
  const { status } = response;
  if ("error" in response) {
    const { message, name, changed } = response.error;
    throw failed(
      { status, message: quotedMessage(message, redact), name, changed, retryAfter: response.retryAfter },
      context,
    );
  }
  if (operation.removes) return removed(status, context);
  if (operation.returns === "nothing") return undefined;
  if (response.result === undefined)
    throw unexpected({ ...context, status }, `answered ${status} where a body is expected`);
  return response.result;
}

/** No body is expected; any is accepted except a web page of some other server, which proves nothing. */
function acknowledged(exchange: Exchange): undefined {
  const text = bodyText(exchange.response);
  if (text.trim() !== "" && parseJson(text) === undefined) throw unexpectedBody(exchange, text, "no body");
}

function parsedBody(exchange: Exchange, returns: WireOperation["returns"]): unknown {
  const text = wellFormedText(exchange);
  const value = parseJson(text);
  const due = returns === "any" ? undefined : returns;
  if (value !== undefined && (due === undefined || due === getJsonShape(value))) return value;
  throw unexpectedBody(exchange, text, `a JSON ${due ?? "body"}`);
}

function unexpectedBody(exchange: Exchange, text: string, due: string): UnexpectedResponseError {
  const { response, redact } = exchange;
  const type = contentTypeShown(response.header("content-type"), redact);
  const what = text === "" ? "an empty body" : `${type} beginning ${quoted(text, redact)}`;
  return unexpectedIn(exchange, `answered ${response.status} with ${what} where ${due} is expected`);
}

function getJsonShape(value: unknown): "object" | "array" | undefined {
  if (Array.isArray(value)) return "array";
  return typeof value === "object" && value !== null ? "object" : undefined;
}

function redirect(exchange: Exchange): UnexpectedResponseError {
  const { requestUrl, response, redact } = exchange;
  const location = response.header("location");
  const target =
    location !== undefined && URL.canParse(location, requestUrl.href) ? new URL(location, requestUrl) : undefined;
  const where = target === undefined ? "" : ` to ${describeTarget(target, requestUrl, redact)}`;
  const problem = `answered ${response.status || "an opaque redirect"}, a redirect${where}, which is not followed`;
  return unexpectedIn(exchange, problem, "Set the base URL to the address the service is served at.");
}

/** Without path and query, which may contain secrets. */
function describeTarget(target: URL, from: URL, redact: Exchange["redact"]): string {
  if (target.origin === from.origin) return "another path of the same host";
  const origin = target.host === "" ? target.protocol : `${target.protocol}//${target.host}`;
  return quotedExcerpt(redact(origin), maxTargetChars);
}

function apiError(exchange: Exchange): ApiError {
  const { response, redact, now } = exchange;
  const { status, header } = response;
  const retryAfter = readRetryAfter(status, header, now);
  const message = serviceMessage(bodyText(response), header("content-type"), redact);
  return failed({ status, message, retryAfter, ...failureFacts(bodyText(response)) }, exchange);
}

interface Failed {
  readonly status: number;
  readonly message: ServiceMessage;
  readonly name?: string | undefined;
  readonly changed?: boolean | undefined;
  readonly retryAfter: number | undefined;
}

function failed({ status, message, name, changed, retryAfter }: Failed, context: ResponseContext): ApiError {
  const response = { status, code: getErrorCode(status, name), message, retryAfter };
  const refused = provesRefusal(status) || changed === false;
  return new ApiError(response, context.circumstances(refused ? "refused" : "unknown"));
}

function unexpectedIn(exchange: Exchange, problem: string, advice?: string): UnexpectedResponseError {
  return unexpected({ ...exchange, status: exchange.response.status }, problem, advice);
}

function unexpected(
  { status, circumstances }: ResponseContext & { readonly status: number },
  problem: string,
  advice = "Check that the base URL leads to the API and not to a website or proxy.",
): UnexpectedResponseError {
  const found = circumstances("unknown");
  return new UnexpectedResponseError(`${found.operation}: ${found.host} ${problem}`, { status, advice }, found);
}

/** Texts are not repaired, since they may be written back. */
function wellFormedText(exchange: Exchange): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(exchange.response.body);
  } catch {
    throw unexpectedIn(exchange, `answered ${exchange.response.status} with a body that is not UTF-8`);
  }
}

function bodyText({ body }: WireResponse): string {
  return new TextDecoder().decode(body);
}

/** Smaller values are a duration in seconds, as some services send in `X-RateLimit-Reset`. The year 2001. */
const earliestEpoch = 1_000_000_000;

/** Larger values are milliseconds since 1970. The year 5138. */
const latestEpoch = 100_000_000_000;

/** Longest wait reported, in seconds: a year. */
const maxWaitSeconds = 365 * 24 * 3600;

/**
 * Seconds to wait according to a response, rounded up: from `Retry-After` (seconds or a date), or `X-RateLimit-Reset`
 * if the rate limit refused the request. Undefined if neither is present and valid. `now` in milliseconds.
 */
export function readRetryAfter(
  status: number,
  header: (name: string) => string | undefined,
  now: number,
): number | undefined {
  const retryAfter = secondsOrDate(header("retry-after"), now);
  const seconds = retryAfter ?? (status === 429 ? untilReset(header("x-ratelimit-reset"), now) : undefined);
  return seconds === undefined ? undefined : Math.min(Math.max(Math.ceil(seconds), 0), maxWaitSeconds);
}

function secondsOrDate(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? "";
  // Several headers arrive joined by commas; the longest wait satisfies them all.
  if (/^\d+(\.\d+)?( ?, ?\d+(\.\d+)?){0,9}$/.test(text)) return Math.max(...text.split(",").map(Number));
  // Date.parse alone accepts much that is not an HTTP date.
  if (!/^[A-Z][a-z]{2,8}, .{1,30} GMT$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : (time - now) / 1000;
}

function untilReset(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? "";
  if (!/^\d+(\.\d+)?$/.test(text)) return undefined;
  const seconds = Number(text);
  if (seconds < earliestEpoch) return seconds;
  return (seconds > latestEpoch ? seconds / 1000 : seconds) - now / 1000;
}

const maxMessageChars = 1000;

const excerptLength = 120;

/** The message of an error response: `{ error: { message } }`, similar shapes, or the start of the body. */
function serviceMessage(
  text: string,
  contentType: string | undefined,
  redact: (text: string) => string,
): ServiceMessage {
  const message = messageIn(text);
  if (message !== undefined) return quotedMessage(message, redact);
  const what =
    text.trim() === "" ? "no message" : `${contentTypeShown(contentType, redact)} beginning ${quoted(text, redact)}`;
  return { words: what, quoted: what };
}

function quotedMessage(message: string, redact: Redact): ServiceMessage {
  const words = redact(message);
  return { words: excerpt(words, maxMessageChars), quoted: quotedExcerpt(words, maxMessageChars) };
}

/** The other facts in an error response: which error of that status it is, and what it changed. */
function failureFacts(text: string): { readonly name?: string; readonly changed?: boolean } {
  const body = parseJson(text);
  if (!isRecord(body) || !isRecord(body.error)) return {};
  const { name, changed } = body.error;
  return {
    ...(typeof name === "string" && { name }),
    ...(typeof changed === "boolean" && { changed }),
  };
}

function messageIn(text: string): string | undefined {
  const body = parseJson(text);
  if (!isRecord(body)) return undefined;
  const { error } = body;
  const found = [isRecord(error) ? error.message : error, body.message, body.detail];
  return found.find((value): value is string => typeof value === "string" && value.trim() !== "");
}

/** Headers are untrusted too: anything but a plain media type is quoted. */
function contentTypeShown(contentType: string | undefined, redact: (text: string) => string): string {
  if (contentType === undefined) return "a body without Content-Type";
  const shown = redact(contentType);
  return mediaType.test(shown) ? shown : quotedExcerpt(shown, 80);
}

const mediaType = /^[a-z]{1,20}\/[a-z0-9.+-]{1,60}(?: ?; ?charset=[\w-]{1,20})?$/i;

function quoted(text: string, redact: (text: string) => string): string {
  return quotedExcerpt(redact(text), excerptLength);
}
