import { afterAll, beforeAll, expect, it } from "vitest";
import { type ServedPlatform, servePlatform } from "./served-platform.ts";
import { type VendorClient, vendorClient } from "./vendor-client.ts";

/** The version that still has conversations. */
const version = "0.146.0";
let platform: ServedPlatform;
let client: VendorClient;

beforeAll(async () => {
  platform = await servePlatform();
  client = vendorClient(version, platform.endpoint, platform.token);
});
afterAll(() => platform.close());

it("conversations are submitted and clusters returned through the vendor's client", async () => {
  const { organization } = platform;
  const message = (body: string) => ({ type: "message", role: "user", body });
  const first = { id: "t1", subject: "PDF", parts: [message("The PDF export stops with a timeout.")] };
  const second = { id: "t2", parts: [message("PDF export: timeout after a minute")] };
  expect((await client.orgs.ingestConversation(organization, first)).status).toBe(204);
  expect((await client.orgs.ingestConversation(organization, [second])).status).toBe(204);
  await platform.platform.jobsSettled();

  const conversations = (await client.orgs.listConversations(organization, { limit: 1 })).data;
  expect([conversations.items[0]?.id, conversations.items[0]?.processedAt]).toEqual(["t2", platform.platform.now()]);
  const transcript = (await client.orgs.getConversationById(organization, "t1")).data;
  expect(transcript.parts.map(({ body }) => body)).toEqual(["The PDF export stops with a timeout."]);

  const query = { orderBy: "issues", order: "desc" };
  const [cluster] = (await client.orgs.listConversationsIssuesClusters(organization, query)).data.items;
  expect(cluster).toMatchObject({ stats: { issues: 2, conversations: 2, tasksTotal: 0 }, muted: false });
  const id = cluster?.id ?? "";
  expect((await client.orgs.getConversationsIssuesCluster(organization, id)).data).toEqual(cluster);
  const issues = (await client.orgs.listConversationsIssues(organization, { cluster: id })).data.items;
  expect(issues.map(({ issue }) => issue.cluster)).toEqual([id, id]);
  const [record] = issues;
  expect((await client.orgs.getConversationIssueById(organization, record?.issue.id ?? "")).data).toEqual(record);

  const space = (await client.orgs.createSpace(organization, { title: "Guides" })).data.id;
  const made = (await client.spaces.createChangeRequest(space, { conversationsIssuesCluster: id })).data;
  expect(made.conversationsIssuesCluster).toBe(id);
  const linked = { status: "draft", conversationsIssuesCluster: id };
  const listed = (await client.orgs.listChangeRequestsForOrganization(organization, linked)).data.items;
  expect(listed.map((changeRequest) => changeRequest.id)).toEqual([made.id]);
});
