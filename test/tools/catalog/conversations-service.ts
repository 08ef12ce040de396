import { scriptedService } from "../../support/scripted-service.ts";

const text = (written: string) => ({
  object: "document",
  data: { schemaVersion: 1 },
  nodes: [
    {
      object: "block",
      type: "paragraph",
      isVoid: false,
      data: {},
      nodes: [{ object: "text", leaves: [{ object: "leaf", text: written, marks: [] }] }],
    },
  ],
});

export const organization = {
  object: "organization",
  id: "acme",
  title: "Acme",
  createdAt: "2026-01-01T00:00:00Z",
  emailDomains: [],
  type: "business",
  permissions: { view: true, ingestConversations: true },
  urls: { location: "https://docs.example.com/v1/orgs/acme", app: "https://docs.example.com/o/acme" },
};

export const cluster = {
  object: "issues-cluster",
  id: "k1",
  label: "Refunds take long",
  createdAt: "2026-01-02T03:04:05Z",
  updatedAt: "2026-03-02T03:04:05Z",
  icon: "clock",
  summary: text("People wait for refunds and do not know how long."),
  muted: false,
  impact: "high",
  weeklyPulse: [1, 0, 0, 0, 0, 0, 0, 2, 2, 4, 3, 0, 1],
  sources: { email: 4, "integration:acme:chat": 9 },
  stats: { issues: 13, conversations: 1 },
  urls: { location: "https://docs.example.com/v1/orgs/acme/conversations-clusters/k1" },
};

const conversation = {
  object: "conversation",
  id: "talk1",
  subject: "Where is my money?",
  createdAt: "2026-02-01T10:00:00Z",
  processedAt: "2026-02-01T11:00:00Z",
  source: "email",
  impact: "high",
  urls: { location: "https://docs.example.com/v1/orgs/acme/conversations/talk1", source: "https://mail.example.com/1" },
};

export const record = {
  issue: {
    object: "conversation-issue",
    id: "i1",
    title: "No date is given for a refund",
    details: text("The Billing page names no number of days."),
    impact: "high",
    createdAt: "2026-02-01T10:00:00Z",
    ingestedAt: "2026-02-01T11:00:00Z",
    conversation: "talk1",
    cluster: "k1",
    urls: { location: "https://docs.example.com/v1/orgs/acme/conversations-issues/i1" },
  },
  conversation,
};

const transcript = {
  conversation,
  parts: [
    { type: "message", role: "user", body: "I was promised a refund.\nIt is two weeks now." },
    { type: "message", role: "team-member", body: "It is on its way." },
    { type: "message", role: "user", body: "When will it come?" },
  ],
  metadata: { createdAt: "2026-02-01T10:00:00Z" },
};

const changeRequest = {
  object: "change-request",
  id: "draft1",
  number: 7,
  status: "open",
  subject: "Say how long refunds take",
  space: "guides",
  conversationsIssuesCluster: "k1",
};

const pageHit = {
  id: "billing",
  title: "Billing",
  path: "account/billing",
  ancestors: [{ title: "Account" }],
  urls: { app: "https://docs.example.com/o/acme/s/guides/account/billing" },
};

/** One organization, one cluster, two issues of it from one conversation, a change request for it, and a page on it. */
export const conversationsAnswers = {
  "GET /v1/orgs": { items: [organization] },
  "GET /v1/orgs/acme/conversations-clusters": { items: [cluster] },
  "GET /v1/orgs/acme/conversations-clusters/k1": cluster,
  "GET /v1/orgs/acme/conversations-issues": {
    items: [record, { ...record, issue: { ...record.issue, id: "i2", title: "Two weeks are too long" } }],
  },
  "GET /v1/orgs/acme/conversations": { items: [conversation] },
  "GET /v1/orgs/acme/conversations/talk1": transcript,
  "GET /v1/orgs/acme/change-requests": { items: [changeRequest] },
  "GET /v1/orgs/acme/search": { items: [{ type: "space", id: "guides", title: "Guides", pages: [pageHit] }] },
  "PATCH /v1/orgs/acme/conversations-clusters/k1": { ...cluster, muted: true },
  "POST /v1/orgs/acme/conversations": null,
};

export const conversationsService = (more: Parameters<typeof scriptedService>[0] = {}) =>
  scriptedService({ ...conversationsAnswers, ...more });
