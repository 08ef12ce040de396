import { splitLines } from "../../markdown/versions/diff.ts";
import { mergeText } from "../../markdown/versions/merge.ts";
import type { ContentMap, EditedMap, StoredMap } from "./content-map.ts";
import { brokenLimit } from "./page-document.ts";
import { findPage, pathOf } from "./page-tree.ts";
import type { PageRecord } from "./records.ts";

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

/** How a conflict names its page, as one of the sides has it. */
export async function identify(page: PageRecord, map: ContentMap) {
  return { page: page.id, title: page.title, path: await pathOf(map, page) };
}

/** What two sides make of one text, or what keeps them apart. */
interface MergedText {
  readonly text: string;
  readonly conflicts: readonly Pick<ContentConflict, "kind" | "property" | "base" | "kept" | "incoming">[];
}

/** Puts two texts together. The kept one stands where the outcome would be longer than a page may be. */
export function mergeTexts(base: string, kept: string, incoming: string): MergedText {
  const merged = mergeText(base, kept, incoming);
  const most = brokenLimit(merged.text);
  if (most !== undefined && brokenLimit(kept) === undefined) {
    const property = `length (of both sides together; a page holds at most ${most})`;
    return {
      text: kept,
      conflicts: [{ kind: "property", property, base: length(base), kept: length(kept), incoming: length(incoming) }],
    };
  }
  const conflicts = (merged.conflicts ?? []).map(({ base, ours, theirs }) => ({
    kind: "text" as const,
    ...{ base, kept: ours, incoming: theirs },
  }));
  return { text: merged.text, conflicts };
}

const length = (text: string) =>
  `${splitLines(text).length.toLocaleString("en")} lines, ${Buffer.byteLength(text).toLocaleString("en")} bytes`;

/** The sides have a page in different places. */
export async function placeConflict({ base, kept, incoming }: MergeSides, page: PageRecord): Promise<ContentConflict> {
  const isOnKept = (await findPage(kept.base, page.id)) !== undefined;
  return {
    ...(await identify(page, isOnKept ? kept.base : incoming)),
    kind: "property",
    property: "place",
    base: await pagePlace(base, page.id),
    kept: await pagePlace(kept.base, page.id),
    incoming: await pagePlace(incoming, page.id),
  };
}

/** The place of a page on one side, undefined where that side has no such page. */
async function pagePlace(map: ContentMap, id: string): Promise<string | undefined> {
  const page = await findPage(map, id);
  return page && JSON.stringify({ parent: page.parent, order: page.order });
}

/** The only member's text, else all of them as JSON. */
export function show(members: Readonly<Record<string, unknown>>): string {
  const values = Object.values(members);
  return values.length === 1 && typeof values[0] === "string" ? values[0] : JSON.stringify(members);
}

export interface MergeSides {
  readonly base: StoredMap;
  /** An edited copy of the side that the other is brought into. */
  readonly kept: EditedMap;
  readonly incoming: StoredMap;
  /** The side whose pages and files get another slug or source path where both took the same one. */
  readonly yielding: "kept" | "incoming";
}

export interface TextStore {
  readText(address: string): Promise<string>;
  /** Keeps a text to be stored with the revision being made, and returns its address. */
  putText(text: string): string;
}
