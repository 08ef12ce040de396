import { posix } from "node:path";
import type { ComputedSource } from "../../contract/models/computed-content.ts";
import { folderOf } from "./folder-path.ts";
import type { ImportProblem, ImportWarning } from "./import-warning.ts";
import type { KnownPaths } from "./known-paths.ts";
import { decodePage } from "./page-text.ts";
import type { Folder } from "./read-folder.ts";
import { parseSummary, type SummaryEntry } from "./summary.ts";

/**
 * One entry with its address looked up. `parent` is the index of an earlier entry of the same list.
 * `path` is undefined when nothing is at the address; `dropped` entries only hand their place to their children.
 */
export type ListedEntry = {
  key: string;
  summary: string;
  /** Line in that file, from 1. */
  line: number;
  parent: number | null;
  title: string;
  linkTitle?: string;
} & (
  | { kind: "group"; slug?: string }
  | { kind: "dropped" }
  | { kind: "link"; address: string }
  | { kind: "computed"; source: ComputedSource }
  | { kind: "page"; address: string; path: string | undefined }
);

export type LoadedSummaries = {
  entries: ListedEntry[];
  paths: Set<string>;
  /** The only one there is, where all of it was read. */
  only?: { path: string; text: string };
  warnings: ImportWarning[];
};

export const SUMMARY_NAME = "SUMMARY.md";

/** A table of contents with more entries than this is taken up to here. */
const MAX_ENTRIES = 200_000;

/**
 * Reads the summary at `main` and every summary it lists; a listed summary becomes a group that holds its entries.
 * Each is read once, so that summaries listing one another come to an end.
 */
export async function loadSummaries(
  folder: Folder,
  known: KnownPaths,
  main: string,
  maxBytes: number,
): Promise<LoadedSummaries> {
  const entries: ListedEntry[] = [];
  const warnings: ImportWarning[] = [];
  const paths = new Set([main]);
  const waiting: { path: string; parent: number | null }[] = [{ path: main, parent: null }];
  const warn = (path: string, problem: ImportProblem, message: string) => warnings.push({ path, problem, message });

  let first: string | undefined;

  // `waiting` grows while it is read.
  for (const { path, parent } of waiting) {
    const markdown = await readSummary(folder, path, maxBytes);
    if (markdown === undefined) {
      warn(path, "bad_summary", `${path} is not readable text of at most ${maxBytes} bytes and is ignored.`);
      continue;
    }
    first ??= markdown;
    const offset = entries.length;
    for (const entry of parseSummary(markdown)) {
      if (entries.length >= MAX_ENTRIES) {
        warn(path, "bad_summary", `${path} goes past ${MAX_ENTRIES} entries; the rest is taken as not listed.`);
        return { entries, paths, warnings };
      }
      const listed = lookUp(entry, path, entry.parent === null ? parent : entry.parent + offset);
      const index = entries.push(listed) - 1;
      if (listed.kind !== "page" || listed.path === undefined || !isSummary(listed.path)) continue;
      if (paths.has(listed.path)) {
        const message = `Line ${entry.line} of ${path} lists ${listed.path}, which is read already; the entry is left out.`;
        warn(path, "summary_cycle", message);
        entries[index] = { ...listed, kind: "dropped" };
      } else {
        paths.add(listed.path);
        waiting.push({ path: listed.path, parent: index });
        entries[index] = { ...listed, kind: "group" };
      }
    }
  }
  const only = first !== undefined && paths.size === 1 ? { only: { path: main, text: first } } : {};
  return { entries, paths, ...only, warnings };

  function isSummary(path: string): boolean {
    return path === main || posix.basename(path) === SUMMARY_NAME;
  }

  function lookUp(entry: SummaryEntry, summary: string, parent: number | null): ListedEntry {
    const { line, end: _, ...rest } = entry;
    const place = { key: `${summary}#${line}`, summary, line, parent };
    if (rest.kind !== "page") return { ...rest, ...place };
    const folderPath = folderOf(summary);
    // A summary in a folder of its own may name pages from there or from the root.
    const path = known.find(folderPath, rest.address) ?? known.find("", rest.address);
    return { ...rest, ...place, path };
  }
}

async function readSummary(folder: Folder, path: string, maxBytes: number): Promise<string | undefined> {
  if ((folder.files.get(path) ?? 0) > maxBytes) return undefined;
  const page = decodePage(await folder.readBytes(path));
  return "text" in page ? page.text : undefined;
}
