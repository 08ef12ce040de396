import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

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
export interface Packed {
  readonly status: 200 | 404 | 503;
  readonly type: string;
  readonly etag: string;
  readonly isImmutable: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly connectsTo: readonly string[];
  readonly identity: Bytes;
  readonly compressed: Map<Exclude<Encoding, "identity">, Promise<Bytes>>;
}

type Bytes = Uint8Array<ArrayBuffer>;

type Encoding = "identity" | "br" | "gzip";

const brotli = promisify(brotliCompress);

const zip = promisify(gzip);

/** Higher ones take many times as long for a few percent. */
const brotliLevel = 5;

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

export function bytesOf(
  { identity, compressed }: Pick<Packed, "identity" | "compressed">,
  encoding: Encoding,
): Promise<Bytes> {
  if (encoding === "identity") return Promise.resolve(identity);
  const made = compressed.get(encoding) ?? compress(identity, encoding);
  compressed.set(encoding, made);
  return made;
}

async function compress(bytes: Bytes, encoding: Exclude<Encoding, "identity">): Promise<Bytes> {
  if (encoding === "gzip") return new Uint8Array(await zip(bytes));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliLevel,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return new Uint8Array(await brotli(bytes, { params }));
}

/** Bytes that keeping an answer takes, with all its forms. */
export const sizeOf = ({ identity }: Pick<Packed, "identity">): number => Math.ceil(identity.length * 1.6) + 500;

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

/** Names that a header lists without forbidding them. */
const allowed = (name: string) =>
  new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`, "i");

const [brotliAllowed, gzipAllowed] = [allowed("br"), allowed("gzip")];

/** The form to send to whoever accepts what the header lists. */
export function encodingFor(header: string): Encoding {
  return brotliAllowed.test(header) ? "br" : gzipAllowed.test(header) ? "gzip" : "identity";
}
