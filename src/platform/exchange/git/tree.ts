import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { ArchiveEntries } from "../space-files/index.ts";
import {
  defaultLimits,
  GitFailure,
  type GitLimits,
  type GitOptions,
  git,
  gitOutput,
  killGit,
  limitPassed,
  startGit,
  toGitError,
  treeLimits,
} from "./git-process.ts";

/** A file of a commit. */
export interface TreeFile {
  readonly oid: string;
  readonly mode: string;
  /** Bytes. */
  readonly size: number;
}

const maxFolderBytes = Number.MAX_SAFE_INTEGER;

/**
 * The files of a commit below a folder, by path from there. Throws `bad_archive` for links, submodules, paths out of
 * the folder and names that some system treats as one of these, if an import would read them.
 */
export async function listTree(
  commit: string,
  folder: string,
  repository: GitOptions,
  { checked }: { readonly checked: boolean },
): Promise<Map<string, TreeFile>> {
  const files = new Map<string, TreeFile>();
  const archive = new ArchiveEntries("The repository", { entries: treeLimits.entries, bytes: maxFolderBytes });
  const root = folder === "" ? commit : `${commit}:${folder}`;
  let entries = 0;
  // Folders are listed too, because a tree may have too many folders to walk and no files at all.
  for await (const line of lines(["ls-tree", "-r", "-t", "-l", "-z", "--full-tree", root], repository)) {
    entries += 1;
    const [facts = "", path = ""] = splitOnce(line, "\t");
    const [mode = "", type = "", oid = "", size = "0"] = facts.split(/ +/);
    const isFile = type === "blob" && (mode === "100644" || mode === "100755" || mode === "100664");
    if (!checked) {
      if (entries > treeLimits.entries) throw limitPassed("ls-tree", "entries", treeLimits.entries);
      if (isFile) files.set(path, { oid, mode, size: Number(size) || 0 });
    } else if (archive.take(path, isFile ? "file" : type === "tree" ? "folder" : "other") !== undefined) {
      files.set(path, { oid, mode, size: Number(size) || 0 });
    }
  }
  return files;
}

/** A file that exists in two commits, with its hash in each. */
export interface ChangedFile {
  readonly before: string;
  readonly after: string;
}

/**
 * Git compares two trees completely before it prints anything. If that exceeds these limits, planning everything is
 * cheaper.
 */
const comparing: Partial<GitLimits> = { time: 10_000, memory: 128 * 1024 ** 2 };

/**
 * The files below a folder whose bytes differ in a later commit, by path from there. Undefined if files were also added
 * or removed, if a commit is not available, or if there is too much to compare.
 */
export async function changedFiles(
  [before, after]: readonly [string, string],
  folder: string,
  repository: GitOptions,
): Promise<Map<string, ChangedFile> | undefined> {
  const files = new Map<string, ChangedFile>();
  const trees = [before, after].map((commit) => `${commit}:${folder}`);
  let facts: readonly string[] | undefined;
  try {
    const args = ["diff-tree", "-r", "-t", "-z", "--no-renames", ...trees];
    for await (const part of lines(args, { ...repository, limits: comparing })) {
      if (facts === undefined) {
        facts = /^:(100|040)\d{3} \1\d{3} (\w+) (\w+) M$/.exec(part)?.slice(1);
        if (facts === undefined) return undefined;
      } else {
        const [type, was = "", is = ""] = facts;
        // Folders are listed so that the comparison ends if there are too many.
        if (type === "100") files.set(part, { before: was, after: is });
        facts = undefined;
      }
    }
    return files;
  } catch (error) {
    if (error instanceof GitFailure) return undefined;
    throw error;
  }
}

/** The sizes of files by hash; those that are not available are left out. */
export async function readSizes(oids: readonly string[], repository: GitOptions): Promise<Map<string, number>> {
  const input = [...new Set(oids)].map((oid) => `${oid}\n`);
  if (input.length === 0) return new Map();
  const output = await git(["cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)"], {
    ...repository,
    input,
  });
  const lines = output.toString().matchAll(/^(\w+) blob (\d+)$/gm);
  return new Map([...lines].map(([, oid = "", size]) => [oid, Number(size)]));
}

/** Streams a command's output, split at NUL bytes: a tree can be crafted to have more paths than fit in memory. */
async function* lines(args: readonly string[], options: GitOptions): AsyncGenerator<string> {
  const command = args[0] ?? "";
  const output = Number.POSITIVE_INFINITY;
  const bytes = gitOutput(args, { ...options, limits: { output, ...options.limits } });
  let rest = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > treeLimits.paths) throw limitPassed(command, "paths", treeLimits.paths);
    const end = chunk.lastIndexOf(0) + 1;
    const whole =
      end === 0
        ? []
        : Buffer.concat([rest, chunk.subarray(0, end)])
            .toString()
            .split("\0")
            .slice(0, -1);
    rest = end === 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk.subarray(end));
    if (rest.length > maxLineLength || whole.some((line) => line.length > maxLineLength)) {
      throw limitPassed(command, "maxPathLength", treeLimits.maxPathLength);
    }
    yield* whole;
  }
}

/** A path and what precedes it. */
const maxLineLength = treeLimits.maxPathLength + 200;

function splitOnce(text: string, by: string): [string, string] {
  const at = text.indexOf(by);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** Milliseconds for one file, which may be packed so that unpacking takes forever. */
const maxReadMs = 60_000;

/** Reads files of a repository by hash, through a single long-running process. */
export class BlobReader {
  readonly #options: GitOptions;
  #child: ChildProcessWithoutNullStreams | undefined;
  #chunks: AsyncIterator<Buffer<ArrayBuffer>> | undefined;
  #rest = Buffer.alloc(0);
  #errors = "";
  #closed: Promise<unknown> = Promise.resolve();
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: GitOptions) {
    this.#options = options;
  }

  /** Many files may be requested at once; they are read in that order. */
  async read(oid: string): Promise<Uint8Array> {
    this.#options.signal.throwIfAborted();
    const child = this.#child ?? this.#start();
    // Requests of one turn of the event loop are written at once.
    child.stdin.cork();
    child.stdin.write(`${oid}\n`);
    process.nextTick(() => child.stdin.uncork());
    const next = this.#last.then(() => this.#next(child));
    this.#last = next.catch(() => {});
    return next;
  }

  close(): void {
    this.#child?.stdin.end();
    this.#child?.stdout.destroy();
    this.#child = undefined;
  }

  async #next(child: ChildProcessWithoutNullStreams): Promise<Uint8Array> {
    this.#options.signal.throwIfAborted();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      killGit(child);
    }, maxReadMs);
    try {
      const [, type, length] = (await this.#line()).split(" ");
      if (type !== "blob") throw new GitFailure("cat-file", "a file of the repository is missing");
      const bytes = await this.#take(Number(length) + 1);
      return new Uint8Array(bytes.subarray(0, -1));
    } catch (error) {
      this.#options.signal.throwIfAborted();
      throw isLate ? limitPassed("cat-file", "time", maxReadMs) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = startGit(["cat-file", "--batch"], this.#options);
    child.stdin.on("error", () => {});
    this.#closed = once(child, "close").catch(() => {});
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#errors = (this.#errors + text).slice(-4000);
    });
    this.#options.signal.addEventListener("abort", () => killGit(child), { once: true });
    this.#child = child;
    this.#chunks = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer<ArrayBuffer>>;
    return child;
  }

  /** Why there is no more to read. */
  async #ended(): Promise<Error> {
    const child = this.#child;
    // It may have ended before all its output arrived.
    await this.#closed;
    if (child === undefined || child.exitCode === 0) return new GitFailure("cat-file", "the clone cannot be read");
    return toGitError("cat-file", child.exitCode, this.#errors, defaultLimits);
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (end >= 0) return (await this.#take(end + 1)).toString("latin1", 0, end);
      await this.#more(1);
    }
  }

  async #take(length: number): Promise<Buffer> {
    if (this.#rest.length < length) await this.#more(length - this.#rest.length);
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  /** Joined once, so that a large file in small pieces costs no more than its size. */
  async #more(wanted: number): Promise<void> {
    const pieces = [this.#rest];
    for (let size = 0; size < wanted; ) {
      const next = await this.#chunks?.next();
      if (next === undefined || next.done) throw await this.#ended();
      pieces.push(next.value);
      size += next.value.length;
    }
    this.#rest = Buffer.concat(pieces);
  }
}
