import type { AnyOperation } from "../../contract/operation.ts";
import { Problem } from "../problem.ts";
import { Turns } from "../turns.ts";
import { readBytes } from "./read-bytes.ts";

const mostMegabytes = 16;
/** Bytes that are read at once, without a turn for others between taking, decoding and parsing them. */
const atOnce = 500_000;
/** Deeper values are no content, and printing them again would exhaust the stack. */
const mostLevels = 500;

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
  demandShallow(body);
  return operation.bodyField === undefined ? body : { [operation.bodyField]: body };
}

function demandShallow(body: object): void {
  let level: object[] = [body];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > mostLevels) throw new Problem("bad_request", `body: is nested more than ${mostLevels} levels deep.`);
    level = level.flatMap((value) => Object.values(value).filter((member) => typeof member === "object" && member));
  }
}
