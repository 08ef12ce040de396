import { describe, it } from "vitest";
import { startExchange } from "./exchange.ts";

const exchange = startExchange();

const orgs = "https://docs.example.com/v1/orgs/{organization}";
const first = {
  object: "conversation",
  id: "talk/1",
  subject: "Custom domain",
  createdAt: "2025-12-30T08:00:00.000Z",
  source: "integration:intercom:acme",
  urls: { location: `${orgs}/conversations/talk%2F1`, source: "https://help.example.com/talks/1" },
};
const second = {
  object: "conversation",
  id: "talk-2",
  createdAt: "2026-01-02T03:04:05.000Z",
  source: "integration:api:direct",
  urls: { location: `${orgs}/conversations/talk-2` },
};
const processed = (conversation: object, impact?: string) => ({
  ...conversation,
  processedAt: "2026-01-02T03:04:05.000Z",
  ...(impact === undefined ? {} : { impact }),
});
const paragraph = (text: string, index: number) => ({
  object: "block",
  type: "paragraph",
  key: `paragraph-${index + 1}`,
  isVoid: false,
  data: {},
  nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }],
});
const document = (...texts: string[]) => ({
  object: "document",
  data: { schemaVersion: 1 },
  nodes: texts.map(paragraph),
});

const firstIssue = {
  object: "conversation-issue",
  id: "{issue}",
  title: "My custom domain still says pending verification.",
  details: document("My custom domain still says pending verification.", "Write to [email]."),
  summary: "My custom domain still says pending verification.\nWrite to [email].",
  impact: "low",
  createdAt: "2025-12-30T08:00:00.000Z",
  ingestedAt: "2026-01-02T03:04:05.000Z",
  conversation: "talk/1",
  cluster: "{cluster}",
  urls: { location: `${orgs}/conversations-issues/{issue}` },
};
const cluster = {
  object: "issues-cluster",
  id: "{cluster}",
  label: "Custom domain, verification, CNAME",
  createdAt: "2026-01-02T03:04:05.000Z",
  updatedAt: "2026-01-02T03:04:05.000Z",
  icon: "globe",
  summary: document(
    "Grouped by the words these issues share, without a language model: custom domain, verification, CNAME, pending.",
    "“My custom domain still says pending verification.”",
  ),
  muted: false,
  impact: "medium",
  weeklyPulse: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2],
  sources: { "integration:api:direct": 1, "integration:intercom:acme": 1 },
  stats: {
    issues: 2,
    conversations: 2,
    tasksTotal: 0,
    tasksBacklog: 0,
    tasksStarted: 0,
    tasksCompleted: 0,
    tasksCancelled: 0,
  },
  urls: {
    location: `${orgs}/conversations-clusters/{cluster}`,
    app: "https://docs.example.com/app/{organization}/conversations/{cluster}",
  },
};

describe("conversations", () => {
  it("are submitted one at a time or as a list", async () => {
    await exchange({
      send: "POST /v1/orgs/{organization}/conversations",
      body: JSON.stringify({
        id: "talk/1",
        subject: "Custom domain",
        metadata: {
          url: "https://help.example.com/talks/1",
          attributes: { source: "integration:intercom:acme", plan: "pro" },
          createdAt: "2025-12-30T09:00:00+01:00",
        },
        parts: [
          { type: "message", role: "user", body: "My custom domain still says pending verification." },
          { type: "message", role: "team-member", body: "How long has it been so?" },
          { type: "message", role: "user", body: "Write to mia@example.com." },
        ],
      }),
      status: 204,
    });
    await exchange({
      send: "POST /v1/orgs/{organization}/conversations",
      body: '[{"id":"talk-2","parts":[{"type":"message","role":"user","body":"The verification of our custom domain fails, the CNAME is there."}]},{"id":"talk-3","parts":[{"type":"message","role":"user","body":"Thanks!"}]}]',
      status: 204,
    });
  });

  it("have their issues found later", async () => {
    await exchange({
      send: "GET /v1/orgs/{organization}/conversations?limit=2",
      status: 200,
      answer: {
        next: { page: "{page}" },
        count: 3,
        items: [{ ...second, id: "talk-3", urls: { location: `${orgs}/conversations/talk-3` } }, second],
      },
      required: { "items[]": "Conversation" },
    });
    await exchange.jobs();
    await exchange({
      send: "GET /v1/orgs/{organization}/conversations?limit=2&page={page}",
      status: 200,
      answer: { count: 3, items: [processed(first, "low")] },
    });
    await exchange({
      send: "GET /v1/orgs/{organization}/conversations?source=integration:api:direct",
      status: 200,
      answer: {
        count: 2,
        items: [
          processed({ ...second, id: "talk-3", urls: { location: `${orgs}/conversations/talk-3` } }),
          processed(second, "medium"),
        ],
      },
    });
  });

  it("are returned with their messages, without personal data", () =>
    exchange({
      send: "GET /v1/orgs/{organization}/conversations/talk%2F1",
      status: 200,
      answer: {
        conversation: processed(first, "low"),
        parts: [
          { type: "message", role: "user", body: "My custom domain still says pending verification." },
          { type: "message", role: "team-member", body: "How long has it been so?" },
          { type: "message", role: "user", body: "Write to [email]." },
        ],
        metadata: {
          url: "https://help.example.com/talks/1",
          attributes: { source: "integration:intercom:acme", plan: "pro" },
          createdAt: "2025-12-30T09:00:00+01:00",
        },
      },
      required: {
        conversation: "Conversation",
        "parts[]": "ConversationPartMessage",
        metadata: "ConversationMetadata",
      },
    }));

  it("are not found if they do not exist", () =>
    exchange({
      send: "GET /v1/orgs/{organization}/conversations/talk-9",
      status: 404,
      answer: {
        error: {
          code: 404,
          message: "conversationId: there is no conversation talk-9, or this token may not see it.",
        },
      },
    }));

  it("require an id and a message", async () => {
    await exchange({
      send: "POST /v1/orgs/{organization}/conversations",
      body: '{"id":"talk-4","parts":[]}',
      status: 400,
      answer: { error: { code: 400, message: "body.parts: must be at least 1 item long." } },
    });
    await exchange({
      send: "POST /v1/orgs/{organization}/conversations",
      body: '[{"parts":[{"type":"message","role":"user","body":"Help!"}]}]',
      status: 400,
      answer: { error: { code: 400, message: "body.0.id: is required (string)." } },
    });
  });
});

describe("issues", () => {
  it("are listed with their conversations, by conversation and by cluster", async () => {
    await exchange({
      send: "GET /v1/orgs/{organization}/conversations-issues?conversation=talk/1",
      status: 200,
      answer: { count: 1, items: [{ issue: firstIssue, conversation: processed(first, "low") }] },
      required: { "items[].issue": "ConversationIssue", "items[].conversation": "Conversation" },
    });
    await exchange({
      send: "GET /v1/orgs/{organization}/conversations-issues?cluster={cluster}&limit=0",
      status: 200,
      answer: { count: 2, items: [] },
    });
  });

  it("are returned by id", () =>
    exchange({
      send: "GET /v1/orgs/{organization}/conversations-issues/{issue}",
      status: 200,
      answer: { issue: firstIssue, conversation: processed(first, "low") },
      required: { issue: "ConversationIssue", conversation: "Conversation" },
    }));

  it("are not found if they do not exist", () =>
    exchange({
      send: "GET /v1/orgs/{organization}/conversations-issues/none",
      status: 404,
      answer: { error: { code: 404, message: "issueId: there is no issue none, or this token may not see it." } },
    }));
});

describe("issue clusters", () => {
  it("are listed in every order", async () => {
    for (const query of ["", "?orderBy=issues&order=asc", "?orderBy=conversations", "?orderBy=tasksTotal"]) {
      await exchange({
        send: `GET /v1/orgs/{organization}/conversations-clusters${query}`,
        status: 200,
        answer: { count: 1, items: [cluster] },
        required: { "items[]": "ConversationsIssuesCluster" },
      });
    }
  });

  it("are muted and returned", async () => {
    exchange.at("2026-01-03T00:00:00.000Z");
    const muted = { ...cluster, muted: true, updatedAt: "2026-01-03T00:00:00.000Z" };
    await exchange({
      send: "PATCH /v1/orgs/{organization}/conversations-clusters/{cluster}",
      body: '{"muted":true}',
      status: 200,
      answer: muted,
      required: { "": "ConversationsIssuesCluster" },
    });
    await exchange({
      send: "GET /v1/orgs/{organization}/conversations-clusters/{cluster}",
      status: 200,
      answer: muted,
      required: { "": "ConversationsIssuesCluster" },
    });
  });

  it("are not found if they do not exist", () =>
    exchange({
      send: "GET /v1/orgs/{organization}/conversations-clusters/none",
      status: 404,
      answer: {
        error: { code: 404, message: "clusterId: there is no issue cluster none, or this token may not see it." },
      },
    }));
});
