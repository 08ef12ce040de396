import type { ConversationIssueRecord } from "../../contract/models/conversation-issue.ts";
import type { IssueCluster } from "../../contract/models/issue-cluster.ts";
import { cut, estimateTokens } from "../present/budget.ts";
import { markdownOf } from "../present/document.ts";
import { type FenceSet, fenceSet } from "../present/fence.ts";
import { listWithin } from "../present/listing.ts";
import { oneLine, quoted } from "../present/name.ts";
import type { ToolContext } from "../tool.ts";
import { clusterFacts } from "./present-cluster.ts";

/** Conversations whose messages are quoted, and how much of each. */
const quotedConversations = 3;
const quoteTokens = 250;
const summaryTokens = 600;
const issueTokens = 300;
/** Tokens kept for the lines around the issues. */
const noteTokens = 300;

/** One cluster with its issues, what people wrote, and the change requests made for it, as an answer's text. */
export async function showCluster(
  cluster: IssueCluster,
  organizationId: string,
  cursor: string | undefined,
  context: ToolContext,
): Promise<string> {
  const { client, signal, answerTokens } = context;
  const fences = fenceSet();
  const lead = cursor === undefined ? await leadOf(cluster, organizationId, fences, context) : [];
  const spent = lead.reduce((sum, block) => sum + estimateTokens(block) + 1, noteTokens);
  let quotes = cursor === undefined ? quotedConversations : 0;
  const asked = new Set<string>();
  const { blocks, more } = await listWithin<ConversationIssueRecord>({
    subject: ["issue_cluster", cluster.id],
    cursor,
    tokens: answerTokens - spent,
    portion: 50,
    read: (page, limit) =>
      client.conversationIssues.list(
        { organizationId, cluster: cluster.id, limit, ...(page === undefined ? {} : { page }) },
        { signal },
      ),
    present: async (record) => {
      const quote = quotes > 0 && !asked.has(record.conversation.id);
      if (quote) quotes -= 1;
      asked.add(record.conversation.id);
      return issueBlock(record, quote ? await quotesOf(record, organizationId, context) : "", fences);
    },
  });
  const heading = `Issue cluster ${quoted(cluster.label)} (id ${cluster.id}): ${clusterFacts(cluster).join(", ")}.`;
  const next = `Next: search_docs for the pages that should have answered; open_change_request with "issue_cluster": "${cluster.id}".`;
  return [heading, fences.explanation, ...lead, ...blocks, more ?? next].join("\n");
}

async function leadOf(
  cluster: IssueCluster,
  organizationId: string,
  fences: FenceSet,
  { client, signal }: ToolContext,
): Promise<string[]> {
  const summary = cut(await markdownOf(cluster.summary), summaryTokens, "(cut)").text;
  const query = { organizationId, conversationsIssuesCluster: cluster.id, limit: 20 };
  const { items } = await client.changeRequests.listInOrganization(query, { signal });
  const made = items.map(
    ({ number, subject, status, space }) => `#${number} ${quoted(subject)} (${status}, space ${space})`,
  );
  return [
    ...(summary.trim() === "" ? [] : [`Summary:\n${fences.wrap(summary)}`]),
    ...(made.length === 0 ? [] : [`Change requests for it: ${made.join("; ")}.`]),
  ];
}

async function issueBlock(
  { issue, conversation }: ConversationIssueRecord,
  quotes: string,
  fences: FenceSet,
): Promise<string> {
  const details = cut(await markdownOf(issue.details ?? issue.summary), issueTokens, "(cut)").text.trim();
  const subject = oneLine(conversation.subject ?? "", 120);
  const text = [oneLine(issue.title, 200), details, ...(subject === "" ? [] : [`Conversation: ${subject}`]), quotes];
  const facts = [`impact ${issue.impact}`, issue.createdAt.slice(0, 10), `conversation ${conversation.id}`];
  return `Issue ${issue.id} (${facts.join(", ")}):\n${fences.wrap(text.filter((part) => part !== "").join("\n"))}`;
}

/** What the person asking wrote, each message a quotation. */
async function quotesOf(
  { conversation }: ConversationIssueRecord,
  organizationId: string,
  { client, signal }: ToolContext,
): Promise<string> {
  const names = { organizationId, conversationId: conversation.id };
  const { parts } = await client.conversations.get(names, { signal });
  const asked = parts.filter(({ role }) => role === "user").map(({ body }) => body.replace(/^/gm, "> "));
  return cut(asked.join("\n>\n"), quoteTokens, "> (cut)").text;
}
