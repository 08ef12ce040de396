import { pageOf } from "./keyset.ts";
import type { NewRow, Queries, Row } from "./tables.ts";

export interface ConversationIssueFilter {
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

/** The newest first, from before `(createdAt, id)`. */
export function listConversationIssues(
  queries: Queries,
  filter: ConversationIssueFilter,
  before: readonly [createdAt: string, id: string] | undefined,
  limit: number,
): Promise<Row<"conversation_issue">[]> {
  return pageOf(matching(queries, filter).selectAll(), {
    by: ["created_at", "id"],
    order: "desc",
    after: before,
    limit,
  }).execute();
}

export async function countConversationIssues(queries: Queries, filter: ConversationIssueFilter): Promise<number> {
  const { count } = await matching(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matching(queries: Queries, { organization, cluster, conversation }: ConversationIssueFilter) {
  return queries
    .selectFrom("conversation_issue")
    .where("organization", "=", organization)
    .$if(cluster !== undefined, (query) => query.where("cluster", "=", cluster ?? ""))
    .$if(conversation !== undefined, (query) => query.where("conversation", "=", conversation ?? ""));
}

export type FoundIssue = Omit<NewRow<"conversation_issue">, "id" | "cluster">;

/** Puts the issues of a conversation in place of those it had. An issue in the same place keeps its id and cluster. */
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

/** What putting issues together takes of one. */
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
  const most = 500;
  for (let at = 0; at < ids.length; at += most) {
    await queries
      .updateTable("conversation_issue")
      .set({ cluster })
      .where("id", "in", ids.slice(at, at + most))
      .execute();
  }
}
