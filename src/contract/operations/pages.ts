import { PageId, SpaceId } from "../models/id.ts";
import { LinkList, LinkStatus, ResolvedReference } from "../models/link.ts";
import { contentReading, Page, PageMetaLinks, PagePath, PageTree, pageReading, pathReading } from "../models/page.ts";
import { listOf, paging } from "../models/paging.ts";
import { get } from "../operation.ts";

export const pages = {
  list: get("/spaces/{spaceId}/content/pages", {
    id: "listPages",
    summary: "Read a space's page tree without page bodies",
    effect: "read",
    forReaders: true,
    params: { spaceId: SpaceId },
    query: contentReading,
    returns: PageTree,
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  get: get("/spaces/{spaceId}/content/page/{pageId}", {
    id: "getPageById",
    summary: "Read one page",
    effect: "read",
    forReaders: true,
    params: { spaceId: SpaceId, pageId: PageId },
    query: { ...pageReading, ...contentReading },
    returns: Page,
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  getByPath: get("/spaces/{spaceId}/content/path/{pagePath}", {
    id: "getPageByPath",
    summary: "Read one page by its path",
    effect: "read",
    forReaders: true,
    params: { spaceId: SpaceId, pagePath: PagePath },
    query: { ...pathReading, ...contentReading },
    returns: Page,
    errors: ["not_found"],
    source: "public-api",
  }),
  listLinks: get("/spaces/{spaceId}/content/page/{pageId}/links", {
    id: "listPageLinksInSpace",
    summary: "List what one page links to",
    effect: "read",
    params: { spaceId: SpaceId, pageId: PageId },
    query: { status: LinkStatus.optional(), ...paging },
    returns: LinkList,
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  listBacklinks: get("/spaces/{spaceId}/content/page/{pageId}/backlinks", {
    id: "listSpacePageBacklinks",
    summary: "List what links to one page",
    effect: "read",
    params: { spaceId: SpaceId, pageId: PageId },
    query: paging,
    returns: listOf(ResolvedReference),
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  getMetaLinks: get("/spaces/{spaceId}/content/page/{pageId}/meta-links", {
    id: "listSpacePageMetaLinks",
    summary: "Read which original and which alternates of a page search engines are pointed to",
    effect: "read",
    forReaders: true,
    params: { spaceId: SpaceId, pageId: PageId },
    returns: PageMetaLinks,
    errors: ["not_found"],
    source: "public-api",
  }),
};
