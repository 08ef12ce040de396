import { z } from "zod";
import { PageId, SpaceId } from "../models/id.ts";
import { contentReading, Page, PageSummary, pageReading } from "../models/page.ts";

import { get } from "../operation.ts";

export const PageTree = z.object({ pages: z.array(PageSummary) });
export const PagePath = z.string().min(1).max(2000).describe("Slugs from the root, joined by `/`");

export const pages = {
  list: get("/spaces/{spaceId}/content/pages", {
    id: "listPages",
    summary: "Read a space's page tree without page bodies",
    effect: "read",
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
    params: { spaceId: SpaceId, pagePath: PagePath },
    query: { ...pageReading, ...contentReading },
    returns: Page,
    errors: ["not_found"],
    source: "public-api",
  }),
};
