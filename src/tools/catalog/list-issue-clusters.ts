import { z } from "zod";
import { paginate } from "../../client/paginate.ts";
import { ChangeRequestStatus } from "../../contract/models/change-request.ts";
import type { ConversationIssueRecord, IssueCluster } from "../../contract/models/conversation.ts";
import { changeRequests } from "../../contract/operations/change-requests.ts";
import { conversationIssues } from "../../contract/operations/conversation-issues.ts";
import { conversations } from "../../contract/operations/conversations.ts";
import { issueClusters } from "../../contract/operations/issue-clusters.ts";
import { organizations } from "../../contract/operations/organizations.ts";
import { search } from "../../contract/operations/search.ts";
import { countWithin, cut, estimateTokens, fenceTokens } from "../../present/budget.ts";
import { toMarkdown } from "../../present/document.ts";
import { type FenceSet, fence, fenceSet, wrapTokens } from "../../present/fence.ts";
import { listWithin } from "../../present/listing.ts";
import { type PageHit, pageHitLine } from "../../present/page-lines.ts";
import { ToolError } from "../../present/tool-error.ts";
import { counted, oneLine, quoted } from "../../present/wording.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { clusterName, type FoundCluster, findIssueCluster } from "../../resolve/in-organization.ts";
import { lookUp, lookUpIfAllowed, readPart } from "../../resolve/reads.ts";
import { findOrganization } from "../../resolve/spaces.ts";
import { defineTool, named } from "../tool.ts";

/** Tokens reserved for the lines around the list. */
const noteTokens = 180;

/** What each order puts first. */
const orders = {
  updatedAt: "newest",
  issues: "those with the most issues",
  conversations: "those with the most conversations",
};

export const listIssueClusters = defineTool({
  name: "list_issue_clusters",
  title: "Show issue clusters",
  description:
    "List clusters of issues from support conversations, or show one: its issues, questions, support's answers, pages. Or where a conversation landed.",
  toolset: "conversations",
  uses: [
    issueClusters.list,
    issueClusters.get,
    conversationIssues.list,
    conversations.get,
    conversations.list,
    changeRequests.listInOrganization,
    search.organization,
    organizations.list,
  ],
  input: {
    cluster: named.issueCluster.optional(),
    conversation: z.string().min(1).max(1000).optional().describe("Id"),
    days: z.int().min(1).optional().describe("Only issues of the last days"),
    organization: named.organization.optional(),
    order_by: z.enum(Object.keys(orders) as (keyof typeof orders)[]).default("updatedAt"),
    include_muted: z.boolean().default(false),
    cursor: named.cursor,
  },
  async run(input, context): Promise<ToolResult> {
    const { client, signal, answerTokens } = context;
    const { id: organizationId, title } = await findOrganization(input.organization, context);
    if (input.conversation !== undefined) {
      if (input.cluster !== undefined) throw new ToolError("Give `cluster` or `conversation`, not both.");
      return { text: await showConversation(input.conversation, organizationId, input.cursor, context) };
    }
    if (input.cluster !== undefined) {
      const cluster = await findIssueCluster(input.cluster, organizationId, context);
      const part = { days: input.days, cursor: input.cursor };
      return { text: await showCluster(cluster, organizationId, part, context) };
    }
    const { order_by: orderBy, include_muted: withMuted, days } = input;
    const recent = days === undefined ? undefined : await countRecentIssues(organizationId, daysAgo(days), context);
    const { blocks, more } = await listWithin<IssueCluster>({
      subject: ["issue_clusters", organizationId, orderBy, withMuted, days],
      cursor: input.cursor,
      tokens: answerTokens - fenceTokens - noteTokens,
      read: (page, limit) =>
        client.issueClusters.list(
          { organizationId, orderBy, order: "desc", limit, ...(page === undefined ? {} : { page }) },
          { signal },
        ),
      present(cluster) {
        const count = recent?.counts.get(cluster.id) ?? 0;
        if ((cluster.muted && !withMuted) || (recent !== undefined && count === 0)) return undefined;
        return clusterLine(cluster, days === undefined ? [] : [`${count} in the last ${counted(days, "day")}`]);
      },
    });
    const where = `${quoted(title)} (${organizationId})`;
    const state = input.cursor === undefined ? await readAnalysisState(organizationId, context) : undefined;
    if (blocks.length === 0) return { text: noClustersText(input, where, more, state) };
    const heading = `Issue clusters of ${where}${describeWindow(days)}, ${orders[orderBy]} first:`;
    const cut = recent?.isCut ? ["Only the first issues were checked for their dates."] : [];
    const waiting = [...cut, ...(state?.waiting === undefined ? [] : [state.waiting])];
    const next = more ?? `With "cluster": one of them in detail.`;
    const text = [heading, fence(blocks.join("\n")), ...waiting, next].join("\n");
    return { text };
  },
});

const describeWindow = (days: number | undefined) =>
  days === undefined ? "" : ` with issues of the last ${counted(days, "day")}`;

interface ListInput {
  readonly include_muted: boolean;
  readonly days?: number | undefined;
  readonly cursor?: string | undefined;
}

function noClustersText(
  { include_muted: withMuted, cursor, days }: ListInput,
  where: string,
  more: string | undefined,
  state: AnalysisState | undefined,
): string {
  const further = cursor === undefined ? "" : " further";
  const none = `No${further} issue cluster of ${where}${describeWindow(days)}${withMuted ? "" : " that is not muted"}`;
  if (more !== undefined) return `${none} so far. ${more}`;
  const muted = withMuted ? "" : ` "include_muted": true shows the others.`;
  if (state?.waiting !== undefined) return `${none}.${muted} ${state.waiting}`;
  if (days !== undefined) return `${none}.${muted} More \`days\`, or none, show older ones.`;
  const alike =
    withMuted && (state?.conversations ?? 0) > 0
      ? " There are conversations, but a cluster takes several on the same subject."
      : "";
  return `${none}.${muted}${alike} ingest_conversations sends conversations to analyze.`;
}

/** The most conversations read, newest first. */
const maxConversations = 100;

/** The progress of the analysis and what exists besides clusters; empty if the service does not say. */
interface AnalysisState {
  readonly waiting: string | undefined;
  /** Conversations of the organization, up to the most counted. */
  readonly conversations: number;
}

async function readAnalysisState(organizationId: string, { client, signal }: ToolContext): Promise<AnalysisState> {
  const part = await readPart(client.conversations.list({ organizationId, limit: maxConversations }, { signal }));
  if ("refusal" in part) return { waiting: undefined, conversations: 0 };
  const { items, next } = part.found;
  const count = items.filter(({ processedAt }) => processedAt === undefined).length;
  const among = (next ?? undefined) === undefined ? "" : ` of the newest ${items.length}`;
  const waiting =
    count === 0
      ? undefined
      : `${counted(count, "conversation")}${among} ${count === 1 ? "waits" : "wait"} to be analyzed: list again in a moment.`;
  return { waiting, conversations: items.length };
}

const recentWeeks = 4;

const maxSources = 3;

/** Label, id and figures of a cluster in one line. */
function clusterLine(cluster: IssueCluster, more: readonly string[] = []): string {
  return `- ${oneLine(cluster.label)} (id ${cluster.id}, ${[...clusterFacts(cluster), ...more].join(", ")})`;
}

function clusterFacts({ impact, stats, weeklyPulse, sources, muted, updatedAt }: IssueCluster): string[] {
  return [
    ...(impact === undefined ? [] : [`impact ${impact}`]),
    `${counted(stats.issues, "issue")} in ${counted(stats.conversations, "conversation")}`,
    ...pulse(weeklyPulse ?? []),
    ...largest(sources ?? {}),
    `updated ${updatedAt.slice(0, 10)}`,
    ...(muted ? ["muted"] : []),
  ];
}

/** Compares the last weeks with those before them. */
function pulse(weeks: readonly number[]): string[] {
  if (weeks.length <= recentWeeks) return [];
  const sum = (some: readonly number[]) => some.reduce((total, count) => total + count, 0);
  const [recent, before] = [sum(weeks.slice(-recentWeeks)), sum(weeks.slice(0, -recentWeeks))];
  if (before === 0 && recent > 0) return [`all in the last ${recentWeeks} weeks`];
  return [`${recent} in the last ${recentWeeks} weeks after ${before} in the ${weeks.length - recentWeeks} before`];
}

function largest(sources: Readonly<Record<string, number>>): string[] {
  const sorted = Object.entries(sources).sort(([, one], [, other]) => other - one);
  if (sorted.length === 1) return [`from ${quoted(sorted[0]?.[0] ?? "")}`];
  const named = sorted.slice(0, maxSources).map(([name, count]) => `${quoted(name)} ${count}`);
  return named.length === 0 ? [] : [`from ${named.join(", ")}`];
}

/** The most conversations whose messages are quoted. */
const quotedConversations = 3;

/** The most tokens each text may cost; a small answer budget gives them less. */
const maxTokens = { summary: 600, details: 300, quotes: 250 };

const maxChangeRequests = 20;

/** The most pages listed from a search for the cluster's label. */
const maxPages = 3;

/** Tokens reserved for the lines around the issues, besides the heading. */
const clusterNoteTokens = 200;

/** The text of an answer about one cluster: its issues, what people wrote, and the change requests made for it. */
async function showCluster(
  cluster: FoundCluster,
  organizationId: string,
  { days, cursor }: { readonly days: number | undefined; readonly cursor: string | undefined },
  context: ToolContext,
): Promise<string> {
  const { client, signal, answerTokens } = context;
  const fences = fenceSet();
  const heading = `Issue cluster ${clusterName(cluster)} (id ${cluster.id}): ${clusterFacts(cluster).join(", ")}.`;
  const availableTokens = answerTokens - clusterNoteTokens - estimateTokens(heading);
  const lead =
    cursor === undefined ? await presentSummary(cluster, organizationId, fences, availableTokens / 3, context) : [];
  const tail =
    cursor === undefined ? await pagesFor(cluster, organizationId, fences, availableTokens / 6, context) : [];
  const spent = [...lead, ...tail].reduce((sum, block) => sum + estimateTokens(block) + 1, 0);
  let quotes = cursor === undefined ? quotedConversations : 0;
  const seenConversations = new Set<string>();
  const since = days === undefined ? undefined : daysAgo(days);
  const { blocks, more } = await listWithin<ConversationIssueRecord>({
    subject: ["issue_cluster", organizationId, cluster.id, days],
    cursor,
    tokens: availableTokens - spent,
    portion: 50,
    read: (page, limit) =>
      client.conversationIssues.list(
        { organizationId, cluster: cluster.id, limit, ...(page === undefined ? {} : { page }) },
        { signal },
      ),
    present: async (record) => {
      if (since !== undefined && !isSince(record.issue.createdAt, since)) return undefined;
      const quote = quotes > 0 && !seenConversations.has(record.conversation.id);
      if (quote) quotes -= 1;
      seenConversations.add(record.conversation.id);
      return issueBlock(
        record,
        quote ? await readQuotes(record, organizationId, context) : noQuotes,
        fences,
        availableTokens / 4,
      );
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

/** Its summary and its change requests, within a number of tokens. */
async function presentSummary(
  cluster: IssueCluster,
  organizationId: string,
  fences: FenceSet,
  tokens: number,
  { client, signal }: ToolContext,
): Promise<string[]> {
  const text = (await toMarkdown(cluster.summary)).trim();
  const summary = cut(text, Math.min(maxTokens.summary, tokens / 2), "(cut)").text;
  const status = [...ChangeRequestStatus.options];
  const query = { organizationId, status, conversationsIssuesCluster: cluster.id, limit: maxChangeRequests };
  const { items, next } = await client.changeRequests.listInOrganization(query, { signal });
  const changeRequestLines = items.map(({ number, subject, status, space }) => {
    return `- #${number} ${quoted(subject)} (${status}, space ${space})`;
  });
  const shown = changeRequestLines.slice(0, countWithin(changeRequestLines, tokens / 2 - wrapTokens));
  const complete = shown.length === changeRequestLines.length && (next ?? undefined) === undefined;
  return [
    ...(text === "" ? [] : [`Summary:\n${fences.wrap(summary)}`]),
    ...(changeRequestLines.length === 0
      ? []
      : ["Change requests for it:", ...shown, ...(complete ? [] : ["- and more"])]),
  ];
}

/** The pages that a search for the label finds, within a number of tokens. */
async function pagesFor(
  { label }: IssueCluster,
  organizationId: string,
  fences: FenceSet,
  tokens: number,
  { client, signal }: ToolContext,
): Promise<string[]> {
  const query = label.trim().slice(0, 500);
  if (query === "") return [];
  const { items } = await client.search.organization({ organizationId, query, limit: maxPages }, { signal });
  const hits = items.flatMap((space) => space.pages.map((page): PageHit => ({ page, space })));
  hits.sort((one, other) => (other.page.score ?? 0) - (one.page.score ?? 0));
  const lines = hits.slice(0, maxPages).map(pageHitLine);
  const shown = lines.slice(0, countWithin(lines, tokens - wrapTokens));
  return shown.length === 0 ? [] : [`Pages that a search for its label finds:\n${fences.wrap(shown.join("\n"))}`];
}

/** What was written in a conversation, as quotes. */
interface ConversationQuotes {
  readonly question: string;
  /** By support staff and bots. */
  readonly answer: string;
}

const noQuotes: ConversationQuotes = { question: "", answer: "" };

async function issueBlock(
  { issue, conversation }: ConversationIssueRecord,
  { question, answer }: ConversationQuotes,
  fences: FenceSet,
  tokens: number,
): Promise<string> {
  const written = (await toMarkdown(issue.details ?? issue.summary)).trim();
  const repeats = isContainedIn(written, issue.title) || isContainedIn(written, question);
  const details = repeats ? "" : cut(written, Math.min(maxTokens.details, tokens), "(cut)").text;
  const title =
    isContainedIn(issue.title, question) || isContainedIn(issue.title, details) ? "" : oneLine(issue.title, 200);
  const subject = oneLine(conversation.subject ?? "", 120);
  const text = [
    title,
    details,
    // The id comes from the conversation's own system, so it is as untrusted as the subject.
    `Conversation ${oneLine(conversation.id, 255)} (${oneLine(conversation.source)})${subject === "" ? "" : `: ${subject}`}`,
    cut(question, Math.min(maxTokens.quotes, tokens), "> (cut)").text,
    cut(answer, Math.min(maxTokens.quotes, tokens), "> (cut)").text,
  ];
  const facts = [
    // Only some services give an issue an impact of its own.
    ...(issue.impact === undefined ? [] : [`impact ${issue.impact}`]),
    issue.createdAt.slice(0, 10),
  ];
  return `Issue ${issue.id} (${facts.join(", ")}):\n${fences.wrap(text.filter((part) => part !== "").join("\n"))}`;
}

/** Whether one text contains another, ignoring Markdown marks: an issue found without a model is a quote. */
function isContainedIn(text: string, whole: string): boolean {
  const plain = (marked: string) => marked.replace(/^> ?|[\\\s]/gm, "");
  return plain(whole).includes(plain(text));
}

/** The question and the answer from support, each message as a quote; empty if the conversation is gone. */
async function readQuotes(
  { conversation }: ConversationIssueRecord,
  organizationId: string,
  { client, signal }: ToolContext,
): Promise<ConversationQuotes> {
  const names = { organizationId, conversationId: conversation.id };
  const transcript = await lookUp(client.conversations.get(names, { signal }));
  const parts = transcript?.parts ?? [];
  const toQuotes = (those: typeof parts) => those.map(({ body }) => body.trim().replace(/^/gm, "> ")).join("\n>\n");
  const answers = parts.filter(({ role }) => role !== "user");
  // Staff have the last word; a bot is quoted only if no one else answered.
  const byStaff = answers.filter(({ role }) => role === "team-member");
  const by = byStaff.length > 0 ? "Support answered" : "A bot answered";
  const answer = toQuotes(byStaff.length > 0 ? byStaff : answers);
  return {
    question: toQuotes(parts.filter(({ role }) => role === "user")),
    answer: answer === "" ? "" : `${by}:\n${answer}`,
  };
}

/** The most issues read. */
const maxIssues = 5000;

const portion = 1000;

const day = 24 * 60 * 60 * 1000;

interface RecentIssues {
  /** How many issues of each cluster came up in the period. */
  readonly counts: ReadonlyMap<string, number>;
  /** Whether there are more issues than were read. */
  readonly isCut: boolean;
}

/** The time this many days ago. */
const daysAgo = (days: number): string => new Date(Date.now() - days * day).toISOString();

const isSince = (time: string, since: string): boolean => Date.parse(time) >= Date.parse(since);

/** Counts the issues since a time. A list with the newest first is read only that far. */
async function countRecentIssues(
  organizationId: string,
  since: string,
  { client, signal }: ToolContext,
): Promise<RecentIssues> {
  const counts = new Map<string, number>();
  let seen = 0;
  let isSorted = true;
  let last = Number.POSITIVE_INFINITY;
  const query = { organizationId, limit: portion };
  for await (const { issue } of paginate(client.conversationIssues.list, query, { signal })) {
    const created = Date.parse(issue.createdAt);
    isSorted &&= created <= last;
    last = created;
    const isRecent = isSince(issue.createdAt, since);
    if (isRecent && issue.cluster !== undefined) counts.set(issue.cluster, (counts.get(issue.cluster) ?? 0) + 1);
    seen += 1;
    if (seen % portion === 0 && isSorted && !isRecent) break;
    if (seen === maxIssues) return { counts, isCut: true };
  }
  return { counts, isCut: false };
}

/** Tokens reserved for the lines around the list. */
const conversationNoteTokens = 200;

/** The issues found in one conversation and the cluster of each, or why there are none. */
async function showConversation(
  conversationId: string,
  organizationId: string,
  cursor: string | undefined,
  { client, signal, answerTokens }: ToolContext,
): Promise<string> {
  const transcript = await lookUp(client.conversations.get({ organizationId, conversationId }, { signal }));
  if (transcript === undefined) {
    throw new ToolError(
      `There is no conversation ${quoted(conversationId)} here. Its id is the one ingest_conversations sent it with.`,
    );
  }
  const { source, createdAt, processedAt } = transcript.conversation;
  const heading = `Conversation ${quoted(conversationId)}, from ${quoted(source)}, began ${createdAt.slice(0, 10)}`;
  if (processedAt === undefined) {
    return `${heading}: it has not been analyzed yet, so it is in no cluster. Check again in a moment.`;
  }
  const labels = new Map<string, Promise<string>>();
  const readLabel = (clusterId: string) => {
    const known = labels.get(clusterId);
    if (known !== undefined) return known;
    const read = lookUpIfAllowed(client.issueClusters.get({ organizationId, clusterId }, { signal }));
    const label = read.then((cluster) =>
      cluster === undefined ? `cluster ${clusterId}` : `cluster ${oneLine(cluster.label)} (id ${cluster.id})`,
    );
    labels.set(clusterId, label);
    return label;
  };
  const { blocks, more } = await listWithin<ConversationIssueRecord>({
    subject: ["conversation", organizationId, conversationId],
    cursor,
    tokens: answerTokens - fenceTokens - conversationNoteTokens,
    read: (page, limit) =>
      client.conversationIssues.list(
        { organizationId, conversation: conversationId, limit, ...(page === undefined ? {} : { page }) },
        { signal },
      ),
    present: async ({ issue: { id, title, cluster } }) => {
      const clusterLabel = cluster === undefined ? "no cluster: nothing similar yet" : await readLabel(cluster);
      return `- ${oneLine(title, 200)} (issue ${id}): in ${clusterLabel}`;
    },
  });
  const analyzed = `${heading}, analyzed ${processedAt.slice(0, 10)}`;
  if (blocks.length === 0) return `${analyzed}: no issue was found in it, so it is in no cluster.`;
  const next = more ?? (labels.size === 0 ? [] : [`With "cluster": one of them in detail.`]);
  return [`${analyzed}: ${counted(blocks.length, "issue")}.`, fence(blocks.join("\n")), ...[next].flat()].join("\n");
}
