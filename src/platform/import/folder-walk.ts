import type { Dirent } from "node:fs";
import { lstat, opendir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { compareNames, pathInside } from "./folder-path.ts";
import { ImportError, stopWhenAborted, systemCodeOf } from "./import-error.ts";
import type { ImportProblem, ImportWarning } from "./import-warning.ts";
import type { ImportProgress } from "./read-folder.ts";

/** A folder to list: where it really is, and the path its files are shown under. */
type Visit = { real: string; shown: string; linked: boolean };
type Link = { path: string; shown: string; within: string };

const PROGRESS_EVERY = 200;
const STATS_AT_ONCE = 32;

/**
 * One walk over the files inside `boundary`, an absolute real path. A symbolic link is followed when it stays inside;
 * a linked folder is followed once, since more would let a few links multiply into endless copies.
 */
export class FolderWalk {
  readonly sizes = new Map<string, number>();
  readonly warnings: ImportWarning[] = [];
  private readonly followed = new Set<string>();
  private readonly waiting: Visit[] = [];
  private readonly links: Link[] = [];
  private readonly boundary: string;
  private readonly maxEntries: number;
  private readonly signal: AbortSignal | undefined;
  private readonly onProgress: ((progress: ImportProgress) => void) | undefined;
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
    // Links come after every real folder and by name, so that the same ones are followed on every machine.
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
    for (let visit = this.waiting.pop(); visit; visit = this.waiting.pop()) {
      if (visit.linked && this.followed.has(visit.real)) continue;
      if (visit.linked) this.followed.add(visit.real);
      const entries = await this.entriesOf(visit);
      for (let index = 0; index < entries.length; index += STATS_AT_ONCE) {
        stopWhenAborted(this.signal, this.boundary);
        await Promise.all(entries.slice(index, index + STATS_AT_ONCE).map((entry) => this.list(entry, visit)));
      }
    }
  }

  private async entriesOf({ real, shown }: Visit): Promise<Dirent[]> {
    const entries: Dirent[] = [];
    try {
      for await (const entry of await opendir(real, { bufferSize: 256 })) {
        stopWhenAborted(this.signal, this.boundary);
        if (entry.isDirectory() && isSkippedFolder(entry.name)) continue;
        if (++this.met > this.maxEntries) throw tooManyFiles(this.boundary, this.maxEntries);
        if (this.met % PROGRESS_EVERY === 0) {
          this.onProgress?.({ step: "listing", done: this.met, total: null, path: shown });
        }
        entries.push(entry);
      }
    } catch (error) {
      if (error instanceof ImportError) throw error;
      this.warn(shown, "not_readable", `cannot be read (${systemCodeOf(error)}) and is left out`);
    }
    return entries.sort((a, b) => compareNames(a.name, b.name));
  }

  private async list(entry: Dirent, { real, shown, linked }: Visit): Promise<void> {
    const path = join(real, entry.name);
    const shownPath = shown === "" ? entry.name : `${shown}/${entry.name}`;
    if (entry.isDirectory()) this.waiting.push({ real: path, shown: shownPath, linked });
    else if (entry.isSymbolicLink()) this.links.push({ path, shown: shownPath, within: real });
    else if (!entry.isFile()) this.warn(shownPath, "special_file", "is a device, pipe or socket and is left out");
    else {
      try {
        this.sizes.set(shownPath, (await lstat(path)).size);
      } catch (error) {
        this.warn(shownPath, "not_readable", `cannot be read (${systemCodeOf(error)}) and is left out`);
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
      if (systemCodeOf(error) === "ELOOP")
        this.warn(shown, "symlink_loop", "is a link that leads to itself and is left out");
      else this.warn(shown, "symlink_broken", `is a link to nothing that can be read (${systemCodeOf(error)})`);
    }
  }

  private async take(real: string, inside: string, shown: string, within: string): Promise<void> {
    const target = await stat(real);
    const folders = target.isDirectory() ? inside.split("/") : inside.split("/").slice(0, -1);
    if (folders.some(isSkippedFolder)) {
      this.warn(shown, "symlink_skipped", `is a link to ${inside}, which is never imported`);
    } else if (target.isFile()) {
      this.sizes.set(shown, target.size);
    } else if (!target.isDirectory()) {
      this.warn(shown, "special_file", "is a link to a device, pipe or socket and is left out");
    } else if (pathInside(real, within) !== undefined) {
      this.warn(shown, "symlink_loop", "is a link to a folder it lies in and is left out");
    } else if (this.followed.has(real)) {
      this.warn(shown, "symlink_repeated", `is one more link to ${inside} and is left out`);
    } else this.waiting.push({ real, shown, linked: true });
  }

  private warn(path: string, problem: ImportProblem, what: string): void {
    this.warnings.push({ path: path || ".", problem, message: `${path || "."} ${what}.` });
  }
}

/** `.gitbook` holds assets; every other dot-folder and `node_modules` belongs to tools. */
function isSkippedFolder(name: string): boolean {
  return name === "node_modules" || (name.startsWith(".") && name !== ".gitbook");
}

function tooManyFiles(folder: string, limit: number): ImportError {
  const message =
    `${folder} holds more than ${limit.toLocaleString("en")} files and folders. ` +
    "Import a smaller folder, or set `root` in .gitbook.yaml to the one that holds the docs.";
  return new ImportError("too_many_files", folder, message);
}
