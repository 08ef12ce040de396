import type { Examples } from "./example.ts";

const conversation = {
  id: "ticket-4711",
  metadata: {
    url: "https://support.example.com/tickets/4711",
    attributes: { plan: "business", product: "uploads" },
    createdAt: "2026-03-02T09:15:00Z",
  },
  subject: "Uploads stop at 2 GB",
  parts: [
    { type: "message", role: "user", body: "Every upload over 2 GB fails with status 413." },
    { type: "message", role: "assistant", body: "The limit is 2 GB for one request." },
    { type: "message", role: "team-member", body: "Use a multipart upload; we will add that to the page." },
  ],
};

export const conversations: Examples = {
  listConversations: {
    input: { organizationId: "org1", source: "integration:helpdesk:installation1", page: "cursor1", limit: 25 },
    sends: "GET /v1/orgs/org1/conversations?source=integration%3Ahelpdesk%3Ainstallation1&page=cursor1&limit=25",
  },
  ingestConversation: {
    input: { organizationId: "org1", conversations: [conversation, { id: "ticket-4712", parts: conversation.parts }] },
    sends: "POST /v1/orgs/org1/conversations",
    body: [
      {
        id: "ticket-4711",
        metadata: {
          url: "https://support.example.com/tickets/4711",
          attributes: { plan: "business", product: "uploads" },
          createdAt: "2026-03-02T09:15:00Z",
        },
        subject: "Uploads stop at 2 GB",
        parts: [
          { type: "message", role: "user", body: "Every upload over 2 GB fails with status 413." },
          { type: "message", role: "assistant", body: "The limit is 2 GB for one request." },
          { type: "message", role: "team-member", body: "Use a multipart upload; we will add that to the page." },
        ],
      },
      {
        id: "ticket-4712",
        parts: [
          { type: "message", role: "user", body: "Every upload over 2 GB fails with status 413." },
          { type: "message", role: "assistant", body: "The limit is 2 GB for one request." },
          { type: "message", role: "team-member", body: "Use a multipart upload; we will add that to the page." },
        ],
      },
    ],
  },
  getConversationById: {
    input: { organizationId: "org1", conversationId: "conversation1" },
    sends: "GET /v1/orgs/org1/conversations/conversation1",
  },
  listConversationsIssues: {
    input: { organizationId: "org1", cluster: "cluster1", conversation: "conversation1", page: "cursor1", limit: 10 },
    sends: "GET /v1/orgs/org1/conversations-issues?cluster=cluster1&conversation=conversation1&page=cursor1&limit=10",
  },
  getConversationIssueById: {
    input: { organizationId: "org1", issueId: "issue1" },
    sends: "GET /v1/orgs/org1/conversations-issues/issue1",
  },
  listConversationsIssuesClusters: {
    input: { organizationId: "org1", order: "asc", orderBy: "conversations", page: "cursor1", limit: 5 },
    sends: "GET /v1/orgs/org1/conversations-clusters?order=asc&orderBy=conversations&page=cursor1&limit=5",
  },
  getConversationsIssuesCluster: {
    input: { organizationId: "org1", clusterId: "cluster1" },
    sends: "GET /v1/orgs/org1/conversations-clusters/cluster1",
  },
  updateConversationsIssuesCluster: {
    input: { organizationId: "org1", clusterId: "cluster1", muted: true },
    sends: "PATCH /v1/orgs/org1/conversations-clusters/cluster1",
    body: { muted: true },
  },
};
