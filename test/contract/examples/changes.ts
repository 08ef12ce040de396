import type { Examples } from "./example.ts";

const purpose = {
  object: "document",
  data: { schemaVersion: 8 },
  nodes: [
    {
      object: "block",
      type: "paragraph",
      isVoid: false,
      data: {},
      nodes: [{ object: "text", leaves: [{ object: "leaf", text: "Describes the new limits.", marks: [] }] }],
    },
  ],
};

const contentChanges = [
  {
    operation: "insert_page",
    document: { markdown: "# Limits\n\nUploads may have 5 GB. See [the chart](./chart).\n" },
    title: "Limits",
    slug: "limits",
    emoji: "1f4cf",
    icon: "gauge",
    description: "What the service takes",
    hidden: false,
    noIndex: false,
    noRobotsIndex: true,
    condition: "visitor.claims.beta == true",
    into: "group1",
    at: 2,
    ref: "limits",
  },
  {
    operation: "update_page",
    page: "page1",
    document: { markdown: "Uploads are described in [Limits](./limits.md).\n" },
    title: "Uploads",
    slug: "uploads",
    emoji: "1f4e4",
    icon: "upload",
    description: "How to send files",
    hidden: false,
    noIndex: true,
    noRobotsIndex: false,
    condition: "visitor.claims.beta == false",
    into: null,
    at: 0,
  },
  { operation: "update_page", page: "page4", document: { document: purpose } },
  { operation: "delete_page", page: "page2" },
  { operation: "revert_page", page: "page3", revision: "revision1", block: ["block1", "block2"] },
  {
    operation: "insert_files",
    files: [
      { name: "chart.png", ref: "chart", contentType: "image/png", url: "https://files.example.com/chart.png" },
      { name: "note.txt", contentType: "text/plain", base64: "SGVsbG8=" },
    ],
  },
];

export const changes: Examples = {
  listChangeRequestsForSpace: {
    input: {
      spaceId: "space1",
      status: "draft",
      creator: "user1",
      contributor: "user2",
      requestedReviewer: "user3",
      conversationsIssuesCluster: "cluster1",
      page: "cursor1",
      limit: 20,
    },
    sends:
      "GET /v1/spaces/space1/change-requests?status=draft&creator=user1&contributor=user2&requestedReviewer=user3&conversationsIssuesCluster=cluster1&page=cursor1&limit=20",
  },
  listChangeRequestsForOrganization: {
    input: {
      organizationId: "org1",
      status: ["merged"],
      creator: "user1",
      contributor: "user2",
      requestedReviewer: "user3",
      conversationsIssuesCluster: "cluster1",
      page: "cursor1",
      limit: 20,
    },
    sends:
      "GET /v1/orgs/org1/change-requests?status=merged&creator=user1&contributor=user2&requestedReviewer=user3&conversationsIssuesCluster=cluster1&page=cursor1&limit=20",
  },
  createChangeRequest: {
    input: {
      spaceId: "space1",
      subject: "Describe the new limits",
      template: {
        id: "release-notes",
        params: { contentRefs: { overview: { kind: "page", page: "page1", space: "space1" } } },
      },
      conversationsIssuesCluster: "cluster1",
    },
    sends: "POST /v1/spaces/space1/change-requests",
    body: {
      subject: "Describe the new limits",
      template: {
        id: "release-notes",
        params: { contentRefs: { overview: { kind: "page", page: "page1", space: "space1" } } },
      },
      conversationsIssuesCluster: "cluster1",
    },
  },
  getChangeRequestById: {
    input: { spaceId: "space1", changeRequestId: "17" },
    sends: "GET /v1/spaces/space1/change-requests/17",
  },
  updateChangeRequestById: {
    input: {
      spaceId: "space1",
      changeRequestId: "change1",
      subject: "Describe the new upload limits",
      description: purpose,
      status: "open",
    },
    sends: "PATCH /v1/spaces/space1/change-requests/change1",
    body: { subject: "Describe the new upload limits", description: purpose, status: "open" },
  },
  mergeChangeRequest: {
    input: { spaceId: "space1", changeRequestId: "change1" },
    sends: "POST /v1/spaces/space1/change-requests/change1/merge",
  },
  updateChangeRequest: {
    input: { spaceId: "space1", changeRequestId: "change1" },
    sends: "POST /v1/spaces/space1/change-requests/change1/update",
  },
  getChangeRequestPDF: {
    input: { spaceId: "space1", changeRequestId: "change1", only: true, page: "page1" },
    sends: "GET /v1/spaces/space1/change-requests/change1/pdf?only=true&page=page1",
  },
  getContributorsByChangeRequestId: {
    input: { spaceId: "space1", changeRequestId: "17" },
    sends: "GET /v1/spaces/space1/change-requests/17/contributors",
  },
  getRevisionOfChangeRequestById: {
    input: { spaceId: "space1", changeRequestId: "change1", metadata: false, computed: false },
    sends: "GET /v1/spaces/space1/change-requests/change1/content?metadata=false&computed=false",
  },
  updateChangeRequestContent: {
    input: { spaceId: "space1", changeRequestId: "change1", compat: false, changes: contentChanges },
    sends: "POST /v1/spaces/space1/change-requests/change1/content?compat=false",
    body: { changes: contentChanges },
  },
  listPagesInChangeRequest: {
    input: { spaceId: "space1", changeRequestId: "change1", metadata: false, computed: true },
    sends: "GET /v1/spaces/space1/change-requests/change1/content/pages?metadata=false&computed=true",
  },
  getPageInChangeRequestById: {
    input: {
      spaceId: "space1",
      changeRequestId: "change1",
      pageId: "page1",
      format: "markdown",
      "format.markdown.refs": "stable",
      evaluated: "deterministic-only",
      dereferenced: "reusable-contents",
      metadata: false,
      computed: false,
    },
    sends:
      "GET /v1/spaces/space1/change-requests/change1/content/page/page1?format=markdown&format.markdown.refs=stable&evaluated=deterministic-only&dereferenced=reusable-contents&metadata=false&computed=false",
  },
  getPageInChangeRequestByPath: {
    input: {
      spaceId: "space1",
      changeRequestId: "change1",
      pagePath: "guides/uploads",
      format: "document",
      "format.markdown.refs": "relative",
      evaluated: true,
      dereferenced: true,
      cachedMetadata: true,
      metadata: false,
      computed: false,
    },
    sends:
      "GET /v1/spaces/space1/change-requests/change1/content/path/guides%2Fuploads?format=document&format.markdown.refs=relative&evaluated=true&dereferenced=true&cachedMetadata=true&metadata=false&computed=false",
  },
  getChangeRequestChanges: {
    input: { spaceId: "space1", changeRequestId: "change1", limit: 50 },
    sends: "GET /v1/spaces/space1/change-requests/change1/changes?limit=50",
  },
  listFilesInChangeRequestById: {
    input: {
      spaceId: "space1",
      changeRequestId: "change1",
      page: "cursor1",
      limit: 30,
      metadata: false,
      computed: false,
    },
    sends:
      "GET /v1/spaces/space1/change-requests/change1/content/files?page=cursor1&limit=30&metadata=false&computed=false",
  },
  getFileInChangeRequestById: {
    input: { spaceId: "space1", changeRequestId: "change1", fileId: "file1", metadata: false, computed: false },
    sends: "GET /v1/spaces/space1/change-requests/change1/content/files/file1?metadata=false&computed=false",
  },
  getReusableContentInChangeRequestById: {
    input: {
      spaceId: "space1",
      changeRequestId: "change1",
      reusableContentId: "reusable1",
      metadata: false,
      computed: false,
    },
    sends:
      "GET /v1/spaces/space1/change-requests/change1/content/reusable-contents/reusable1?metadata=false&computed=false",
  },
  getReviewsByChangeRequestId: {
    input: {
      spaceId: "space1",
      changeRequestId: "17",
      format: "markdown",
      outdated: false,
      page: "cursor1",
      limit: 10,
    },
    sends: "GET /v1/spaces/space1/change-requests/17/reviews?format=markdown&outdated=false&page=cursor1&limit=10",
  },
  getChangeRequestReviewById: {
    input: { spaceId: "space1", changeRequestId: "17", reviewId: "review1", format: "document" },
    sends: "GET /v1/spaces/space1/change-requests/17/reviews/review1?format=document",
  },
  submitChangeRequestReview: {
    input: {
      spaceId: "space1",
      changeRequestId: "17",
      status: "changes-requested",
      comment: { markdown: "The table on **Limits** lacks the trial plan." },
    },
    sends: "POST /v1/spaces/space1/change-requests/17/reviews",
    body: { status: "changes-requested", comment: { markdown: "The table on **Limits** lacks the trial plan." } },
  },
  getRequestedReviewersByChangeRequestId: {
    input: { spaceId: "space1", changeRequestId: "17", page: "cursor1", limit: 10 },
    sends: "GET /v1/spaces/space1/change-requests/17/requested-reviewers?page=cursor1&limit=10",
  },
  requestReviewersForChangeRequest: {
    input: {
      spaceId: "space1",
      changeRequestId: "17",
      users: ["user1", "user2"],
      subject: "Describe the new limits",
      description: purpose,
    },
    sends: "POST /v1/spaces/space1/change-requests/17/requested-reviewers",
    body: { users: ["user1", "user2"], subject: "Describe the new limits", description: purpose },
  },
  removeRequestedReviewerFromChangeRequest: {
    input: { spaceId: "space1", changeRequestId: "17", userId: "user1" },
    sends: "DELETE /v1/spaces/space1/change-requests/17/requested-reviewers/user1",
  },
};
