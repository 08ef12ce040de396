import { crc32, inflateSync } from "node:zlib";
import { demandDrawableSize } from "./picture.ts";

/** Bytes that the rows of a picture may unpack to. */
const mostRowBytes = 128 * 1024 ** 2;

/** Samples of a pixel and their depths, by color type. */
const colorTypes: Readonly<Record<number, { samples: number; depths: readonly number[]; keyBytes: number }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16], keyBytes: 2 },
  2: { samples: 3, depths: [8, 16], keyBytes: 6 },
  3: { samples: 1, depths: [1, 2, 4, 8], keyBytes: 0 },
  4: { samples: 2, depths: [8, 16], keyBytes: 0 },
  6: { samples: 4, depths: [8, 16], keyBytes: 0 },
};

/** Where the pixels of each pass of an interlaced picture begin, and how far apart they are. */
const interlacing = [
  { x: 0, y: 0, across: 8, down: 8 },
  { x: 4, y: 0, across: 8, down: 8 },
  { x: 0, y: 4, across: 4, down: 8 },
  { x: 2, y: 0, across: 4, down: 4 },
  { x: 0, y: 2, across: 2, down: 4 },
  { x: 1, y: 0, across: 2, down: 2 },
  { x: 0, y: 1, across: 1, down: 2 },
];

/** Rows of equal length, one after the other, each behind the number of its filter. */
export interface Pass {
  readonly x: number;
  readonly y: number;
  readonly across: number;
  readonly down: number;
  readonly columns: number;
  readonly rows: number;
  /** Bytes of a row without its filter. */
  readonly length: number;
}

export interface PngFile {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly samples: number;
  readonly interlaced: boolean;
  /** Red, green and blue of each color; only where pixels are numbers of colors. */
  readonly palette: Buffer | undefined;
  /** How opaque the colors of the palette are, or the samples of the one color that is transparent. */
  readonly transparency: Buffer | undefined;
  readonly packed: Buffer;
  readonly unpacked: Buffer;
  readonly passes: readonly Pass[];
}

/**
 * Reads a PNG, wherever its header stands. Throws for one that is damaged, and for one that is too large before it is
 * unpacked.
 */
export function readPngFile(bytes: Buffer): PngFile {
  const chunks = readChunks(bytes);
  const [header, ...others] = chunks.get("IHDR") ?? [];
  if (header?.length !== 13 || others.length > 0) throw new Error("it has not one header");
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  demandDrawableSize(width, height);
  const [depth = 0, color = 0, compression, filter, interlace = 2] = header.subarray(8);
  const type = colorTypes[color];
  if (!type?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) {
    throw new Error("its header is invalid");
  }
  const palette = color === 3 ? chunks.get("PLTE")?.[0] : undefined;
  if (color === 3 && (palette === undefined || palette.length === 0 || palette.length % 3 !== 0)) {
    throw new Error("it has no palette");
  }
  const [given] = chunks.get("tRNS") ?? [];
  const isUsable = color === 3 || given?.length === type.keyBytes;
  const passes = passesOf(width, height, depth * type.samples, interlace === 1);
  const packed = Buffer.concat(chunks.get("IDAT") ?? []);
  return {
    width,
    height,
    depth,
    samples: type.samples,
    interlaced: interlace === 1,
    palette,
    transparency: isUsable && given?.length !== 0 ? given : undefined,
    packed,
    unpacked: unpackRows(packed, passes),
    passes,
  };
}

/** The chunks that say what the pixels are, by type. */
function readChunks(bytes: Buffer): Map<string, Buffer[]> {
  const chunks = new Map<string, Buffer[]>();
  for (let at = 8, type = ""; type !== "IEND"; ) {
    if (at + 12 > bytes.length) throw new Error("it is cut off");
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new Error("it is cut off");
    type = bytes.toString("latin1", at + 4, at + 8);
    if (["IHDR", "PLTE", "tRNS", "IDAT"].includes(type)) {
      if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) {
        throw new Error(`the checksum of its ${type} does not match`);
      }
      const data = bytes.subarray(at + 8, end - 4);
      const known = chunks.get(type);
      if (known === undefined) chunks.set(type, [data]);
      else known.push(data);
    }
    at = end;
  }
  return chunks;
}

function passesOf(width: number, height: number, bits: number, interlaced: boolean): Pass[] {
  const all = interlaced ? interlacing : [{ x: 0, y: 0, across: 1, down: 1 }];
  return all.flatMap((pass) => {
    const columns = Math.ceil((width - pass.x) / pass.across);
    const rows = Math.ceil((height - pass.y) / pass.down);
    return columns > 0 && rows > 0 ? [{ ...pass, columns, rows, length: Math.ceil((columns * bits) / 8) }] : [];
  });
}

function unpackRows(packed: Buffer, passes: readonly Pass[]): Buffer {
  const size = passes.reduce((sum, { rows, length }) => sum + rows * (length + 1), 0);
  if (size > mostRowBytes) throw new Error(`its pixels take ${size} bytes`);
  const unpacked = inflateSync(packed, { maxOutputLength: size });
  if (unpacked.length !== size) throw new Error("some of its pixels are missing");
  let at = 0;
  for (const { rows, length } of passes) {
    for (let row = 0; row < rows; row += 1, at += length + 1) {
      if ((unpacked[at] ?? 0) > 4) throw new Error("a row has an unknown filter");
    }
  }
  return unpacked;
}
