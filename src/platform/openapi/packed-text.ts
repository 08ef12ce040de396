import { promisify } from "node:util";
import { createGunzip, gunzip, gunzipSync, gzip, gzipSync } from "node:zlib";

/** A text as the database keeps it: so small that writing and reading it holds nobody up. */
export type PackedText = Uint8Array;

/** A little larger than it could be, for half the time. */
const level = 4;
const pieceBytes = 256 * 1024;

export const packText = (text: string): PackedText => gzipSync(text, { level });

const pack: (text: string, options: { readonly level: number }) => Promise<PackedText> = promisify(gzip);

/** Packs in another thread. */
export const packElsewhere = (text: string): Promise<PackedText> => pack(text, { level });

export const unpackText = (packed: PackedText): string => gunzipSync(packed).toString();

/** Unpacks in another thread. */
export const unpackBytes: (packed: PackedText) => Promise<Uint8Array> = promisify(gunzip);

/** Unpacks in another thread, no faster than the pieces are taken. */
export async function* unpackInPieces(packed: PackedText): AsyncGenerator<Uint8Array> {
  const unpacking = createGunzip({ chunkSize: pieceBytes });
  unpacking.end(packed);
  yield* unpacking;
}
