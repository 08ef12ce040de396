import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** The bytes of a response. Compressed forms are created on first use. */
export interface EncodedBytes {
  readonly identity: Bytes;
  readonly compressed: Map<Exclude<Encoding, "identity">, Promise<Bytes>>;
}

type Bytes = Uint8Array<ArrayBuffer>;

export type Encoding = "identity" | "br" | "gzip";

const brotli = promisify(brotliCompress);

const zip = promisify(gzip);

/** Higher levels take many times as long for a few percent. */
const brotliLevel = 5;

export function encode({ identity, compressed }: EncodedBytes, encoding: Encoding): Promise<Bytes> {
  if (encoding === "identity") return Promise.resolve(identity);
  const bytes = compressed.get(encoding) ?? compress(identity, encoding);
  compressed.set(encoding, bytes);
  return bytes;
}

/** Bits of the smallest window that holds all of it: setting up a larger one takes as long as a page. */
const windowFor = (length: number): number => Math.min(22, Math.max(16, Math.ceil(Math.log2(length + 16))));

async function compress(bytes: Bytes, encoding: Exclude<Encoding, "identity">): Promise<Bytes> {
  if (encoding === "gzip") return new Uint8Array(await zip(bytes));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliLevel,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_LGWIN]: windowFor(bytes.length),
  };
  return new Uint8Array(await brotli(bytes, { params }));
}

/** Memory that a cached response takes with all its forms. */
export const encodedSize = ({ identity }: Pick<EncodedBytes, "identity">): number =>
  Math.ceil(identity.length * 1.6) + 500;

/** Names that a header lists without excluding them. */
const allowed = (name: string) =>
  new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`, "i");

const [brotliAllowed, gzipAllowed] = [allowed("br"), allowed("gzip")];

/** The encoding to use for an `Accept-Encoding` header. */
export function encodingFor(header: string): Encoding {
  return brotliAllowed.test(header) ? "br" : gzipAllowed.test(header) ? "gzip" : "identity";
}
