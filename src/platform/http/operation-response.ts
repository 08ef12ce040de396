import type { AnyOperation } from "../../contract/operation.ts";
import { plainCopy } from "../../contract/plain-value.ts";
import type { ValueResponse } from "../../contract/value-call.ts";
import { contentCache } from "../kernel/caches.ts";
import { type EncodedBytes, encode, encodedSize, encodingFor } from "../kernel/encoded-bytes.ts";
import { CreatedResult, StreamedResult } from "../kernel/handler.ts";
import { Problem } from "../kernel/problem.ts";
import { tagForEncoding } from "./etag.ts";

/** The response of an operation, before it is rendered for its caller. */
export interface OperationResponse {
  readonly operation: AnyOperation;
  readonly status: number;
  /** A plain value or a `StreamedResult`; undefined if the response has no body. */
  readonly result: unknown;
  /** Whether the result is deeply frozen, and so can be shared. */
  readonly isFrozen?: boolean;
  /** Where what was created is found. */
  readonly location?: string | undefined;
  /** Identifies the content of the response, if it never changes. */
  readonly etag?: string | undefined;
}

/** Throws `answer_too_large`, within the transaction, so that nothing is changed. */
export function toResponse(operation: AnyOperation, returned: unknown): OperationResponse {
  if (returned instanceof StreamedResult) return { operation, status: 200, result: returned };
  const created = returned instanceof CreatedResult ? returned : undefined;
  const success = created === undefined ? operation.success : 201;
  const result = created === undefined ? returned : created.result;
  const status = success === "removed" ? ((result as { deleted: boolean }).deleted ? 205 : 204) : success;
  if (success === 204 || operation.returns === null) return { operation, status, result: undefined };
  requireFits(operation, result);
  const location = status === 201 ? (created?.location ?? getLocation(result)) : undefined;
  return { operation, status, result, location };
}

const getLocation = (result: unknown): string | undefined =>
  (result as { urls?: { location?: string } }).urls?.location;

/** The response to a caller who has what an `ETag` identifies. */
export const notModified = (operation: AnyOperation, etag: string): OperationResponse => ({
  operation,
  status: 304,
  result: undefined,
  etag,
});

/** Renders a response for a caller in process. The result is a copy, because the handler may keep its own objects. */
export async function renderValue({ status, result, isFrozen }: OperationResponse): Promise<ValueResponse> {
  if (!(result instanceof StreamedResult)) return { status, result: isFrozen === true ? result : plainCopy(result) };
  const chunks: Uint8Array[] = [];
  for await (const chunk of result.chunks) chunks.push(chunk);
  return { status, result: JSON.parse(Buffer.concat(chunks).toString()) };
}

/** Renders a response for HTTP. Throws `answer_too_large`. */
export async function renderHttp(response: OperationResponse, acceptEncoding: string): Promise<Response> {
  const { operation, status, result, location, etag } = response;
  if (etag !== undefined) return renderVersioned(response, etag, acceptEncoding);
  if (result === undefined) return new Response(null, { status });
  if (result instanceof StreamedResult) return streamJson(result);
  const headers = { "Content-Type": "application/json", ...(location === undefined ? {} : { Location: location }) };
  return new Response(toJson(operation, result), { status, headers });
}

/** Responses are for one caller only and must be revalidated before reuse. */
const versionedHeaders = { "Cache-Control": "private, no-cache", Vary: "Accept-Encoding" };

/** Minimum size in bytes for compressing a response. */
const minCompressedBytes = 8192;

async function renderVersioned(response: OperationResponse, etag: string, acceptEncoding: string): Promise<Response> {
  const { operation, status, result } = response;
  if (status === 304) return new Response(null, { status, headers: { ...versionedHeaders, ETag: etag } });
  const bytes = cachedBytes(etag) ?? cacheBytes(etag, toJson(operation, result));
  const encoding = bytes.identity.length < minCompressedBytes ? "identity" : encodingFor(acceptEncoding);
  const headers = { "Content-Type": "application/json", ...versionedHeaders, ETag: tagForEncoding(etag, encoding) };
  if (encoding === "identity") return new Response(bytes.identity, { headers });
  return new Response(await encode(bytes, encoding), { headers: { ...headers, "Content-Encoding": encoding } });
}

const cachedBytes = (etag: string) => contentCache.get(`bytes ${etag}`) as EncodedBytes | undefined;

function cacheBytes(etag: string, json: string): EncodedBytes {
  const bytes: EncodedBytes = { identity: new Uint8Array(Buffer.from(json)), compressed: new Map() };
  contentCache.set(`bytes ${etag}`, bytes, encodedSize(bytes));
  return bytes;
}

function streamJson({ chunks }: StreamedResult): Response {
  const iterator = chunks[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  return new Response(body, { headers: { "Content-Type": "application/json" } });
}

/** Limit in UTF-16 units of JSON, about the size of the tree of a space with 90,000 pages. */
const maxCharacters = 64_000_000;

/** Only for a result that `requireFits` has passed: printing one that is too large could exhaust the memory. */
function toJson(operation: AnyOperation, result: unknown): string {
  const json = JSON.stringify(result);
  if (json.length > maxCharacters) throw tooLarge(operation);
  return json;
}

/** Throws `answer_too_large` if a result's JSON is too long, counting escaped characters once. */
export function requireFits(operation: AnyOperation, result: unknown): void {
  const open: unknown[] = [result];
  let left = maxCharacters;
  while (open.length > 0 && left >= 0) {
    const part = open.pop();
    if (typeof part === "string") left -= part.length + 3;
    else if (typeof part !== "object" || part === null) left -= 2;
    else if (Array.isArray(part)) {
      left -= part.length + 2;
      if (left >= 0) for (const item of part) open.push(item);
    } else {
      left -= 2;
      for (const [name, member] of Object.entries(part)) {
        left -= name.length + 3;
        open.push(member);
      }
    }
  }
  if (left < 0) throw tooLarge(operation);
}

function tooLarge(operation: AnyOperation): Problem {
  const ways = [
    ...("format" in operation.query ? ["`format=markdown`"] : []),
    ...("limit" in operation.query ? ["a smaller `limit`"] : []),
  ];
  return new Problem(
    "answer_too_large",
    `The answer would have more than ${maxCharacters} characters. ${ways.length > 0 ? `Use ${ways.join(" and ")}` : "Request a part of it"}.`,
  );
}
