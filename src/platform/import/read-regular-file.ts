import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { pathInside } from "./folder-path.ts";
import { ImportError } from "./import-error.ts";

// Absent on Windows. Without O_NONBLOCK, opening a file that became a pipe would wait for a writer forever.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a file that was listed earlier, checking again that it is a regular file inside `boundary` of at most
 * `maxBytes`: the folder may have changed since. Rejects with `file_changed`.
 */
export async function readRegularFile(boundary: string, path: string, maxBytes: number): Promise<Uint8Array> {
  try {
    const real = await realpath(path);
    if (pathInside(boundary, real) === undefined) throw new Error("it now leads out of the folder");
    const file = await open(real, OPEN_FLAGS);
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new Error("it is no longer a file");
      if (found.size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
      return await readAtMost(file, found.size, maxBytes);
    } finally {
      await file.close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${path} changed or disappeared during the import (${reason}). Run the import again.`;
    throw new ImportError("file_changed", path, message, error);
  }
}

/** Reads to the end of the file; its size is a hint only, for it may be growing. */
async function readAtMost(file: Awaited<ReturnType<typeof open>>, size: number, maxBytes: number): Promise<Uint8Array> {
  let buffer = Buffer.alloc(size + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
    if (length > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
    if (length === buffer.length) buffer = Buffer.concat([buffer, Buffer.alloc(buffer.length)]);
  }
}
