import type { PageResult, SpaceResult } from "../../../contract/models/search.ts";
import type { Reader } from "../../access/reader.ts";
import { findSpaces } from "../../access/spaces-rows.ts";
import { appAddress } from "../../kernel/app-address.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { type ListRequest, positionKey, readOffset, toListResponse } from "../../kernel/paging.ts";
import type { StoredMap } from "../content-map.ts";
import { ancestors, findPages } from "../page-tree.ts";
import type { PageRecord } from "../records.ts";
import { revisionContent } from "../space-content.ts";
import { isVisible } from "../visible-text.ts";
import { type PageHit, searchSections } from "./search.ts";
import type { FoundSection } from "./sections-rows.ts";
import { limitToVisible, visibleSections } from "./visible-passages.ts";

/** What presenting results needs of a context. Readers of published sites have no user. */
type Reading = Pick<Context, "queries" | "content" | "origin" | "publicUrl" | "servedAt" | "reader">;

/** The matching pages of one space. */
export async function searchOneSpace(context: Reading, space: Row<"space">, query: string, request: ListRequest) {
  const { hits, total } = await findHits(context, [space.id], query, request);
  const items = await presentHits(context, space, hits);
  return toListResponse(request, hits, total, ({ position }) => positionKey(position), items);
}

/** The matching pages of some spaces, grouped by space. */
export async function searchSpaces(context: Reading, spaces: readonly string[], query: string, request: ListRequest) {
  const { hits, total } = await findHits(context, spaces, query, request);
  const shown = hits.slice(0, request.limit);
  const ids = [...new Set(shown.map(({ hit }) => hit.space))];
  const found = new Map((await findSpaces(context.queries, ids)).map((space) => [space.id, space]));
  const items: SpaceResult[] = [];
  for (const id of ids) {
    const space = found.get(id);
    if (space === undefined) continue;
    const pages = await presentHits(
      context,
      space,
      shown.filter(({ hit }) => hit.space === id),
    );
    if (pages.length === 0) continue;
    items.push({ type: "space", id, title: space.title, score: pages[0]?.score ?? 0, pages });
  }
  // The limit applies to pages. They are grouped by space, so there are fewer items.
  return {
    ...toListResponse(request, hits, total, ({ position }) => positionKey(position), []),
    items,
  };
}

/** A matching page with its position in the whole list, from 1. */
interface PositionedHit {
  readonly hit: PageHit;
  readonly position: number;
}

async function findHits(
  context: Reading,
  spaces: readonly string[],
  query: string,
  request: ListRequest,
): Promise<{ hits: PositionedHit[]; total: number | undefined }> {
  const offset = readOffset(request);
  const visitor = context.reader?.visitor;
  const found = await searchSections(context.queries, {
    spaces,
    query,
    limit: request.limit + 1,
    offset,
    see: visitor && ((sections) => seenSections(context, sections, visitor)),
  });
  const hits = found.pages.map((hit, index) => ({ hit, position: offset + index + 1 }));
  // Not every page that a visitor does not see is known here.
  return { hits, total: visitor === undefined ? found.total : undefined };
}

/** The sections of pages that a visitor sees, with the text that they see. */
async function seenSections(
  context: Reading,
  sections: readonly FoundSection[],
  visitor: NonNullable<Reader["visitor"]>,
): Promise<FoundSection[]> {
  const seen: FoundSection[] = [];
  for (const space of await findSpaces(context.queries, [...new Set(sections.map(({ space }) => space))])) {
    const map = await revisionContent(context, space.id, space.revision);
    const own = sections.filter((section) => section.space === space.id);
    const pages = new Map<string, ReadonlyMap<string, string> | undefined>();
    for (const page of (await findPages(map, [...new Set(own.map(({ page }) => page))])).values()) {
      if (!(await isVisible(map, page, visitor))) continue;
      pages.set(page.id, await visibleSections(map, context.content, page, visitor.claims));
    }
    seen.push(...limitToVisible(own, pages));
  }
  return seen;
}

async function presentHits(
  context: Reading,
  space: Row<"space">,
  hits: readonly PositionedHit[],
): Promise<PageResult[]> {
  const map = await revisionContent(context, space.id, space.revision);
  const pages = await findPages(
    map,
    hits.map(({ hit }) => hit.page),
  );
  const results: PageResult[] = [];
  for (const { hit, position } of hits) {
    const page = pages.get(hit.page);
    if (page !== undefined) results.push(await presentHit(context, space, map, hit, page, position));
  }
  return results;
}

async function presentHit(
  context: Reading,
  space: Row<"space">,
  map: StoredMap,
  hit: PageHit,
  page: PageRecord,
  rank: number,
): Promise<PageResult> {
  const above = await ancestors(map, page);
  const path = [...above, page].map((step) => step.slug).join("/");
  const app = appAddress(context, { kind: "page", organization: space.organization, space: space.id, path });
  return {
    id: page.id,
    title: page.title,
    description: page.description ?? "",
    path,
    score: hit.score,
    rank,
    sections: hit.sections.map((section) => ({
      id: `${page.id}#${section.anchor}`,
      title: section.title,
      path: section.anchor === "" ? path : `${path}#${section.anchor}`,
      body: section.body,
      highlights: section.highlights,
      score: section.score,
      urls: { app: section.anchor === "" ? app : `${app}#${section.anchor}` },
    })),
    ancestors: above.map((step) => ({ title: step.title })),
    urls: { app },
  };
}
