import { PageId, RevisionId, SpaceId } from "../models/id.ts";
import { contentReading, Page, pageReading } from "../models/page.ts";

import { Revision } from "../models/revision.ts";
import { get } from "../operation.ts";

export const revisions = {
  current: get("/spaces/{spaceId}/content", {
    id: "getCurrentRevision",
    summary: "Read a space's active revision: page tree, files and variables, without page bodies",
    effect: "read",
    params: { spaceId: SpaceId },
    query: contentReading,
    returns: Revision,
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  getPage: get("/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}", {
    id: "getPageInRevisionById",
    summary: "Read one page as it was in a revision",
    effect: "read",
    params: { spaceId: SpaceId, revisionId: RevisionId, pageId: PageId },
    query: { ...pageReading, ...contentReading },
    returns: Page,
    errors: ["not_found"],
    source: "public-api",
  }),
};
