import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { mergingPageText } from "../../markdown/versions/page-limits.ts";
import type { EditedMap } from "./content-map.ts";
import { type ContentConflict, createPositionConflict, type MergeSides, type TextStore } from "./merge-conflict.ts";
import { mergeComputed, mergePage, splitDifferences } from "./merge-page.ts";
import { replaced, updateMovedLinks, withDescendants } from "./moved-pages.ts";
import type { MapDifference } from "./ordered-map/diff.ts";
import { ancestors, children, findFile, findPage } from "./page-tree.ts";
import { freeSlug, freeSource, putPage, removePage } from "./placement.ts";
import { type FileRecord, fileEntries, keys, type PageRecord, parsePage } from "./records.ts";
import { mergeRedirects } from "./redirects.ts";
import { isAttachment, isReusable, titleOfReusable } from "./reusable-contents.ts";
import { mergeSummary } from "./summary-source.ts";

/**
 * Merges what `incoming` changed since `base` into `kept`. Where both changed the same thing differently, the kept side
 * wins and a conflict is returned. The cost depends on what changed, not on the size of the content.
 */
export async function mergeContent(sides: MergeSides, texts: TextStore): Promise<ContentConflict[]> {
  const { base, kept, incoming, yielding } = sides;
  const timeSlices = new TimeSlices();
  const inKept = await splitDifferences(await base.diff(kept.base, keys.pages));
  const inIncoming = await splitDifferences(await base.diff(incoming, keys.pages));
  const ours = new Map(inKept.people.map((difference) => [difference.key, difference]));
  const theirs = inIncoming.people;
  const conflicts: ContentConflict[] = [];
  const placement = new MergePlacement(kept);
  /** Taken over from the incoming side. */
  const whole: PageRecord[] = [];
  /** Merged from both sides. */
  const mixed: PageRecord[] = [];
  const removed: string[] = [];
  for (const difference of theirs) {
    await timeSlices.yieldIfDue();
    const own = ours.get(difference.key);
    const merged = own && (await mergePage(sides, texts, own, difference));
    conflicts.push(...(merged?.conflicts ?? []));
    const page = merged === undefined ? parsePage(difference.after) : merged.page;
    if (page === undefined) removed.push(difference.key.slice(keys.pages.length));
    else (merged === undefined ? whole : mixed).push(page);
  }
  // Remove all changed pages from the indexes before adding any: one may take another's slug.
  for (const { key } of theirs) {
    await timeSlices.yieldIfDue();
    const present = parsePage((await kept.getMany([key])).get(key));
    if (present !== undefined) removePage(kept, present);
  }
  for (const page of whole) {
    await timeSlices.yieldIfDue();
    await (yielding === "kept" ? placement.claim(page) : placement.insertPage(page));
  }
  conflicts.push(...(await mergeFiles(sides, placement, texts)));
  await placement.insertEvicted();
  for (const page of mixed) {
    await timeSlices.yieldIfDue();
    await placement.insertPage(page);
  }
  await mergeComputed(kept, inKept.computed, inIncoming.computed);
  const changed = [...whole, ...mixed].map((page) => page.id);
  conflicts.push(...(await mendTree(sides, placement, { changed, removed })));
  await followNames();
  await mergeRedirects(sides);
  await mergeSummary(sides);
  return conflicts;

  /** Updates the links each side wrote for what the merge renamed on that side and what the other side moved. */
  async function followNames(): Promise<void> {
    const own = { side: kept.base, written: [...ours.values()], yields: yielding === "kept" };
    const other = { side: incoming, written: theirs, yields: yielding === "incoming" };
    for (const [{ side, written, yields }, { written: moves }] of [
      [own, other],
      [other, own],
    ] as const) {
      const moved = await withDescendants(kept, await replaced(moves));
      const renamed = new Set([...(yields ? placement.renamed : []), ...moved]);
      if (renamed.size === 0) continue;
      const reusable = await base.diff(side, keys.files);
      const pages = [...(await withOwnText(written)), ...reusable.map(({ key }) => key.slice(keys.files.length))];
      await updateMovedLinks({ side, merged: kept, pages, renamed, texts });
    }
  }
}

/** Ids of the pages whose text or target one side changed. */
async function withOwnText(written: readonly MapDifference[]): Promise<string[]> {
  const timeSlices = new TimeSlices();
  const ids: string[] = [];
  for (const { before, after } of written) {
    await timeSlices.yieldIfDue();
    const [was, is] = [parsePage(before), parsePage(after)];
    if (is !== undefined && (was?.content !== is.content || was?.target !== is.target)) ids.push(is.id);
  }
  return ids;
}

/**
 * Restores a valid tree after a merge. Each side's tree was valid by itself; combined, a parent may be missing, or two
 * moves may form a cycle. `changed` and `removed` are page ids.
 */
async function mendTree(
  sides: MergeSides,
  placement: MergePlacement,
  { changed, removed }: { readonly changed: readonly string[]; readonly removed: readonly string[] },
): Promise<ContentConflict[]> {
  const { kept } = sides;
  const timeSlices = new TimeSlices();
  const conflicts: ContentConflict[] = [];
  for (const id of changed) {
    await timeSlices.yieldIfDue();
    const page = await findPage(kept, id);
    if (page !== undefined && (await hasLostParent(page))) await putBack(page);
  }
  for (const id of removed) {
    await timeSlices.yieldIfDue();
    for (const orphan of await children(kept, id)) await putBack(orphan);
  }
  for (const id of changed) {
    await timeSlices.yieldIfDue();
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

  /** Moves a page to its position on the kept side, or to the root if that is gone too. */
  async function putBack(page: PageRecord): Promise<void> {
    conflicts.push(await createPositionConflict(sides, page));
    const own = await findPage(kept.base, page.id);
    removePage(kept, page);
    const back = await placement.insertPage({ ...page, parent: own?.parent ?? null, order: own?.order ?? page.order });
    if (!(await hasLostParent(back)) && !(await isInCircle(back))) return;
    removePage(kept, back);
    await placement.insertPage({ ...back, parent: null });
  }
}

/**
 * Merges the files that the incoming side created, changed or removed. If both sides changed a file, the kept side
 * wins; reusable contents and variables are text and are merged.
 */
async function mergeFiles(
  { base, kept, incoming, yielding }: MergeSides,
  placement: MergePlacement,
  texts: TextStore,
): Promise<ContentConflict[]> {
  const conflicts: ContentConflict[] = [];
  const timeSlices = new TimeSlices();
  for (const { key, before, after } of await base.diff(incoming, keys.files)) {
    await timeSlices.yieldIfDue();
    const own = (await kept.getMany([key])).get(key);
    if (own !== before) {
      if (own !== undefined && before !== undefined && after !== undefined && own !== after) {
        conflicts.push(...(await mergeFile(parse(before), parse(own), parse(after))));
      }
      continue;
    }
    if (before !== undefined) for (const entry of fileEntries(parse(before)).keys()) kept.delete(entry);
    if (after === undefined) continue;
    await (yielding === "kept" ? placement.claimFile(parse(after)) : placement.insertFile(parse(after)));
  }
  return conflicts;

  async function mergeFile(was: FileRecord, own: FileRecord, other: FileRecord): Promise<ContentConflict[]> {
    if (isAttachment(own)) return [];
    const [first, second, third] = [was, own, other].map((file) => texts.readText(file.content));
    const sides = [(await first) ?? "", (await second) ?? "", (await third) ?? ""] as const;
    const merged = await new TimeSlices().run(mergingPageText(...sides));
    const file = { ...own, content: texts.putText(merged.text), size: Buffer.byteLength(merged.text) };
    for (const [entry, value] of fileEntries(file)) kept.set(entry, value);
    const title = isReusable(own) ? titleOfReusable((await second) ?? "", own) : own.name;
    return merged.conflicts.map((conflict) => ({ page: own.id, title, path: own.source, ...conflict }));
  }
}

const parse = (text: string) => JSON.parse(text) as FileRecord;

/** Adds pages and files to a merged content map, in which both sides may have used the same slug or source path. */
class MergePlacement {
  /** Ids of pages and files whose slug or source path the merge changed. */
  readonly renamed = new Set<string>();
  readonly #map: EditedMap;
  readonly #pages: PageRecord[] = [];
  readonly #files: FileRecord[] = [];

  constructor(map: EditedMap) {
    this.#map = map;
  }

  /** Writes a page that has no entry yet, with a different slug or source path if its own is taken. */
  async insertPage(page: PageRecord): Promise<PageRecord> {
    const slug = await freeSlug(this.#map, page.parent, page.slug, page.id);
    const source = page.source && (await freeSource(this.#map, page.source, `page/${page.id}`));
    if (slug !== page.slug || source !== page.source) this.renamed.add(page.id);
    const inserted = { ...page, slug, source };
    putPage(this.#map, undefined, inserted);
    return inserted;
  }

  /** Writes a page unchanged. Whatever has its slug or source path is removed until `insertEvicted`. */
  async claim(page: PageRecord): Promise<void> {
    const slug = keys.slug(page.parent, page.slug);
    const owner = (await this.#map.getMany([slug])).get(slug);
    if (owner !== undefined) await this.#evict(keys.page(owner));
    if (page.source !== undefined) await this.#evictFrom(page.source);
    putPage(this.#map, undefined, page);
  }

  async insertFile(file: FileRecord): Promise<void> {
    const source = await freeSource(this.#map, file.source, `file/${file.id}`);
    if (source !== file.source) this.renamed.add(file.id);
    this.#putFile({ ...file, source });
  }

  async claimFile(file: FileRecord): Promise<void> {
    await this.#evictFrom(file.source);
    this.#putFile(file);
  }

  async insertEvicted(): Promise<void> {
    for (const page of this.#pages.splice(0)) await this.insertPage(page);
    for (const file of this.#files.splice(0)) await this.insertFile(file);
  }

  async #evictFrom(source: string): Promise<void> {
    const key = keys.source(source);
    const owner = (await this.#map.getMany([key])).get(key);
    if (owner !== undefined) await this.#evict(owner);
  }

  /** `owner` is the key of a page or file. */
  async #evict(owner: string): Promise<void> {
    const id = owner.slice(owner.indexOf("/") + 1);
    const page = owner.startsWith(keys.pages) ? await findPage(this.#map, id) : undefined;
    if (page !== undefined) {
      removePage(this.#map, page);
      this.#pages.push(page);
    }
    const file = owner.startsWith(keys.files) ? await findFile(this.#map, id) : undefined;
    if (file !== undefined) {
      for (const key of fileEntries(file).keys()) this.#map.delete(key);
      this.#files.push(file);
    }
  }

  #putFile(file: FileRecord): void {
    for (const [key, value] of fileEntries(file)) this.#map.set(key, value);
  }
}
