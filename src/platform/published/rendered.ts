import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** What a request is answered with, before headers that depend on who asks. */
export interface Rendered {
  readonly status: 200 | 404;
  readonly type: string;
  readonly text: string;
  /** Never changes under its address. */
  readonly isImmutable?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The same as bytes, in each form that browsers take. */
export interface Packed {
  readonly status: 200 | 404;
  readonly type: string;
  readonly etag: string;
  readonly isImmutable: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Readonly<Record<Encoding, Uint8Array<ArrayBuffer>>>;
}

type Encoding = "identity" | "br" | "gzip";

const brotli = promisify(brotliCompress);

const zip = promisify(gzip);

/** Higher ones take many times as long for a few percent. */
const brotliLevel = 5;

export async function pack({ status, type, text, isImmutable = false, headers = {} }: Rendered): Promise<Packed> {
  const identity = new Uint8Array(Buffer.from(text));
  const [br, zipped] = await Promise.all([
    brotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    zip(identity),
  ]);
  const etag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  return {
    status,
    type,
    etag,
    isImmutable,
    headers,
    bytes: { identity, br: new Uint8Array(br), gzip: new Uint8Array(zipped) },
  };
}

export const sizeOf = ({ bytes }: Packed): number => bytes.identity.length + bytes.br.length + bytes.gzip.length + 500;

/** Pages load from their own site alone, and run nothing that is written in them. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data:",
  "media-src 'self' https:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join("; ");

export function respond(request: Request, packed: Packed, audience: "public" | "visitor"): Response {
  const headers = new Headers({
    "Content-Type": packed.type,
    "Cache-Control": cacheControl(packed, audience),
    "Content-Security-Policy": packed.type.startsWith("text/html")
      ? pagePolicy
      : "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    Vary: "Accept, Accept-Encoding",
    ...packed.headers,
  });
  const encoding = encodingFor(request.headers.get("accept-encoding") ?? "");
  // Each form of a text is other bytes, so each has a tag of its own.
  const etag = encoding === "identity" ? packed.etag : packed.etag.replace(/"$/, `-${encoding}"`);
  headers.set("ETag", etag);
  if (packed.status === 200 && matches(request.headers.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  if (encoding !== "identity") headers.set("Content-Encoding", encoding);
  const bytes = packed.bytes[encoding];
  headers.set("Content-Length", String(bytes.length));
  return new Response(request.method === "HEAD" ? null : bytes, { status: packed.status, headers });
}

function cacheControl({ isImmutable, status }: Packed, audience: "public" | "visitor"): string {
  if (audience === "visitor") return "private, no-store";
  if (isImmutable) return "public, max-age=31536000, immutable";
  return status === 200
    ? "public, max-age=0, s-maxage=60, stale-while-revalidate=600"
    : "public, max-age=0, s-maxage=30";
}

function matches(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}

/** Brotli or gzip where the header names it without forbidding it. */
function encodingFor(header: string): Encoding {
  const allows = (name: string) =>
    new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`, "i").test(header);
  return allows("br") ? "br" : allows("gzip") ? "gzip" : "identity";
}
