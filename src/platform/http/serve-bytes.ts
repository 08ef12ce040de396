import { readRange } from "./byte-range.ts";

/** What is downloaded: its bytes never change under one `tag`. */
export interface Download {
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
