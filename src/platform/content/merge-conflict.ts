import type { ContentMap, EditedMap, StoredMap } from "./content-map.ts";
import { findPage, getPagePath } from "./page-tree.ts";
import type { PageRecord } from "./records.ts";

/** A page or property that both sides changed in ways that cannot be combined. */
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

/** How a conflict identifies its page, as one of the sides has it. */
export async function identify(page: PageRecord, map: ContentMap) {
  return { page: page.id, title: page.title, path: await getPagePath(map, page) };
}

/** The sides put a page at different positions. */
export async function createPositionConflict(
  { base, kept, incoming }: MergeSides,
  page: PageRecord,
): Promise<ContentConflict> {
  const isOnKept = (await findPage(kept.base, page.id)) !== undefined;
  return {
    ...(await identify(page, isOnKept ? kept.base : incoming)),
    kind: "property",
    property: "place",
    base: await serializePosition(base, page.id),
    kept: await serializePosition(kept.base, page.id),
    incoming: await serializePosition(incoming, page.id),
  };
}

/** The position of a page on one side; undefined if that side does not have it. */
async function serializePosition(map: ContentMap, id: string): Promise<string | undefined> {
  const page = await findPage(map, id);
  return page && JSON.stringify({ parent: page.parent, order: page.order });
}

/** The text of the only member, or all members as JSON. */
export function show(members: Readonly<Record<string, unknown>>): string {
  const values = Object.values(members);
  return values.length === 1 && typeof values[0] === "string" ? values[0] : JSON.stringify(members);
}

export interface MergeSides {
  readonly base: StoredMap;
  /** An edited copy of the side that receives the other's changes. */
  readonly kept: EditedMap;
  readonly incoming: StoredMap;
  /** The side whose pages and files are renamed when both use the same slug or source path. */
  readonly yielding: "kept" | "incoming";
}

export interface TextStore {
  readText(address: string): Promise<string>;
  /** Queues a text for storage with the revision being made, and returns its address. */
  putText(text: string): string;
}
