import { posix } from "node:path";
import { slugOf } from "../../text/title.ts";
import type { EditedMap } from "../content/content-map.ts";
import { children, findPage } from "../content/page-tree.ts";
import { freeSlug, putPage } from "../content/placement.ts";
import { fileEntries, keys, type PageRecord } from "../content/records.ts";
import { Problem } from "../problem.ts";
import { createId } from "../store/ids.ts";
import { isExternal } from "./folder-path.ts";
import type { ImportPlan } from "./plan.ts";
import { plannedFileRecord, plannedPageRecord, siblingOrders } from "./planned-records.ts";
import type { PutAside } from "./put-aside.ts";

export interface AddPlanOptions {
  /** The page they go under; the root when left out. */
  readonly parent?: string | undefined;
  readonly stored: PutAside;
  readonly now: string;
}

/**
 * Adds the pages and files of a plan to what is there. Where a path of theirs is taken, all of them go into a folder of
 * their own, so that links between them lead where they did. Answers the pages made, in the order of the plan.
 */
export async function addPlan(
  map: EditedMap,
  plan: ImportPlan,
  { parent, stored, now }: AddPlanOptions,
): Promise<PageRecord[]> {
  const above = parent === undefined ? undefined : await findPage(map, parent);
  if (parent !== undefined && above === undefined) {
    throw new Problem("not_found", `target.page: there is no page ${parent} in the content that is imported into.`);
  }
  if (above?.type === "link") {
    throw new Problem("conflict", `target.page: page ${parent} is a link, which holds no pages.`);
  }
  const folder = await freeFolder(map, plan);
  const ids = new Map(plan.pages.map((page) => [page.key, createId()]));
  const siblings = await children(map, above?.id ?? null);
  const orders = siblingOrders(plan.pages, siblings.at(-1)?.order ?? null);
  const made: PageRecord[] = [];
  for (const planned of plan.pages) {
    const record = plannedPageRecord(planned, ids, orders, stored.addresses, now);
    const isTop = planned.parent === null;
    const page = {
      ...record,
      ...(isTop ? { parent: above?.id ?? null } : {}),
      ...(isTop ? { slug: await freeSlug(map, above?.id ?? null, record.slug, undefined) } : {}),
      ...(record.source === undefined ? {} : { source: posix.join(folder, record.source) }),
    };
    putPage(map, undefined, page);
    made.push(page);
  }
  for (const file of plan.files) {
    const record = plannedFileRecord(file, stored);
    for (const [key, value] of fileEntries({ ...record, source: posix.join(folder, record.source) }))
      map.set(key, value);
  }
  const taken = await map.getMany(plan.redirects.map(({ from }) => keys.redirect(from)));
  for (const { from, to } of plan.redirects) {
    const key = keys.redirect(from);
    if (!taken.has(key)) map.set(key, isExternal(to) ? to : posix.join(folder, to));
  }
  return made;
}

/** `""` where no path of the plan is taken, else a folder that nothing is in. */
async function freeFolder(map: EditedMap, plan: ImportPlan): Promise<string> {
  const paths = [
    ...plan.pages.flatMap((page) => (page.type === "document" ? [page.source] : [])),
    ...plan.files.map(({ path }) => path),
  ];
  if ((await map.getMany(paths.map(keys.source))).size === 0) return "";
  const wanted = slugOf(plan.title);
  for (let number = 0; ; number += 1) {
    const folder = number === 0 ? wanted : `${wanted}-${number}`;
    if ((await map.scan(keys.source(`${folder}/`))).length === 0) return folder;
  }
}
