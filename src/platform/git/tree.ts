import { ArchiveEntries } from "../import/archive-entries.ts";
import { GitFailure, type GitOptions, git, killGit, startGit } from "./git-process.ts";

/** A file of a commit. */
export interface TreeFile {
  readonly oid: string;
  readonly mode: string;
  /** Bytes. */
  readonly size: number;
}

const mostFiles = 200_000;
const mostFolderBytes = Number.MAX_SAFE_INTEGER;

/**
 * The files of a commit below a folder, by their path from there. Throws `bad_archive` for links, submodules, ways out
 * of the folder and names that some system takes for one, wherever an import would come upon them.
 */
export async function listTree(
  commit: string,
  folder: string,
  repository: GitOptions,
  { checked }: { readonly checked: boolean },
): Promise<Map<string, TreeFile>> {
  const files = new Map<string, TreeFile>();
  const entries = new ArchiveEntries("The repository", { entries: mostFiles, bytes: mostFolderBytes });
  const root = folder === "" ? commit : `${commit}:${folder}`;
  for await (const line of lines(["ls-tree", "-r", "-l", "-z", "--full-tree", root], repository)) {
    const [facts = "", path = ""] = splitOnce(line, "\t");
    const [mode = "", type = "", oid = "", size = "0"] = facts.split(/ +/);
    const isFile = type === "blob" && (mode === "100644" || mode === "100755" || mode === "100664");
    if (!checked) {
      if (files.size >= mostFiles) throw new GitFailure("ls-tree", "the repository holds too many files");
      if (isFile) files.set(path, { oid, mode, size: Number(size) || 0 });
    } else if (entries.take(path, isFile ? "file" : "other") !== undefined) {
      files.set(path, { oid, mode, size: Number(size) || 0 });
    }
  }
  return files;
}

/** A file that is there in two commits, by its hash in each. */
export interface ChangedFile {
  readonly before: string;
  readonly after: string;
}

/**
 * The files below a folder whose bytes a later commit has otherwise, by their path from there. Undefined where files
 * came or went as well, or where one of the commits is not at hand.
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
    for await (const part of lines(["diff-tree", "-r", "-z", "--no-renames", ...trees], repository)) {
      if (facts === undefined) {
        facts = /^:(100\d{3}) (100\d{3}) (\w+) (\w+) M$/.exec(part)?.slice(3);
        if (facts === undefined) return undefined;
      } else {
        const [was = "", is = ""] = facts;
        files.set(part, { before: was, after: is });
        facts = undefined;
      }
    }
    return files;
  } catch (error) {
    if (error instanceof GitFailure) return undefined;
    throw error;
  }
}

/** Bytes of files by their hash; what is not at hand is left out. */
export async function sizesOf(oids: readonly string[], repository: GitOptions): Promise<Map<string, number>> {
  const input = [...new Set(oids)].map((oid) => `${oid}\n`);
  if (input.length === 0) return new Map();
  const told = await git(["cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)"], {
    ...repository,
    input,
  });
  const lines = told.toString().matchAll(/^(\w+) blob (\d+)$/gm);
  return new Map([...lines].map(([, oid = "", size]) => [oid, Number(size)]));
}

/** What a command writes, cut at its zero bytes, as it comes: a tree may be made to have more paths than fit anywhere. */
async function* lines(args: readonly string[], options: GitOptions): AsyncGenerator<string> {
  const child = startGit(args, options);
  const stop = () => killGit(child);
  options.signal.addEventListener("abort", stop, { once: true });
  const closed = new Promise<number | null>((resolve) => {
    child.on("close", resolve).on("error", () => resolve(-1));
  });
  child.stdin.on("error", () => {}).end();
  child.stderr.resume();
  try {
    let rest = "";
    child.stdout.setEncoding("utf8");
    for await (const chunk of child.stdout) {
      const parts = (rest + String(chunk)).split("\0");
      rest = parts.pop() ?? "";
      yield* parts;
    }
    options.signal.throwIfAborted();
    if ((await closed) !== 0) throw new GitFailure(args[0] ?? "", "there is no such folder or commit");
  } finally {
    options.signal.removeEventListener("abort", stop);
    stop();
  }
}

function splitOnce(text: string, by: string): [string, string] {
  const at = text.indexOf(by);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
