import { posix } from "node:path";
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { maxSlugChars, toSlug } from "../../markdown/page/title.ts";
import type { ContentMap, EditedMap } from "./content-map.ts";
import { children } from "./page-tree.ts";
import { keys, type PageRecord, pageEntries } from "./records.ts";

/** Writes a page and updates its index entries; `before` is the page as the map has it now. */
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

/** `wanted`, or `wanted-1`, `wanted-2`, …: the first that no other page under `parent` uses. */
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

/** A source path that no other page or file uses: `wanted`, with a number before the ending if necessary. */
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
  // Doubling first avoids trying every number in a space with thousands of equal names.
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

/** An order that puts a page at index `at` among the children of `parent`, or at the end if `at` is undefined. */
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
    // Two change requests inserted a page at the same position: space out everything from here on again.
    const rest = siblings.slice(index);
    const orders = generateNKeysBetween(before.order, null, rest.length + 1);
    for (const [offset, sibling] of rest.entries()) {
      putPage(map, sibling, { ...sibling, order: orders[offset + 1] ?? sibling.order });
    }
    return orders[0] ?? before.order;
  }
  return generateKeyBetween(before?.order ?? null, after?.order ?? null);
}

/** Far below the 255 bytes that file systems allow, so that a path segment still fits with a number added. */
const maxSegmentBytes = 200;

/** Path for a new page's file: in the folder of its parent. */
export function sourceUnder(parent: { source?: string | undefined; path: string } | undefined, slug: string): string {
  const name = `${clipped(slug, maxSegmentBytes)}.md`;
  if (parent === undefined) return name;
  const { source } = parent;
  if (source === undefined) return `${parent.path}/${name}`;
  const folder = /(^|\/)(readme|index)\.[^./]+$/i.test(source)
    ? source.slice(0, source.lastIndexOf("/") + 1)
    : `${source.replace(/\.[^./]*$/, "")}/`;
  return folder + name;
}

/** Path for a new file. Segments that would lead elsewhere or that some system cannot write are replaced. */
export function assetSource(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cs}/\\:*?"<>|]/gu, "-").replace(/^[. ]+|[. ]+$/g, "");
  const ending = clipped(posix.extname(plain), 20);
  const stem = clipped(plain.slice(0, plain.length - posix.extname(plain).length), maxSegmentBytes);
  return `.gitbook/assets/${stem || "file"}${ending}`;
}

/** The longest beginning that fits in so many bytes of UTF-8. */
function clipped(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let result = "";
  let size = 0;
  for (const letter of text) {
    size += Buffer.byteLength(letter);
    if (size > bytes) break;
    result += letter;
  }
  return result;
}

/**
 * Orders for siblings in the given sequence. As many as possible keep theirs: if one page moved in a table of contents,
 * only that page changes.
 */
export function assignOrders(present: readonly (string | undefined)[]): string[] {
  const unchanged = findLongestIncreasing(present);
  const orders: string[] = [];
  let before: string | null = null;
  for (let index = 0; index < present.length; ) {
    let end = index;
    while (end < present.length && !unchanged.has(end)) end += 1;
    const after = present[end] ?? null;
    orders.push(...generateNKeysBetween(before, after, end - index));
    if (end < present.length && after !== null) orders.push(after);
    before = orders.at(-1) ?? null;
    index = end + 1;
  }
  return orders;
}

/** Positions of a longest increasing subsequence. Undefined values are never part of it. */
export function findLongestIncreasing<Value extends string | number>(
  values: readonly (Value | undefined)[],
): Set<number> {
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const end = values[ends[middle] ?? -1];
      if (end !== undefined && end < value) low = middle + 1;
      else high = middle;
    }
    previous.set(index, ends[low - 1]);
    ends[low] = index;
  }
  const run = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) run.add(at);
  return run;
}

/** Assigns unique slugs among the children of one parent: `setup`, `setup-1`, `setup-2`. */
export class SiblingSlugs {
  private readonly taken = new Map<string | null, Set<string>>();
  private readonly repeats = new Map<string, number>();

  /** `wanted` is the slug made from the name alone. */
  take(parent: string | null, name: string): { slug: string; wanted: string } {
    const wanted = toSlug(name);
    const siblings = this.taken.get(parent) ?? new Set();
    this.taken.set(parent, siblings);
    const counter = `${wanted}\n${parent ?? ""}`;
    let slug = wanted;
    for (let repeat = this.repeats.get(counter) ?? 1; siblings.has(slug); repeat++) {
      const ending = `-${repeat}`;
      slug = wanted.slice(0, maxSlugChars - ending.length) + ending;
      this.repeats.set(counter, repeat + 1);
    }
    siblings.add(slug);
    return { slug, wanted };
  }
}
