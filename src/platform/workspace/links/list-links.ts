import type { z } from "zod";
import type { LinkList, LinkStatus, ResolvedReference } from "../../../contract/models/link.ts";
import { candidatePaths, foldPath } from "../../../markdown/page/link-paths.ts";
import { listLinks } from "../../../markdown/page/links.ts";
import { spaceFor } from "../../access/scope.ts";
import type { StoredMap } from "../../content/content-map.ts";
import { allPages, findFile, findPage, getPagePaths } from "../../content/page-tree.ts";
import { type FileRecord, keys, type PageRecord, parseFile, parsePage } from "../../content/records.ts";
import { allReusable, createReusableOrigin, isReusable } from "../../content/reusable-contents.ts";
import type { Context } from "../../kernel/context.ts";
import { readPaging, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import { RevisionReader } from "../revisions/index.ts";
import {
  countBacklinks,
  countLinkGroups,
  countLinks,
  indexedRoot,
  type LinkFilter,
  linksByPath,
  listBacklinks,
  listLinkGroups,
  listLinkLocations,
} from "./rows.ts";
import { ReferencePresenter } from "./view.ts";

/** Maximum number of locations listed per target; the backlinks of a page or file list all of them. */
const maxLocations = 25;

interface Paging {
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
}

interface LinksOfSpace extends Paging {
  readonly spaceId: string;
  readonly pageId?: string;
  readonly status?: z.infer<typeof LinkStatus> | undefined;
}

/**
 * Links of a space's pages and reusable contents, or of one page. The counts of `stats` ignore the status filter.
 */
export async function listSpaceLinks(input: LinksOfSpace, context: Context): Promise<LinkList> {
  const scope = await spaceFor(context, input.spaceId, "view");
  const { space } = scope;
  const revision = await RevisionReader.open(context, { space, revision: space.revision });
  if (input.pageId !== undefined && (await findPage(revision.map, input.pageId)) === undefined)
    throw noPage(input.pageId);
  const { queries } = context;
  const { status } = input;
  const filter: LinkFilter = { space: space.id, page: input.pageId, status };
  const request = readPaging("links.list", [space.id, input.pageId, status], input);
  const groups = await listLinkGroups(queries, filter, request.after, request.limit + 1);
  const shown = groups.slice(0, request.limit);
  const locations = await listLinkLocations(queries, filter, shown, maxLocations);
  const present = await ReferencePresenter.open(context, scope, revision, {
    holders: locations.map(({ page }) => page),
    pages: shown.flatMap(({ target }) => idIn(target, "page")),
    files: shown.flatMap(({ target }) => idIn(target, "file")),
  });
  const items = shown.map((group) => {
    const targetReference = present.target(group);
    return {
      status: group.status as z.infer<typeof LinkStatus>,
      relation: group.relation as "reference" | "dependsOn",
      ...(targetReference === undefined ? {} : { targetReference }),
      locationReferences: present.presentLocations(
        locations.filter(({ target, relation }) => target === group.target && relation === group.relation),
      ),
    };
  });
  const counts = await countLinkGroups(queries, filter);
  const links = await countLinks(queries, filter);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const count = status === undefined ? total : (counts.get(status) ?? 0);
  return {
    ...toListResponse(request, groups, count, ({ target, relation }) => [target, relation], items),
    stats: {
      total,
      broken: { total: counts.get("broken") ?? 0 },
      references: { total: links.total, broken: links.broken },
    },
  };
}

interface BacklinksRequest extends Paging {
  readonly spaceId: string;
  readonly pageId?: string;
  readonly fileId?: string;
}

/** The sections of other pages, and the reusable contents, that link to or embed a page or file. */
export async function listBacklinkReferences(input: BacklinksRequest, context: Context) {
  const scope = await spaceFor(context, input.spaceId, "view");
  const { space } = scope;
  const revision = await RevisionReader.open(context, { space, revision: space.revision });
  const { map } = revision;
  const { pageId, fileId } = input;
  if (pageId !== undefined && (await findPage(map, pageId)) === undefined) throw noPage(pageId);
  if (fileId !== undefined && (await findFile(map, fileId)) === undefined) {
    throw new Problem("not_found", `fileId: space ${space.id} has no file ${fileId}.`);
  }
  const target = pageId === undefined ? `file:${fileId}` : `page:${pageId}`;
  const request = readPaging("links.backlinks", [space.id, target], input);
  const after = request.after && ([request.after[0], Number(request.after[1])] as const);
  const rows = await listBacklinks(context.queries, space.id, target, after, request.limit + 1);
  const count = await countBacklinks(context.queries, space.id, target);
  const shown = rows.slice(0, request.limit);
  const present = await ReferencePresenter.open(context, scope, revision, {
    holders: shown.map(({ page }) => page),
    pages: [],
    files: [],
  });
  const items: ResolvedReference[] = present.presentLocations(shown);
  return toListResponse(request, rows, count, ({ page, position }) => [page, String(position)], items);
}

const noPage = (id: string) => new Problem("not_found", `pageId: there is no page ${id} in this revision.`);

function idIn(target: string, kind: "page" | "file"): string[] {
  return target.startsWith(`${kind}:`) ? [target.slice(5).split("#", 1)[0] ?? ""] : [];
}

/** Pages whose texts are held in memory at the same time. */
const batch = 200;

/**
 * Ids of pages and reusable contents that may link to one of these tree paths, or to something below it. If the links
 * of the space are indexed, this costs those links and what differs from the space; otherwise it reads every page.
 */
export async function pagesLinkingTo(
  { queries, content }: Pick<Context, "queries" | "content">,
  space: string,
  map: StoredMap,
  paths: readonly string[],
): Promise<string[]> {
  const folded = paths.map(foldPath);
  const root = await indexedRoot(queries, space);
  if (root === undefined) return search(content, map, folded);
  const found = new Set((await linksByPath(queries, space, folded, folded)).map(({ page }) => page));
  for (const { after } of await content.at(root).diff(map, keys.pages)) {
    const page = parsePage(after);
    if (page !== undefined) found.add(page.id);
  }
  for (const { after } of await content.at(root).diff(map, keys.files)) {
    const file = parseFile(after);
    if (file !== undefined && isReusable(file)) found.add(file.id);
  }
  return [...found];
}

async function search(content: Context["content"], map: StoredMap, paths: readonly string[]): Promise<string[]> {
  const pages = await allPages(map);
  const found: string[] = [];
  for (let start = 0; start < pages.length; start += batch) {
    const some = pages.slice(start, start + batch);
    const texts = await content.readTexts(some.flatMap((page) => page.content ?? []));
    const pathsById = await getPagePaths(map, some);
    for (const page of some) {
      const origin = { source: page.source, path: pathsById.get(page.id) ?? page.slug };
      if (listHrefs(page, texts).some((href) => leadsInto(candidatePaths(origin, href), paths))) found.push(page.id);
    }
  }
  const reusable = await allReusable(map);
  for (let start = 0; start < reusable.length; start += batch) {
    const some = reusable.slice(start, start + batch);
    const texts = await content.readTexts(some.map((file) => file.content));
    for (const file of some) {
      const origin = createReusableOrigin(file);
      if (listHrefs(file, texts).some((href) => leadsInto(candidatePaths(origin, href), paths))) found.push(file.id);
    }
  }
  return found;
}

function listHrefs(holder: PageRecord | FileRecord, texts: ReadonlyMap<string, string>): string[] {
  const target = "target" in holder && holder.target !== undefined ? [holder.target] : [];
  return [...target, ...listLinks(texts.get(holder.content ?? "") ?? "").map(({ href }) => href)];
}

const leadsInto = (candidates: readonly string[], paths: readonly string[]) =>
  candidates.map(foldPath).some((lead) => paths.some((path) => lead === path || lead.startsWith(`${path}/`)));
