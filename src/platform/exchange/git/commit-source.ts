import { posix } from "node:path";
import type { Redirects } from "../../content/redirects.ts";
import {
  type ContentSource,
  compareNames,
  configNames,
  type Folder,
  ImportError,
  type PageReading,
  parseGitbookConfig,
  summaryFileName,
} from "../space-files/index.ts";
import type { BlobReader, TreeFile } from "./tree.ts";

/** The files of one commit, to be planned like a folder. */
interface CommitFiles {
  readonly name: string;
  /** By path from the project's folder. */
  readonly files: ReadonlyMap<string, TreeFile>;
  readonly blobs: BlobReader;
  /** Stored readings of files, by hash. */
  readonly readings: Map<string, PageReading>;
  /** Stores each text that is read as a page. */
  readonly store?: TextStore | undefined;
}

interface TextStore {
  put(oid: string, bytes: Uint8Array): void;
  flushIfFull(): Promise<void>;
}

/** A content source that reads only pages whose hash is new. */
export function commitSource({ name, files, blobs, readings, store }: CommitFiles): ContentSource {
  const read = async (path: string, maxBytes: number): Promise<Uint8Array> => {
    const file = files.get(path);
    if (file === undefined || file.size > maxBytes) {
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
        findReading: (path) => readings.get(oid(path)),
        storeReading(path, reading, bytes) {
          readings.set(oid(path), reading);
          if (!("problem" in reading)) store?.put(oid(path), bytes);
        },
        flushIfFull: async () => store?.flushIfFull(),
      };
      return folder;
    },
  };
}

/** The layout of a repository. */
export interface ContentRoot {
  /** The folder of the pages, from the project's folder. */
  readonly root: string;
  /** The name of the table of contents in it. */
  readonly summary: string;
  readonly redirects: Redirects;
  /** The configuration file; a name without text if there is none. */
  readonly config: { readonly path: string; readonly text: string | undefined };
}

export async function contentRoot(source: ContentSource): Promise<ContentRoot> {
  for (const path of configNames) {
    const bytes = await source.readTop(path, 1_000_000).catch(() => undefined);
    if (bytes === undefined) continue;
    const text = Buffer.from(bytes).toString();
    const { root, summary = summaryFileName, redirects } = parseGitbookConfig(text);
    const exists = root !== "" && (await source.list(root)) !== undefined;
    return {
      root: exists ? root : "",
      summary,
      redirects: new Map(redirects.map(({ from, to }) => [from, to])),
      config: { path, text },
    };
  }
  return {
    root: "",
    summary: summaryFileName,
    redirects: new Map(),
    config: { path: configNames[0], text: undefined },
  };
}
