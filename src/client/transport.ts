import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import type { Method } from "../contract/effect.ts";
import type { NetworkStage } from "./errors.ts";

/** One request as sent. */
export interface WireRequest {
  readonly method: Method;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; no body if undefined. */
  readonly body: string | undefined;
}

/** One response, with its body completely read and decompressed. */
export interface WireResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly body: Uint8Array;
}

/**
 * Sends a request once and follows no redirects; calls `onSend` before the first byte can be sent. Rejects with
 * TransportFailure, UnreadableResponse or the signal's reason.
 */
export type Transport = (request: WireRequest, signal: AbortSignal, onSend: () => void) => Promise<WireResponse>;

/** The network failed a request. Keeps only a code, since messages of other code may quote what was sent. */
export class TransportFailure extends Error {
  readonly code: string | undefined;
  readonly stage: NetworkStage;

  constructor(code: string | undefined, stage: NetworkStage) {
    super(code);
    this.code = code;
    this.stage = stage;
  }
}

/** An unreadable response: too large, truncated, in an unknown encoding, or not HTTP. */
export class UnreadableResponse extends Error {
  readonly status: number | undefined;

  constructor(problem: string, status: number | undefined) {
    super(problem);
    this.status = status;
  }
}

/** Failures of the HTTP library that are caused by the response and would recur. */
const malformed: ReadonlyMap<string, string> = new Map([
  ["UND_ERR_HEADERS_OVERFLOW", "answered headers that are too large"],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "answered a body of another length than its headers say"],
]);

/** Names the failure from the causes of a fetch or socket error. */
export function transportFailure(error: unknown): TransportFailure | UnreadableResponse {
  if (error instanceof TransportFailure || error instanceof UnreadableResponse) return error;
  const causes = rootCauses(error, 0);
  const [code] = causes.map(findCode);
  if (causes.some(({ name }) => name === "HTTPParserError")) {
    return new UnreadableResponse("answered something that is not HTTP", undefined);
  }
  const problem = code === undefined ? undefined : malformed.get(code);
  if (problem !== undefined) return new UnreadableResponse(problem, undefined);
  return new TransportFailure(code, causes.length > 0 && causes.every(failedToConnect) ? "connect" : "exchange");
}

/** The same for an error before any byte of the request was sent. */
export function connectFailure(error: unknown): TransportFailure {
  const [code] = rootCauses(error, 0).map(findCode);
  return new TransportFailure(code, "connect");
}

const maxCauses = 8;

/** The innermost errors in `cause` and `errors`: one for each address tried. */
function rootCauses(error: unknown, depth: number): Error[] {
  if (!(error instanceof Error) || depth > maxCauses) return [];
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  const roots = inner.flatMap((cause) => rootCauses(cause, depth + 1));
  return roots.length > 0 ? roots : [error];
}

function findCode(error: Error): string | undefined {
  return "code" in error && typeof error.code === "string" && /^[A-Z0-9_]{2,60}$/.test(error.code)
    ? error.code
    : undefined;
}

function failedToConnect(error: Error): boolean {
  if (findCode(error) === "UND_ERR_CONNECT_TIMEOUT") return true;
  return "syscall" in error && (error.syscall === "connect" || error.syscall === "getaddrinfo");
}

/** The largest response accepted, before and after decompression: 64 MB. */
const maxBodyBytes = 64 * 1024 * 1024;

/** One layer is usual and two are legal; more would be an attack on memory. */
const maxEncodings = 2;

const unzip = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
  zlib: promisify(inflate),
  deflate: promisify(inflateRaw),
};

/** The encodings that the transport can decompress itself. */
export const acceptedEncodings = "gzip, br, deflate";

/**
 * Reads a body completely and decodes its `Content-Encoding`. Throws UnreadableResponse if it is too large, damaged or
 * in an unknown encoding. For an error, the readable part of the body is enough.
 */
export async function readBody(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  status: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  try {
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      if (size > maxBodyBytes) throw tooLarge(status);
      parts.push(chunk);
    }
    return await decompress(Buffer.concat(parts, size), encoding, status);
  } catch (error) {
    if (status < 400) throw error;
    return encoding === undefined ? Buffer.concat(parts) : new Uint8Array();
  }
}

async function decompress(body: Uint8Array, header: string | undefined, status: number): Promise<Uint8Array> {
  const encodings = (header ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  const applied = encodings.filter((name) => name !== "" && name !== "identity");
  if (body.byteLength === 0 || applied.length === 0) return body;
  if (applied.length > maxEncodings) throw new UnreadableResponse("answered a body compressed too often", status);
  let bytes = body;
  for (const encoding of applied.reverse()) bytes = await undo(encoding, bytes, status);
  return bytes;
}

async function undo(encoding: string, bytes: Uint8Array, status: number): Promise<Uint8Array> {
  const method = methodFor(encoding, bytes);
  if (method === undefined) throw new UnreadableResponse("answered a body in an unknown Content-Encoding", status);
  try {
    return await method(bytes, { maxOutputLength: maxBodyBytes });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(status);
    throw new UnreadableResponse(`answered a body that is damaged or cut (${encoding})`, status);
  }
}

function methodFor(encoding: string, bytes: Uint8Array) {
  if (encoding === "gzip" || encoding === "x-gzip") return unzip.gzip;
  if (encoding === "br") return unzip.br;
  if (encoding !== "deflate") return undefined;
  // Servers send `deflate` both with and without the zlib header, whose first byte ends in 8.
  return ((bytes[0] ?? 0) & 0x0f) === 8 ? unzip.zlib : unzip.deflate;
}

function tooLarge(status: number): UnreadableResponse {
  return new UnreadableResponse(`answered more than ${maxBodyBytes / 1024 / 1024} MB`, status);
}

export type Fetch = (request: Request) => Promise<Response>;

/** Sends through a fetch function, such as the embedded platform's. A fetch already decompresses. */
export function fetchTransport(fetch: Fetch): Transport {
  return async ({ method, url, headers, body }, signal, onSend): Promise<WireResponse> => {
    const request = new Request(url, {
      method,
      headers,
      redirect: "manual",
      signal,
      ...(body !== undefined && { body }),
    });
    onSend();
    try {
      const response = await fetch(request);
      const { status } = response;
      const whole = response.body === null ? new Uint8Array() : await readBody(response.body, undefined, status);
      return { status, header: (name) => response.headers.get(name) ?? undefined, body: whole };
    } catch (error) {
      signal.throwIfAborted();
      throw transportFailure(error);
    }
  };
}
