import { mergeText } from "../../text/merge.ts";
import type { EditedMap, StoredMap } from "./content-map.ts";
import { describedBy } from "./given-text.ts";
import { keepLinks } from "./keep-links.ts";
import { alignComputed, isOnlyComputed, mergeComputed, splitDifferences } from "./merge-computed.ts";
import { type ContentConflict, identify, pagePlace, show } from "./merge-conflict.ts";
import { mergeFiles } from "./merge-files.ts";
import { MergePlacement } from "./merge-placement.ts";
import { replaced, withDescendants } from "./moved-pages.ts";
import type { MapDifference } from "./ordered-map/diff.ts";
import { type Described, describedMembers, withDescribed } from "./page-front-matter.ts";
import { ancestors, children, findPage } from "./page-tree.ts";
import { removePage } from "./placement.ts";
import { keys, type PageRecord, parsePage } from "./records.ts";
import { mergeRedirects } from "./redirects.ts";

export interface TextStore {
  readText(address: string): Promise<string>;
  /** Keeps a text to be stored with the revision being made, and answers its address. */
  putText(text: string): string;
}

export interface MergeSides {
  readonly base: StoredMap;
  /** An edited copy of the side that the other is brought into. */
  readonly kept: EditedMap;
  readonly incoming: StoredMap;
  /** The side whose pages and files get another slug or source path where both took the same one. */
  readonly yielding: "kept" | "incoming";
}

/**
 * Brings into `kept` what `incoming` changed since `base`. Where both changed the same thing differently the kept side
 * stands and a conflict is answered. Costs what the two sides changed.
 */
export async function mergeContent(sides: MergeSides, texts: TextStore): Promise<ContentConflict[]> {
  const { base, kept, incoming, yielding } = sides;
  const inKept = splitDifferences(await base.diff(kept.base, keys.pages));
  const inIncoming = splitDifferences(await base.diff(incoming, keys.pages));
  const ours = indexByKey(inKept.people);
  const theirs = inIncoming.people;
  const conflicts: ContentConflict[] = [];
  const placement = new MergePlacement(kept);
  const whole: PageRecord[] = [];
  const mixed: PageRecord[] = [];
  const removed: string[] = [];
  for (const difference of theirs) {
    const own = ours.get(difference.key);
    const page = own === undefined ? parsePage(difference.after) : await mergePage(own, difference);
    if (page === undefined) removed.push(difference.key.slice(keys.pages.length));
    else if (own === undefined) whole.push(page);
    else mixed.push(page);
  }
  // Every page that changes leaves the indexes before any enters them: one may take the slug of another.
  for (const { key } of theirs) {
    const present = parsePage((await kept.getMany([key])).get(key));
    if (present !== undefined) removePage(kept, present);
  }
  for (const page of whole) await (yielding === "kept" ? placement.claim(page) : placement.place(page));
  conflicts.push(...(await mergeFiles(sides, placement, texts)));
  await placement.placeEvicted();
  for (const page of mixed) await placement.place(page);
  await mergeComputed(kept, inKept.computed, inIncoming.computed);
  await mendTree([...whole, ...mixed].map((page) => page.id));
  await followNames();
  await mergeRedirects(sides);
  return conflicts;

  /** Links of what each side wrote follow what the merge renamed of that side, and what the other side moved. */
  async function followNames(): Promise<void> {
    const own = { side: kept.base, written: [...ours.values()], yields: yielding === "kept" };
    const other = { side: incoming, written: theirs, yields: yielding === "incoming" };
    for (const [{ side, written, yields }, { written: moves }] of [
      [own, other],
      [other, own],
    ] as const) {
      const moved = await withDescendants(kept, replaced(moves));
      const renamed = new Set([...(yields ? placement.renamed : []), ...moved]);
      await keepLinks({ side, merged: kept, pages: withOwnText(written), renamed, texts });
    }
  }

  async function mergePage(own: MapDifference, other: MapDifference): Promise<PageRecord | undefined> {
    const before = parsePage(other.before);
    const keptPage = parsePage(own.after);
    const incomingPage = parsePage(other.after);
    if (keptPage !== undefined && incomingPage !== undefined) {
      return mergeMembers(alignComputed(before, keptPage), keptPage, alignComputed(incomingPage, keptPage));
    }
    const survivor = keptPage ?? incomingPage;
    if (survivor !== undefined && isOnlyComputed(before, survivor)) return undefined;
    if (survivor !== undefined) {
      conflicts.push({
        ...(await identify(survivor, keptPage === undefined ? incoming : kept.base)),
        kind: keptPage === undefined ? "deleted_in_kept" : "deleted_in_incoming",
      });
    }
    return keptPage;
  }

  async function mergeMembers(
    before: PageRecord | undefined,
    keptPage: PageRecord,
    incomingPage: PageRecord,
  ): Promise<PageRecord> {
    const merged: Record<string, unknown> = { ...keptPage };
    let bodies = false;
    for (const unit of units) {
      const [was, own, other] = [pick(before, unit), pick(keptPage, unit), pick(incomingPage, unit)];
      if (same(own, other) || same(was, other)) continue;
      if (same(was, own)) Object.assign(merged, cleared(unit), other);
      else if (unit[0] === "content") bodies = true;
      else if (fromText.has(unit[0] ?? "id")) continue;
      else if (unit[0] === "parent") await disputePlace(keptPage);
      else {
        conflicts.push({
          ...(await identify(keptPage, kept.base)),
          kind: "property",
          property: unit[0] ?? "",
          base: show(was),
          kept: show(own),
          incoming: show(other),
        });
      }
    }
    const members = Object.fromEntries(describedMembers.map((name) => [name, merged[name]]));
    if (bodies) {
      const text = await mergeBody(before, keptPage, incomingPage, members);
      const { layout, cover, variables } = describedBy(text, undefined, keptPage);
      Object.assign(merged, { layout, cover, variables, content: texts.putText(text) });
    }
    merged.updatedAt = [keptPage.updatedAt, incomingPage.updatedAt].sort()[1];
    return merged as unknown as PageRecord;
  }

  async function mergeBody(
    before: PageRecord | undefined,
    keptPage: PageRecord,
    incomingPage: PageRecord,
    members: Partial<Described>,
  ): Promise<string> {
    // What front matter says was merged by member: all three texts say the outcome, and cannot differ in it again.
    const read = async (page: PageRecord | undefined) =>
      page?.content === undefined ? "" : withDescribed(await texts.readText(page.content), members);
    const result = mergeText(await read(before), await read(keptPage), await read(incomingPage));
    for (const conflict of result.conflicts ?? []) {
      conflicts.push({
        ...(await identify(keptPage, kept.base)),
        kind: "text",
        base: conflict.base,
        kept: conflict.ours,
        incoming: conflict.theirs,
      });
    }
    return result.text;
  }

  /** Each side's tree was sound alone; together a parent may be gone, or two moves may make a circle. */
  async function mendTree(changed: readonly string[]): Promise<void> {
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
  }

  async function hasLostParent(page: PageRecord): Promise<boolean> {
    return page.parent !== null && (await findPage(kept, page.parent)) === undefined;
  }

  async function isInCircle(page: PageRecord): Promise<boolean> {
    const [top = page] = await ancestors(kept, page);
    return top.parent === page.id;
  }

  /** Gives a page the place it has on the kept side, or the root where that is gone too. */
  async function putBack(page: PageRecord): Promise<void> {
    await disputePlace(page);
    const own = await findPage(kept.base, page.id);
    removePage(kept, page);
    const back = await placement.place({ ...page, parent: own?.parent ?? null, order: own?.order ?? page.order });
    if (!(await hasLostParent(back)) && !(await isInCircle(back))) return;
    removePage(kept, back);
    await placement.place({ ...back, parent: null });
  }

  async function disputePlace(page: PageRecord): Promise<void> {
    conflicts.push({
      ...(await identify(page, (await findPage(kept.base, page.id)) === undefined ? incoming : kept.base)),
      kind: "property",
      property: "place",
      base: await pagePlace(base, page.id),
      kept: await pagePlace(kept.base, page.id),
      incoming: await pagePlace(incoming, page.id),
    });
  }
}

/** Members that change together, so that half of one side never meets half of the other. */
const units: readonly (readonly (keyof PageRecord)[])[] = [
  ["parent", "order"],
  ["title", "linkTitle"],
  ["slug"],
  ["source"],
  ["content"],
  ["type", "target"],
  ["computed"],
  ["emoji", "icon"],
  ["description"],
  ["condition"],
  ["hidden"],
  ["noIndex"],
  ["noRobotsIndex"],
  ["layout"],
  ["cover"],
  ["variables"],
];

/** Members that nothing but the text sets: they follow from the merged one. */
const fromText: ReadonlySet<keyof PageRecord> = new Set(["layout", "cover", "variables"]);

function pick(page: PageRecord | undefined, unit: readonly (keyof PageRecord)[]): Record<string, unknown> {
  return Object.fromEntries(unit.flatMap((member) => (page?.[member] === undefined ? [] : [[member, page[member]]])));
}

const withOwnText = (written: readonly MapDifference[]) =>
  written.flatMap(({ before, after }) => {
    const [was, is] = [parsePage(before), parsePage(after)];
    return is === undefined || (was?.content === is.content && was?.target === is.target) ? [] : [is.id];
  });

const cleared = (unit: readonly string[]) => Object.fromEntries(unit.map((member) => [member, undefined]));
const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
const indexByKey = (differences: readonly MapDifference[]) =>
  new Map(differences.map((difference) => [difference.key, difference]));
