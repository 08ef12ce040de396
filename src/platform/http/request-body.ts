import { findExcess, findValueExcess } from "../../contract/json-bounds.ts";
import type { AnyOperation } from "../../contract/operation.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { readBytes } from "../kernel/bytes.ts";
import { Problem } from "../kernel/problem.ts";

const maxMegabytes = 16;

const megabyte = 1024 * 1024;

/** Bytes that are read, decoded and parsed without yielding to the event loop in between. */
const maxBytesAtOnce = 500_000;

export const hasBody = ({ method }: Pick<AnyOperation, "method">): boolean => method !== "GET" && method !== "DELETE";

/** The JSON body of a request to an operation that takes one; an empty object if none was sent. */
export async function readBody(operation: AnyOperation, request: Request): Promise<unknown> {
  const bytes = await readBytes(request, maxMegabytes);
  if (bytes.length === 0) return {};
  const type = request.headers.get("content-type");
  if (type !== null && !/^application\/([a-z.-]+\+)?json\b/i.test(type)) {
    throw new Problem("unsupported_media_type", `The body is ${type.slice(0, 80)}; send application/json.`);
  }
  const excess = findExcess(bytes);
  if (excess !== undefined) throw tooMuch(excess);
  const turns = new TimeSlices();
  const isLarge = bytes.length > maxBytesAtOnce;
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
  return toFields(operation, body);
}

/** The same for a body that is a plain value already. */
export function bodyOfValue(operation: AnyOperation, body: unknown): unknown {
  if (!hasBody(operation) || body === undefined) return {};
  const { excess, bytes } = findValueExcess(body);
  if (bytes > maxMegabytes * megabyte) {
    throw new Problem("payload_too_large", `body: is larger than ${maxMegabytes} MB.`);
  }
  if (excess !== undefined) throw tooMuch(excess);
  return toFields(operation, body);
}

const tooMuch = (excess: string) => new Problem("bad_request", `body: ${excess}. Send less in one request.`);

function toFields(operation: AnyOperation, body: unknown): unknown {
  if (typeof body !== "object" || body === null || (Array.isArray(body) && operation.bodyField === undefined)) {
    throw new Problem("bad_request", "body: must be a JSON object.");
  }
  return operation.bodyField === undefined ? body : { [operation.bodyField]: body };
}
