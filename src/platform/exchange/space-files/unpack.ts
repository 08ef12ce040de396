import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline as joinStreams, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { isWindowsName } from "../../kernel/windows-names.ts";
import { ArchiveEntries, type ArchiveLimits, type WriteEntry } from "./archive-entries.ts";
import { ImportError } from "./errors.ts";

type ArchiveType = "zip" | "tar" | "tar.gz";

/** The archive type of a file according to its first bytes; undefined if it is not an archive. */
export async function detectArchiveType(file: string): Promise<ArchiveType | undefined> {
  const handle = await open(file);
  try {
    const start = Buffer.alloc(512);
    const { bytesRead } = await handle.read(start, 0, start.length, 0);
    const begins = start.subarray(0, bytesRead);
    if (["504b0304", "504b0506"].includes(begins.toString("hex", 0, 4))) return "zip";
    if (begins[0] === 0x1f && begins[1] === 0x8b) return "tar.gz";
    return begins.toString("latin1", 257, 262) === "ustar" ? "tar" : undefined;
  } finally {
    await handle.close();
  }
}

/**
 * Unpacks an archive into an empty folder and returns the folder of its content: the one that contains everything, if
 * there is one. Throws `bad_archive` and `aborted`; the caller must then delete the folder.
 */
export async function unpackArchive(
  file: string,
  type: ArchiveType,
  target: string,
  options: {
    name: string;
    signal?: AbortSignal | undefined;
    limits?: ArchiveLimits;
    platform?: NodeJS.Platform;
  },
): Promise<string> {
  const { platform = process.platform } = options;
  const entries = new ArchiveEntries(options.name, options.limits);
  const write: WriteEntry = async (path, locate) => {
    const destination = join(target, path);
    if (platform === "win32" && !path.split("/").every(isWindowsName)) {
      const message = `${options.name} holds ${JSON.stringify(path.slice(0, 200))}, a name that Windows does not allow. Nothing was imported.`;
      throw new ImportError("bad_archive", options.name, message);
    }
    try {
      await mkdir(dirname(destination), { recursive: true });
      const content = await locate();
      const written = createWriteStream(destination, { flags: "wx" });
      await pipeline([...content(), counted(entries), written], { signal: options.signal });
    } catch (error) {
      if (error instanceof ImportError || options.signal?.aborted) throw error;
      throw new Error(`${JSON.stringify(path.slice(0, 200))}: ${describeReason(error)}`, { cause: error });
    }
  };
  try {
    if (type === "zip") {
      const { readZip } = await import("./read-zip.ts");
      await readZip(file, entries, write);
    } else {
      const { readTar } = await import("./read-tar.ts");
      const packed = createReadStream(file);
      // Each stream ends with the other; errors are reported on the second.
      const stream = type === "tar" ? packed : joinStreams(packed, createGunzip(), () => {});
      await readTar(stream, entries, write);
    }
  } catch (error) {
    if (error instanceof ImportError) throw error;
    options.signal?.throwIfAborted();
    const message = `${options.name} cannot be unpacked (${describeReason(error)}). Pack it again, as .zip or .tar.gz. Nothing was imported.`;
    throw new ImportError("bad_archive", options.name, message, error);
  }
  return innerFolder(target);
}

const describeReason = (error: unknown) => (error instanceof Error ? error.message.slice(0, 500) : String(error));

const counted = (entries: ArchiveEntries) =>
  new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      try {
        entries.count(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });

/** Hosts pack a repository as one folder named after it. */
async function innerFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  const [only] = entries;
  const isWrapped = entries.length === 1 && only?.isDirectory() && !only.name.startsWith(".");
  return isWrapped ? join(folder, only?.name ?? "") : folder;
}
