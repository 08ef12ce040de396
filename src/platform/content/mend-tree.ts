import { type ContentConflict, placeConflict } from "./merge-conflict.ts";
import type { MergePlacement } from "./merge-placement.ts";
import type { MergeSides } from "./merge-sides.ts";
import { ancestors, children, findPage } from "./page-tree.ts";
import { removePage } from "./placement.ts";
import type { PageRecord } from "./records.ts";

/**
 * Makes a tree again of what a merge put together. Each side's was sound alone; together a parent may be gone, or two
 * moves may make a circle. `changed` and `removed` are ids of pages.
 */
export async function mendTree(
  sides: MergeSides,
  placement: MergePlacement,
  { changed, removed }: { readonly changed: readonly string[]; readonly removed: readonly string[] },
): Promise<ContentConflict[]> {
  const { kept } = sides;
  const conflicts: ContentConflict[] = [];
  for (const id of changed) {
    const page = await findPage(kept, id);
    if (page !== undefined && (await hasLostParent(page))) await putBack(page);
  }
  for (const id of removed) {
    for (const orphan of await children(kept, id)) await putBack(orphan);
  }
  for (const id of changed) {
    const page = await findPage(kept, id);
    if (page !== undefined && (await isInCircle(page))) await putBack(page);
  }
  return conflicts;

  async function hasLostParent(page: PageRecord): Promise<boolean> {
    return page.parent !== null && (await findPage(kept, page.parent)) === undefined;
  }

  async function isInCircle(page: PageRecord): Promise<boolean> {
    const [top = page] = await ancestors(kept, page);
    return top.parent === page.id;
  }

  /** Gives a page the place it has on the kept side, or the root where that is gone too. */
  async function putBack(page: PageRecord): Promise<void> {
    conflicts.push(await placeConflict(sides, page));
    const own = await findPage(kept.base, page.id);
    removePage(kept, page);
    const back = await placement.place({ ...page, parent: own?.parent ?? null, order: own?.order ?? page.order });
    if (!(await hasLostParent(back)) && !(await isInCircle(back))) return;
    removePage(kept, back);
    await placement.place({ ...back, parent: null });
  }
}
