import { findExcess } from "../../contract/json-bounds.ts";
import type { AnyOperation } from "../../contract/operation.ts";
import { Problem } from "../problem.ts";
import { Turns } from "../turns.ts";
import { readBytes } from "./read-bytes.ts";

const mostMegabytes = 16;
/** Bytes that are read at once, without a turn for others between taking, decoding and parsing them. */
const atOnce = 500_000;

export const hasBody = ({ method }: AnyOperation): boolean => method !== "GET" && method !== "DELETE";

/** The JSON body of a request; an empty object where the operation takes none or none was sent. */
export async function readBody(operation: AnyOperation, request: Request): Promise<unknown> {
  if (!hasBody(operation)) return {};
  const bytes = await readBytes(request, mostMegabytes);
  if (bytes.length === 0) return {};
  const type = request.headers.get("content-type");
  if (type !== null && !/^application\/([a-z.-]+\+)?json\b/i.test(type)) {
    throw new Problem("unsupported_media_type", `The body is ${type.slice(0, 80)}; send application/json.`);
  }
  const excess = findExcess(bytes);
  if (excess !== undefined) throw new Problem("bad_request", `body: ${excess}. Send less in one request.`);
  const turns = new Turns();
  const isLarge = bytes.length > atOnce;
  let body: unknown;
  try {
    if (isLarge) await turns.end();
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (isLarge) await turns.end();
    body = JSON.parse(text);
    if (isLarge) await turns.end();
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "it is not UTF-8 text";
    throw new Problem("bad_request", `body: is not JSON (${reason.slice(0, 120)}).`);
  }
  if (typeof body !== "object" || body === null || (Array.isArray(body) && operation.bodyField === undefined)) {
    throw new Problem("bad_request", "body: must be a JSON object.");
  }
  return operation.bodyField === undefined ? body : { [operation.bodyField]: body };
}
