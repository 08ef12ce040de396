import { mergeText } from "../../text/merge.ts";
import { describedBy } from "./given-text.ts";
import { alignComputed, isOnlyComputed } from "./merge-computed.ts";
import { type ContentConflict, identify, placeConflict, show } from "./merge-conflict.ts";
import type { MergeSides, TextStore } from "./merge-sides.ts";
import type { MapDifference } from "./ordered-map/diff.ts";
import { type Described, describedMembers, withDescribed } from "./page-front-matter.ts";
import { type PageRecord, parsePage } from "./records.ts";

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

export interface MergedPage {
  /** Undefined where the page is gone. */
  readonly page: PageRecord | undefined;
  readonly conflicts: readonly ContentConflict[];
}

/** Puts together what both sides did to one page. */
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
  for (const unit of units) {
    const [was, own, other] = [pick(before, unit), pick(kept, unit), pick(incoming, unit)];
    if (same(own, other) || same(was, other)) continue;
    if (same(was, own)) Object.assign(merged, cleared(unit), other);
    else if (unit[0] === "content") bodies = true;
    else if (fromText.has(unit[0] ?? "id")) continue;
    else if (unit[0] === "parent") conflicts.push(await placeConflict(sides, kept));
    else {
      conflicts.push({
        ...(await identify(kept, sides.kept.base)),
        kind: "property",
        property: unit[0] ?? "",
        base: show(was),
        kept: show(own),
        incoming: show(other),
      });
    }
  }
  if (bodies) {
    const members = Object.fromEntries(describedMembers.map((name) => [name, merged[name]]));
    const result = await mergeBodies(texts, [before, kept, incoming], members);
    const { layout, cover, variables } = describedBy(result.text, undefined, kept);
    Object.assign(merged, { layout, cover, variables, content: texts.putText(result.text) });
    for (const { base, ours, theirs } of result.conflicts ?? []) {
      const named = await identify(kept, sides.kept.base);
      conflicts.push({ ...named, kind: "text", base, kept: ours, incoming: theirs });
    }
  }
  merged.updatedAt = [kept.updatedAt, incoming.updatedAt].sort()[1];
  return { page: merged as unknown as PageRecord, conflicts };
}

/** What front matter says was merged by member: all three texts say the outcome, and cannot differ in it again. */
async function mergeBodies(
  texts: TextStore,
  [before, kept, incoming]: readonly [PageRecord | undefined, PageRecord, PageRecord],
  members: Partial<Described>,
) {
  const read = async (page: PageRecord | undefined) =>
    page?.content === undefined ? "" : withDescribed(await texts.readText(page.content), members);
  return mergeText(await read(before), await read(kept), await read(incoming));
}

function pick(page: PageRecord | undefined, unit: readonly (keyof PageRecord)[]): Record<string, unknown> {
  return Object.fromEntries(unit.flatMap((member) => (page?.[member] === undefined ? [] : [[member, page[member]]])));
}

const cleared = (unit: readonly string[]) => Object.fromEntries(unit.map((member) => [member, undefined]));
const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
