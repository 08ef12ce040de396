import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  read as readWithCallback,
  realpathSync,
} from "node:fs";
import { opendir, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import { pageLimits } from "../../../markdown/versions/page-limits.ts";
import { getSystemCode, ImportError, type ImportProblem, type ImportWarning, stopWhenAborted } from "./errors.ts";
import { compareNames, pathInside } from "./folder-path.ts";
import type { PageFacts } from "./page-facts.ts";

type ImportLimits = {
  /** Files and folders seen on the walk, whether imported or not. */
  files: number;
  pageBytes: number;
  fileBytes: number;
};

export const importLimits: ImportLimits = { files: 100_000, pageBytes: pageLimits.bytes, fileBytes: 25 * 1024 ** 2 };

/** `total` is null while unknown. */
type ImportProgress = { step: "listing" | "reading"; done: number; total: number | null; path: string };

export type ReadFolderOptions = {
  /** The folder inside the given one to list, as returned by `findFolderInside`; by default all of it. */
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
  /** The bytes of a listed file. Rejects with `file_changed` if it is gone, exceeds the limit or left the folder. */
  readBytes(path: string): Promise<Uint8Array>;
  /** A stored result of reading the page earlier, if there is one. */
  findReading?(path: string): PageReading | undefined;
  /** Keeps the result of reading a page, and may keep its bytes. */
  storeReading?(path: string, reading: PageReading, bytes: Uint8Array): void;
  /** Called between pages, so that what is kept of them does not pile up in memory. A failure ends the reading. */
  flushIfFull?(): Promise<void>;
};

/** Why a file named like a page does not become one. */
export type PageProblem = "binary_page" | "invalid_utf8" | "page_too_large";

/** What the text of a page says on its own. */
export type PageReading =
  | { problem: PageProblem }
  /** `addresses` are those of its links. */
  | { facts: PageFacts; addresses: string[] };

/**
 * The real path of a folder that a person named. Throws `folder_not_found`, `not_a_folder` or `folder_not_readable`.
 */
export async function findFolder(path: string): Promise<string> {
  try {
    const real = await realpath(path);
    if ((await stat(real)).isDirectory()) return real;
  } catch (error) {
    const code = getSystemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") {
      throw new ImportError("folder_not_found", path, `There is no folder ${path}. Check the path and run it again.`);
    }
    const message = `${path} cannot be read (${code}). Check the path and its permissions.`;
    throw new ImportError("folder_not_readable", path, message, error);
  }
  throw new ImportError("not_a_folder", path, `${path} is a file. Name the folder that contains the Markdown files.`);
}

/** The real path of a folder named relative to `folder`; undefined if it does not exist or is outside. */
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
 * Lists the files below a folder, given its real path (see `findFolder`). Files whose real path is outside the folder
 * are not listed. Throws `too_many_files` and `aborted`; what cannot be listed gives a warning.
 */
export async function readFolder(folder: string, options: ReadFolderOptions = {}): Promise<Folder> {
  const limits = { ...importLimits, ...options.limits };
  const root = options.start ?? folder;
  const { sizes, warnings } = await new FolderWalk(folder, limits.files, options.signal, options.onProgress).from(root);
  return {
    root,
    files: new Map([...sizes].sort(([a], [b]) => compareNames(a, b))),
    warnings,
    readBytes: (path) => readRegularFile(folder, join(root, path), Math.max(limits.pageBytes, limits.fileBytes)),
  };
}

/** A folder to list: its real path, and the path its files are shown under. */
type PendingFolder = { real: string; shown: string; linked: boolean };

type Link = { path: string; shown: string; within: string };

const progressInterval = 200;

/**
 * One walk over the files inside `boundary`, an absolute real path. A symbolic link is followed if it stays inside. A
 * linked folder is followed only once; otherwise a few links could multiply into endless copies.
 */
class FolderWalk {
  readonly sizes = new Map<string, number>();
  readonly warnings: ImportWarning[] = [];
  private readonly followed = new Set<string>();
  private readonly waiting: PendingFolder[] = [];
  private readonly links: Link[] = [];
  private readonly boundary: string;
  private readonly maxEntries: number;
  private readonly signal: AbortSignal | undefined;
  private readonly onProgress: ((progress: ImportProgress) => void) | undefined;
  private readonly timeSlices = new TimeSlices();
  private met = 0;

  constructor(
    boundary: string,
    maxEntries: number,
    signal: AbortSignal | undefined,
    onProgress: ((progress: ImportProgress) => void) | undefined,
  ) {
    this.boundary = boundary;
    this.maxEntries = maxEntries;
    this.signal = signal;
    this.onProgress = onProgress;
  }

  async from(start: string): Promise<this> {
    this.waiting.push({ real: start, shown: "", linked: false });
    await this.listWaiting();
    // Links come after all real folders and in name order, so that every machine follows the same ones.
    this.links.sort((a, b) => compareNames(a.shown, b.shown));
    for (let index = 0; index < this.links.length; index++) {
      const link = this.links[index];
      if (link) await this.follow(link);
      await this.listWaiting();
    }
    this.onProgress?.({ step: "listing", done: this.met, total: this.met, path: "" });
    return this;
  }

  private async listWaiting(): Promise<void> {
    for (let pending = this.waiting.pop(); pending; pending = this.waiting.pop()) {
      if (pending.linked && this.followed.has(pending.real)) continue;
      if (pending.linked) this.followed.add(pending.real);
      const entries = await this.readEntries(pending);
      for (const entry of entries) {
        this.list(entry, pending);
        await this.timeSlices.yieldIfDue();
        stopWhenAborted(this.signal, this.boundary);
      }
    }
  }

  private async readEntries({ real, shown }: PendingFolder): Promise<Dirent[]> {
    const entries: Dirent[] = [];
    try {
      for await (const entry of await opendir(real, { bufferSize: 256 })) {
        stopWhenAborted(this.signal, this.boundary);
        if (entry.isDirectory() && isSkippedFolder(entry.name)) continue;
        if (++this.met > this.maxEntries) throw tooManyFiles(this.boundary, this.maxEntries);
        if (this.met % progressInterval === 0) {
          this.onProgress?.({ step: "listing", done: this.met, total: null, path: shown });
        }
        entries.push(entry);
      }
    } catch (error) {
      if (error instanceof ImportError) throw error;
      this.warn(shown, "not_readable", `cannot be read (${getSystemCode(error)}) and is left out`);
    }
    return entries.sort((a, b) => compareNames(a.name, b.name));
  }

  private list(entry: Dirent, { real, shown, linked }: PendingFolder): void {
    const path = join(real, entry.name);
    const shownPath = shown === "" ? entry.name : `${shown}/${entry.name}`;
    if (entry.isDirectory()) this.waiting.push({ real: path, shown: shownPath, linked });
    else if (entry.isSymbolicLink()) this.links.push({ path, shown: shownPath, within: real });
    else if (!entry.isFile()) this.warn(shownPath, "special_file", "is a device, pipe or socket and is left out");
    else {
      try {
        this.sizes.set(shownPath, lstatSync(path).size);
      } catch (error) {
        this.warn(shownPath, "not_readable", `cannot be read (${getSystemCode(error)}) and is left out`);
      }
    }
  }

  private async follow({ path, shown, within }: Link): Promise<void> {
    stopWhenAborted(this.signal, this.boundary);
    try {
      const real = await realpath(path);
      const inside = pathInside(this.boundary, real);
      if (inside === undefined) {
        this.warn(shown, "symlink_outside", "is a link that leaves the folder and is left out");
      } else await this.take(real, inside, shown, within);
    } catch (error) {
      if (getSystemCode(error) === "ELOOP")
        this.warn(shown, "symlink_loop", "is a link that leads to itself and is left out");
      else this.warn(shown, "symlink_broken", `is a link to nothing that can be read (${getSystemCode(error)})`);
    }
  }

  private async take(real: string, inside: string, shown: string, within: string): Promise<void> {
    const target = await stat(real);
    const folders = target.isDirectory() ? inside.split("/") : inside.split("/").slice(0, -1);
    if (folders.some(isSkippedFolder)) {
      this.warn(shown, "symlink_skipped", `is a link to ${inside}, and is not imported`);
    } else if (target.isFile()) {
      this.sizes.set(shown, target.size);
    } else if (!target.isDirectory()) {
      this.warn(shown, "special_file", "is a link to a device, pipe or socket and is left out");
    } else if (pathInside(real, within) !== undefined) {
      this.warn(shown, "symlink_loop", "is a link to a folder that contains it, and is skipped");
    } else if (this.followed.has(real)) {
      this.warn(shown, "symlink_repeated", `is another link to ${inside} and is left out`);
    } else this.waiting.push({ real, shown, linked: true });
  }

  private warn(path: string, problem: ImportProblem, what: string): void {
    this.warnings.push({ path: path || ".", problem, message: `${path || "."} ${what}.` });
  }
}

/** `.gitbook` contains assets; other dot folders and `node_modules` belong to tools. */
function isSkippedFolder(name: string): boolean {
  return name === "node_modules" || (name.startsWith(".") && name !== ".gitbook");
}

function tooManyFiles(folder: string, limit: number): ImportError {
  const message =
    `${folder} contains more than ${limit.toLocaleString("en")} files and folders. ` +
    "Import a smaller folder, or set `root` in .gitbook.yaml to the one that contains the docs.";
  return new ImportError("too_many_files", folder, message);
}

// Absent on Windows. Without O_NONBLOCK, opening a file that became a pipe would wait for a writer forever.
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** A file of at most this size is read synchronously, because switching to another thread costs ten times as much. */
const maxSyncBytes = 256 * 1024;

/**
 * Reads a listed file, checking again that it is a regular file inside `boundary` of at most `maxBytes`, because the
 * folder may have changed. Rejects with `file_changed`.
 */
async function readRegularFile(boundary: string, path: string, maxBytes: number): Promise<Uint8Array> {
  try {
    const real = realpathSync.native(path);
    if (pathInside(boundary, real) === undefined) throw new Error("it now leads out of the folder");
    const file = openSync(real, openFlags);
    try {
      const found = fstatSync(file);
      if (!found.isFile()) throw new Error("it is no longer a file");
      if (found.size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
      return await readAtMost(file, found.size, maxBytes);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${path} changed or disappeared during the import (${reason}). Run the import again.`;
    throw new ImportError("file_changed", path, message, error);
  }
}

const readLater = promisify(readWithCallback);

/** Reads to the end of the file; its size is only a hint, because it may be growing. */
async function readAtMost(file: number, size: number, maxBytes: number): Promise<Uint8Array> {
  let buffer = Buffer.alloc(size + 1);
  let length = 0;
  for (;;) {
    const remaining = buffer.length - length;
    const bytesRead =
      buffer.length <= maxSyncBytes
        ? readSync(file, buffer, length, remaining, length)
        : (await readLater(file, buffer, length, remaining, length)).bytesRead;
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
    if (length > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
    if (length === buffer.length) buffer = Buffer.concat([buffer, Buffer.alloc(buffer.length)]);
  }
}

/** A source of content to import: a folder, or a commit of a repository. */
export interface ContentSource {
  /** The last segment of its name, used as a title if there is no better one. */
  readonly name: string;
  /** What messages call it. */
  readonly shown: string;
  /** A file at its top level; undefined if there is none. Rejects with the reason as the cause. */
  readTop(name: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** Everything below a folder in it, `""` for all; undefined if there is no such folder. */
  list(root: string): Promise<Folder | undefined>;
}

/** A folder of this machine. Throws `folder_not_found`, `not_a_folder` or `folder_not_readable`. */
export async function folderSource(path: string, options: PlanImportOptions): Promise<ContentSource> {
  const boundary = await findFolder(path);
  return {
    name: basename(options.name ?? boundary),
    shown: options.name ?? path,
    async readTop(name, maxBytes) {
      try {
        return await readRegularFile(boundary, join(boundary, name), maxBytes);
      } catch (error) {
        if (error instanceof Error && getSystemCode(error.cause) === "ENOENT") return undefined;
        throw error;
      }
    },
    async list(root) {
      const start = await findFolderInside(boundary, root);
      return start === undefined ? undefined : readFolder(boundary, { ...options, start });
    },
  };
}

export type PlanImportOptions = Omit<ReadFolderOptions, "start"> & {
  /** Title of the space; by default that of the root's README, or else the folder's name. */
  title?: string | undefined;
  /** The folder's name in messages and, if nothing else gives one, in the title; its path by default. */
  name?: string | undefined;
  /** Pages stay as they are written, because they are written back to where they came from. */
  keepsBytes?: boolean | undefined;
};
