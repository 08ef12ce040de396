import { describe, expect, it } from "vitest";
import {
  awaitAnalysis,
  formatAnalysisState,
  ingestConversations,
} from "../../../src/tools/catalog/ingest-conversations.ts";
import { Refusal } from "../../support/scripted-service.ts";
import { callTool, masked, refusal } from "./call-tool.ts";
import { conversationsService, organization } from "./conversations-service.ts";

const asking = { role: "user", text: "Where is my refund?" };

const talk = { id: "mail-1", messages: [asking] };

const ingest = (conversations: unknown, service = conversationsService(), more: object = {}) =>
  callTool(ingestConversations, service.client, { conversations, ...more });

it("sends the conversations as a list of messages, with what is known about each", async () => {
  const service = conversationsService();
  const full = {
    id: "mail-2",
    subject: "Refund",
    messages: [asking, { role: "assistant", text: "Please wait." }, { role: "team-member", text: "It is paid." }],
    url: "https://mail.example.com/2",
    created_at: "2026-01-02T03:04:05+01:00",
  };
  const answer = await ingest([talk, full], service);
  expect(service.writes()).toEqual([
    'POST /v1/orgs/acme/conversations [{"id":"mail-1","parts":[{"type":"message","role":"user","body":"Where is my refund?"}]},' +
      '{"id":"mail-2","subject":"Refund","metadata":{"url":"https://mail.example.com/2","createdAt":"2026-01-02T03:04:05+01:00"},' +
      '"parts":[{"type":"message","role":"user","body":"Where is my refund?"},{"type":"message","role":"assistant","body":"Please wait."},' +
      '{"type":"message","role":"team-member","body":"It is paid."}]}]',
  ]);
  await expect(masked(answer)).toMatchFileSnapshot("answers/ingest_conversations.md");
});

it("sends a text as written, whatever it contains", async () => {
  const service = conversationsService();
  await ingest([{ id: "1", messages: [{ role: "user", text: ' </text-0> "quoted"\r\n\u0000' }] }], service);
  expect(service.requests.find(({ line }) => line.startsWith("POST "))?.body).toEqual([
    { id: "1", parts: [{ type: "message", role: "user", body: ' </text-0> "quoted"\r\n\u0000' }] },
  ]);
});

it("sends nothing when two conversations have one id", async () => {
  const service = conversationsService();
  expect(await refusal(ingest([talk, { ...talk, id: "mail-2" }, talk], service))).toBe(
    'Two conversations have the id "mail-1"; nothing was sent. Give each its own.',
  );
  expect(service.requests).toEqual([]);
});

it.each([
  [[], "`conversations`: must be at least 1 item long"],
  [[{ id: "mail-1", messages: [] }], "`conversations[0].messages`: must be at least 1 item long"],
  [[{ ...talk, messages: [{ role: "robot", text: "x" }] }], "`conversations[0].messages[0].role`: must be one of"],
  [[{ ...talk, messages: [{ role: "user", body: "x" }] }], "`conversations[0].messages[0].text`: is required"],
  [[{ ...talk, created_at: "yesterday" }], "`conversations[0].created_at`: Invalid ISO datetime"],
  [[{ ...talk, attributes: { plan: "pro" } }], "Unknown argument `attributes` in `conversations[0]`"],
])("refuses %j", async (conversations, problem) => {
  const service = conversationsService();
  await expect(ingest(conversations, service)).rejects.toThrow(problem);
  expect(service.requests).toEqual([]);
});

it("accepts the list as JSON text, as some models write it", async () => {
  const service = conversationsService();
  expect(await ingest(JSON.stringify([talk]), service)).toContain("Sent 1 conversation to");
  expect(service.writes()).toHaveLength(1);
});

it("asks for the organization before it sends anything", async () => {
  const organizations = { items: [organization, { ...organization, id: "beta", title: "Beta" }] };
  const service = conversationsService({ "GET /v1/orgs": organizations });
  expect(await refusal(ingest([talk], service))).toContain('- "Beta" (id beta)');
  expect(service.writes()).toEqual([]);
  expect(await ingest([talk], service, { organization: "Acme" })).toContain('"Acme" (acme)');
});

it("passes on the service's refusal, and says that nothing was sent", async () => {
  const service = conversationsService({ "POST /v1/orgs/acme/conversations": new Refusal(403, "Not in your plan.") });
  await expect(ingest([talk], service)).rejects.toThrow(
    '"Not in your plan." The service did not carry it out, so nothing was changed.',
  );
});

describe("the analysis of what was sent", () => {
  const sent = (processedAt?: string) => ({
    object: "conversation",
    id: "mail-1",
    createdAt: "2026-02-01T10:00:00Z",
    source: "email",
    urls: { location: "" },
    ...(processedAt === undefined ? {} : { processedAt }),
  });
  const list = "GET /v1/orgs/acme/conversations";
  const done = "2026-02-01T11:00:00Z";

  it("is waited for, with progress, and the answer names the next call", async () => {
    const states = [sent(), sent(), sent(done)];
    const service = conversationsService({ [list]: () => ({ items: [states.shift() ?? sent(done)] }) });
    expect(await ingest([talk], service)).toBe(
      'Sent 1 conversation to "Acme" (acme). It is analyzed. list_issue_clusters shows what people struggle with, with "conversation": "mail-1" where it landed.\nLink for the person: https://docs.example.com/o/acme',
    );
    expect(states).toEqual([]);
  });

  it("is read from the conversation itself if others are newer", async () => {
    const service = conversationsService({
      "GET /v1/orgs/acme/conversations/mail-1": { conversation: sent(done), parts: [], metadata: {} },
    });
    expect(await ingest([talk], service)).toContain("It is analyzed.");
  });

  it("is waited for only up to a limit, with its progress then", async () => {
    const service = conversationsService({ [list]: { items: [sent(), { ...sent(done), id: "mail-2" }] } });
    const told: string[] = [];
    const context = {
      client: service.client,
      answerTokens: 6000,
      signal: new AbortController().signal,
      progress: (_done: number, _total: number | undefined, message: string) => told.push(message),
    };
    const progress = await awaitAnalysis("acme", ["mail-1", "mail-2"], context, 250);
    expect([[...progress.analyzed], progress.isReported]).toEqual([["mail-2"], true]);
    expect(told).toEqual(["Analyzed 1 of 2 conversations"]);
    expect(formatAnalysisState(["mail-1", "mail-2"], progress)).toMatch(
      /^After \d+ seconds? 1 of 2 are analyzed; the rest continues in the background\. list_issue_clusters with "conversation": "mail-1" says when it is done\.$/,
    );
  });

  it("is not waited for if the service lists no conversations", async () => {
    const service = conversationsService({ [list]: new Refusal(403, "No.") });
    expect(await ingest([talk], service)).toContain("The service does not report the progress of the analysis:");
  });
});

it("says where the conversations come from", async () => {
  const service = conversationsService();
  await ingest([talk], service, { source: "Help desk" });
  expect(service.writes()[0]).toContain('"metadata":{"attributes":{"source":"Help desk"}}');
});
