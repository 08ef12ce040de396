import { createHash } from "node:crypto";
import { type EncodedBytes, type Encoding, encode, encodingFor } from "../../kernel/encoded-bytes.ts";

/** The response to a request, without the headers that depend on the client. */
export interface Rendered {
  readonly status: 200 | 404 | 503;
  readonly type: string;
  readonly text: string | Uint8Array;
  /** The content at its address never changes. */
  readonly isImmutable?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Origins other than its own that the page's scripts may call. */
  readonly connectsTo?: readonly string[];
  /** Other origins from which the page loads fonts. */
  readonly fontsFrom?: readonly string[];
  /** Depends on more than its cache key, so it must not be cached. */
  readonly isVolatile?: boolean;
}

/** The response as bytes. Compressed forms are made when a browser first asks for them, and kept. */
export interface Packed extends EncodedBytes {
  readonly status: 200 | 404 | 503;
  readonly type: string;
  readonly etag: string;
  readonly isImmutable: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly connectsTo: readonly string[];
  readonly fontsFrom: readonly string[];
}

const encoder = new TextEncoder();

export async function pack(rendered: Rendered): Promise<Packed> {
  const { status, type, text, isImmutable = false, headers = {}, connectsTo = [], fontsFrom = [] } = rendered;
  const identity = typeof text === "string" ? encoder.encode(text) : new Uint8Array(text);
  const etag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  return { status, type, etag, isImmutable, headers, connectsTo, fontsFrom, identity, compressed: new Map() };
}

/** Pages load only from their own site and run no inline scripts. */
const pagePolicy = ({ connectsTo, fontsFrom }: Packed): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    ["connect-src 'self'", ...connectsTo].join(" "),
    ["font-src 'self'", ...fontsFrom].join(" "),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join("; ");

export async function respond(request: Request, packed: Packed, audience: "public" | "visitor"): Promise<Response> {
  const encoding = /^(?:image\/png|application\/pdf)$/.test(packed.type)
    ? "identity"
    : encodingFor(request.headers.get("accept-encoding") ?? "");
  const headers = createHeaders(packed, audience, encoding);
  if (packed.status === 200 && matches(request.headers.get("if-none-match"), headers.ETag)) {
    return new Response(null, { status: 304, headers });
  }
  const bytes = await encode(packed, encoding);
  const whole: Record<string, string> = { ...headers, "Content-Length": String(bytes.length) };
  if (encoding !== "identity") whole["Content-Encoding"] = encoding;
  return new Response(request.method === "HEAD" ? null : bytes, { status: packed.status, headers: whole });
}

/** The headers of a response without its body. */
function createHeaders(packed: Packed, audience: "public" | "visitor", encoding: Encoding) {
  return {
    "Content-Type": packed.type,
    "Cache-Control": cacheControl(packed, audience),
    "Content-Security-Policy": packed.type.startsWith("text/html")
      ? pagePolicy(packed)
      : "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    Vary: "Accept, Accept-Encoding",
    ...packed.headers,
    // Each encoding has different bytes, so each has its own tag.
    ETag: encoding === "identity" ? packed.etag : packed.etag.replace(/"$/, `-${encoding}"`),
  };
}

function cacheControl({ isImmutable, status }: Packed, audience: "public" | "visitor"): string {
  if (audience === "visitor" || status === 503) return "private, no-store";
  if (isImmutable) return "public, max-age=31536000, immutable";
  return status === 200
    ? "public, max-age=0, s-maxage=60, stale-while-revalidate=600"
    : "public, max-age=0, s-maxage=30";
}

function matches(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
