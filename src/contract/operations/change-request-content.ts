import { z } from "zod";
import { ChangeRequest } from "../models/change-request.ts";
import { ContentChange, ContentUpdate } from "../models/content-change.ts";
import { File } from "../models/file.ts";
import { ChangeRequestId, FileId, PageId, ReusableContentId, SpaceId } from "../models/id.ts";
import { contentReading, Page, PagePath, PageTree, pageReading, pathReading } from "../models/page.ts";
import { listOf, paging } from "../models/paging.ts";
import { ReusableContent } from "../models/reusable-content.ts";
import { Revision } from "../models/revision.ts";
import { changesShown, SemanticChanges } from "../models/semantic-change.ts";
import { get, post } from "../operation.ts";

const params = { spaceId: SpaceId, changeRequestId: ChangeRequestId };

export const changeRequestContent = {
  revision: get("/spaces/{spaceId}/change-requests/{changeRequestId}/content", {
    id: "getRevisionOfChangeRequestById",
    summary: "Read a change request's active revision: page tree, files and variables, without page bodies",
    effect: "read",
    params,
    query: contentReading,
    returns: Revision,
    errors: ["not_found"],
    source: "public-api",
  }),
  apply: post("/spaces/{spaceId}/change-requests/{changeRequestId}/content", {
    id: "updateChangeRequestContent",
    summary: "Insert, rewrite, move, delete and revert pages and insert files in a change request",
    description: "1 to 50 changes in order, all or nothing, giving one new revision.",
    effect: "create",
    reach: "proposes",
    params,
    query: {
      compat: z
        .boolean()
        .default(true)
        .describe("False returns what was done page by page; true returns the change request"),
    },
    body: { changes: z.array(ContentChange).min(1).max(50).describe("Applied in order, all or none") },
    success: 200,
    returns: z.union([ContentUpdate, ChangeRequest]),
    errors: ["not_found", "forbidden", "conflict", "precondition_failed", "unprocessable"],
    source: "public-api",
    precondition: true,
  }),
  pages: get("/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages", {
    id: "listPagesInChangeRequest",
    summary: "Read a change request's page tree without page bodies",
    effect: "read",
    params,
    query: contentReading,
    returns: PageTree,
    errors: ["not_found"],
    source: "public-api",
  }),
  page: get("/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}", {
    id: "getPageInChangeRequestById",
    summary: "Read one page as it is in a change request",
    effect: "read",
    params: { ...params, pageId: PageId },
    query: { ...pageReading, ...contentReading },
    returns: Page,
    errors: ["not_found"],
    source: "public-api",
  }),
  pageByPath: get("/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}", {
    id: "getPageInChangeRequestByPath",
    summary: "Read one page by its path as it is in a change request",
    effect: "read",
    params: { ...params, pagePath: PagePath },
    query: { ...pathReading, ...contentReading },
    returns: Page,
    errors: ["not_found"],
    source: "public-api",
  }),
  changes: get("/spaces/{spaceId}/change-requests/{changeRequestId}/changes", {
    id: "getChangeRequestChanges",
    summary: "List what a change request changes: pages and files made, edited, moved and deleted",
    effect: "read",
    forReaders: "preview",
    params,
    query: changesShown,
    returns: SemanticChanges,
    errors: ["not_found"],
    source: "public-api",
  }),
  files: get("/spaces/{spaceId}/change-requests/{changeRequestId}/content/files", {
    id: "listFilesInChangeRequestById",
    summary: "List the files of a change request's content",
    effect: "read",
    params,
    query: { ...paging, ...contentReading },
    returns: listOf(File),
    errors: ["not_found"],
    source: "public-api",
  }),
  file: get("/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}", {
    id: "getFileInChangeRequestById",
    summary: "Read one file's name, type, size and temporary download URL in a change request",
    effect: "read",
    params: { ...params, fileId: FileId },
    query: contentReading,
    returns: File,
    errors: ["not_found"],
    source: "public-api",
  }),
  reusableContent: get(
    "/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}",
    {
      id: "getReusableContentInChangeRequestById",
      summary: "Read one reusable content as it is in a change request",
      effect: "read",
      params: { ...params, reusableContentId: ReusableContentId },
      query: contentReading,
      returns: ReusableContent,
      errors: ["not_found"],
      source: "public-api",
    },
  ),
};
