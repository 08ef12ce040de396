import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readJpeg } from "../../../../src/platform/exchange/pdf/picture-worker.ts";
import { readPng } from "../../../../src/platform/exchange/pdf/read-png.ts";
import { chunk, jpeg, type PngShape, png } from "./png-bytes.ts";

const read = (shape: PngShape) => readPng(png(shape));

const pixels = (stream: { bytes: Uint8Array } | undefined) => [...inflateSync(stream?.bytes ?? new Uint8Array())];

describe("a PNG", () => {
  it("is kept unchanged without alpha, with filters that PDF readers undo", () => {
    const rows = Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 2, 1, 1, 1, 1, 1, 1]);
    const { width, height, image, mask } = read({ width: 2, height: 2, rows });
    expect({ width, height, mask }).toEqual({ width: 2, height: 2, mask: undefined });
    expect(pixels(image)).toEqual([...rows]);
    expect(image.dictionary).toMatchObject({
      Width: 2,
      Height: 2,
      ColorSpace: "DeviceRGB",
      DecodeParms: { Predictor: 15, Colors: 3, BitsPerComponent: 8, Columns: 2 },
    });
  });

  it("becomes colors and a mask if it has alpha, whatever the filters of its rows", () => {
    const wanted = [
      [10, 20, 30, 255, 40, 50, 60, 128],
      [11, 22, 33, 254, 44, 55, 66, 127],
      [1, 2, 3, 4, 5, 6, 7, 8],
      [200, 100, 50, 25, 12, 6, 3, 1],
      [9, 8, 7, 6, 90, 80, 70, 60],
    ];
    // None; from the left; from above; the average of both; the nearest of left, above and the corner.
    const rows = Uint8Array.from([
      ...[0, ...(wanted[0] ?? [])],
      ...[1, 11, 22, 33, 254, 33, 33, 33, 256 - 127],
      ...[2, 256 - 10, 256 - 20, 256 - 30, 6, 256 - 39, 256 - 49, 256 - 59, 256 - 119],
      ...[3, 200, 99, 49, 23, 256 - 90, 256 - 47, 256 - 25, 256 - 15],
      ...[4, 256 - 191, 256 - 92, 256 - 43, 256 - 19, 81, 74, 67, 59],
    ]);
    const { image, mask } = read({ width: 2, height: 5, color: 6, rows });
    expect(pixels(image)).toEqual(wanted.flatMap((row) => row.filter((_, index) => index % 4 !== 3)));
    expect(pixels(mask)).toEqual(wanted.flatMap((row) => row.filter((_, index) => index % 4 === 3)));
    expect(image.dictionary).toMatchObject({ ColorSpace: "DeviceRGB", BitsPerComponent: 8 });
    expect(mask?.dictionary).toMatchObject({ ColorSpace: "DeviceGray", Width: 2, Height: 5 });
  });

  it("keeps the upper byte of each sample if it has 16 bits and alpha", () => {
    const { image, mask } = read({
      width: 1,
      height: 1,
      depth: 16,
      color: 4,
      rows: Uint8Array.from([0, 0x12, 0x34, 0x56, 0x78]),
    });
    expect([pixels(image), pixels(mask)]).toEqual([[0x12], [0x56]]);
  });

  it("has its pixels put in place if it is interlaced", () => {
    // For 3 x 3 pixels, the passes have 1, 0, 0, 1, 1, 3 and 3.
    const rows = Uint8Array.from([0, 11, 0, 13, 0, 31, 33, 0, 12, 0, 32, 0, 21, 22, 23]);
    const { image } = read({ width: 3, height: 3, color: 0, interlace: 1, rows });
    expect(pixels(image)).toEqual([11, 12, 13, 21, 22, 23, 31, 32, 33]);
  });

  it("is scaled to eight bits if it is interlaced and gray with fewer", () => {
    const rows = Uint8Array.from([0, 0b10000000, 0, 0b01000000]);
    const { image } = read({ width: 2, height: 1, depth: 2, color: 0, interlace: 1, rows });
    expect(pixels(image)).toEqual([170, 85]);
  });

  it("has a mask if its palette is partly transparent", () => {
    const { image, palette, mask } = read({
      width: 3,
      height: 1,
      depth: 4,
      color: 3,
      rows: Uint8Array.from([0, 0x01, 0x20]),
      chunks: [chunk("PLTE", Buffer.from("000000ff00000000ff", "hex")), chunk("tRNS", Uint8Array.from([0, 100]))],
    });
    expect(pixels(image)).toEqual([0, 0x01, 0x20]);
    expect(palette?.length).toBe(9);
    expect(pixels(mask)).toEqual([0, 100, 255]);
  });

  it("names its transparent color if it has one", () => {
    const key = chunk("tRNS", Uint8Array.from([0, 1, 0, 2, 0, 3]));
    const { image } = read({ width: 1, height: 1, rows: Uint8Array.from([0, 1, 2, 3]), chunks: [key] });
    expect(image.dictionary).toMatchObject({ Mask: [1, 1, 2, 2, 3, 3] });
  });

  const row = Uint8Array.from([0, 1, 2, 3]);
  const dot = png({ width: 1, height: 1, rows: row });
  const changed = Buffer.from(dot).fill(1, 20, 21);
  it.each([
    ["has no pixels", png({ width: 0, height: 0 }), "it has no pixels"],
    [
      "has invalid data",
      png({ width: 1, height: 1, packed: Buffer.from("00000000000000", "hex") }),
      /unknown compression method/,
    ],
    ["has too many pixels", png({ width: 30_000, height: 30_000 }), "it has 30000 x 30000 pixels"],
    [
      "says so only behind a text",
      png({ width: 30_000, height: 30_000, early: [chunk("tEXt", Buffer.from("IHDR"))] }),
      "it has 30000 x 30000 pixels",
    ],
    ["unpacks to more than it declares", png({ width: 1, height: 1, rows: new Uint8Array(9_000_000) }), /larger than/],
    ["unpacks to less than it declares", png({ width: 2, height: 1, rows: row }), "some of its pixels are missing"],
    ["has an unknown filter", png({ width: 1, height: 1, rows: Uint8Array.from([9, 1, 2, 3]) }), /unknown filter/],
    ["has an invalid depth", png({ width: 1, height: 1, depth: 4, rows: row }), "its header is invalid"],
    ["has no palette", png({ width: 1, height: 1, color: 3, rows: row.subarray(0, 2) }), "it has no palette"],
    ["has a changed byte", changed, "the checksum of its IHDR does not match"],
    ["is truncated", dot.subarray(0, -8), "it is truncated"],
    ["has no header", Buffer.concat([dot.subarray(0, 8), chunk("IEND")]), "it does not have exactly one header"],
  ])("is rejected if it %s", (_, bytes, reason) => {
    expect(() => readPng(bytes)).toThrow(reason);
  });
});

describe("a JPEG", () => {
  it("is kept unchanged, with the size its frame states", () => {
    const bytes = jpeg(640, 480);
    const { width, height, orientation, image } = readJpeg(bytes);
    expect({ width, height, orientation }).toEqual({ width: 640, height: 480, orientation: 1 });
    expect(image).toMatchObject({ bytes, dictionary: { ColorSpace: "DeviceRGB", Filter: "DCTDecode" } });
  });

  it.each([
    ["has no pixels", jpeg(0, 0), "it has no pixels"],
    ["has too many pixels", jpeg(65_000, 65_000), "it has 65000 x 65000 pixels"],
    ["has an unknown number of colors", jpeg(1, 1, 2), "it has 2 colors of 8 bits"],
    ["is six bytes long", Buffer.from("ffd8ffe00000", "hex"), "it is truncated"],
    ["ends before its scan", jpeg(1, 1).subarray(0, 20), "it is truncated"],
    ["is not made of segments", Buffer.from("ffd8ff00000000000000", "hex"), "it is truncated"],
  ])("is rejected if it %s", (_, bytes, reason) => {
    expect(() => readJpeg(bytes)).toThrow(reason);
  });
});
