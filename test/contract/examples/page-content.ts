import type { Examples } from "./example.ts";

const content = { metadata: false, computed: false };
const page = {
  format: "markdown",
  "format.markdown.refs": "stable",
  evaluated: "deterministic-only",
  dereferenced: "reusable-contents",
  ...content,
};
const pageAtPath = { ...page, cachedMetadata: true };

/** Pages, files, reusable contents and revisions. */
export const pageContent: Examples = {
  listPages: {
    input: { spaceId: "space1", ...content },
    sends: "GET /v1/spaces/space1/content/pages?metadata=false&computed=false",
  },
  getPageById: {
    input: { spaceId: "space1", pageId: "page1", ...page },
    sends:
      "GET /v1/spaces/space1/content/page/page1?format=markdown&format.markdown.refs=stable&evaluated=deterministic-only&dereferenced=reusable-contents&metadata=false&computed=false",
  },
  getPageByPath: {
    input: { spaceId: "space1", pagePath: "guide/first steps", ...pageAtPath },
    sends:
      "GET /v1/spaces/space1/content/path/guide%2Ffirst%20steps?format=markdown&format.markdown.refs=stable&evaluated=deterministic-only&dereferenced=reusable-contents&metadata=false&computed=false&cachedMetadata=true",
  },
  listPageLinksInSpace: {
    input: { spaceId: "space1", pageId: "page1", status: "in-app", page: "cursor1", limit: 20 },
    sends: "GET /v1/spaces/space1/content/page/page1/links?status=in-app&page=cursor1&limit=20",
  },
  listSpacePageBacklinks: {
    input: { spaceId: "space1", pageId: "page1", page: "cursor1", limit: 20 },
    sends: "GET /v1/spaces/space1/content/page/page1/backlinks?page=cursor1&limit=20",
  },
  listSpacePageMetaLinks: {
    input: { spaceId: "space1", pageId: "page1" },
    sends: "GET /v1/spaces/space1/content/page/page1/meta-links",
  },
  listFiles: {
    input: { spaceId: "space1", ...content, page: "cursor1", limit: 20 },
    sends: "GET /v1/spaces/space1/content/files?metadata=false&computed=false&page=cursor1&limit=20",
  },
  getFileById: {
    input: { spaceId: "space1", fileId: "file1", ...content },
    sends: "GET /v1/spaces/space1/content/files/file1?metadata=false&computed=false",
  },
  listSpaceFileBacklinks: {
    input: { spaceId: "space1", fileId: "file1", page: "cursor1", limit: 20 },
    sends: "GET /v1/spaces/space1/content/files/file1/backlinks?page=cursor1&limit=20",
  },
  getReusableContentById: {
    input: { spaceId: "space1", reusableContentId: "reusable1", ...content },
    sends: "GET /v1/spaces/space1/content/reusable-contents/reusable1?metadata=false&computed=false",
  },
  getCurrentRevision: {
    input: { spaceId: "space1", ...content },
    sends: "GET /v1/spaces/space1/content?metadata=false&computed=false",
  },
  getRevisionById: {
    input: { spaceId: "space1", revisionId: "revision1", ...content },
    sends: "GET /v1/spaces/space1/revisions/revision1?metadata=false&computed=false",
  },
  getRevisionSemanticChanges: {
    input: { spaceId: "space1", revisionId: "revision1", ...content, limit: 100 },
    sends: "GET /v1/spaces/space1/revisions/revision1/changes?metadata=false&computed=false&limit=100",
  },
  listPagesInRevisionById: {
    input: { spaceId: "space1", revisionId: "revision1", ...content },
    sends: "GET /v1/spaces/space1/revisions/revision1/pages?metadata=false&computed=false",
  },
  listFilesInRevisionById: {
    input: { spaceId: "space1", revisionId: "revision1", page: "cursor1", limit: 20, ...content },
    sends: "GET /v1/spaces/space1/revisions/revision1/files?page=cursor1&limit=20&metadata=false&computed=false",
  },
  getPageInRevisionById: {
    input: { spaceId: "space1", revisionId: "revision1", pageId: "page1", ...page },
    sends:
      "GET /v1/spaces/space1/revisions/revision1/page/page1?format=markdown&format.markdown.refs=stable&evaluated=deterministic-only&dereferenced=reusable-contents&metadata=false&computed=false",
  },
  getPageInRevisionByPath: {
    input: { spaceId: "space1", revisionId: "revision1", pagePath: "guide/setup", ...pageAtPath },
    sends:
      "GET /v1/spaces/space1/revisions/revision1/path/guide%2Fsetup?format=markdown&format.markdown.refs=stable&evaluated=deterministic-only&dereferenced=reusable-contents&metadata=false&computed=false&cachedMetadata=true",
  },
};
