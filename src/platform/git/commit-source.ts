import { posix } from "node:path";
import type { ContentSource } from "../import/content-source.ts";
import { compareNames } from "../import/folder-path.ts";
import { ImportError } from "../import/import-error.ts";
import type { Folder, PageReading } from "../import/read-folder.ts";
import type { BlobReader } from "./blob-reader.ts";
import type { TreeFile } from "./tree.ts";

/** The files of one commit, to be planned like a folder. */
export interface CommitFiles {
  readonly name: string;
  /** By path from the project's folder. */
  readonly files: ReadonlyMap<string, TreeFile>;
  readonly blobs: BlobReader;
  /** What is known of files by their hash. */
  readonly readings: Map<string, PageReading>;
}

/** A source of content whose pages are read only where their hash is new. */
export function commitSource({ name, files, blobs, readings }: CommitFiles): ContentSource {
  const read = async (path: string, mostBytes: number): Promise<Uint8Array> => {
    const file = files.get(path);
    if (file === undefined || file.size > mostBytes) {
      throw new ImportError("file_changed", path, `${path} cannot be read from the repository.`);
    }
    return blobs.read(file.oid);
  };
  return {
    name: posix.basename(name),
    shown: name,
    async readTop(path, maxBytes) {
      return files.has(path) ? read(path, maxBytes) : undefined;
    },
    async list(root) {
      const prefix = root === "" ? "" : `${root}/`;
      const below = [...files].filter(([path]) => path.startsWith(prefix));
      if (below.length === 0 && root !== "") return undefined;
      const inside = below.map(([path, { size }]): [string, number] => [path.slice(prefix.length), size]);
      const oid = (path: string) => files.get(prefix + path)?.oid ?? "";
      const folder: Folder = {
        root: name,
        files: new Map(inside.sort(([one], [other]) => compareNames(one, other))),
        warnings: [],
        readBytes: (path) => read(prefix + path, 25 * 1024 ** 2),
        readingOf: (path) => readings.get(oid(path)),
        keepReading: (path, reading) => readings.set(oid(path), reading),
      };
      return folder;
    },
  };
}
