import { z } from "zod";
import { conversations } from "../../contract/operations/conversations.ts";
import { organizations } from "../../contract/operations/organizations.ts";
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
  id: z.string().min(1).max(255).describe("Its id where it comes from"),
  subject: z.string().max(512).optional(),
  messages: z.array(message).min(1).max(500).describe("Oldest first"),
  url: z.string().max(2000).optional(),
  created_at: z.iso.datetime({ offset: true }).optional().describe("When it began, as 2026-01-02T03:04:05Z"),
});

export const ingestConversations = defineTool({
  name: "ingest_conversations",
  title: "Ingest support conversations",
  description:
    "Send support conversations for analysis; what people struggle with then appears in list_issue_clusters. The same id again replaces a conversation.",
  toolset: "conversations",
  uses: [conversations.ingest, organizations.list],
  input: {
    conversations: z.array(conversation).min(1).max(100),
    organization: named.organization.optional(),
  },
  async run({ conversations: given, organization }, context): Promise<ToolAnswer> {
    const { client, signal } = context;
    demandDifferentIds(given);
    const { id: organizationId, title } = await findOrganization(organization, context);
    await client.conversations.ingest({ organizationId, conversations: given.map(wireOf) }, { signal });
    const count = given.length === 1 ? "1 conversation" : `${given.length} conversations`;
    return {
      text: `Sent ${count} to ${quoted(title)} (${organizationId}). The analysis takes a while; then list_issue_clusters.`,
    };
  },
});

function demandDifferentIds(given: readonly { readonly id: string }[]): void {
  const twice = given.find(({ id }, at) => given.findIndex((other) => other.id === id) !== at);
  if (twice === undefined) return;
  throw new ToolError(`Two conversations have the id ${quoted(twice.id)}; nothing was sent. Give each its own.`);
}

function wireOf({ id, subject, messages, url, created_at }: z.infer<typeof conversation>) {
  const metadata = {
    ...(url === undefined ? {} : { url }),
    ...(created_at === undefined ? {} : { createdAt: created_at }),
  };
  return {
    id,
    ...(subject === undefined ? {} : { subject }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    parts: messages.map(({ role, text }) => ({ type: "message" as const, role, body: text })),
  };
}
