import { z } from "zod";
import { conversations } from "../../contract/operations/conversations.ts";
import { organizations } from "../../contract/operations/organizations.ts";
import { awaitAnalysis, stateOf } from "../conversations/await-analysis.ts";
import { counted } from "../present/count.ts";
import { quoted } from "../present/name.ts";
import { named } from "../resolve/arguments.ts";
import { findOrganization } from "../resolve/organization.ts";
import { defineTool, type ToolAnswer } from "../tool.ts";
import { ToolError } from "../tool-error.ts";

const message = z.strictObject({
  role: z.enum(["user", "assistant", "team-member"]),
  text: z.string().min(1).max(100_000),
});

const conversation = z.strictObject({
  id: z.string().min(1).max(255),
  subject: z.string().max(512).optional(),
  messages: z.array(message).min(1).describe("Oldest first"),
  url: z.string().max(2000).optional(),
  created_at: z.iso.datetime({ offset: true }).optional(),
});

export const ingestConversations = defineTool({
  name: "ingest_conversations",
  title: "Ingest conversations",
  description:
    "Send support conversations and wait for their analysis; then list_issue_clusters. The same id replaces a conversation.",
  toolset: "conversations",
  uses: [conversations.ingest, conversations.list, conversations.get, organizations.list],
  input: {
    conversations: z.array(conversation).min(1).max(100),
    source: z.string().trim().min(1).max(500).optional().describe("Such as email or chat"),
    organization: named.organization.optional(),
  },
  async run({ conversations: given, source, organization }, context): Promise<ToolAnswer> {
    const { client, signal } = context;
    demandDifferentIds(given);
    const { id: organizationId, title } = await findOrganization(organization, context);
    await client.conversations.ingest(
      { organizationId, conversations: given.map((one) => wireOf(one, source)) },
      { signal },
    );
    const ids = given.map(({ id }) => id);
    const sent = `Sent ${counted(ids.length, "conversation")} to ${quoted(title)} (${organizationId}).`;
    return { text: `${sent} ${stateOf(ids, await awaitAnalysis(organizationId, ids, context))}` };
  },
});

function demandDifferentIds(given: readonly { readonly id: string }[]): void {
  const twice = given.find(({ id }, at) => given.findIndex((other) => other.id === id) !== at);
  if (twice === undefined) return;
  throw new ToolError(`Two conversations have the id ${quoted(twice.id)}; nothing was sent. Give each its own.`);
}

function wireOf({ id, subject, messages, url, created_at }: z.infer<typeof conversation>, source: string | undefined) {
  const metadata = {
    ...(url === undefined ? {} : { url }),
    ...(created_at === undefined ? {} : { createdAt: created_at }),
    ...(source === undefined ? {} : { attributes: { source } }),
  };
  return {
    id,
    ...(subject === undefined ? {} : { subject }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    parts: messages.map(({ role, text }) => ({ type: "message" as const, role, body: text })),
  };
}
