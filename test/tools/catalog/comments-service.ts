import { scriptedService } from "../../support/scripted-service.ts";

const space = {
  object: "space",
  id: "guides",
  title: "Guides",
  organization: "acme",
  revision: "rev1",
  editMode: "live",
  permissions: { view: true },
};
const draft = {
  object: "change-request",
  id: "draft1",
  number: 7,
  status: "open",
  subject: "Fees",
  space: "guides",
  revision: "rev2",
  revisionInitial: "rev1",
  comments: 1,
  outdated: false,
  createdAt: "2026-01-02T03:04:05Z",
  updatedAt: "2026-01-02T03:04:05Z",
};
const ana = { object: "user", id: "u1", displayName: "Ana" };
const bo = { object: "user", id: "u2", displayName: "Bo" };
const pages = [{ id: "billing1", title: "Billing", type: "document", path: "billing", slug: "billing" }];

export const comment = {
  object: "comment",
  id: "c1",
  postedBy: ana,
  postedAt: "2026-01-03T10:00:00Z",
  reactions: [{ emoji: "1f44d", count: 2, users: [] }],
  replies: 1,
  repliers: [],
  body: { markdown: "Is the fee **flat**?" },
  target: { page: { id: "billing1" }, space: "guides", revision: "rev1" },
  status: "open",
  permissions: { view: true, edit: true, reply: true, delete: true },
  urls: { location: "https://docs.example.com/v1/spaces/guides/comments/c1" },
};
export const reply = {
  object: "comment-reply",
  id: "r1",
  postedBy: bo,
  postedAt: "2026-01-04T10:00:00Z",
  editedAt: "2026-01-05T10:00:00Z",
  reactions: [],
  body: { markdown: "Yes." },
  permissions: { view: true, edit: true, delete: true },
  urls: { location: "" },
};
const review = {
  object: "change-request-review",
  id: "v1",
  revision: "rev2",
  reviewer: bo,
  status: "changes-requested",
  outdated: false,
  comment: { ...comment, id: "c9", body: { markdown: "Say the currency." } },
  createdAt: "2026-01-06T10:00:00Z",
  updatedAt: "2026-01-06T10:00:00Z",
  urls: { location: "" },
};
const awaited = {
  object: "change-request-requested-reviewer",
  kind: "user",
  user: ana,
  requestedBy: bo,
  revision: "rev2",
  createdAt: "2026-01-05T10:00:00Z",
};

/** A service with one space, one page, one change request and comments on them. */
export const commentsService = (more: Parameters<typeof scriptedService>[0] = {}) =>
  scriptedService({
    "GET /v1/spaces/guides": space,
    "GET /v1/spaces/guides/content/pages": { pages },
    "GET /v1/spaces/guides/change-requests/7": draft,
    "GET /v1/spaces/guides/change-requests/draft1/content/pages": { pages },
    "GET /v1/spaces/guides/comments": { items: [comment] },
    "GET /v1/spaces/guides/comments/c1/replies": { items: [reply] },
    "GET /v1/spaces/guides/change-requests/draft1/comments": { items: [] },
    "GET /v1/spaces/guides/change-requests/draft1/reviews": { items: [review] },
    "GET /v1/spaces/guides/change-requests/draft1/requested-reviewers": { items: [awaited] },
    "POST /v1/spaces/guides/comments": { ...comment, id: "c2" },
    "POST /v1/spaces/guides/comments/c1/replies": { ...reply, id: "r2" },
    "PUT /v1/spaces/guides/comments/c1": { ...comment, status: "resolved" },
    "POST /v1/spaces/guides/change-requests/draft1/comments": { ...comment, id: "c3" },
    "POST /v1/spaces/guides/change-requests/draft1/reviews": { ...review, id: "v2" },
    ...more,
  });
