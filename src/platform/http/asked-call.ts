import { findExcess, findValueExcess } from "../../contract/json-bounds.ts";
import type { AnyOperation } from "../../contract/operation.ts";
import { findSearchParams, getOrigin } from "../../contract/request-url.ts";
import type { ValueCall } from "../../contract/value-call.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { readBytes } from "../kernel/bytes.ts";
import { Problem } from "../kernel/problem.ts";
import type { QueryTexts } from "./validation.ts";

/** The content of a call, whether it came as a request or as values. */
export interface AskedCall {
  /** Scheme, host and port through which the caller reached the service. */
  readonly origin: string;
  /** As in the header. */
  readonly authorization: string | null;
  readonly query: QueryTexts;
  /** The revision in `If-Match`, without quotation marks. */
  readonly ifMatch: string | undefined;
  /** The caller's `Idempotency-Key`, with which the request can be repeated if its response is lost. */
  readonly requestName: string | undefined;
  /** The tags in `If-None-Match`, as in the header. */
  readonly ifNoneMatch: string | undefined;
  /** As in the header; empty if absent. */
  readonly acceptEncoding: string;
  readonly signal: AbortSignal;
  /** The JSON body; an empty object if the operation takes none or none was sent. */
  readBody(operation: AnyOperation): Promise<unknown>;
}

export function askedByRequest(request: Request): AskedCall {
  const query = new Map<string, string[]>();
  for (const [name, value] of findSearchParams(request) ?? []) {
    const values = query.get(name);
    if (values === undefined) query.set(name, [value]);
    else values.push(value);
  }
  return {
    origin: getOrigin(request),
    authorization: request.headers.get("authorization"),
    query,
    ifMatch: readIfMatch(request),
    requestName: request.headers.get("idempotency-key") ?? undefined,
    ifNoneMatch: request.headers.get("if-none-match") ?? undefined,
    acceptEncoding: request.headers.get("accept-encoding") ?? "",
    get signal() {
      return request.signal;
    },
    readBody: (operation) => readBody(operation, request),
  };
}

export function askedByValues(call: ValueCall, origin: string, signal: () => AbortSignal): AskedCall {
  return {
    origin,
    authorization: call.token === undefined ? null : `Bearer ${call.token}`,
    query: call.query,
    ifMatch: call.ifMatch,
    // Within one process, no response is lost.
    requestName: undefined,
    ifNoneMatch: undefined,
    acceptEncoding: "",
    get signal() {
      return signal();
    },
    async readBody(operation) {
      if (!hasBody(operation) || call.body === undefined) return {};
      const { excess, bytes } = findValueExcess(call.body);
      if (bytes > mostMegabytes * megabyte) throw tooLarge();
      if (excess !== undefined) throw tooMuch(excess);
      return fieldsOf(operation, call.body);
    },
  };
}

/** The revision in `If-Match`, with or without the quotes that HTTP requires. */
function readIfMatch(request: Request): string | undefined {
  const value = request.headers.get("if-match")?.trim();
  return value === undefined || value === "*" ? undefined : value.replace(/^(W\/)?"(.*)"$/, "$2");
}

const megabyte = 1024 * 1024;

const tooLarge = () => new Problem("payload_too_large", `body: is larger than ${mostMegabytes} MB.`);

const tooMuch = (excess: string) => new Problem("bad_request", `body: ${excess}. Send less in one request.`);

const mostMegabytes = 16;

/** Bytes that are read, decoded and parsed without giving other work a turn in between. */
const atOnce = 500_000;

export const hasBody = ({ method }: AnyOperation): boolean => method !== "GET" && method !== "DELETE";

/** The JSON body of a request; an empty object if the operation takes none or none was sent. */
export async function readBody(operation: AnyOperation, request: Request): Promise<unknown> {
  if (!hasBody(operation)) return {};
  const bytes = await readBytes(request, mostMegabytes);
  if (bytes.length === 0) return {};
  const type = request.headers.get("content-type");
  if (type !== null && !/^application\/([a-z.-]+\+)?json\b/i.test(type)) {
    throw new Problem("unsupported_media_type", `The body is ${type.slice(0, 80)}; send application/json.`);
  }
  const excess = findExcess(bytes);
  if (excess !== undefined) throw tooMuch(excess);
  const turns = new TimeSlices();
  const isLarge = bytes.length > atOnce;
  let body: unknown;
  try {
    if (isLarge) await turns.endSlice();
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (isLarge) await turns.endSlice();
    body = JSON.parse(text);
    if (isLarge) await turns.endSlice();
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "it is not UTF-8 text";
    throw new Problem("bad_request", `body: is not JSON (${reason.slice(0, 120)}).`);
  }
  return fieldsOf(operation, body);
}

function fieldsOf(operation: AnyOperation, body: unknown): unknown {
  if (typeof body !== "object" || body === null || (Array.isArray(body) && operation.bodyField === undefined)) {
    throw new Problem("bad_request", "body: must be a JSON object.");
  }
  return operation.bodyField === undefined ? body : { [operation.bodyField]: body };
}
