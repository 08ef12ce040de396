import { ChangeRequestStatus } from "../../contract/models/change-request.ts";
import type { ConversationIssueRecord } from "../../contract/models/conversation-issue.ts";
import type { IssueCluster } from "../../contract/models/issue-cluster.ts";
import { cut, estimateTokens } from "../present/budget.ts";
import { counted } from "../present/count.ts";
import { markdownOf } from "../present/document.ts";
import { type FenceSet, fenceSet, wrapTokens } from "../present/fence.ts";
import { listWithin } from "../present/listing.ts";
import { oneLine, quoted } from "../present/name.ts";
import { type PageHit, pageHitLine } from "../present/page-hit.ts";
import { countWithin } from "../present/within.ts";
import { clusterName, type FoundCluster } from "../resolve/issue-cluster.ts";
import { lookUp } from "../resolve/lookup.ts";
import type { ToolContext } from "../tool.ts";
import { clusterFacts } from "./present-cluster.ts";
import { daysAgo, isSince } from "./recent-issues.ts";

/** Conversations whose messages are quoted. */
const quotedConversations = 3;
/** The most tokens each text may cost; a small answer budget gives them less. */
const most = { summary: 600, details: 300, quotes: 250 };
const mostChangeRequests = 20;
/** Pages that a search in the words of the cluster finds. */
const mostPages = 3;
/** Tokens kept for the lines around the issues, besides the heading. */
const noteTokens = 200;

/** One cluster with its issues, what people wrote, and the change requests made for it, as an answer's text. */
export async function showCluster(
  cluster: FoundCluster,
  organizationId: string,
  { days, cursor }: { readonly days: number | undefined; readonly cursor: string | undefined },
  context: ToolContext,
): Promise<string> {
  const { client, signal, answerTokens } = context;
  const fences = fenceSet();
  const heading = `Issue cluster ${clusterName(cluster)} (id ${cluster.id}): ${clusterFacts(cluster).join(", ")}.`;
  const room = answerTokens - noteTokens - estimateTokens(heading);
  const lead = cursor === undefined ? await leadOf(cluster, organizationId, fences, room / 3, context) : [];
  const tail = cursor === undefined ? await pagesFor(cluster, organizationId, fences, room / 6, context) : [];
  const spent = [...lead, ...tail].reduce((sum, block) => sum + estimateTokens(block) + 1, 0);
  let quotes = cursor === undefined ? quotedConversations : 0;
  const asked = new Set<string>();
  const since = days === undefined ? undefined : daysAgo(days);
  const { blocks, more } = await listWithin<ConversationIssueRecord>({
    subject: ["issue_cluster", organizationId, cluster.id, days],
    cursor,
    tokens: room - spent,
    portion: 50,
    read: (page, limit) =>
      client.conversationIssues.list(
        { organizationId, cluster: cluster.id, limit, ...(page === undefined ? {} : { page }) },
        { signal },
      ),
    present: async (record) => {
      if (since !== undefined && !isSince(record.issue.createdAt, since)) return undefined;
      const quote = quotes > 0 && !asked.has(record.conversation.id);
      if (quote) quotes -= 1;
      asked.add(record.conversation.id);
      return issueBlock(record, quote ? await saidIn(record, organizationId, context) : silent, fences, room / 4);
    },
  });
  const texts = [...lead, ...blocks, ...tail];
  const marks = texts.length === 0 ? [] : [fences.explanation];
  const none =
    blocks.length === 0 && more === undefined
      ? [`It has no issues${days === undefined ? "" : ` of the last ${counted(days, "day")}`}.`]
      : [];
  return [heading, ...marks, ...lead, ...blocks, ...none, ...tail, more ?? nextFor(cluster)].join("\n");
}

const nextFor = ({ id, muted }: IssueCluster) =>
  `Next: search_docs for the pages that should have answered; open_change_request with "issue_cluster": "${id}"; update_issue_cluster ${muted ? "unmutes" : "mutes"} it.`;

/** Its summary and the change requests for it, within a number of tokens. */
async function leadOf(
  cluster: IssueCluster,
  organizationId: string,
  fences: FenceSet,
  tokens: number,
  { client, signal }: ToolContext,
): Promise<string[]> {
  const text = (await markdownOf(cluster.summary)).trim();
  const summary = cut(text, Math.min(most.summary, tokens / 2), "(cut)").text;
  const status = [...ChangeRequestStatus.options];
  const query = { organizationId, status, conversationsIssuesCluster: cluster.id, limit: mostChangeRequests };
  const { items, next } = await client.changeRequests.listInOrganization(query, { signal });
  const made = items.map(({ number, subject, status, space }) => {
    return `- #${number} ${quoted(subject)} (${status}, space ${space})`;
  });
  const shown = made.slice(0, countWithin(made, tokens / 2 - wrapTokens));
  const complete = shown.length === made.length && (next ?? undefined) === undefined;
  return [
    ...(text === "" ? [] : [`Summary:\n${fences.wrap(summary)}`]),
    ...(made.length === 0 ? [] : ["Change requests for it:", ...shown, ...(complete ? [] : ["- and more"])]),
  ];
}

/** The pages that a search in the words of the label finds, within a number of tokens. */
async function pagesFor(
  { label }: IssueCluster,
  organizationId: string,
  fences: FenceSet,
  tokens: number,
  { client, signal }: ToolContext,
): Promise<string[]> {
  const query = label.trim().slice(0, 500);
  if (query === "") return [];
  const { items } = await client.search.organization({ organizationId, query, limit: mostPages }, { signal });
  const hits = items.flatMap((space) => space.pages.map((page): PageHit => ({ page, space })));
  hits.sort((one, other) => (other.page.score ?? 0) - (one.page.score ?? 0));
  const lines = hits.slice(0, mostPages).map(pageHitLine);
  const shown = lines.slice(0, countWithin(lines, tokens - wrapTokens));
  return shown.length === 0 ? [] : [`Pages that a search for its label finds:\n${fences.wrap(shown.join("\n"))}`];
}

/** What was written in a conversation, as quotations. */
interface Said {
  readonly question: string;
  /** By support staff and bots. */
  readonly answer: string;
}
const silent: Said = { question: "", answer: "" };

async function issueBlock(
  { issue, conversation }: ConversationIssueRecord,
  { question, answer }: Said,
  fences: FenceSet,
  tokens: number,
): Promise<string> {
  const written = (await markdownOf(issue.details ?? issue.summary)).trim();
  const repeats = isOf(written, issue.title) || isOf(written, question);
  const details = repeats ? "" : cut(written, Math.min(most.details, tokens), "(cut)").text;
  const title = isOf(issue.title, question) || isOf(issue.title, details) ? "" : oneLine(issue.title, 200);
  const subject = oneLine(conversation.subject ?? "", 120);
  const text = [
    title,
    details,
    // The id is that of the system a conversation comes from, so it is as much a text of others as the subject.
    `Conversation ${oneLine(conversation.id, 255)} (${oneLine(conversation.source)})${subject === "" ? "" : `: ${subject}`}`,
    cut(question, Math.min(most.quotes, tokens), "> (cut)").text,
    cut(answer, Math.min(most.quotes, tokens), "> (cut)").text,
  ];
  const facts = [
    // Services differ in whether an issue has an impact of its own.
    ...(issue.impact === undefined ? [] : [`impact ${issue.impact}`]),
    issue.createdAt.slice(0, 10),
  ];
  return `Issue ${issue.id} (${facts.join(", ")}):\n${fences.wrap(text.filter((part) => part !== "").join("\n"))}`;
}

/** Whether one text is part of another but for marks of Markdown: an issue found without a model is a quotation. */
function isOf(text: string, whole: string): boolean {
  const plain = (marked: string) => marked.replace(/^> ?|[\\\s]/gm, "");
  return plain(whole).includes(plain(text));
}

/** What was asked and what support answered, each message a quotation; nothing where the conversation is gone. */
async function saidIn(
  { conversation }: ConversationIssueRecord,
  organizationId: string,
  { client, signal }: ToolContext,
): Promise<Said> {
  const names = { organizationId, conversationId: conversation.id };
  const transcript = await lookUp(client.conversations.get(names, { signal }));
  const parts = transcript?.parts ?? [];
  const quotesOf = (those: typeof parts) => those.map(({ body }) => body.trim().replace(/^/gm, "> ")).join("\n>\n");
  const answers = parts.filter(({ role }) => role !== "user");
  // What staff wrote is what was right in the end; a bot is quoted where nobody else answered.
  const byStaff = answers.filter(({ role }) => role === "team-member");
  const by = byStaff.length > 0 ? "Support answered" : "A bot answered";
  const answer = quotesOf(byStaff.length > 0 ? byStaff : answers);
  return {
    question: quotesOf(parts.filter(({ role }) => role === "user")),
    answer: answer === "" ? "" : `${by}:\n${answer}`,
  };
}
