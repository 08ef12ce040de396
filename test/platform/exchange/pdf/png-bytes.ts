import { crc32, deflateSync } from "node:zlib";

export interface PngShape {
  readonly width: number;
  readonly height: number;
  readonly depth?: number;
  /** As numbered in the format: 0 gray, 2 colors, 3 palette, 4 gray with alpha, 6 colors with alpha. */
  readonly color?: number;
  readonly interlace?: number;
  /** Rows with their filters, before packing. */
  readonly rows?: Uint8Array;
  /** Bytes to use instead of the packed rows. */
  readonly packed?: Uint8Array;
  /** Chunks before the header, and between it and the pixels. */
  readonly early?: readonly Uint8Array[];
  readonly chunks?: readonly Uint8Array[];
}

export function chunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  bytes.set(named, 4);
  bytes.writeUInt32BE(crc32(named), named.length + 4);
  return bytes;
}

/** A handwritten PNG. */
export function png({ width, height, depth = 8, color = 2, interlace = 0, ...given }: PngShape): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, color, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    ...(given.early ?? []),
    chunk("IHDR", header),
    ...(given.chunks ?? []),
    chunk("IDAT", given.packed ?? deflateSync(given.rows ?? new Uint8Array())),
    chunk("IEND"),
  ]);
}

/** The beginning of a JPEG up to its scan, with one frame of this size. */
export function jpeg(width: number, height: number, colors = 3): Buffer {
  const frame = Buffer.alloc(10);
  frame.set([0xff, 0xc0, 0, 8 + 3 * colors, 8]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  frame[9] = colors;
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xff, 0xd9];
  return Buffer.concat([Buffer.from([0xff, 0xd8]), frame, Buffer.alloc(3 * colors), Buffer.from(scan)]);
}
