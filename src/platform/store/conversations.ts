import { pageOf } from "./keyset.ts";
import type { NewRow, Queries, Row } from "./tables.ts";

export interface ConversationFilter {
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

/** The newest first, from before `(createdAt, id)`. */
export function listConversations(
  queries: Queries,
  filter: ConversationFilter,
  before: readonly [createdAt: string, id: string] | undefined,
  limit: number,
): Promise<Row<"conversation">[]> {
  return pageOf(matching(queries, filter).selectAll(), {
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

/** Conversations whose issues are to be looked for, by id. */
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

/** Conversations whose issues were found without a model, and which one may still be asked about: the newest first. */
export function listReadWithoutModel(
  queries: Queries,
  organization: string,
  before: readonly [createdAt: string, id: string] | undefined,
  { attempts, limit }: { readonly attempts: number; readonly limit: number },
): Promise<Row<"conversation">[]> {
  return pageOf(
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

/** Marks the conversations whose issues were found as done with. */
export async function endAnalysis(queries: Queries, organization: string): Promise<void> {
  await queries
    .updateTable("conversation")
    .set({ pending: 0 })
    .where("organization", "=", organization)
    .where("pending", "=", 2)
    .execute();
}
