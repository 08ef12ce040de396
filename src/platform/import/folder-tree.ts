import { posix } from "node:path";
import { compareNames, folderOf, isReadme, withoutPageExtension } from "./folder-path.ts";
import type { KnownPaths } from "./known-paths.ts";
import { titleOfName } from "./page-names.ts";
import type { TreeNode } from "./tree-node.ts";

const FIRST = Number.NEGATIVE_INFINITY;
const LAST = Number.POSITIVE_INFINITY;

type Item = { node: TreeNode; name: string; rank: number; folder?: string };

/**
 * The tree that follows the folders: a folder's README or index is its page, a folder without one a group. Siblings
 * stand by the position their front matter gives, the root's README and the configured `landing` page first, then by name.
 */
export function folderTree(
  pages: readonly string[],
  known: KnownPaths,
  landing: string | undefined,
  positionOf: (page: string) => number | undefined,
): TreeNode[] {
  const items = new Map<string, Item[]>();
  const add = (folder: string, item: Item) => {
    const siblings = items.get(folder);
    if (siblings) siblings.push(item);
    else items.set(folder, [item]);
  };
  const keyOf = (folder: string) => (folder === "" ? null : (known.indexOf(folder) ?? `${folder}/`));

  const seen = new Set([""]);
  const addFolders = (start: string) => {
    for (let folder = start; !seen.has(folder); folder = folderOf(folder)) {
      seen.add(folder);
      const name = posix.basename(folder);
      const parent = keyOf(folderOf(folder));
      const index = known.indexOf(folder);
      const rank = index === undefined ? LAST : index === landing ? FIRST : (positionOf(index) ?? LAST);
      const node: TreeNode =
        index === undefined
          ? { key: `${folder}/`, parent, type: "group", label: titleOfName(name) }
          : { key: index, parent, type: "document", source: index };
      add(folderOf(folder), { node, name, rank, folder });
    }
  };

  for (const source of pages) {
    const folder = folderOf(source);
    addFolders(folder);
    const isIndex = known.indexOf(folder) === source;
    if (isIndex && folder !== "") continue;
    const unplaced = isIndex || isReadme(source) ? FIRST : LAST;
    const node: TreeNode = { key: source, parent: keyOf(folder), type: "document", source };
    const name = withoutPageExtension(posix.basename(source));
    add(folder, { node, name, rank: source === landing ? FIRST : (positionOf(source) ?? unplaced) });
  }

  const nodes: TreeNode[] = [];
  const waiting = [""];
  for (const folder of waiting) {
    const siblings = (items.get(folder) ?? []).sort(
      (a, b) => compareRanks(a.rank, b.rank) || compareNames(a.name, b.name),
    );
    for (const { node, folder: below } of siblings) {
      nodes.push(node);
      if (below !== undefined) waiting.push(below);
    }
  }
  return nodes;
}

/** Infinite ranks are equal to themselves, which subtraction does not give. */
function compareRanks(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
