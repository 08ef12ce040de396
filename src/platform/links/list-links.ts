import type { z } from "zod";
import type { LinkList, LinkStatus, ResolvedReference } from "../../contract/models/link.ts";
import { spaceFor } from "../access/scope.ts";
import { findFile, findPage } from "../content/page-tree.ts";
import type { Context } from "../context.ts";
import { answerList, readPaging } from "../paging.ts";
import { ReferencePresenter } from "../present/reference.ts";
import { RevisionReader } from "../present/revision-reader.ts";
import { Problem } from "../problem.ts";
import {
  countBacklinks,
  countLinkGroups,
  countLinks,
  type LinkFilter,
  linkPlaces,
  listBacklinks,
  listLinkGroups,
} from "../store/links.ts";

/** Places told of one target; all places of a page or file are in the list of its backlinks. */
const mostPlaces = 25;

interface Paging {
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
}

interface LinksOfSpace extends Paging {
  readonly spaceId: string;
  readonly pageId?: string;
  readonly status?: z.infer<typeof LinkStatus> | undefined;
}

/** What the pages and reusable contents of a space, or one of its pages, link to, with counts over all links whatever the status asked for. */
export async function listLinksOf(input: LinksOfSpace, context: Context): Promise<LinkList> {
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
  const places = await linkPlaces(queries, filter, shown, mostPlaces);
  const present = await ReferencePresenter.open(context, scope, revision, {
    holders: places.map(({ page }) => page),
    pages: shown.flatMap(({ target }) => idIn(target, "page")),
    files: shown.flatMap(({ target }) => idIn(target, "file")),
  });
  const items = shown.map((group) => {
    const targetReference = present.target(group);
    return {
      status: group.status as z.infer<typeof LinkStatus>,
      relation: group.relation as "reference" | "dependsOn",
      ...(targetReference === undefined ? {} : { targetReference }),
      locationReferences: present.places(
        places.filter(({ target, relation }) => target === group.target && relation === group.relation),
      ),
    };
  });
  const count = await countLinkGroups(queries, filter);
  const counts = await countLinks(queries, filter);
  return {
    ...answerList(request, groups, count, ({ target, relation }) => [target, relation], items),
    stats: { total: counts.total, broken: { total: counts.broken } },
  };
}

interface BacklinksOf extends Paging {
  readonly spaceId: string;
  readonly pageId?: string;
  readonly fileId?: string;
}

/** The sections of other pages, and the reusable contents, that link to a page or file, or show it. */
export async function listBacklinksOf(input: BacklinksOf, context: Context) {
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
  const items: ResolvedReference[] = present.places(shown);
  return answerList(request, rows, count, ({ page, position }) => [page, String(position)], items);
}

const noPage = (id: string) => new Problem("not_found", `pageId: there is no page ${id} in this revision.`);

function idIn(target: string, kind: "page" | "file"): string[] {
  return target.startsWith(`${kind}:`) ? [target.slice(5).split("#", 1)[0] ?? ""] : [];
}
