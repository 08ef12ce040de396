import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { mergingPageText } from "../../markdown/versions/page-limits.ts";
import type { EditedMap } from "./content-map.ts";
import { describedBy } from "./input-content.ts";
import {
  type ContentConflict,
  createPositionConflict,
  identify,
  type MergeSides,
  show,
  type TextStore,
} from "./merge-conflict.ts";
import type { MapDifference } from "./ordered-map/diff.ts";
import { withDescribed } from "./page-front-matter.ts";
import {
  type Described,
  describedMembers,
  latestMembers,
  type MergeUnit,
  membersFromText,
  mergeUnits,
  pageMembers,
} from "./page-members.ts";
import { findPages } from "./page-tree.ts";
import { putPage, removePage } from "./placement.ts";
import { type PageRecord, parsePage } from "./records.ts";

interface MergedPage {
  /** Undefined if the page no longer exists. */
  readonly page: PageRecord | undefined;
  readonly conflicts: readonly ContentConflict[];
}

/** Merges the changes of both sides to one page. */
export async function mergePage(
  sides: MergeSides,
  texts: TextStore,
  own: MapDifference,
  other: MapDifference,
): Promise<MergedPage> {
  const before = parsePage(other.before);
  const kept = parsePage(own.after);
  const incoming = parsePage(other.after);
  if (kept !== undefined && incoming !== undefined) {
    return mergeMembers(sides, texts, alignComputed(before, kept), kept, alignComputed(incoming, kept));
  }
  const survivor = kept ?? incoming;
  if (survivor === undefined || isOnlyComputed(before, survivor)) return { page: undefined, conflicts: [] };
  const conflict: ContentConflict = {
    ...(await identify(survivor, kept === undefined ? sides.incoming : sides.kept.base)),
    kind: kept === undefined ? "deleted_in_kept" : "deleted_in_incoming",
  };
  return { page: kept, conflicts: [conflict] };
}

async function mergeMembers(
  sides: MergeSides,
  texts: TextStore,
  before: PageRecord | undefined,
  kept: PageRecord,
  incoming: PageRecord,
): Promise<MergedPage> {
  const merged: Record<string, unknown> = { ...kept };
  const conflicts: ContentConflict[] = [];
  let bodies = false;
  for (const { name, members, conflict } of [...mergeUnits, ...getUnknownUnits(kept, incoming)]) {
    if (members.every((member) => kept[member] === incoming[member])) continue;
    const [was, own, other] = [pick(before, members), pick(kept, members), pick(incoming, members)];
    if (same(own, other) || same(was, other)) continue;
    if (same(was, own)) Object.assign(merged, cleared(members), other);
    else if (conflict === "text") bodies = true;
    else if (conflict === "place") conflicts.push(await createPositionConflict(sides, kept));
    else if (conflict === "property") {
      conflicts.push({
        ...(await identify(kept, sides.kept.base)),
        kind: "property",
        property: name,
        base: show(was),
        kept: show(own),
        incoming: show(other),
      });
    }
  }
  if (bodies) {
    // New keys are each inserted above the others, so they are written in reverse order.
    const members = Object.fromEntries(describedMembers.toReversed().map((name) => [name, merged[name]]));
    const result = await mergeBodies(texts, [before, kept, incoming], members);
    const described = describedBy(result.text, undefined, kept);
    for (const name of membersFromText) merged[name] = described[name];
    merged.content = texts.putText(result.text);
    for (const conflict of result.conflicts) {
      conflicts.push({ ...(await identify(kept, sides.kept.base)), ...conflict });
    }
  }
  for (const name of latestMembers) merged[name] = kept[name] > incoming[name] ? kept[name] : incoming[name];
  return { page: merged as unknown as PageRecord, conflicts };
}

/**
 * Front matter is merged member by member first: all three texts then state the result and cannot conflict on it again.
 */
async function mergeBodies(
  texts: TextStore,
  [before, kept, incoming]: readonly [PageRecord | undefined, PageRecord, PageRecord],
  members: Partial<Described>,
) {
  const read = async (page: PageRecord | undefined) =>
    page?.content === undefined ? "" : withDescribed(await texts.readText(page.content), members);
  return new TimeSlices().run(mergingPageText(await read(before), await read(kept), await read(incoming)));
}

/** Members that a later release has added, each merged by itself. */
function getUnknownUnits(kept: PageRecord, incoming: PageRecord): MergeUnit[] {
  const names = Object.keys({ ...kept, ...incoming }).filter((name) => !(name in pageMembers));
  return (names as (keyof PageRecord)[]).map((name) => ({ name, members: [name], conflict: "property" }));
}

function pick(page: PageRecord | undefined, unit: readonly (keyof PageRecord)[]): Record<string, unknown> {
  return Object.fromEntries(unit.flatMap((member) => (page?.[member] === undefined ? [] : [[member, page[member]]])));
}

const cleared = (unit: readonly string[]) => Object.fromEntries(unit.map((member) => [member, undefined]));

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** A side's changes, split into edits by people and computed pages. */
interface SplitDifferences {
  readonly people: MapDifference[];
  readonly computed: readonly MapDifference[];
}

export async function splitDifferences(differences: readonly MapDifference[]): Promise<SplitDifferences> {
  const people: MapDifference[] = [];
  const computed: MapDifference[] = [];
  const timeSlices = new TimeSlices();
  for (const difference of differences) {
    await timeSlices.yieldIfDue();
    const page = parsePage(difference.after) ?? parsePage(difference.before);
    (page?.part === undefined ? people : computed).push(difference);
  }
  return { people, computed };
}

/**
 * Gives each page that requests computed pages the complete set of one side: the kept side's if it recomputed them.
 * They are recomputed after a merge, so none of them can conflict.
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
  const removedIds: string[] = [];
  for (const [index, { before, after }] of changes.entries()) {
    const of = (after ?? before)?.part?.of ?? "";
    const isTheirs = index >= ours.length;
    const isGone = roots.get(of)?.computed === undefined;
    if (!isGone && (!isTheirs || own.has(of))) continue;
    removedIds.push(...[before, after].flatMap((page) => page?.id ?? []));
    if (!isGone && after !== undefined) taken.push(after);
  }
  for (const page of (await findPages(kept, [...new Set(removedIds)])).values()) removePage(kept, page);
  for (const page of taken) putPage(kept, undefined, page);
}

/** The page without what computing added: only what people set. */
function serializeAuthored({ type: _, content: __, updatedAt: ___, title, computed, ...page }: PageRecord): string {
  const members = Object.entries(page).filter(([, value]) => value !== undefined);
  const own = title === computed?.title ? undefined : title;
  return JSON.stringify([own, computed?.source, computed?.seed, members.sort(byName)]);
}

const byName = ([left]: [string, unknown], [right]: [string, unknown]) => (left < right ? -1 : 1);

/** Whether a page that requests computed pages differs only in what was computed. */
function isOnlyComputed(before: PageRecord | undefined, after: PageRecord): boolean {
  return (
    before?.computed !== undefined &&
    after.computed !== undefined &&
    serializeAuthored(before) === serializeAuthored(after)
  );
}

/** One side of a page that requests computed pages, with the computed members of the kept side. */
function alignComputed<Side extends PageRecord | undefined>(side: Side, kept: PageRecord): Side {
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
