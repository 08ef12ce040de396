import { createHash } from "node:crypto";
import { Problem } from "./problem.ts";

const megabyte = 1024 * 1024;

/** The bytes of a request, of which there may be so many. Throws `bad_request` where they end too early. */
export async function readBytes(request: Request, mostMegabytes: number): Promise<Uint8Array> {
  const tooLarge = new Problem("payload_too_large", `body: is larger than ${mostMegabytes} MB.`);
  if (Number(request.headers.get("content-length")) > mostMegabytes * megabyte) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > mostMegabytes * megabyte) throw tooLarge;
      chunks.push(chunk);
    }
  } catch (error) {
    if (error === tooLarge) throw error;
    throw new Problem("bad_request", "body: broke off before its end. Send the request again.");
  }
  return Buffer.concat(chunks);
}

/** What is downloaded: its bytes never change under one `tag`. */
interface Download {
  readonly name: string;
  readonly contentType: string;
  readonly tag: string;
  readonly bytes: Uint8Array;
}

/** Shown in place by browsers; everything else is saved, so that a file cannot run as a page of this origin. */
const shownInPlace = /^(image\/(png|jpeg|gif|webp|avif)|video\/|audio\/|application\/pdf$|text\/plain)/;

/** A media type with parameters, in the characters that a header can carry. */
const mediaType = /^[\w.+-]+\/[\w.+-]+(;[\x20-\x7e]*)?$/;

/** Answers a download, or the part of it that is asked for. */
export function serveBytes(request: Request, { name, contentType, tag, bytes }: Download): Response {
  const place = shownInPlace.test(contentType) ? "inline" : "attachment";
  const type = mediaType.test(contentType) ? contentType : "application/octet-stream";
  const etag = `"${tag}"`;
  const headers = {
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, max-age=3600, immutable",
    "Content-Disposition": `${place}; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", "%27")}`,
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

/** A part of some bytes: `end` is not part of it. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The part that a `Range` header asks for; undefined for all of it, also where the header asks for several parts or for
 * other units. "none" is outside the bytes.
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

/** What is stored of a secret: SHA-256, hexadecimal. Every secret is random and long, so that none can be tried out. */
export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");
