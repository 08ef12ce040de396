import type { Examples } from "./example.ts";
import { pageContent } from "./page-content.ts";

export const content: Examples = {
  ...pageContent,
  listSpacesInOrganizationById: {
    input: { organizationId: "org1", page: "cursor1", limit: 20 },
    sends: "GET /v1/orgs/org1/spaces?page=cursor1&limit=20",
  },
  createSpace: {
    input: {
      organizationId: "org1",
      title: "Handbook",
      emoji: "📘",
      parent: "collection1",
      language: "pt-br",
      editMode: "locked",
    },
    sends: "POST /v1/orgs/org1/spaces",
    body: { title: "Handbook", emoji: "📘", parent: "collection1", language: "pt-br", editMode: "locked" },
  },
  getSpaceById: {
    input: { spaceId: "space1", shareKey: "s3cret/key" },
    sends: "GET /v1/spaces/space1?shareKey=s3cret%2Fkey",
  },
  updateSpaceById: {
    input: {
      spaceId: "space1",
      title: "Handbook",
      emoji: "📘",
      editMode: "live",
      defaultLevel: null,
      language: "en",
      mergeRules: {
        type: "rules",
        rules: [
          { rule: "require_specific_reviewers", users: ["user1", "user2"] },
          { rule: "require_change_request_subject" },
          { rule: "custom", expression: "changeRequest.pages < 10" },
        ],
      },
    },
    sends: "PATCH /v1/spaces/space1",
    body: {
      title: "Handbook",
      emoji: "📘",
      editMode: "live",
      defaultLevel: null,
      language: "en",
      mergeRules: {
        type: "rules",
        rules: [
          { rule: "require_specific_reviewers", users: ["user1", "user2"] },
          { rule: "require_change_request_subject" },
          { rule: "custom", expression: "changeRequest.pages < 10" },
        ],
      },
    },
  },
  deleteSpaceById: { input: { spaceId: "space1" }, sends: "DELETE /v1/spaces/space1" },
  restoreSpace: { input: { spaceId: "space1" }, sends: "POST /v1/spaces/space1/restore" },
  duplicateSpace: { input: { spaceId: "space1" }, sends: "POST /v1/spaces/space1/duplicate" },
  moveSpace: {
    input: {
      spaceId: "space1",
      parent: "collection1",
      position: { after: { type: "space", space: "space2" } },
    },
    sends: "POST /v1/spaces/space1/move",
    body: { parent: "collection1", position: { after: { type: "space", space: "space2" } } },
  },
  transferSpace: {
    input: { spaceId: "space1", organization: "org2" },
    sends: "POST /v1/spaces/space1/transfer",
    body: { organization: "org2" },
  },
  listSpaceLinks: {
    input: { spaceId: "space1", status: "broken", page: "cursor1", limit: 20 },
    sends: "GET /v1/spaces/space1/links?status=broken&page=cursor1&limit=20",
  },
  applyTemplateToSpace: {
    input: {
      spaceId: "space1",
      id: "api-reference",
      params: { contentRefs: { spec: { kind: "openapi", spec: "petstore" }, logo: { kind: "file", file: "file1" } } },
      changeRequestId: "change1",
    },
    sends: "POST /v1/spaces/space1/content/template",
    body: {
      id: "api-reference",
      params: { contentRefs: { spec: { kind: "openapi", spec: "petstore" }, logo: { kind: "file", file: "file1" } } },
      changeRequestId: "change1",
    },
  },
  getSpacePDF: {
    input: { spaceId: "space1", only: true, page: "page1" },
    sends: "GET /v1/spaces/space1/pdf?only=true&page=page1",
  },
  listCollectionsInOrganizationById: {
    input: { organizationId: "org1", nested: false, page: "cursor1", limit: 20 },
    sends: "GET /v1/orgs/org1/collections?nested=false&page=cursor1&limit=20",
  },
  createCollection: {
    input: { organizationId: "org1", title: "Products", parent: "collection1" },
    sends: "POST /v1/orgs/org1/collections",
    body: { title: "Products", parent: "collection1" },
  },
  getCollectionById: { input: { collectionId: "collection1" }, sends: "GET /v1/collections/collection1" },
  updateCollectionById: {
    input: {
      collectionId: "collection1",
      title: "Products",
      description: "One space for each product",
      defaultLevel: "comment",
    },
    sends: "PATCH /v1/collections/collection1",
    body: { title: "Products", description: "One space for each product", defaultLevel: "comment" },
  },
  deleteCollectionById: { input: { collectionId: "collection1" }, sends: "DELETE /v1/collections/collection1" },
  listSpacesInCollectionById: {
    input: { collectionId: "collection1", page: "cursor1", limit: 20 },
    sends: "GET /v1/collections/collection1/spaces?page=cursor1&limit=20",
  },
  moveCollection: {
    input: {
      collectionId: "collection1",
      parent: null,
      position: { before: { type: "collection", collection: "collection2" } },
    },
    sends: "POST /v1/collections/collection1/move",
    body: { parent: null, position: { before: { type: "collection", collection: "collection2" } } },
  },
  transferCollection: {
    input: { collectionId: "collection1", organization: "org2" },
    sends: "POST /v1/collections/collection1/transfer",
    body: { organization: "org2" },
  },
  searchOrganizationContent: {
    input: { organizationId: "org1", query: "refund & returns", page: "cursor1", limit: 20 },
    sends: "GET /v1/orgs/org1/search?query=refund+%26+returns&page=cursor1&limit=20",
  },
  searchSpaceContent: {
    input: { spaceId: "space1", query: "rate limits", page: "cursor1", limit: 20 },
    sends: "GET /v1/spaces/space1/search?query=rate+limits&page=cursor1&limit=20",
  },
  askInOrganization: {
    input: {
      organizationId: "org1",
      format: "markdown",
      details: true,
      query: "How long is a refund possible?",
      previousQueries: ["What is a refund?"],
    },
    sends: "POST /v1/orgs/org1/ask?format=markdown&details=true",
    body: { query: "How long is a refund possible?", previousQueries: ["What is a refund?"] },
  },
  getEmbedByUrlInSpace: {
    input: { spaceId: "s1", url: "https://vimeo.com/1?h=2" },
    sends: "GET /v1/spaces/s1/embed?url=https%3A%2F%2Fvimeo.com%2F1%3Fh%3D2",
  },
  getPageDocumentInRevisionById: {
    input: {
      spaceId: "s1",
      revisionId: "r1",
      pageId: "p1",
      evaluated: "deterministic-only",
      dereferenced: "reusable-contents",
    },
    sends:
      "GET /v1/spaces/s1/revisions/r1/page/p1/document?evaluated=deterministic-only&dereferenced=reusable-contents",
  },
  getReusableContentDocumentInRevisionById: {
    input: { spaceId: "s1", revisionId: "r1", reusableContentId: "c1", evaluated: true, dereferenced: true },
    sends: "GET /v1/spaces/s1/revisions/r1/reusable-contents/c1/document?evaluated=true&dereferenced=true",
  },
  listRevisionPageMetaLinks: {
    input: { spaceId: "s1", revisionId: "r1", pageId: "p1" },
    sends: "GET /v1/spaces/s1/revisions/r1/page/p1/meta-links",
  },
  resolvePublishedContentByUrl: {
    input: {
      url: "https://docs.example.com/guide",
      redirectOnError: true,
      visitor: { type: "agent", jwtToken: "a.b.c", unsignedClaims: {} },
    },
    sends: "POST /v1/urls/published",
    body: {
      url: "https://docs.example.com/guide",
      redirectOnError: true,
      visitor: { type: "agent", jwtToken: "a.b.c", unsignedClaims: {} },
    },
  },
  getPublishedContentByUrl: {
    input: { url: "https://docs.example.com/guide", visitorAuthToken: "a.b.c", redirectOnError: true },
    sends:
      "GET /v1/urls/published?url=https%3A%2F%2Fdocs.example.com%2Fguide&visitorAuthToken=a.b.c&redirectOnError=true",
  },
  getContentByUrl: {
    input: { url: "https://docs.example.com/guide?lang=en#start" },
    sends: "GET /v1/urls/content?url=https%3A%2F%2Fdocs.example.com%2Fguide%3Flang%3Den%23start",
  },
};
