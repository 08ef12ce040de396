import { specOf } from "../computed/source.ts";
import type { ImportProblem, ImportWarning } from "./import-warning.ts";
import type { KnownPaths } from "./known-paths.ts";
import type { ListedEntry } from "./load-summaries.ts";
import type { TreeNode } from "./tree-node.ts";
import { unlistedNodes } from "./unlisted-pages.ts";

const SAFE_LINK = /^(?:https?:|mailto:|tel:|\/\/)/i;

export type SummaryTree = {
  nodes: TreeNode[];
  /** By the key of its entry: the key of the node that an entry stands for, or lists once more. */
  listed: Map<string, string>;
  warnings: ImportWarning[];
};

/**
 * The tree that a table of contents lists, then the pages it leaves out. `pages` are the paths that can be pages, in
 * natural order, `known` the same to look up. An entry that cannot stand becomes a group when others are nested in it.
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
  const placed = new Set<string>();
  const parents = new Set(entries.map((entry) => entry.parent));
  /** By entry: the key that its children hang from. */
  const places: (string | null)[] = [];

  for (const [index, entry] of entries.entries()) {
    const parent = entry.parent === null ? null : (places[entry.parent] ?? null);
    const base = { key: entry.key, parent, label: entry.title };
    const warn = (problem: ImportProblem, message: string) => {
      warnings.push({ path: entry.summary, problem, message });
    };
    const keepPlace = () => {
      if (parents.has(index)) {
        nodes.push({ ...base, type: "group" });
        listed.set(entry.key, entry.key);
      }
      places.push(parents.has(index) ? entry.key : parent);
    };

    if (entry.kind === "dropped") places.push(parent);
    else if (entry.kind === "group") {
      nodes.push({ ...base, type: "group", ...(entry.slug !== undefined && { slug: entry.slug }) });
      listed.set(entry.key, entry.key);
      places.push(entry.key);
    } else if (entry.kind === "computed") {
      const { source } = entry;
      const spec = specOf(source);
      listed.set(entry.key, entry.key);
      nodes.push({ ...base, type: "computed", label: spec ?? entry.title, computed: source });
      if (spec === undefined) {
        warn(
          "not_computed",
          `${entry.key}: pages of ${JSON.stringify(source.type)} are not computed here; it stays empty.`,
        );
      }
      places.push(parent);
    } else if (entry.kind === "link") {
      if (SAFE_LINK.test(entry.address)) {
        nodes.push({ ...base, type: "link", target: entry.address });
        listed.set(entry.key, entry.key);
        places.push(entry.key);
      } else {
        warn("unsafe_link", `${entry.key}: "${entry.title}" leads to no web, mail or phone address and is left out.`);
        keepPlace();
      }
    } else if (entry.path === undefined) {
      warn("missing_page", `${entry.key} lists ${entry.address}, which does not exist.`);
      keepPlace();
    } else if (!isPage.has(entry.path)) {
      warn("not_a_page", `${entry.key} lists ${entry.path}, which cannot be a page.`);
      keepPlace();
    } else if (placed.has(entry.path)) {
      warn("repeated_page", `${entry.key} lists ${entry.path} once more; the page stays where it is listed first.`);
      listed.set(entry.key, entry.path);
      places.push(entry.path);
    } else {
      placed.add(entry.path);
      listed.set(entry.key, entry.path);
      nodes.push({ ...base, key: entry.path, type: "document", source: entry.path, linkTitle: entry.linkTitle });
      places.push(entry.path);
    }
  }

  if (landing !== undefined && isPage.has(landing) && !placed.has(landing)) {
    placed.add(landing);
    nodes.unshift({ key: landing, parent: null, type: "document", source: landing });
  }
  const left = pages.filter((page) => !placed.has(page));
  if (left.length > 0) {
    const names = left.slice(0, 3).join(", ") + (left.length > 3 ? ", …" : "");
    const count = left.length === 1 ? "1 page is" : `${left.length} pages are`;
    const message = `${count} not listed in the table of contents and imported hidden: ${names}`;
    warnings.push({ path: entries[0]?.summary ?? ".", problem: "unlisted_pages", message });
  }
  return { nodes: [...nodes, ...unlistedNodes(nodes, left, known)], listed, warnings };
}
