import { posix } from "node:path";
import type { ComputedSource } from "../../../contract/models/computed-content.ts";
import { findSpecSlug } from "../../content/computed-pages.ts";
import type { ImportProblem, ImportWarning } from "./errors.ts";
import { compareNames, getFolder, type KnownPaths } from "./folder-path.ts";
import type { TreeNode } from "./planned-pages.ts";
import type { Folder } from "./read-folder.ts";
import { decodePage } from "./read-pages.ts";
import { parseSummary, type SummaryEntry } from "./summary.ts";

const safeLinkPattern = /^(?:https?:|mailto:|tel:|\/\/)/i;

type SummaryTree = {
  nodes: TreeNode[];
  /** By entry key: the key of the node that an entry represents or lists again. */
  listed: Map<string, string>;
  warnings: ImportWarning[];
};

/**
 * The tree that a table of contents lists, then the pages it leaves out. `pages` are the paths that can be pages, in
 * natural order; `known` has the same paths for lookups. An entry that cannot be a page becomes a group if others are
 * nested in it.
 */
export function summaryTree(
  entries: readonly ListedEntry[],
  pages: readonly string[],
  known: KnownPaths,
  landing: string | undefined,
): SummaryTree {
  const nodes: TreeNode[] = [];
  const warnings: ImportWarning[] = [];
  const isPage = new Set(pages);
  const listed = new Map<string, string>();
  const listedPages = new Set<string>();
  const parents = new Set(entries.map((entry) => entry.parent));
  /** By entry: the key of the node its children belong to. */
  const childParents: (string | null)[] = [];

  for (const [index, entry] of entries.entries()) {
    const parent = entry.parent === null ? null : (childParents[entry.parent] ?? null);
    const base = { key: entry.key, parent, label: entry.title };
    const warn = (problem: ImportProblem, message: string) => {
      warnings.push({ path: entry.summary, problem, message });
    };
    const keepAsGroup = () => {
      if (parents.has(index)) {
        nodes.push({ ...base, type: "group" });
        listed.set(entry.key, entry.key);
      }
      childParents.push(parents.has(index) ? entry.key : parent);
    };

    if (entry.kind === "dropped") childParents.push(parent);
    else if (entry.kind === "group") {
      nodes.push({ ...base, type: "group", ...(entry.slug !== undefined && { slug: entry.slug }) });
      listed.set(entry.key, entry.key);
      childParents.push(entry.key);
    } else if (entry.kind === "computed") {
      const { source } = entry;
      const spec = findSpecSlug(source);
      listed.set(entry.key, entry.key);
      nodes.push({ ...base, type: "computed", label: spec ?? entry.title, computed: source });
      if (spec === undefined) {
        warn(
          "not_computed",
          `${entry.key}: pages of ${JSON.stringify(source.type)} cannot be computed here; it stays empty.`,
        );
      }
      childParents.push(parent);
    } else if (entry.kind === "link") {
      if (safeLinkPattern.test(entry.address)) {
        nodes.push({ ...base, type: "link", target: entry.address });
        listed.set(entry.key, entry.key);
        childParents.push(entry.key);
      } else {
        warn("unsafe_link", `${entry.key}: "${entry.title}" leads to no web, mail or phone address and is left out.`);
        keepAsGroup();
      }
    } else if (entry.path === undefined) {
      warn("missing_page", `${entry.key} lists ${entry.address}, which does not exist.`);
      keepAsGroup();
    } else if (!isPage.has(entry.path)) {
      warn("not_a_page", `${entry.key} lists ${entry.path}, which cannot be a page.`);
      keepAsGroup();
    } else if (listedPages.has(entry.path)) {
      warn("repeated_page", `${entry.key} lists ${entry.path} again; the page stays where it is listed first.`);
      listed.set(entry.key, entry.path);
      childParents.push(entry.path);
    } else {
      listedPages.add(entry.path);
      listed.set(entry.key, entry.path);
      nodes.push({ ...base, key: entry.path, type: "document", source: entry.path, linkTitle: entry.linkTitle });
      childParents.push(entry.path);
    }
  }

  if (landing !== undefined && isPage.has(landing) && !listedPages.has(landing)) {
    listedPages.add(landing);
    nodes.unshift({ key: landing, parent: null, type: "document", source: landing });
  }
  const left = pages.filter((page) => !listedPages.has(page));
  if (left.length > 0) {
    const names = left.slice(0, 3).join(", ") + (left.length > 3 ? ", …" : "");
    const count = left.length === 1 ? "1 page is" : `${left.length} pages are`;
    const message = `${count} not listed in the table of contents and imported hidden: ${names}`;
    warnings.push({ path: entries[0]?.summary ?? ".", problem: "unlisted_pages", message });
  }
  return { nodes: [...nodes, ...unlistedNodes(nodes, left, known)], listed, warnings };
}

/**
 * Hidden positions for pages that no table of contents lists: below the page of their folder; or else next to the first
 * listed page of the folder; or else as for the folder above. Those at the root stay at the top.
 */
function unlistedNodes(listed: readonly TreeNode[], unlisted: readonly string[], known: KnownPaths): TreeNode[] {
  const documents = new Set<string>();
  const firstInFolder = new Map<string, string | null>();
  for (const node of listed) {
    if (node.type !== "document") continue;
    documents.add(node.source);
    const folder = getFolder(node.source);
    if (!firstInFolder.has(folder)) firstInFolder.set(folder, node.parent);
  }

  const depth = (path: string) => path.split("/").length;
  const isIndex = (path: string) => known.findIndexPage(getFolder(path)) === path;
  const parentsFirst = [...unlisted].sort(
    (a, b) => depth(a) - depth(b) || Number(isIndex(b)) - Number(isIndex(a)) || compareNames(a, b),
  );
  return parentsFirst.map((source) => {
    const folder = getFolder(source);
    const parent = findHiddenParent(isIndex(source) ? getFolder(folder) : folder);
    documents.add(source);
    return { key: source, parent, type: "document", source, hidden: true };
  });

  function findHiddenParent(start: string): string | null {
    for (let folder = start; folder !== ""; folder = getFolder(folder)) {
      const index = known.findIndexPage(folder);
      if (index !== undefined && documents.has(index)) return index;
      const sibling = firstInFolder.get(folder);
      if (sibling !== undefined) return sibling;
    }
    return null;
  }
}

/**
 * An entry with its address resolved. `parent` is the index of an earlier entry of the same list. `path` is undefined
 * if nothing is at the address. `dropped` entries only pass their position to their children.
 */
type ListedEntry = {
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
  /** The only one, if all of it was read. */
  only?: { path: string; text: string };
  warnings: ImportWarning[];
};

export const summaryFileName = "SUMMARY.md";

/** Entries beyond this number are ignored. */
const maxEntries = 200_000;

/**
 * Reads the summary at `main` and every summary it lists; a listed summary becomes a group with its entries. Each is
 * read only once, so that summaries that list each other do not loop.
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

  // `waiting` grows during the loop.
  for (const { path, parent } of waiting) {
    const markdown = await readSummary(folder, path, maxBytes);
    if (markdown === undefined) {
      warn(path, "bad_summary", `${path} is not readable text of at most ${maxBytes} bytes and is ignored.`);
      continue;
    }
    first ??= markdown;
    const offset = entries.length;
    for (const entry of parseSummary(markdown)) {
      if (entries.length >= maxEntries) {
        warn(path, "bad_summary", `${path} has more than ${maxEntries} entries; the rest counts as not listed.`);
        return { entries, paths, warnings };
      }
      const listed = lookUp(entry, path, entry.parent === null ? parent : entry.parent + offset);
      const index = entries.push(listed) - 1;
      if (listed.kind !== "page" || listed.path === undefined || !isSummary(listed.path)) continue;
      if (paths.has(listed.path)) {
        const message = `Line ${entry.line} of ${path} lists ${listed.path}, which was already read; the entry is left out.`;
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
    return path === main || posix.basename(path) === summaryFileName;
  }

  function lookUp(entry: SummaryEntry, summary: string, parent: number | null): ListedEntry {
    const { line, end: _, ...rest } = entry;
    const position = { key: `${summary}#${line}`, summary, line, parent };
    if (rest.kind !== "page") return { ...rest, ...position };
    const folderPath = getFolder(summary);
    // A summary in a subfolder may name pages relative to that folder or to the root.
    const path = known.find(folderPath, rest.address) ?? known.find("", rest.address);
    return { ...rest, ...position, path };
  }
}

async function readSummary(folder: Folder, path: string, maxBytes: number): Promise<string | undefined> {
  if ((folder.files.get(path) ?? 0) > maxBytes) return undefined;
  const page = decodePage(await folder.readBytes(path));
  return "text" in page ? page.text : undefined;
}
