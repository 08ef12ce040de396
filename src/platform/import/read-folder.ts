import type { Dirent } from "node:fs";
import { lstat, opendir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { compareNames } from "./folder-path.ts";
import { ImportError, stopWhenAborted } from "./import-error.ts";
import type { ImportWarning } from "./import-warning.ts";
import { readRegularFile } from "./read-regular-file.ts";

export type ImportLimits = {
  /** Files and folders met on the walk, whether they are imported or not. */
  files: number;
  pageBytes: number;
  fileBytes: number;
};

export const IMPORT_LIMITS: ImportLimits = { files: 100_000, pageBytes: 5 * 1024 ** 2, fileBytes: 25 * 1024 ** 2 };

export type ImportProgress = { step: "listing" | "reading"; done: number; total: number | null; path: string };

export type WalkOptions = {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
  limits?: Partial<ImportLimits> | undefined;
};

/** The files below one folder. Paths are posix and relative to `root`; no content is held. */
export type Folder = {
  /** Absolute real path. */
  root: string;
  /** Size in bytes by path, in natural order of the paths. */
  files: ReadonlyMap<string, number>;
  warnings: ImportWarning[];
  /** Bytes of one listed file. Rejects with `file_changed` when it is gone, grew past the limit or left the folder. */
  readBytes(path: string): Promise<Uint8Array>;
};

type Visit = { real: string; shown: string; linked: boolean };

const PROGRESS_EVERY = 200;

/** The real path of a folder that a person named. Throws `folder_not_found`, `not_a_folder` or `folder_not_readable`. */
export async function findFolder(path: string): Promise<string> {
  try {
    const real = await realpath(path);
    if ((await stat(real)).isDirectory()) return real;
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") {
      throw new ImportError("folder_not_found", path, `There is no folder ${path}. Check the path and run it again.`);
    }
    throw new ImportError("folder_not_readable", path, `${path} cannot be read (${code}). Check its permissions.`, error);
  }
  throw new ImportError("not_a_folder", path, `${path} is a file. Name the folder that holds the Markdown files.`);
}

/**
 * Lists the files below `start`, a folder inside `boundary` (both absolute real paths).
 * Nothing whose real path lies outside `boundary` is listed. A symbolic link is followed when it stays inside, a linked
 * folder once: more would let a few links multiply into endless copies.
 */
export async function readFolder(boundary: string, start = boundary, options: WalkOptions = {}): Promise<Folder> {
  const limits = { ...IMPORT_LIMITS, ...options.limits };
  const sizes = new Map<string, number>();
  const warnings: ImportWarning[] = [];
  const followed = new Set<string>();
  const waiting: Visit[] = [{ real: start, shown: "", linked: false }];
  // Links wait until every real folder is listed, so that what is followed does not depend on the order of names.
  const links: { at: string; shown: string; within: string }[] = [];
  let met = 0;

  for (;;) {
    const visit = waiting.pop();
    if (visit) await listFolder(visit);
    else {
      const link = links.shift();
      if (!link) break;
      await followLink(link);
    }
  }

  async function listFolder({ real, shown, linked }: Visit): Promise<void> {
    if (linked && followed.has(real)) return;
    if (linked) followed.add(real);
    const entries = await entriesOf(real, shown);
    for (let index = 0; index < entries.length; index += 32) {
      stopWhenAborted(options.signal, boundary);
      await Promise.all(entries.slice(index, index + 32).map((entry) => listEntry(entry, { real, shown, linked })));
    }
  }

  async function entriesOf(real: string, shown: string): Promise<Dirent[]> {
    const entries: Dirent[] = [];
    try {
      for await (const entry of await opendir(real, { bufferSize: 256 })) {
        stopWhenAborted(options.signal, boundary);
        if (entry.isDirectory() && isSkippedFolder(entry.name)) continue;
        if (++met > limits.files) throw tooManyFiles(boundary, limits.files);
        if (met % PROGRESS_EVERY === 0) options.onProgress?.({ step: "listing", done: met, total: null, path: shown });
        entries.push(entry);
      }
    } catch (error) {
      if (error instanceof ImportError) throw error;
      warnings.push(notReadable(shown, error));
    }
    return entries.sort((a, b) => compareNames(a.name, b.name));
  }

  async function listEntry(entry: Dirent, { real, shown, linked }: Visit): Promise<void> {
    const at = join(real, entry.name);
    const path = shown === "" ? entry.name : `${shown}/${entry.name}`;
    if (entry.isDirectory()) waiting.push({ real: at, shown: path, linked });
    else if (entry.isSymbolicLink()) links.push({ at, shown: path, within: real });
    else if (!entry.isFile()) warnings.push(warning(path, "special_file", "is a device, pipe or socket and is left out"));
    else {
      try {
        sizes.set(path, (await lstat(at)).size);
      } catch (error) {
        warnings.push(notReadable(path, error));
      }
    }
  }

  async function followLink({ at, shown, within }: { at: string; shown: string; within: string }): Promise<void> {
    stopWhenAborted(options.signal, boundary);
    let real: string;
    try {
      real = await realpath(at);
    } catch (error) {
      const problem = codeOf(error) === "ELOOP" ? "symlink_loop" : "symlink_broken";
      const message = problem === "symlink_loop" ? "is a link that leads back to itself" : "is a link to nothing";
      warnings.push(warning(shown, problem, `${message} and is left out`));
      return;
    }
    const inside = pathInside(boundary, real);
    if (inside === undefined) {
      warnings.push(warning(shown, "symlink_outside", "is a link that leaves the folder and is left out"));
    } else if (inside.split("/").slice(0, -1).some(isSkippedFolder)) {
      warnings.push(warning(shown, "symlink_skipped", `is a link into ${inside}, which is never imported`));
    } else await takeTarget(real, inside, shown, within);
  }

  async function takeTarget(real: string, inside: string, shown: string, within: string): Promise<void> {
    const target = await stat(real).catch(() => undefined);
    if (target?.isFile()) {
      sizes.set(shown, target.size);
    } else if (!target?.isDirectory()) {
      warnings.push(warning(shown, "special_file", "is a link to a device, pipe or socket and is left out"));
    } else if (pathInside(real, within) !== undefined) {
      warnings.push(warning(shown, "symlink_loop", "is a link to a folder it lies in and is left out"));
    } else if (isSkippedFolder(inside.split("/").at(-1) ?? "")) {
      warnings.push(warning(shown, "symlink_skipped", `is a link to ${inside}, which is never imported`));
    } else if (followed.has(real)) {
      warnings.push(warning(shown, "symlink_repeated", `is one more link to ${inside} and is left out`));
    } else waiting.push({ real, shown, linked: true });
  }

  options.onProgress?.({ step: "listing", done: met, total: met, path: "" });
  return {
    root: start,
    files: new Map([...sizes].sort(([a], [b]) => compareNames(a, b))),
    warnings,
    readBytes: (path) => readRegularFile(boundary, join(start, path), Math.max(limits.pageBytes, limits.fileBytes)),
  };
}

/** `.gitbook` holds assets; every other dot-folder and `node_modules` belongs to tools. */
function isSkippedFolder(name: string): boolean {
  return name === "node_modules" || (name.startsWith(".") && name !== ".gitbook");
}

/** Posix path of `real` below `folder`, `""` for itself, undefined outside. */
export function pathInside(folder: string, real: string): string | undefined {
  if (real === folder) return "";
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  return real.startsWith(prefix) ? real.slice(prefix.length).split(sep).join("/") : undefined;
}

function warning(path: string, problem: ImportWarning["problem"], what: string): ImportWarning {
  return { path, problem, message: `${path} ${what}.` };
}

function notReadable(path: string, error: unknown): ImportWarning {
  return warning(path || ".", "not_readable", `cannot be read (${codeOf(error)}) and is left out`);
}

function tooManyFiles(folder: string, limit: number): ImportError {
  const message = `${folder} holds more than ${limit.toLocaleString("en")} files. Import a smaller folder, or set \`root\` in .gitbook.yaml.`;
  return new ImportError("too_many_files", folder, message);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown error";
}
