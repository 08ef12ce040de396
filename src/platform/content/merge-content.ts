import { mergeText } from "../../text/merge.ts";
import type { EditedMap, StoredMap } from "./content-map.ts";
import type { MapDifference } from "./ordered-map/diff.ts";
import { ancestors, children, pathOf } from "./page-tree.ts";
import { freeSlug, freeSource, putPage, removePage } from "./placement.ts";
import { type FileRecord, fileEntries, keys, type PageRecord } from "./records.ts";

/** A page or property that the kept side and the incoming side changed in ways that cannot be put together. */
export interface ContentConflict {
  readonly page: string;
  readonly title: string;
  readonly path: string;
  readonly kind: "text" | "property" | "deleted_in_kept" | "deleted_in_incoming";
  readonly property?: string;
  readonly base?: string | undefined;
  readonly kept?: string | undefined;
  readonly incoming?: string | undefined;
}

export interface TextStore {
  readText(address: string): Promise<string>;
  /** Keeps a text to be stored with the revision being made, and answers its address. */
  putText(text: string): string;
}

/**
 * Brings into `kept` (an edited copy of one side) what `incoming` changed since `base`. Where both changed the same
 * thing differently the kept side stands and a conflict is answered. Costs what the two sides changed.
 */
export async function mergeContent(
  base: StoredMap,
  kept: EditedMap,
  incoming: StoredMap,
  texts: TextStore,
): Promise<ContentConflict[]> {
  const ours = indexById(await base.diff(kept.base, keys.pages));
  const theirs = await base.diff(incoming, keys.pages);
  const conflicts: ContentConflict[] = [];
  const placed: PageRecord[] = [];
  const removed: string[] = [];
  const outcomes: (PageRecord | undefined)[] = [];
  for (const difference of theirs) {
    const own = ours.get(difference.key);
    outcomes.push(own === undefined ? parsePage(difference.after) : await mergePage(own, difference));
  }
  // Every page that changes leaves the indexes before any enters them: one may take the slug of another.
  for (const { key } of theirs) {
    const present = parsePage((await kept.getMany([key])).get(key));
    if (present !== undefined) removePage(kept, present);
  }
  for (const [index, merged] of outcomes.entries()) {
    if (merged === undefined) removed.push((theirs[index]?.key ?? "").slice(keys.pages.length));
    else placed.push(await place(merged));
  }
  for (const page of placed) if (await isAdrift(page)) await putBack(page);
  for (const id of removed) {
    for (const orphan of await children(kept, id)) await putBack(orphan);
  }
  await mergeFiles();
  return conflicts;

  async function mergePage(own: MapDifference, other: MapDifference): Promise<PageRecord | undefined> {
    const before = parsePage(other.before);
    const keptPage = parsePage(own.after);
    const incomingPage = parsePage(other.after);
    if (keptPage === undefined && incomingPage === undefined) return undefined;
    if (keptPage === undefined || incomingPage === undefined) {
      const survivor = keptPage ?? incomingPage;
      if (survivor === undefined || before === undefined) return survivor;
      conflicts.push({
        ...(await identify(survivor, keptPage === undefined ? incoming : kept)),
        kind: keptPage === undefined ? "deleted_in_kept" : "deleted_in_incoming",
      });
      return keptPage;
    }
    return mergeProperties(before, keptPage, incomingPage);
  }

  async function mergeProperties(
    before: PageRecord | undefined,
    keptPage: PageRecord,
    incomingPage: PageRecord,
  ): Promise<PageRecord> {
    const merged: Record<string, unknown> = { ...keptPage };
    for (const unit of units) {
      const [was, own, other] = [pick(before, unit), pick(keptPage, unit), pick(incomingPage, unit)];
      if (same(own, other) || same(was, other)) continue;
      if (same(was, own)) Object.assign(merged, cleared(unit), other);
      else if (unit[0] === "content") merged.content = await mergeBody(before, keptPage, incomingPage);
      else {
        conflicts.push({
          ...(await identify(keptPage, kept)),
          kind: "property",
          property: unit[0] === "parent" ? "place" : (unit[0] ?? ""),
          base: show(was),
          kept: show(own),
          incoming: show(other),
        });
      }
    }
    merged.updatedAt = [keptPage.updatedAt, incomingPage.updatedAt].sort()[1];
    return merged as unknown as PageRecord;
  }

  async function mergeBody(
    before: PageRecord | undefined,
    keptPage: PageRecord,
    incomingPage: PageRecord,
  ): Promise<string | undefined> {
    const read = (address: string | undefined) => (address === undefined ? "" : texts.readText(address));
    const [was, own, other] = await Promise.all([before?.content, keptPage.content, incomingPage.content].map(read));
    const result = mergeText(was ?? "", own ?? "", other ?? "");
    for (const conflict of result.conflicts ?? []) {
      conflicts.push({
        ...(await identify(keptPage, kept)),
        kind: "text",
        base: conflict.base,
        kept: conflict.ours,
        incoming: conflict.theirs,
      });
    }
    return texts.putText(result.text);
  }

  async function mergeFiles(): Promise<void> {
    for (const { key, before, after } of await base.diff(incoming, keys.files)) {
      const present = (await kept.getMany([key])).get(key);
      // A file's bytes never change in place, so a side that removed it and one that renamed it leaves it removed.
      if (present !== before && present !== undefined) continue;
      if (before !== undefined) for (const entry of fileEntries(parseFile(before)).keys()) kept.delete(entry);
      if (after === undefined) continue;
      const file = parseFile(after);
      const source = await freeSource(kept, file.source, `file/${file.id}`);
      for (const [entry, value] of fileEntries({ ...file, source })) kept.set(entry, value);
    }
  }

  /** Writes a page, with another slug or source path when a page of the other side took its own. */
  async function place(page: PageRecord): Promise<PageRecord> {
    const slug = await freeSlug(kept, page.parent, page.slug, page.id);
    const source = page.source && (await freeSource(kept, page.source, `page/${page.id}`));
    const free = { ...page, slug, source };
    putPage(kept, undefined, free);
    return free;
  }

  /** Whether the parents of a page lead nowhere or in a circle: each side was right alone. */
  async function isAdrift(page: PageRecord): Promise<boolean> {
    const [top] = [...(await ancestors(kept, page)), page];
    return top !== undefined && top.parent !== null;
  }

  /** Gives a page the place it has on the kept side, or the root where that is gone too. */
  async function putBack(page: PageRecord): Promise<void> {
    const own = parsePage((await kept.base.getMany([keys.page(page.id)])).get(keys.page(page.id)));
    conflicts.push({
      ...(await identify(page, kept)),
      kind: "property",
      property: "place",
      kept: own === undefined ? undefined : show(pick(own, placeUnit)),
      incoming: show(pick(page, placeUnit)),
    });
    removePage(kept, page);
    const back = await place({ ...page, parent: own?.parent ?? null, order: own?.order ?? page.order });
    if (!(await isAdrift(back))) return;
    removePage(kept, back);
    await place({ ...back, parent: null });
  }
}

/** Members that change together, so that half of one side never meets half of the other. */
const placeUnit = ["parent", "order"] as const;
const units: readonly (readonly (keyof PageRecord)[])[] = [
  placeUnit,
  ["title", "linkTitle"],
  ["slug"],
  ["source"],
  ["content"],
  ["type", "target"],
  ["emoji", "icon"],
  ["description"],
  ["condition"],
  ["hidden"],
  ["noIndex"],
  ["noRobotsIndex"],
  ["layout"],
  ["cover"],
];

function pick(page: PageRecord | undefined, unit: readonly (keyof PageRecord)[]): Record<string, unknown> {
  return Object.fromEntries(unit.flatMap((member) => (page?.[member] === undefined ? [] : [[member, page[member]]])));
}

const cleared = (unit: readonly string[]) => Object.fromEntries(unit.map((member) => [member, undefined]));
const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
const show = (value: Record<string, unknown>) => {
  const members = Object.values(value);
  return members.length === 1 && typeof members[0] === "string" ? members[0] : JSON.stringify(value);
};
const parsePage = (text: string | undefined) => (text === undefined ? undefined : (JSON.parse(text) as PageRecord));
const parseFile = (text: string) => JSON.parse(text) as FileRecord;
const indexById = (differences: readonly MapDifference[]) =>
  new Map(differences.map((difference) => [difference.key, difference]));

async function identify(page: PageRecord, map: EditedMap | StoredMap) {
  return { page: page.id, title: page.title, path: await pathOf(map, page) };
}
