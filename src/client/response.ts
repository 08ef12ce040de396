import { errorCodeOf, provesRefusal } from "../contract/errors.ts";
import type { AnyOperation } from "../contract/operation.ts";
import { ApiError, type Circumstances, UnexpectedResponseError, type WriteState } from "./errors.ts";
import { quotedExcerpt } from "./excerpt.ts";
import { parseJson } from "./json.ts";
import { readRetryAfter } from "./retry-after.ts";
import { contentTypeShown, failureFacts, quoted, serviceMessage } from "./service-message.ts";
import type { WireResponse } from "./wire.ts";

/** Characters of a redirect's target that an error shows. */
const longestPlace = 120;

export interface Exchange {
  readonly operation: AnyOperation;
  readonly requestUrl: URL;
  readonly response: WireResponse;
  /** Where the call stands, given what this answer says about the change; earlier attempts may know worse. */
  readonly circumstances: (write: WriteState) => Circumstances;
  /** Takes the token out of what the service wrote. */
  readonly redact: (text: string) => string;
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
  if (operation.success === "removed") return removal(exchange);
  if (operation.returns === null) return acknowledged(exchange);
  if (status === 204 || status === 205) throw unexpected(exchange, `answered ${status} where a body is due`);
  return parsedBody(exchange, operation.returns);
}

function removal(exchange: Exchange): { deleted: boolean } {
  const { status } = exchange.response;
  acknowledged(exchange);
  if (status === 205 || status === 200 || status === 202) return { deleted: true };
  // After a lost answer 204 most likely means that the attempt before it did the deleting.
  if (status === 204) return { deleted: exchange.circumstances("refused").write === "unknown" };
  throw unexpected(exchange, `answered ${status} to a deletion`);
}

/** A body is not due and may be anything but a page of some other server, which would prove nothing. */
function acknowledged(exchange: Exchange): undefined {
  const text = bodyText(exchange.response);
  if (text.trim() !== "" && parseJson(text) === undefined) throw unexpectedBody(exchange, text, "no body");
}

function parsedBody(exchange: Exchange, returns: NonNullable<AnyOperation["returns"]>): unknown {
  const text = wellFormedText(exchange);
  const value = parseJson(text);
  const due = dueShape(returns);
  if (value !== undefined && (due === undefined || due === shapeOf(value))) return value;
  throw unexpectedBody(exchange, text, `a JSON ${due ?? "body"}`);
}

function unexpectedBody(exchange: Exchange, text: string, due: string): UnexpectedResponseError {
  const { response, redact } = exchange;
  const type = contentTypeShown(response.header("content-type"), redact);
  const what = text === "" ? "an empty body" : `${type} beginning ${quoted(text, redact)}`;
  return unexpected(exchange, `answered ${response.status} with ${what} where ${due} is due`);
}

type Shape = "object" | "array";

/** Whether a schema takes objects or arrays alone; undefined when it takes both or something else. */
function dueShape(schema: unknown): Shape | undefined {
  const { type, options } = (schema as { def?: { type?: string; options?: readonly unknown[] } }).def ?? {};
  if (type === "object" || type === "record") return "object";
  if (type === "array") return "array";
  if (type !== "union" || options === undefined) return undefined;
  const shapes = new Set(options.map(dueShape));
  return shapes.size === 1 ? [...shapes][0] : undefined;
}

function shapeOf(value: unknown): Shape | undefined {
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
  return unexpected(exchange, problem, "Set the base URL to the address the service is served at.");
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
  const { name, changed } = failureFacts(bodyText(response));
  const answer = { status, code: errorCodeOf(status, name), message, retryAfter };
  const refused = provesRefusal(status) || changed === false;
  return new ApiError(answer, exchange.circumstances(refused ? "refused" : "unknown"));
}

function unexpected(
  exchange: Exchange,
  problem: string,
  advice = "Check that the base URL leads to the API and not to a website or proxy.",
): UnexpectedResponseError {
  const found = exchange.circumstances("unknown");
  const { status } = exchange.response;
  return new UnexpectedResponseError(`${found.operation}: ${found.host} ${problem}`, { status, advice }, found);
}

/** A text is not repaired: what is read may be written back. */
function wellFormedText(exchange: Exchange): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(exchange.response.body);
  } catch {
    throw unexpected(exchange, `answered ${exchange.response.status} with a body that is not UTF-8`);
  }
}

function bodyText({ body }: WireResponse): string {
  return new TextDecoder().decode(body);
}
