import { type FileHandle, open } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";
import type { ArchiveEntries, WriteEntry } from "./archive-entries.ts";

/** File types in the upper half of Unix attributes. */
const fileType = { mask: 0o170000, none: 0, regular: 0o100000, folder: 0o040000 };

/** Bytes read at once. */
const chunk = 64 * 1024;

const method = { stored: 0, deflated: 8 };

/** Reads the files of a ZIP archive by its directory, one after another. */
export async function readZip(file: string, entries: ArchiveEntries, write: WriteEntry): Promise<void> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const zip = await fromRandomAccessReaderPromise(new DirectoryReader(handle), size, {
      lazyEntries: true,
      autoClose: false,
      strictFileNames: true,
    });
    for await (const entry of zip.eachEntry()) {
      const mode = (entry.externalFileAttributes >>> 16) & fileType.mask;
      const isFolder = entry.fileName.endsWith("/") || mode === fileType.folder;
      const isFile = mode === fileType.none || mode === fileType.regular;
      const path = entries.take(entry.fileName, isFolder ? "folder" : isFile ? "file" : "other");
      if (path === undefined) continue;
      await write(path, async () => {
        const start = await startOfData(zip, entry);
        return () => createContentStreams(handle, start, entry);
      });
    }
  } finally {
    await handle.close();
  }
}

/** The offset of an entry's bytes. Throws if the entry's own header contradicts the directory. */
async function startOfData(zip: ZipFile, entry: Entry): Promise<number> {
  if (entry.isEncrypted()) throw new Error("it is encrypted");
  if (entry.compressionMethod !== method.stored && entry.compressionMethod !== method.deflated) {
    throw new Error(`it is compressed by method ${entry.compressionMethod}, not by Deflate`);
  }
  const header = await zip.readLocalFileHeaderPromise(entry);
  if (!header.fileName.equals(entry.fileNameRaw) || header.compressionMethod !== entry.compressionMethod) {
    throw new Error("its header differs from the archive's directory");
  }
  return header.fileDataStart;
}

/** The streams of one pipeline, which nothing else listens to for errors. */
function createContentStreams(handle: FileHandle, start: number, entry: Entry): [Readable, ...Transform[]] {
  const packed =
    entry.compressedSize === 0
      ? Readable.from([])
      : Readable.from(readBytes(handle, start, start + entry.compressedSize), { objectMode: false });
  const inflated = entry.compressionMethod === method.deflated ? [createInflateRaw()] : [];
  return [packed, ...inflated, verified(entry)];
}

/**
 * The handle's own streams listen to it until it is closed, so those of all entries would stay in memory. Streams of
 * its descriptor close it, even when configured not to.
 */
async function* readBytes(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let position = start; position < end; ) {
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(Math.min(chunk, end - position)),
      position,
    });
    if (bytesRead === 0) throw new Error("it is truncated");
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/** Passes data through, checking the size and checksum that the directory states. */
function verified({ uncompressedSize, crc32: expected }: Entry): Transform {
  let size = 0;
  let sum = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      size += chunk.length;
      sum = crc32(chunk, sum);
      if (size > uncompressedSize) done(new Error(`it is larger than the ${uncompressedSize} bytes it declares`));
      else done(null, chunk);
    },
    flush(done) {
      if (size < uncompressedSize) done(new Error(`it has ${size} of the ${uncompressedSize} bytes it declares`));
      else if (sum !== expected) done(new Error("its checksum does not match its content"));
      else done();
    },
  });
}

/** A reader for yauzl, whose own throws an uncatchable error when a directory points beyond 2^53. */
class DirectoryReader extends RandomAccessReader {
  readonly #handle: FileHandle;

  constructor(handle: FileHandle) {
    super();
    this.#handle = handle;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#handle.read(buffer, offset, length, position).then(
      ({ bytesRead }) => setImmediate(callback, bytesRead < length ? new Error("it is truncated") : null),
      (error: Error) => setImmediate(callback, error),
    );
  }

  override close(callback: (error: Error | null) => void): void {
    setImmediate(callback, null);
  }
}
