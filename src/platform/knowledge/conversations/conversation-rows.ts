import { selectPage } from "../../kernel/database/row-order.ts";
import type { Json, NewRow, Queries, Row, Timestamp } from "../../kernel/database/tables.ts";

interface ConversationTable {
  organization: string;
  /** Unique within the organization. */
  id: string;
  subject: string | null;
  source: string;
  metadata: Json;
  parts: Json;
  /** Incremented with every change. */
  version: number;
  /** 1 if it changed since its issues were last looked for, 2 if its issues have not been clustered yet. */
  pending: number;
  /** What found its issues: `terms` or `model`. */
  analysis: string | null;
  /** Number of unusable model results for its current text. */
  model_attempts: number;
  impact: string | null;
  processed_at: Timestamp | null;
  created_at: Timestamp;
  ingested_at: Timestamp;
  ingested_by: string;
}

interface ConversationIssueTable {
  id: string;
  organization: string;
  conversation: string;
  /** Index of the issue in the conversation, from 0. */
  position: number;
  title: string;
  /** Paragraphs. */
  details: Json;
  impact: string;
  source: string;
  /** How often each term occurs. */
  terms: Json;
  cluster: string | null;
  created_at: Timestamp;
  ingested_at: Timestamp;
}

interface IssueClusterTable {
  id: string;
  organization: string;
  label: string;
  /** Previous labels of the cluster and of those merged into it, newest first. */
  former_labels: Json;
  /** Paragraphs. */
  summary: Json;
  icon: string;
  /** Source of label and summary: `terms`, `model`, or `instead`: terms, because the model's text was rejected. */
  described_by: string;
  /** Number of issues at that time. */
  described_issues: number;
  muted: number;
  impact: string;
  sources: Json;
  issues: number;
  conversations: number;
  /** The cluster that has its issues now. */
  merged_into: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface IssueGroupingTable {
  organization: string;
  /** Issues added or changed since all of them were last grouped. */
  changed_issues: number;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    conversation: ConversationTable;
    conversation_issue: ConversationIssueTable;
    issue_cluster: IssueClusterTable;
    issue_grouping: IssueGroupingTable;
  }
}

interface ConversationFilter {
  readonly organization: string;
  readonly source?: string | undefined;
}

export function findConversation(
  queries: Queries,
  organization: string,
  id: string,
): Promise<Row<"conversation"> | undefined> {
  return queries
    .selectFrom("conversation")
    .selectAll()
    .where("organization", "=", organization)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function findConversations(
  queries: Queries,
  organization: string,
  ids: readonly string[],
): Promise<Map<string, Row<"conversation">>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .selectFrom("conversation")
    .selectAll()
    .where("organization", "=", organization)
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function insertConversation(queries: Queries, row: NewRow<"conversation">): Promise<void> {
  await queries.insertInto("conversation").values(row).execute();
}

export async function updateConversation(
  queries: Queries,
  { organization, id }: Pick<Row<"conversation">, "organization" | "id">,
  change: Partial<Omit<Row<"conversation">, "organization" | "id">>,
): Promise<void> {
  await queries
    .updateTable("conversation")
    .set(change)
    .where("organization", "=", organization)
    .where("id", "=", id)
    .execute();
}

/** Newest first, before `(createdAt, id)`. */
export function listConversations(
  queries: Queries,
  filter: ConversationFilter,
  before: readonly [createdAt: string, id: string] | undefined,
  limit: number,
): Promise<Row<"conversation">[]> {
  return selectPage(matching(queries, filter).selectAll(), {
    by: ["created_at", "id"],
    order: "desc",
    after: before,
    limit,
  }).execute();
}

export async function countConversations(queries: Queries, filter: ConversationFilter): Promise<number> {
  const { count } = await matching(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matching(queries: Queries, { organization, source }: ConversationFilter) {
  return queries
    .selectFrom("conversation")
    .where("organization", "=", organization)
    .$if(source !== undefined, (query) => query.where("source", "=", source ?? ""));
}

/** Conversations whose issues have not been found yet, by id. */
export function listPendingConversations(
  queries: Queries,
  organization: string,
  after: string,
  limit: number,
): Promise<Row<"conversation">[]> {
  return queries
    .selectFrom("conversation")
    .selectAll()
    .where("organization", "=", organization)
    .where("pending", "=", 1)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function countPendingConversations(queries: Queries, organization: string): Promise<number> {
  const { count } = await queries
    .selectFrom("conversation")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("organization", "=", organization)
    .where("pending", "=", 1)
    .executeTakeFirstOrThrow();
  return count;
}

/** Conversations whose issues were found without a model, and which one may still read: newest first. */
export function listReadWithoutModel(
  queries: Queries,
  organization: string,
  before: readonly [createdAt: string, id: string] | undefined,
  { attempts, limit }: { readonly attempts: number; readonly limit: number },
): Promise<Row<"conversation">[]> {
  return selectPage(
    queries
      .selectFrom("conversation")
      .selectAll()
      .where("organization", "=", organization)
      .where("analysis", "=", "terms")
      .where("pending", "!=", 1)
      .where("model_attempts", "<", attempts),
    { by: ["created_at", "id"], order: "desc", after: before, limit },
  ).execute();
}

/** Marks conversations as analyzed. */
export async function endAnalysis(queries: Queries, organization: string): Promise<void> {
  await queries
    .updateTable("conversation")
    .set({ pending: 0 })
    .where("organization", "=", organization)
    .where("pending", "=", 2)
    .execute();
}

interface ConversationIssueFilter {
  readonly organization: string;
  readonly cluster?: string | undefined;
  readonly conversation?: string | undefined;
}

export function findConversationIssue(
  queries: Queries,
  organization: string,
  id: string,
): Promise<Row<"conversation_issue"> | undefined> {
  return queries
    .selectFrom("conversation_issue")
    .selectAll()
    .where("organization", "=", organization)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Newest first, before `(createdAt, id)`. */
export function listConversationIssues(
  queries: Queries,
  filter: ConversationIssueFilter,
  before: readonly [createdAt: string, id: string] | undefined,
  limit: number,
): Promise<Row<"conversation_issue">[]> {
  return selectPage(matchingIssues(queries, filter).selectAll(), {
    by: ["created_at", "id"],
    order: "desc",
    after: before,
    limit,
  }).execute();
}

export async function countConversationIssues(queries: Queries, filter: ConversationIssueFilter): Promise<number> {
  const { count } = await matchingIssues(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matchingIssues(queries: Queries, { organization, cluster, conversation }: ConversationIssueFilter) {
  return queries
    .selectFrom("conversation_issue")
    .where("organization", "=", organization)
    .$if(cluster !== undefined, (query) => query.where("cluster", "=", cluster ?? ""))
    .$if(conversation !== undefined, (query) => query.where("conversation", "=", conversation ?? ""));
}

type FoundIssue = Omit<NewRow<"conversation_issue">, "id" | "cluster">;

/** Replaces the issues of a conversation. An issue at the same index keeps its id and cluster. */
export async function replaceIssues(
  queries: Queries,
  { organization, id }: Pick<Row<"conversation">, "organization" | "id">,
  issues: readonly FoundIssue[],
  newId: () => string,
): Promise<void> {
  for (const issue of issues) {
    const { organization: _organization, conversation: _conversation, position: _position, ...facts } = issue;
    await queries
      .insertInto("conversation_issue")
      .values({ ...issue, id: newId(), cluster: null })
      .onConflict((conflict) => conflict.columns(["organization", "conversation", "position"]).doUpdateSet(facts))
      .execute();
  }
  await queries
    .deleteFrom("conversation_issue")
    .where("organization", "=", organization)
    .where("conversation", "=", id)
    .where("position", ">=", issues.length)
    .execute();
}

/** The fields of an issue that grouping needs. */
export type IssueFacts = Pick<
  Row<"conversation_issue">,
  "id" | "conversation" | "title" | "impact" | "source" | "terms" | "cluster" | "created_at"
>;

export function listIssueFacts(
  queries: Queries,
  organization: string,
  after: string,
  limit: number,
): Promise<IssueFacts[]> {
  return queries
    .selectFrom("conversation_issue")
    .select(["id", "conversation", "title", "impact", "source", "terms", "cluster", "created_at"])
    .where("organization", "=", organization)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function setCluster(queries: Queries, ids: readonly string[], cluster: string | null): Promise<void> {
  const batchSize = 500;
  for (let at = 0; at < ids.length; at += batchSize) {
    await queries
      .updateTable("conversation_issue")
      .set({ cluster })
      .where("id", "in", ids.slice(at, at + batchSize))
      .execute();
  }
}
