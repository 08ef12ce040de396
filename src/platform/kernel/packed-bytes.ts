import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Bytes of an answer. Forms that callers take are made when one first asks for them, and kept. */
export interface PackedBytes {
  readonly identity: Bytes;
  readonly compressed: Map<Exclude<Encoding, "identity">, Promise<Bytes>>;
}

type Bytes = Uint8Array<ArrayBuffer>;

export type Encoding = "identity" | "br" | "gzip";

const brotli = promisify(brotliCompress);

const zip = promisify(gzip);

/** Higher ones take many times as long for a few percent. */
const brotliLevel = 5;

export function bytesOf({ identity, compressed }: PackedBytes, encoding: Encoding): Promise<Bytes> {
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
export const sizeOf = ({ identity }: Pick<PackedBytes, "identity">): number => Math.ceil(identity.length * 1.6) + 500;

/** Names that a header lists without forbidding them. */
const allowed = (name: string) =>
  new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`, "i");

const [brotliAllowed, gzipAllowed] = [allowed("br"), allowed("gzip")];

/** The form to send to whoever accepts what the header lists. */
export function encodingFor(header: string): Encoding {
  return brotliAllowed.test(header) ? "br" : gzipAllowed.test(header) ? "gzip" : "identity";
}
