import type { EditedMap } from "./content-map.ts";
import type { MapDifference } from "./ordered-map/diff.ts";
import { findPages } from "./page-tree.ts";
import { putPage, removePage } from "./placement.ts";
import { type PageRecord, parsePage } from "./records.ts";

/** What two sides of a merge changed: what people did, and pages that were computed. */
export interface SplitDifferences {
  readonly people: MapDifference[];
  readonly computed: readonly MapDifference[];
}

export function splitDifferences(differences: readonly MapDifference[]): SplitDifferences {
  const people: MapDifference[] = [];
  const computed: MapDifference[] = [];
  for (const difference of differences) {
    const page = parsePage(difference.after) ?? parsePage(difference.before);
    (page?.part === undefined ? people : computed).push(difference);
  }
  return { people, computed };
}

/**
 * Gives each page of the merged content that asks for computed ones those of one side, whole: the kept side's where
 * it computed them anew. They are computed again after a merge, so nothing of them can be in conflict.
 */
export async function mergeComputed(
  kept: EditedMap,
  ours: readonly MapDifference[],
  theirs: readonly MapDifference[],
): Promise<void> {
  const own = new Set(ours.flatMap(({ before, after }) => (parsePage(after) ?? parsePage(before))?.part?.of ?? []));
  const changes = [...ours, ...theirs].map(({ before, after }) => ({
    before: parsePage(before),
    after: parsePage(after),
  }));
  const roots = await findPages(kept, [
    ...new Set(changes.flatMap(({ before, after }) => [before?.part?.of ?? [], after?.part?.of ?? []].flat())),
  ]);
  const taken: PageRecord[] = [];
  const given: string[] = [];
  for (const [index, { before, after }] of changes.entries()) {
    const of = (after ?? before)?.part?.of ?? "";
    const isTheirs = index >= ours.length;
    const isGone = roots.get(of)?.computed === undefined;
    if (!isGone && (!isTheirs || own.has(of))) continue;
    given.push(...[before, after].flatMap((page) => page?.id ?? []));
    if (!isGone && after !== undefined) taken.push(after);
  }
  for (const page of (await findPages(kept, [...new Set(given)])).values()) removePage(kept, page);
  for (const page of taken) putPage(kept, undefined, page);
}

/** The page without what computing gave it: what people said of it. */
function asked({ type: _, content: __, updatedAt: ___, title, computed, ...page }: PageRecord): string {
  const members = Object.entries(page).filter(([, value]) => value !== undefined);
  const own = title === computed?.title ? undefined : title;
  return JSON.stringify([own, computed?.source, computed?.seed, members.sort(byName)]);
}

const byName = ([left]: [string, unknown], [right]: [string, unknown]) => (left < right ? -1 : 1);

/** Whether a page that asks for computed ones differs in nothing that a person did. */
export function isOnlyComputed(before: PageRecord | undefined, after: PageRecord): boolean {
  return before?.computed !== undefined && after.computed !== undefined && asked(before) === asked(after);
}

/** A side of a page that asks for computed ones, with what computing gave it on the kept side. */
export function alignComputed<Side extends PageRecord | undefined>(side: Side, kept: PageRecord): Side {
  if (side?.computed === undefined || kept.computed === undefined) return side;
  const { title } = kept.computed;
  const isNamed = side.title !== side.computed.title;
  return {
    ...side,
    type: kept.type,
    content: kept.content,
    title: isNamed ? side.title : (title ?? side.title),
    computed: { ...side.computed, title },
  };
}
