import { createHash } from "node:crypto";
import { bytesOf, type Encoding, encodingFor, type PackedBytes } from "../kernel/packed-bytes.ts";

/** What a request is answered with, before headers that depend on who asks. */
export interface Rendered {
  readonly status: 200 | 404 | 503;
  readonly type: string;
  /** What takes long is drawn when the data is no longer needed. */
  readonly text: string | Uint8Array | (() => Promise<string>);
  /** Never changes under its address. */
  readonly isImmutable?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Origins that scripts of the page may call besides its own. */
  readonly connectsTo?: readonly string[];
  /** Made of more than what names it: it is not to be kept under that name. */
  readonly isVolatile?: boolean;
}

/** The same as bytes. Forms that browsers take are made when one first asks for them, and kept. */
export interface Packed extends PackedBytes {
  readonly status: 200 | 404 | 503;
  readonly type: string;
  readonly etag: string;
  readonly isImmutable: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly connectsTo: readonly string[];
}

export async function textOf({ text }: Pick<Rendered, "text">): Promise<string | Uint8Array> {
  return typeof text === "function" ? text() : text;
}

export async function pack(rendered: Rendered): Promise<Packed> {
  const { status, type, isImmutable = false, headers = {}, connectsTo = [] } = rendered;
  const text = await textOf(rendered);
  const identity = new Uint8Array(typeof text === "string" ? Buffer.from(text) : text);
  const etag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  return { status, type, etag, isImmutable, headers, connectsTo, identity, compressed: new Map() };
}

/** Pages load from their own site alone, and run nothing that is written in them. */
const pagePolicy = (connectsTo: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    ["connect-src 'self'", ...connectsTo].join(" "),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join("; ");

export async function respond(request: Request, packed: Packed, audience: "public" | "visitor"): Promise<Response> {
  const encoding = /^(?:image\/png|application\/pdf)$/.test(packed.type)
    ? "identity"
    : encodingFor(request.headers.get("accept-encoding") ?? "");
  const headers = headersOf(packed, audience, encoding);
  if (packed.status === 200 && matches(request.headers.get("if-none-match"), headers.ETag)) {
    return new Response(null, { status: 304, headers });
  }
  const bytes = await bytesOf(packed, encoding);
  const whole: Record<string, string> = { ...headers, "Content-Length": String(bytes.length) };
  if (encoding !== "identity") whole["Content-Encoding"] = encoding;
  return new Response(request.method === "HEAD" ? null : bytes, { status: packed.status, headers: whole });
}

/** Those of an answer without its bytes. */
function headersOf(packed: Packed, audience: "public" | "visitor", encoding: Encoding) {
  return {
    "Content-Type": packed.type,
    "Cache-Control": cacheControl(packed, audience),
    "Content-Security-Policy": packed.type.startsWith("text/html")
      ? pagePolicy(packed.connectsTo)
      : "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    Vary: "Accept, Accept-Encoding",
    ...packed.headers,
    // Each form of a text is other bytes, so each has a tag of its own.
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
