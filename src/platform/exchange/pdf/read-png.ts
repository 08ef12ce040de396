import { crc32, deflateSync, inflateSync } from "node:zlib";
import { imageDictionary, type Picture, type PictureStream, requireDrawableSize } from "./picture.ts";

/** A PNG in PDF form. Its bytes stay unchanged if PDF supports its format. Throws for a damaged one. */
export function readPng(bytes: Buffer): Picture {
  const file = readPngFile(bytes);
  const { width, height, samples, interlaced, palette, transparency } = file;
  const hasAlpha = samples === 2 || samples === 4;
  const picture = { width, height, orientation: 1, palette };
  const masksColors = palette !== undefined && transparency !== undefined;
  if (!interlaced && !hasAlpha && !masksColors) return { ...picture, image: asItIs(file) };
  const values = readSamples(file);
  const colors = hasAlpha ? samples - 1 : samples;
  const image = interlaced || hasAlpha ? repacked(file, pick(values, samples, 0, colors), colors) : asItIs(file);
  if (hasAlpha) return { ...picture, image, mask: createMask(file, pick(values, samples, colors, samples)) };
  if (!masksColors) return { ...picture, image };
  return {
    ...picture,
    image,
    mask: createMask(
      file,
      values.map((color) => transparency[color] ?? 255),
    ),
  };
}

/** PDF readers undo row filters themselves, unless the picture is interlaced. */
function asItIs({ width, height, depth, samples, palette, transparency, packed }: PngFile): PictureStream {
  const dictionary = {
    ...imageDictionary(width, height, depth),
    ...createColorSpace(samples, palette),
    Filter: "FlateDecode",
    DecodeParms: { Predictor: 15, Colors: samples, BitsPerComponent: depth, Columns: width },
    ...maskOfKey(transparency, palette, (sample) => sample & (2 ** depth - 1)),
  };
  return { dictionary, bytes: packed };
}

function repacked(file: PngFile, values: Uint8Array, colors: number): PictureStream {
  const { width, height, depth, palette, transparency } = file;
  const scale = palette === undefined && depth < 8 ? 255 / (2 ** depth - 1) : 1;
  const toByte = (sample: number) => (depth === 16 ? sample >> 8 : sample * scale);
  const dictionary = {
    ...imageDictionary(width, height, 8),
    ...createColorSpace(colors, palette),
    Filter: "FlateDecode",
    ...maskOfKey(transparency, palette, toByte),
  };
  return { dictionary, bytes: pack(scale === 1 ? values : values.map((value) => value * scale)) };
}

/** A picture's color space. The writer fills in the palette. */
const createColorSpace = (colors: number, palette: Buffer | undefined) =>
  palette === undefined ? { ColorSpace: colors === 1 ? "DeviceGray" : "DeviceRGB" } : {};

/** The transparent color in PDF form: a range for each of its samples. */
function maskOfKey(key: Buffer | undefined, palette: Buffer | undefined, toSample: (stated: number) => number) {
  if (key === undefined || palette !== undefined) return {};
  const stated = Array.from({ length: key.length / 2 }, (_, index) => toSample(key.readUInt16BE(index * 2)));
  return { Mask: stated.flatMap((sample) => [sample, sample]) };
}

function createMask({ width, height }: PngFile, alpha: Uint8Array): PictureStream {
  const dictionary = { ...imageDictionary(width, height, 8), ColorSpace: "DeviceGray", Filter: "FlateDecode" };
  return { dictionary, bytes: pack(alpha) };
}

/** For each pixel, the samples from `from` up to but not including `to`. */
function pick(values: Uint8Array, samples: number, from: number, to: number): Uint8Array {
  if (from === 0 && to === samples) return values;
  const picked = new Uint8Array((values.length / samples) * (to - from));
  for (let at = 0, into = 0; at < values.length; at += samples) {
    for (let sample = from; sample < to; sample += 1, into += 1) picked[into] = values[at + sample] as number;
  }
  return picked;
}

/** Fast rather than small. */
const pack = (bytes: Uint8Array) => deflateSync(bytes, { level: 3 });

/** One byte per sample, row by row: the upper byte of 16-bit samples, the plain number for fewer than 8 bits. */
function readSamples(file: PngFile): Uint8Array {
  const { width, height, depth, samples, passes } = file;
  const bytes = withoutFilters(file);
  const found = new Uint8Array(width * height * samples);
  let at = 0;
  for (const { x, y, across, down, columns, rows, length } of passes) {
    for (let row = 0; row < rows; row += 1, at += length + 1) {
      const to = ((y + row * down) * width + x) * samples;
      if (depth === 8 && across === 1) {
        found.set(bytes.subarray(at + 1, at + 1 + length), to);
        continue;
      }
      for (let column = 0; column < columns; column += 1) {
        for (let sample = 0; sample < samples; sample += 1) {
          found[to + column * across * samples + sample] = sampleAt(bytes, at + 1, column * samples + sample, depth);
        }
      }
    }
  }
  return found;
}

function sampleAt(bytes: Uint8Array, start: number, index: number, depth: number): number {
  if (depth === 8) return bytes[start + index] as number;
  if (depth === 16) return bytes[start + index * 2] as number;
  const bit = index * depth;
  return ((bytes[start + (bit >> 3)] as number) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

/** Undoes the filter of each row, which is based on the bytes to the left and above. */
function withoutFilters({ unpacked: bytes, passes, depth, samples }: PngFile): Uint8Array {
  const pixelBytes = Math.max(1, (depth * samples) / 8);
  let at = 0;
  for (const { rows, length } of passes) {
    // The row above the first row of a pass counts as zeros.
    let above: Uint8Array = new Uint8Array(length);
    for (let row = 0; row < rows; row += 1, at += length + 1) {
      const line = bytes.subarray(at + 1, at + 1 + length);
      undo(bytes[at] ?? 0, line, above, pixelBytes);
      above = line;
    }
  }
  return bytes;
}

/** In place. Runs once per byte of a picture, so it is written for speed. */
function undo(filter: number, line: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  const first = Math.min(pixelBytes, line.length);
  if (filter === 1) {
    for (let at = pixelBytes; at < line.length; at += 1)
      line[at] = (line[at] as number) + (line[at - pixelBytes] as number);
  } else if (filter === 2) {
    for (let at = 0; at < line.length; at += 1) line[at] = (line[at] as number) + (above[at] as number);
  } else if (filter === 3) {
    for (let at = 0; at < first; at += 1) line[at] = (line[at] as number) + ((above[at] as number) >> 1);
    for (let at = pixelBytes; at < line.length; at += 1) {
      line[at] = (line[at] as number) + (((line[at - pixelBytes] as number) + (above[at] as number)) >> 1);
    }
  } else if (filter === 4) {
    for (let at = 0; at < first; at += 1) line[at] = (line[at] as number) + (above[at] as number);
    for (let at = pixelBytes; at < line.length; at += 1) {
      const [left, up, corner] = [
        line[at - pixelBytes] as number,
        above[at] as number,
        above[at - pixelBytes] as number,
      ];
      const toLeft = Math.abs(up - corner);
      const toUp = Math.abs(left - corner);
      const toCorner = Math.abs(left + up - 2 * corner);
      const nearest = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
      line[at] = (line[at] as number) + nearest;
    }
  }
}

/** Maximum size of a picture's unpacked rows. */
const maxRowBytes = 128 * 1024 ** 2;

/** Samples per pixel and allowed depths, by color type. */
const colorTypes: Readonly<Record<number, { samples: number; depths: readonly number[]; keyBytes: number }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16], keyBytes: 2 },
  2: { samples: 3, depths: [8, 16], keyBytes: 6 },
  3: { samples: 1, depths: [1, 2, 4, 8], keyBytes: 0 },
  4: { samples: 2, depths: [8, 16], keyBytes: 0 },
  6: { samples: 4, depths: [8, 16], keyBytes: 0 },
};

/** The first pixel of each pass of an interlaced picture, and the distance between pixels. */
const interlacing = [
  { x: 0, y: 0, across: 8, down: 8 },
  { x: 4, y: 0, across: 8, down: 8 },
  { x: 0, y: 4, across: 4, down: 8 },
  { x: 2, y: 0, across: 4, down: 4 },
  { x: 0, y: 2, across: 2, down: 4 },
  { x: 1, y: 0, across: 2, down: 2 },
  { x: 0, y: 1, across: 1, down: 2 },
];

/** Rows of equal length, each preceded by its filter number. */
interface Pass {
  readonly x: number;
  readonly y: number;
  readonly across: number;
  readonly down: number;
  readonly columns: number;
  readonly rows: number;
  /** Bytes of a row without its filter. */
  readonly length: number;
}

interface PngFile {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly samples: number;
  readonly interlaced: boolean;
  /** Red, green and blue of each color; only if pixels are color numbers. */
  readonly palette: Buffer | undefined;
  /** The opacity of the palette's colors, or the samples of the one transparent color. */
  readonly transparency: Buffer | undefined;
  readonly packed: Buffer;
  readonly unpacked: Buffer;
  readonly passes: readonly Pass[];
}

/** Reads a PNG, wherever its header is. Throws for a damaged one and, before unpacking, for one that is too large. */
function readPngFile(bytes: Buffer): PngFile {
  const chunks = readChunks(bytes);
  const [header, ...others] = chunks.get("IHDR") ?? [];
  if (header?.length !== 13 || others.length > 0) throw new Error("it does not have exactly one header");
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  requireDrawableSize(width, height);
  const [depth = 0, color = 0, compression, filter, interlace = 2] = header.subarray(8);
  const type = colorTypes[color];
  if (!type?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) {
    throw new Error("its header is invalid");
  }
  const palette = color === 3 ? chunks.get("PLTE")?.[0] : undefined;
  if (color === 3 && (palette === undefined || palette.length === 0 || palette.length % 3 !== 0)) {
    throw new Error("it has no palette");
  }
  const [transparencyChunk] = chunks.get("tRNS") ?? [];
  const isUsable = color === 3 || transparencyChunk?.length === type.keyBytes;
  const passes = listPasses(width, height, depth * type.samples, interlace === 1);
  const packed = Buffer.concat(chunks.get("IDAT") ?? []);
  return {
    width,
    height,
    depth,
    samples: type.samples,
    interlaced: interlace === 1,
    palette,
    transparency: isUsable && transparencyChunk?.length !== 0 ? transparencyChunk : undefined,
    packed,
    unpacked: unpackRows(packed, passes),
    passes,
  };
}

/** The chunks that describe the pixels, by type. */
function readChunks(bytes: Buffer): Map<string, Buffer[]> {
  const chunks = new Map<string, Buffer[]>();
  for (let at = 8, type = ""; type !== "IEND"; ) {
    if (at + 12 > bytes.length) throw new Error("it is truncated");
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new Error("it is truncated");
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

function listPasses(width: number, height: number, bits: number, interlaced: boolean): Pass[] {
  const all = interlaced ? interlacing : [{ x: 0, y: 0, across: 1, down: 1 }];
  return all.flatMap((pass) => {
    const columns = Math.ceil((width - pass.x) / pass.across);
    const rows = Math.ceil((height - pass.y) / pass.down);
    return columns > 0 && rows > 0 ? [{ ...pass, columns, rows, length: Math.ceil((columns * bits) / 8) }] : [];
  });
}

function unpackRows(packed: Buffer, passes: readonly Pass[]): Buffer {
  const size = passes.reduce((sum, { rows, length }) => sum + rows * (length + 1), 0);
  if (size > maxRowBytes) throw new Error(`its pixels take ${size} bytes`);
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
