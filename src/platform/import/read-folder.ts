import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { compareNames, pathInside } from "./folder-path.ts";
import { FolderWalk } from "./folder-walk.ts";
import { ImportError, systemCodeOf } from "./import-error.ts";
import type { ImportWarning } from "./import-warning.ts";
import type { PageFacts } from "./page-facts.ts";
import { readRegularFile } from "./read-regular-file.ts";

export type ImportLimits = {
  /** Files and folders met on the walk, whether they are imported or not. */
  files: number;
  pageBytes: number;
  fileBytes: number;
};

export const IMPORT_LIMITS: ImportLimits = { files: 100_000, pageBytes: 5 * 1024 ** 2, fileBytes: 25 * 1024 ** 2 };

/** `total` is null while it is not known yet. */
export type ImportProgress = { step: "listing" | "reading"; done: number; total: number | null; path: string };

export type ReadFolderOptions = {
  /** The folder inside the given one to list, as `findFolderInside` gives it; without it, all of it. */
  start?: string | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
  limits?: Partial<ImportLimits> | undefined;
};

/** The files below one folder. Paths are posix and relative to `root`; no content is held. */
export type Folder = {
  /** Absolute path. */
  root: string;
  /** Size in bytes by path, in natural order of the paths. */
  files: ReadonlyMap<string, number>;
  warnings: ImportWarning[];
  /** Bytes of one listed file. Rejects with `file_changed` when it is gone, grew past the limit or left the folder. */
  readBytes(path: string): Promise<Uint8Array>;
  /** What reading a page told at an earlier time, where that is kept. */
  readingOf?(path: string): PageReading | undefined;
  /** Takes what reading a page told, to be kept. */
  keepReading?(path: string, reading: PageReading): void;
};

/** What the text of one page tells, whatever else there is. */
export type PageReading =
  | { problem: "binary_page" | "invalid_utf8" }
  /** `addresses` are those of its links. */
  | { facts: PageFacts; addresses: string[] };

/** The real path of a folder that a person named. Throws `folder_not_found`, `not_a_folder` or `folder_not_readable`. */
export async function findFolder(path: string): Promise<string> {
  try {
    const real = await realpath(path);
    if ((await stat(real)).isDirectory()) return real;
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") {
      throw new ImportError("folder_not_found", path, `There is no folder ${path}. Check the path and run it again.`);
    }
    const message = `${path} cannot be read (${code}). Check the path and its permissions.`;
    throw new ImportError("folder_not_readable", path, message, error);
  }
  throw new ImportError("not_a_folder", path, `${path} is a file. Name the folder that holds the Markdown files.`);
}

/** The real path of a folder named relative to `folder`, undefined when there is none or it lies elsewhere. */
export async function findFolderInside(folder: string, path: string): Promise<string | undefined> {
  try {
    const real = await realpath(join(folder, path));
    const inside = pathInside(folder, real);
    const isAllowed = inside !== undefined && !inside.split("/").includes(".git");
    return isAllowed && (await stat(real)).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Lists the files below a folder, named by its real path (see `findFolder`). Nothing whose real path lies outside of it
 * is listed. Throws `too_many_files` and `aborted`; what cannot be listed is a warning.
 */
export async function readFolder(folder: string, options: ReadFolderOptions = {}): Promise<Folder> {
  const limits = { ...IMPORT_LIMITS, ...options.limits };
  const root = options.start ?? folder;
  const { sizes, warnings } = await new FolderWalk(folder, limits.files, options.signal, options.onProgress).from(root);
  return {
    root,
    files: new Map([...sizes].sort(([a], [b]) => compareNames(a, b))),
    warnings,
    readBytes: (path) => readRegularFile(folder, join(root, path), Math.max(limits.pageBytes, limits.fileBytes)),
  };
}
