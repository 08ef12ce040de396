import { compareNames, folderOf } from "./folder-path.ts";
import type { KnownPaths } from "./known-paths.ts";
import type { TreeNode } from "./tree-node.ts";

/**
 * Hidden places for pages that no table of contents lists: below the page of their folder; without one, next to the
 * first listed page of the folder; else as the folder above decides. Those at the root stay at the top.
 */
export function unlistedNodes(listed: readonly TreeNode[], unlisted: readonly string[], known: KnownPaths): TreeNode[] {
  const documents = new Set<string>();
  const firstInFolder = new Map<string, string | null>();
  for (const node of listed) {
    if (node.type !== "document") continue;
    documents.add(node.source);
    const folder = folderOf(node.source);
    if (!firstInFolder.has(folder)) firstInFolder.set(folder, node.parent);
  }

  const depth = (path: string) => path.split("/").length;
  const isIndex = (path: string) => known.indexOf(folderOf(path)) === path;
  const parentsFirst = [...unlisted].sort(
    (a, b) => depth(a) - depth(b) || Number(isIndex(b)) - Number(isIndex(a)) || compareNames(a, b),
  );
  return parentsFirst.map((source) => {
    const folder = folderOf(source);
    const parent = placeIn(isIndex(source) ? folderOf(folder) : folder);
    documents.add(source);
    return { key: source, parent, type: "document", source, hidden: true };
  });

  function placeIn(start: string): string | null {
    for (let folder = start; folder !== ""; folder = folderOf(folder)) {
      const index = known.indexOf(folder);
      if (index !== undefined && documents.has(index)) return index;
      const sibling = firstInFolder.get(folder);
      if (sibling !== undefined) return sibling;
    }
    return null;
  }
}
