import { deflateSync } from "node:zlib";
import { imageDictionary, type Picture, type PictureStream } from "./picture.ts";
import { type PngFile, readPngFile } from "./png-file.ts";
import { readSamples } from "./png-samples.ts";

/** A PNG as a PDF holds it: with its bytes as they are, where a PDF knows that kind. Throws for a damaged one. */
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
  if (hasAlpha) return { ...picture, image, mask: maskOf(file, pick(values, samples, colors, samples)) };
  if (!masksColors) return { ...picture, image };
  return {
    ...picture,
    image,
    mask: maskOf(
      file,
      values.map((color) => transparency[color] ?? 255),
    ),
  };
}

/** A PDF undoes the filters of rows that are not interlaced. */
function asItIs({ width, height, depth, samples, palette, transparency, packed }: PngFile): PictureStream {
  const dictionary = {
    ...imageDictionary(width, height, depth),
    ...colorsOf(samples, palette),
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
    ...colorsOf(colors, palette),
    Filter: "FlateDecode",
    ...maskOfKey(transparency, palette, toByte),
  };
  return { dictionary, bytes: pack(scale === 1 ? values : values.map((value) => value * scale)) };
}

/** A picture's colors, of which a palette is put in by whoever writes it. */
const colorsOf = (colors: number, palette: Buffer | undefined) =>
  palette === undefined ? { ColorSpace: colors === 1 ? "DeviceGray" : "DeviceRGB" } : {};

/** The one color that is not shown, as a PDF names it: each of its samples from and to. */
function maskOfKey(key: Buffer | undefined, palette: Buffer | undefined, toSample: (stated: number) => number) {
  if (key === undefined || palette !== undefined) return {};
  const stated = Array.from({ length: key.length / 2 }, (_, index) => toSample(key.readUInt16BE(index * 2)));
  return { Mask: stated.flatMap((sample) => [sample, sample]) };
}

function maskOf({ width, height }: PngFile, alpha: Uint8Array): PictureStream {
  const dictionary = { ...imageDictionary(width, height, 8), ColorSpace: "DeviceGray", Filter: "FlateDecode" };
  return { dictionary, bytes: pack(alpha) };
}

/** Of each pixel the samples from one to before another. */
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
