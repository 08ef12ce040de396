import { parentPort } from "node:worker_threads";
import { imageSize } from "image-size";
import { imageDictionary, type Picture, requireDrawableSize } from "./picture.ts";
import { readPng } from "./read-png.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

const jpeg = Buffer.from([0xff, 0xd8, 0xff]);

/** A picture, or why it cannot be drawn. */
export type Prepared = { readonly picture: Picture } | { readonly problem: string };

parentPort?.on("message", (bytes: Uint8Array) => parentPort?.postMessage(prepare(bytes)));

function prepare(message: Uint8Array): Prepared {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  try {
    if (bytes.subarray(0, png.length).equals(png)) return { picture: readPng(bytes) };
    if (bytes.subarray(0, jpeg.length).equals(jpeg)) return { picture: readJpeg(bytes) };
    return { problem: "it is neither PNG nor JPEG" };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Markers c0 to cf begin a frame, except these. */
const noFrame: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

const marker = { endOfImage: 0xd9, scan: 0xda, fill: 0xff } as const;

const colorSpaces: Readonly<Record<number, string>> = { 1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK" };

/** A JPEG, whose bytes a PDF contains unchanged. Throws if it has no size or no image data. */
export function readJpeg(bytes: Uint8Array): Picture {
  const { width, height, depth, colors } = readFrame(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  requireDrawableSize(width, height);
  const space = colorSpaces[colors];
  if (depth !== 8 || space === undefined) throw new Error(`it has ${colors} colors of ${depth} bits`);
  const dictionary = {
    ...imageDictionary(width, height, depth),
    ColorSpace: space,
    Filter: "DCTDecode",
    // JPEG writers store the four inks inverted.
    ...(colors === 4 ? { Decode: [1, 0, 1, 0, 1, 0, 1, 0] } : {}),
  };
  return { width, height, orientation: readOrientation(bytes), image: { dictionary, bytes } };
}

/** Reads the frame before the first scan. */
function readFrame(bytes: Buffer): { width: number; height: number; depth: number; colors: number } {
  let frame: ReturnType<typeof readFrame> | undefined;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) throw new Error("a marker is missing");
    const code = bytes[at + 1] ?? 0;
    if (code === marker.fill) {
      at += 1;
      continue;
    }
    if (code === marker.scan && frame !== undefined) return frame;
    const length = bytes.readUInt16BE(at + 2);
    if (code === marker.scan || code === marker.endOfImage || length < 2 || at + 2 + length > bytes.length) break;
    if (code >= 0xc0 && code <= 0xcf && !noFrame.has(code)) {
      if (length < 8) break;
      const [depth = 0, colors = 0] = [bytes[at + 4], bytes[at + 9]];
      frame = { depth, height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), colors };
    }
    at += 2 + length;
  }
  throw new Error("it is truncated");
}

function readOrientation(bytes: Uint8Array): number {
  try {
    return imageSize(bytes).orientation ?? 1;
  } catch {
    // It is then drawn without rotation.
    return 1;
  }
}
