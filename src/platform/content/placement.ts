import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import type { ContentMap, EditedMap } from "./content-map.ts";
import { children } from "./page-tree.ts";
import { keys, type PageRecord, pageEntries } from "./records.ts";

/** Writes a page and moves its index entries along; `before` is the page as the map has it now. */
export function putPage(map: EditedMap, before: PageRecord | undefined, after: PageRecord): void {
  const entries = pageEntries(after);
  if (before !== undefined) {
    for (const key of pageEntries(before).keys()) if (!entries.has(key)) map.delete(key);
  }
  for (const [key, value] of entries) map.set(key, value);
}

export function removePage(map: EditedMap, page: PageRecord): void {
  for (const key of pageEntries(page).keys()) map.delete(key);
}

/** `wanted`, or `wanted-1`, `wanted-2`, …: the first that no other page under `parent` has. */
export async function freeSlug(
  map: ContentMap,
  parent: string | null,
  wanted: string,
  page: string | undefined,
): Promise<string> {
  return firstFree(wanted, async (slug) => {
    const key = keys.slug(parent, slug);
    const owner = (await map.getMany([key])).get(key);
    return owner === undefined || owner === page;
  });
}

/** A source path no other page or file has, made from `wanted` by a number before its ending. */
export async function freeSource(map: ContentMap, wanted: string, owner: string | undefined): Promise<string> {
  const ending = /\.[^./]*$/.exec(wanted)?.[0] ?? "";
  const stem = wanted.slice(0, wanted.length - ending.length);
  const free = await firstFree(stem, async (candidate) => {
    const key = keys.source(candidate + ending);
    const found = (await map.getMany([key])).get(key);
    return found === undefined || found === owner;
  });
  return free + ending;
}

async function firstFree(wanted: string, isFree: (candidate: string) => Promise<boolean>): Promise<string> {
  if (await isFree(wanted)) return wanted;
  // Doubling first keeps a space with thousands of equal names from trying each of them.
  let taken = 0;
  let step = 1;
  while (!(await isFree(`${wanted}-${taken + step}`))) {
    taken += step;
    step *= 2;
  }
  let free = taken + step;
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isFree(`${wanted}-${middle}`)) free = middle;
    else taken = middle;
  }
  return `${wanted}-${free}`;
}

/** An order that puts a page at index `at` among the children of `parent`; at the end without `at`. */
export async function orderAt(
  map: EditedMap,
  parent: string | null,
  at: number | undefined,
  moved: string | undefined,
): Promise<string> {
  const siblings = (await children(map, parent)).filter((sibling) => sibling.id !== moved);
  const index = Math.min(at ?? siblings.length, siblings.length);
  const before = siblings[index - 1];
  const after = siblings[index];
  if (before !== undefined && after !== undefined && before.order >= after.order) {
    // Two change requests put a page at the same place: spread everything from here on out again.
    const rest = siblings.slice(index);
    const orders = generateNKeysBetween(before.order, null, rest.length + 1);
    for (const [offset, sibling] of rest.entries()) {
      putPage(map, sibling, { ...sibling, order: orders[offset + 1] ?? sibling.order });
    }
    return orders[0] ?? before.order;
  }
  return generateKeyBetween(before?.order ?? null, after?.order ?? null);
}
