import type { ContentMap, EditedMap } from "./content-map.ts";
import type { MapDifference } from "./ordered-map/diff.ts";
import { findPage, subtree } from "./page-tree.ts";
import { keys, parsePage } from "./records.ts";

/** What an edited map has otherwise than what it was made of, page by page. */
export async function pageDifferences(map: EditedMap): Promise<MapDifference[]> {
  const changed = [...map.changes].filter(([key]) => key.startsWith(keys.pages));
  const before = await map.base.getMany(changed.map(([key]) => key));
  return changed.map(([key, after]) => {
    const was = before.get(key);
    return { key, ...(was === undefined ? {} : { before: was }), ...(after === undefined ? {} : { after }) };
  });
}

/** Ids of the pages that changes gave another slug or parent. */
export function replaced(differences: readonly MapDifference[]): string[] {
  return differences.flatMap(({ before, after }) => {
    const [was, is] = [parsePage(before), parsePage(after)];
    if (was === undefined || is === undefined) return [];
    return was.slug === is.slug && was.parent === is.parent ? [] : [is.id];
  });
}

/** These pages and all below them. */
export async function withDescendants(map: ContentMap, pages: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const id of pages) {
    const page = found.has(id) ? undefined : await findPage(map, id);
    if (page === undefined) continue;
    for (const { id: below } of await subtree(map, page)) found.add(below);
  }
  return found;
}
