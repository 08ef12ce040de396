import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { UnreadableResponse } from "./transport-failure.ts";

/** Largest answer taken, before and after decompression: 64 MB. */
const largestBody = 64 * 1024 * 1024;
/** One layer is usual and two are legal; more is an attack on memory. */
const mostEncodings = 2;

const unzip = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
  zlib: promisify(inflate),
  deflate: promisify(inflateRaw),
};

/** What the transport that reads bodies itself can decompress. */
export const acceptedEncodings = "gzip, br, deflate";

/**
 * Reads a body to its end and undoes its `Content-Encoding`. Throws UnreadableResponse when it is too large, damaged or
 * in an unknown encoding. What can be read of an error's body is enough: its status says more.
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
      if (size > largestBody) throw tooLarge(status);
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
  if (applied.length > mostEncodings) throw new UnreadableResponse("answered a body compressed too often", status);
  let bytes = body;
  for (const encoding of applied.reverse()) bytes = await undo(encoding, bytes, status);
  return bytes;
}

async function undo(encoding: string, bytes: Uint8Array, status: number): Promise<Uint8Array> {
  const method = methodFor(encoding, bytes);
  if (method === undefined) throw new UnreadableResponse("answered a body in an unknown Content-Encoding", status);
  try {
    return await method(bytes, { maxOutputLength: largestBody });
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
  return new UnreadableResponse(`answered more than ${largestBody / 1024 / 1024} MB`, status);
}
