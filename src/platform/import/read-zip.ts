import type { Readable } from "node:stream";
import { openPromise } from "yauzl";
import type { ArchiveEntries } from "./archive-entries.ts";

/** File types of the upper half of Unix attributes. */
const fileType = { mask: 0o170000, none: 0, regular: 0o100000, folder: 0o040000 };

/** Reads the files of a ZIP archive by its directory, one after the other. */
export async function readZip(
  file: string,
  entries: ArchiveEntries,
  write: (path: string, content: Readable) => Promise<void>,
): Promise<void> {
  const zip = await openPromise(file, { lazyEntries: true, validateEntrySizes: true, strictFileNames: true });
  try {
    for await (const entry of zip.eachEntry()) {
      const mode = (entry.externalFileAttributes >>> 16) & fileType.mask;
      const isFolder = entry.fileName.endsWith("/") || mode === fileType.folder;
      const isFile = mode === fileType.none || mode === fileType.regular;
      const path = entries.take(entry.fileName, isFolder ? "folder" : isFile ? "file" : "other");
      if (path === undefined) continue;
      if (entry.isEncrypted()) throw new Error("it is encrypted");
      await write(path, await zip.openReadStreamPromise(entry));
    }
  } finally {
    zip.close();
  }
}
