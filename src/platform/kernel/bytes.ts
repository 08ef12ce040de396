import { createHash } from "node:crypto";
import { Problem } from "./problem.ts";

const megabyte = 1024 * 1024;

/** Reads a request's bytes, up to a limit. Throws `bad_request` if they end early. */
export async function readBytes(request: Request, maxMegabytes: number): Promise<Uint8Array> {
  const maxBytes = maxMegabytes * megabyte;
  const tooLarge = () => new Problem("payload_too_large", `body: is larger than ${maxMegabytes} MB.`);
  const declared = request.headers.get("content-length");
  if (Number(declared) > maxBytes) throw tooLarge();
  const bytes = await readUpTo(maxBytes, request, declared !== null).catch(() => {
    throw new Problem("bad_request", "body: ended early. Send the request again.");
  });
  if (bytes.length > maxBytes) throw tooLarge();
  return bytes;
}

/** Stops after the limit, unless the HTTP server enforces a declared length: reading the body whole avoids a stream. */
async function readUpTo(maxBytes: number, request: Request, isDeclared: boolean): Promise<Uint8Array> {
  if (isDeclared) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

/** A file to download. The bytes for a `tag` never change. */
interface Download {
  readonly name: string;
  readonly contentType: string;
  readonly tag: string;
  readonly bytes: Uint8Array;
}

/** Types that browsers show inline. Everything else is saved, so that a file cannot run as a page of this origin. */
const inlineTypes = /^(image\/(png|jpeg|gif|webp|avif)|video\/|audio\/|application\/pdf$|text\/plain)/;

/** A media type with parameters, limited to characters allowed in a header. */
const mediaType = /^[\w.+-]+\/[\w.+-]+(;[\x20-\x7e]*)?$/;

/** Responds with a download or the requested range of it. */
export function serveBytes(request: Request, { name, contentType, tag, bytes }: Download): Response {
  const disposition = inlineTypes.test(contentType) ? "inline" : "attachment";
  const type = mediaType.test(contentType) ? contentType : "application/octet-stream";
  const etag = `"${tag}"`;
  const headers = {
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, max-age=3600, immutable",
    "Content-Disposition": `${disposition}; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", "%27")}`,
    "Content-Security-Policy": "sandbox; default-src 'none'",
    ETag: etag,
    "X-Content-Type-Options": "nosniff",
  };
  if (request.headers.get("if-none-match")?.includes(etag)) return new Response(null, { status: 304, headers });
  const condition = request.headers.get("if-range");
  const wanted = condition === null || condition === etag ? request.headers.get("range") : null;
  const range = readRange(wanted, bytes.length);
  if (range === "none") {
    return new Response(null, { status: 416, headers: { "Content-Range": `bytes */${bytes.length}` } });
  }
  const { start, end } = range ?? { start: 0, end: bytes.length };
  const part = request.method === "HEAD" ? null : Uint8Array.from(bytes.subarray(start, end));
  return new Response(part, {
    status: range === undefined ? 200 : 206,
    headers: {
      ...headers,
      "Content-Type": type,
      "Content-Length": String(end - start),
      ...(range === undefined ? {} : { "Content-Range": `bytes ${start}-${end - 1}/${bytes.length}` }),
    },
  });
}

/** A range of bytes; `end` is exclusive. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The part that a `Range` header requests; undefined for all of it, also if the header requests several parts or other
 * units. "none" means outside the bytes.
 */
function readRange(header: string | null, size: number): ByteRange | "none" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Number(last);
    return length === 0 || size === 0 ? "none" : { start: Math.max(0, size - length), end: size };
  }
  const start = Number(first);
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  if (last !== "" && Number(last) < start) return undefined;
  return start < size ? { start, end } : "none";
}

/**
 * The stored form of a secret: SHA-256 in hexadecimal. Secrets are long and random, so they cannot be guessed from it.
 */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");
