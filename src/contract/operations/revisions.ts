import { RichDocument } from "../models/document.ts";
import { File } from "../models/file.ts";
import { PageId, ReusableContentId, RevisionId, SpaceId } from "../models/id.ts";
import {
  contentReading,
  documentReading,
  Page,
  PageMetaLinks,
  PagePath,
  PageTree,
  pageReading,
  pathReading,
} from "../models/page.ts";
import { listOf, paging } from "../models/paging.ts";
import { Revision } from "../models/revision.ts";
import { changesShown, SemanticChanges } from "../models/semantic-change.ts";
import { get } from "../operation.ts";

const params = { spaceId: SpaceId, revisionId: RevisionId };

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
    params: { ...params, pageId: PageId },
    query: { ...pageReading, ...contentReading },
    returns: Page,
    errors: ["not_found"],
    source: "public-api",
  }),
  get: get("/spaces/{spaceId}/revisions/{revisionId}", {
    id: "getRevisionById",
    summary: "Read one revision: page tree, files and variables, without page bodies",
    effect: "read",
    params,
    query: contentReading,
    returns: Revision,
    errors: ["not_found"],
    source: "public-api",
  }),
  listChanges: get("/spaces/{spaceId}/revisions/{revisionId}/changes", {
    id: "getRevisionSemanticChanges",
    summary: "List what a revision changed: pages and files made, edited, moved and deleted",
    effect: "read",
    params,
    query: { ...contentReading, ...changesShown },
    returns: SemanticChanges,
    errors: ["not_found"],
    source: "public-api",
  }),
  listPages: get("/spaces/{spaceId}/revisions/{revisionId}/pages", {
    id: "listPagesInRevisionById",
    summary: "Read a revision's page tree without page bodies",
    effect: "read",
    params,
    query: contentReading,
    returns: PageTree,
    errors: ["not_found"],
    source: "public-api",
  }),
  listFiles: get("/spaces/{spaceId}/revisions/{revisionId}/files", {
    id: "listFilesInRevisionById",
    summary: "List the files of a revision",
    effect: "read",
    params,
    query: { ...paging, ...contentReading },
    returns: listOf(File),
    errors: ["not_found"],
    source: "public-api",
  }),
  getPageDocument: get("/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document", {
    id: "getPageDocumentInRevisionById",
    summary: "Read the body of one page as it was in a revision, as a tree of blocks",
    effect: "read",
    params: { ...params, pageId: PageId },
    query: documentReading,
    returns: RichDocument,
    errors: ["not_found"],
    source: "public-api",
  }),
  getReusableContentDocument: get(
    "/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document",
    {
      id: "getReusableContentDocumentInRevisionById",
      summary: "Read the body of a passage that several pages take in, as it was in a revision, as a tree of blocks",
      effect: "read",
      params: { ...params, reusableContentId: ReusableContentId },
      query: documentReading,
      returns: RichDocument,
      errors: ["not_found"],
      source: "public-api",
    },
  ),
  getPageMetaLinks: get("/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/meta-links", {
    id: "listRevisionPageMetaLinks",
    summary: "Read which original and which alternates of a page search engines are told of, in a revision",
    effect: "read",
    params: { ...params, pageId: PageId },
    returns: PageMetaLinks,
    errors: ["not_found"],
    source: "public-api",
  }),
  getPageByPath: get("/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}", {
    id: "getPageInRevisionByPath",
    summary: "Read one page by its path as it was in a revision",
    effect: "read",
    params: { ...params, pagePath: PagePath },
    query: { ...pathReading, ...contentReading },
    returns: Page,
    errors: ["not_found"],
    source: "public-api",
  }),
};
