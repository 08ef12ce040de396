import type { ChangeSetting } from "./change-setting.ts";
import { keepLinks } from "./keep-links.ts";
import { pageDifferences, replaced, withDescendants } from "./moved-pages.ts";
import { findPages, pathsOf } from "./page-tree.ts";
import { putPage } from "./placement.ts";

/**
 * Links by a path in the tree follow the pages that changes moved or gave another slug. Answers the ids of the pages it
 * wrote; links in the pages of `written` may have been meant for the outcome.
 */
export async function followMoves(setting: ChangeSetting, written: ReadonlySet<string>): Promise<string[]> {
  const { content, map, now, linkingTo } = setting;
  const moved = replaced(await pageDifferences(map));
  if (moved.length === 0) return [];
  const former = await pathsOf(map.base, [...(await findPages(map.base, moved)).values()]);
  const renamed = await withDescendants(map, moved);
  const pages = new Set([...renamed, ...(await linkingTo([...former.values()]))]);
  const kept = await keepLinks({ side: map.base, merged: map, pages, renamed, rewritten: written, texts: content });
  for (const page of kept) putPage(map, page, { ...page, updatedAt: now });
  return kept.map(({ id }) => id);
}
