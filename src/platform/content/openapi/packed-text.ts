import { promisify } from "node:util";
import { createGunzip, gunzip, gunzipSync, gzip, gzipSync } from "node:zlib";

/** A text as stored in the database: compressed, so that writing and reading it is quick. */
export type PackedText = Uint8Array;

/** Slightly larger than the minimum, in half the time. */
const level = 4;
const pieceBytes = 256 * 1024;

export const packText = (text: string): PackedText => gzipSync(text, { level });

const pack: (text: string, options: { readonly level: number }) => Promise<PackedText> = promisify(gzip);

/** Compresses in another thread. */
export const packElsewhere = (text: string): Promise<PackedText> => pack(text, { level });

export const unpackText = (packed: PackedText): string => gunzipSync(packed).toString();

/** Decompresses in another thread. */
export const unpackBytes: (packed: PackedText) => Promise<Uint8Array> = promisify(gunzip);

/** Decompresses in another thread, as fast as the pieces are consumed. */
export async function* unpackInPieces(packed: PackedText): AsyncGenerator<Uint8Array> {
  const unpacking = createGunzip({ chunkSize: pieceBytes });
  unpacking.end(packed);
  yield* unpacking;
}
