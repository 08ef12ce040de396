import { parentPort } from "node:worker_threads";
import type { Picture } from "./picture.ts";
import { readJpeg } from "./read-jpeg.ts";
import { readPng } from "./read-png.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const jpeg = Buffer.from([0xff, 0xd8, 0xff]);

/** A picture, or why it cannot be drawn. */
export type Prepared = { readonly picture: Picture } | { readonly problem: string };

parentPort?.on("message", (bytes: Uint8Array) => parentPort?.postMessage(prepare(bytes)));

function prepare(given: Uint8Array): Prepared {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  try {
    if (bytes.subarray(0, png.length).equals(png)) return { picture: readPng(bytes) };
    if (bytes.subarray(0, jpeg.length).equals(jpeg)) return { picture: readJpeg(bytes) };
    return { problem: "it is neither PNG nor JPEG" };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
