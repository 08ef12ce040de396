import type { InsertPage } from "../../contract/models/content-change.ts";
import { slugOf } from "../../text/title.ts";
import { demandComputable, specOf } from "../computed/source.ts";
import { Problem } from "../problem.ts";
import { createId } from "../store/ids.ts";
import { changedMembers } from "./changed-members.ts";
import type { ContentMap, EditedMap } from "./content-map.ts";
import { shortTitle } from "./given-text.ts";
import { findPage } from "./page-tree.ts";
import { freeSlug, orderAt } from "./placement.ts";
import type { ComputedRecord, PageRecord } from "./records.ts";

/** A page that asks for computed ones; its text and the pages below it follow. */
export async function newComputedPage(map: EditedMap, change: InsertPage, now: string): Promise<PageRecord> {
  const source = change.computed;
  if (source === undefined) throw new Problem("bad_request", "computed: what the page is computed from is missing.");
  const spec = demandComputable(source);
  const parent = change.into ?? null;
  const title = change.title === undefined ? spec : shortTitle(change.title);
  const computed = newComputed(source, change.title === undefined ? spec : undefined);
  return {
    ...changedMembers(change),
    id: createId(),
    type: "computed",
    title,
    slug: await freeSlug(map, parent, slugOf(change.slug ?? title), undefined),
    parent,
    order: await orderAt(map, parent, change.at, undefined),
    computed,
    createdAt: now,
    updatedAt: now,
  };
}

/** `title` is the one that stands until it is computed; undefined where a person gave it. */
export function newComputed(source: ComputedRecord["source"], title: string | undefined): ComputedRecord {
  return { source, seed: createId(), ...(title === undefined ? {} : { title }) };
}

/** The page as it was before anything was computed: without what it was given then. */
export function uncomputed({ content: _, computed, ...page }: PageRecord): PageRecord {
  if (computed === undefined) throw new Error(`Page ${page.id} asks for no computed pages`);
  const { title, ...asked } = computed;
  const own = title !== page.title;
  const standing = specOf(computed.source) ?? page.title;
  return {
    ...page,
    type: "computed",
    title: own ? page.title : standing,
    computed: own ? asked : { ...asked, title: standing },
  };
}

/** Throws `conflict` for a page that was computed: it cannot be written, moved or deleted by itself. */
export async function demandWritten(map: ContentMap, page: PageRecord | undefined, field: string): Promise<void> {
  if (page?.part === undefined) return;
  const asking = await findPage(map, page.part.of);
  throw new Problem("conflict", `${field}: page ${page.id} is ${computedFrom(asking)}`);
}

/** Throws `conflict` for a page whose text is computed. */
export function demandOwnText(page: PageRecord, field: string): void {
  if (page.computed === undefined) return;
  throw new Problem("conflict", `${field}: the text of page ${page.id} is ${computedFrom(page)}`);
}

/** Throws `conflict` for a computed page, and for blocks of a computed text. */
export async function demandRevertible(
  map: ContentMap,
  page: PageRecord | undefined,
  blocks: readonly string[] | undefined,
): Promise<void> {
  await demandWritten(map, page, "page");
  if (page !== undefined && blocks !== undefined) demandOwnText(page, "block");
}

/** Throws `conflict` where no page can be put: pages below computed ones come and go with their source. */
export function demandRoom(page: PageRecord, field: string): void {
  if (page.computed === undefined && page.part === undefined) return;
  throw new Problem(
    "conflict",
    `${field}: the pages under ${page.id} are computed, and no others go there. Put the page beside it.`,
  );
}

function computedFrom(page: PageRecord | undefined): string {
  const spec = page?.computed && specOf(page.computed.source);
  const source = spec === undefined ? "its source" : `OpenAPI specification "${spec}"`;
  const rest = page === undefined ? "" : ` Page ${page.id}, which asks for it, can be moved, renamed and deleted.`;
  return `computed from ${source}. Change that instead.${rest}`;
}
