import { fstatSync, readSync } from "node:fs";

// The library of the language that Node is compiled with lacks this declaration; Node 20 has it.
declare global {
  interface ArrayBufferConstructor {
    new (byteLength: number, options: { readonly maxByteLength: number }): ArrayBuffer;
  }
  interface ArrayBuffer {
    resize(byteLength: number): void;
  }
}

/**
 * The bytes of an open file in memory that `releaseMemory` returns to the system. What a normal buffer takes comes from
 * the C library, and glibc draws a conclusion from the largest block it ever frees: from then on, each thread keeps up
 * to twice as much of what it no longer uses. A block of 6 MB costs a server 10 MB for as long as it runs. Memory that
 * can be resized comes from the system itself.
 */
export function readReturned(file: number): Buffer {
  const { size } = fstatSync(file);
  const bytes = Buffer.from(new ArrayBuffer(size, { maxByteLength: size }), 0, size);
  let length = 0;
  while (length < size) {
    const read = readSync(file, bytes, length, size - length, null);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

/** The bytes, and all others of the same file, are gone afterwards. */
export function releaseMemory({ buffer }: Buffer): void {
  (buffer as ArrayBuffer).resize(0);
}
