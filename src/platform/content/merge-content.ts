import { keepLinks } from "./keep-links.ts";
import { mendTree } from "./mend-tree.ts";
import { mergeComputed, splitDifferences } from "./merge-computed.ts";
import type { ContentConflict } from "./merge-conflict.ts";
import { mergeFiles } from "./merge-files.ts";
import { mergePage } from "./merge-page.ts";
import { MergePlacement } from "./merge-placement.ts";
import type { MergeSides, TextStore } from "./merge-sides.ts";
import { replaced, withDescendants } from "./moved-pages.ts";
import type { MapDifference } from "./ordered-map/diff.ts";
import { removePage } from "./placement.ts";
import { keys, type PageRecord, parsePage } from "./records.ts";
import { mergeRedirects } from "./redirects.ts";
import { mergeSummary } from "./summary-source.ts";

/**
 * Brings into `kept` what `incoming` changed since `base`. Where both changed the same thing differently the kept side
 * stands and a conflict is answered. Costs what the two sides changed.
 */
export async function mergeContent(sides: MergeSides, texts: TextStore): Promise<ContentConflict[]> {
  const { base, kept, incoming, yielding } = sides;
  const inKept = splitDifferences(await base.diff(kept.base, keys.pages));
  const inIncoming = splitDifferences(await base.diff(incoming, keys.pages));
  const ours = new Map(inKept.people.map((difference) => [difference.key, difference]));
  const theirs = inIncoming.people;
  const conflicts: ContentConflict[] = [];
  const placement = new MergePlacement(kept);
  /** As the incoming side has them. */
  const whole: PageRecord[] = [];
  /** With something of both sides. */
  const mixed: PageRecord[] = [];
  const removed: string[] = [];
  for (const difference of theirs) {
    const own = ours.get(difference.key);
    const merged = own && (await mergePage(sides, texts, own, difference));
    conflicts.push(...(merged?.conflicts ?? []));
    const page = merged === undefined ? parsePage(difference.after) : merged.page;
    if (page === undefined) removed.push(difference.key.slice(keys.pages.length));
    else (merged === undefined ? whole : mixed).push(page);
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
  const changed = [...whole, ...mixed].map((page) => page.id);
  conflicts.push(...(await mendTree(sides, placement, { changed, removed })));
  await followNames();
  await mergeRedirects(sides);
  await mergeSummary(sides);
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
      if (renamed.size === 0) continue;
      const reusable = await base.diff(side, keys.files);
      const pages = [...withOwnText(written), ...reusable.map(({ key }) => key.slice(keys.files.length))];
      await keepLinks({ side, merged: kept, pages, renamed, texts });
    }
  }
}

/** Ids of the pages to which a side gave a text or target of its own. */
const withOwnText = (written: readonly MapDifference[]) =>
  written.flatMap(({ before, after }) => {
    const [was, is] = [parsePage(before), parsePage(after)];
    return is === undefined || (was?.content === is.content && was?.target === is.target) ? [] : [is.id];
  });
