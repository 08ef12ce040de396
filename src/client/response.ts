import { errorCodeOf, provesRefusal } from "../contract/errors.ts";
import type { ValueAnswer } from "../contract/value-call.ts";
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
const longestPlace = 120;

interface Told {
  /** Where the call stands, given what this answer says about the change; earlier attempts may know worse. */
  readonly circumstances: (write: WriteState) => Circumstances;
}

/** Takes the token out of what the service wrote. */
type Redact = (text: string) => string;

interface Exchange extends Told {
  readonly operation: WireOperation;
  readonly requestUrl: URL;
  readonly response: WireResponse;
  readonly redact: Redact;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Reads an answer tolerantly: a body is returned as it parses, unknown members and values kept. Throws ApiError for
 * statuses from 400 and UnexpectedResponseError for everything the operation cannot answer.
 */
export function readResponse(exchange: Exchange): unknown {
  const { operation, response } = exchange;
  const { status } = response;
  if (status >= 400) throw apiError(exchange);
  if (status < 200 || status >= 300) throw redirect(exchange);
  if (operation.removes) return removal(exchange);
  if (operation.returns === "nothing") return acknowledged(exchange);
  if (status === 204 || status === 205) throw unexpectedIn(exchange, `answered ${status} where a body is due`);
  return parsedBody(exchange, operation.returns);
}

function removal(exchange: Exchange): { deleted: boolean } {
  acknowledged(exchange);
  return removed(exchange.response.status, exchange);
}

function removed(status: number, told: Told): { deleted: boolean } {
  if (status === 205 || status === 200 || status === 202) return { deleted: true };
  // After a lost answer 204 most likely means that the attempt before it did the deleting.
  if (status === 204) return { deleted: told.circumstances("refused").write === "unknown" };
  throw unexpected({ ...told, status }, `answered ${status} to a deletion`);
}

/** The same of an answer by values. */
export function readValueAnswer(answer: ValueAnswer, operation: WireOperation, redact: Redact, told: Told): unknown {
  const { status } = answer;
  if ("error" in answer) {
    const { message, name, changed } = answer.error;
    throw failed(
      { status, message: quotedMessage(message, redact), name, changed, retryAfter: answer.retryAfter },
      told,
    );
  }
  if (operation.removes) return removed(status, told);
  if (operation.returns === "nothing") return undefined;
  if (answer.result === undefined) throw unexpected({ ...told, status }, `answered ${status} where a body is due`);
  return answer.result;
}

/** A body is not due and may be anything but a page of some other server, which would prove nothing. */
function acknowledged(exchange: Exchange): undefined {
  const text = bodyText(exchange.response);
  if (text.trim() !== "" && parseJson(text) === undefined) throw unexpectedBody(exchange, text, "no body");
}

function parsedBody(exchange: Exchange, returns: WireOperation["returns"]): unknown {
  const text = wellFormedText(exchange);
  const value = parseJson(text);
  const due = returns === "any" ? undefined : returns;
  if (value !== undefined && (due === undefined || due === shapeOf(value))) return value;
  throw unexpectedBody(exchange, text, `a JSON ${due ?? "body"}`);
}

function unexpectedBody(exchange: Exchange, text: string, due: string): UnexpectedResponseError {
  const { response, redact } = exchange;
  const type = contentTypeShown(response.header("content-type"), redact);
  const what = text === "" ? "an empty body" : `${type} beginning ${quoted(text, redact)}`;
  return unexpectedIn(exchange, `answered ${response.status} with ${what} where ${due} is due`);
}

function shapeOf(value: unknown): "object" | "array" | undefined {
  if (Array.isArray(value)) return "array";
  return typeof value === "object" && value !== null ? "object" : undefined;
}

function redirect(exchange: Exchange): UnexpectedResponseError {
  const { requestUrl, response, redact } = exchange;
  const location = response.header("location");
  const target =
    location !== undefined && URL.canParse(location, requestUrl.href) ? new URL(location, requestUrl) : undefined;
  const where = target === undefined ? "" : ` to ${placeOf(target, requestUrl, redact)}`;
  const problem = `answered ${response.status || "an opaque redirect"}, a redirect${where}, which is not followed`;
  return unexpectedIn(exchange, problem, "Set the base URL to the address the service is served at.");
}

/** Without path and query: they may carry secrets. */
function placeOf(target: URL, from: URL, redact: Exchange["redact"]): string {
  if (target.origin === from.origin) return "another path of the same host";
  const place = target.host === "" ? target.protocol : `${target.protocol}//${target.host}`;
  return quotedExcerpt(redact(place), longestPlace);
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

function failed({ status, message, name, changed, retryAfter }: Failed, told: Told): ApiError {
  const answer = { status, code: errorCodeOf(status, name), message, retryAfter };
  const refused = provesRefusal(status) || changed === false;
  return new ApiError(answer, told.circumstances(refused ? "refused" : "unknown"));
}

function unexpectedIn(exchange: Exchange, problem: string, advice?: string): UnexpectedResponseError {
  return unexpected({ ...exchange, status: exchange.response.status }, problem, advice);
}

function unexpected(
  { status, circumstances }: Told & { readonly status: number },
  problem: string,
  advice = "Check that the base URL leads to the API and not to a website or proxy.",
): UnexpectedResponseError {
  const found = circumstances("unknown");
  return new UnexpectedResponseError(`${found.operation}: ${found.host} ${problem}`, { status, advice }, found);
}

/** A text is not repaired: what is read may be written back. */
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

/** Seconds since 1970 below this are taken for a span: some services send `X-RateLimit-Reset` so. The year 2001. */
const earliestEpoch = 1_000_000_000;

/** Seconds since 1970 above this are taken for milliseconds. The year 5138. */
const latestEpoch = 100_000_000_000;

/** Longest wait reported, in seconds: a year. */
const longestWait = 365 * 24 * 3600;

/**
 * Seconds an answer asks to wait, rounded up: from `Retry-After` (seconds or a date), else from `X-RateLimit-Reset`
 * when the limit is what refused the request. Undefined when neither is there or can be read. `now` in milliseconds.
 */
export function readRetryAfter(
  status: number,
  header: (name: string) => string | undefined,
  now: number,
): number | undefined {
  const asked = secondsOrDate(header("retry-after"), now);
  const seconds = asked ?? (status === 429 ? untilReset(header("x-ratelimit-reset"), now) : undefined);
  return seconds === undefined ? undefined : Math.min(Math.max(Math.ceil(seconds), 0), longestWait);
}

function secondsOrDate(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? "";
  // Several headers arrive joined by commas; the longest wait satisfies them all.
  if (/^\d+(\.\d+)?( ?, ?\d+(\.\d+)?){0,9}$/.test(text)) return Math.max(...text.split(",").map(Number));
  // Date.parse alone would read much that is no HTTP date.
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

const longestMessage = 1000;

const excerptLength = 120;

/** The words of an error answer: `{ error: { message } }`, shapes near it, or the start of whatever came. */
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
  return { words: excerpt(words, longestMessage), quoted: quotedExcerpt(words, longestMessage) };
}

/** What an error answer says besides its status and words: which error of that status it is, and what it changed. */
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

/** A header is the service's word too: one that is no plain media type is quoted. */
function contentTypeShown(contentType: string | undefined, redact: (text: string) => string): string {
  if (contentType === undefined) return "a body without Content-Type";
  const shown = redact(contentType);
  return mediaType.test(shown) ? shown : quotedExcerpt(shown, 80);
}

const mediaType = /^[a-z]{1,20}\/[a-z0-9.+-]{1,60}(?: ?; ?charset=[\w-]{1,20})?$/i;

function quoted(text: string, redact: (text: string) => string): string {
  return quotedExcerpt(redact(text), excerptLength);
}
