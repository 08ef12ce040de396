import type { NewRow, Queries, Row, Timestamp } from "../kernel/database/tables.ts";

export async function insertAgent(queries: Queries, agent: NewRow<"agent">): Promise<void> {
  await queries.insertInto("agent").values(agent).execute();
}

export const findAgent = (queries: Queries, id: string) =>
  queries.selectFrom("agent").selectAll().where("id", "=", id).executeTakeFirst();

interface ListedAgent extends Row<"agent"> {
  readonly display_name: string;
  readonly email: string | null;
}

/** Agents of one user, or of all users, newest first. */
export function listAgents(queries: Queries, user?: string): Promise<ListedAgent[]> {
  return queries
    .selectFrom("agent")
    .innerJoin("user", "user.id", "agent.user")
    .selectAll("agent")
    .select(["user.display_name", "user.email"])
    .$if(user !== undefined, (query) => query.where("agent.user", "=", user ?? ""))
    .orderBy("agent.created_at", "desc")
    .orderBy("agent.id")
    .execute();
}

/** `tool` is left out if no tool was called. */
export async function noteAgentUse(queries: Queries, id: string, tool: string | undefined, now: string): Promise<void> {
  await queries
    .updateTable("agent")
    .set({ last_used_at: now, ...(tool === undefined ? {} : { last_tool: tool }) })
    .where("id", "=", id)
    .execute();
}

/** Revokes an agent and its tokens. Returns whether it existed, and belonged to the user if one is given. */
export async function endAgent(queries: Queries, id: string, user?: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom("agent")
    .where("id", "=", id)
    .$if(user !== undefined, (query) => query.where("user", "=", user ?? ""))
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await queries.deleteFrom("oauth_record").where("agent", "=", id).execute();
  return true;
}

export async function endUserAgents(queries: Queries, user: string): Promise<void> {
  const own = queries.selectFrom("agent").select("id").where("user", "=", user);
  await queries.deleteFrom("oauth_record").where("agent", "in", own).execute();
  await queries.deleteFrom("agent").where("user", "=", user).execute();
}

/** A program that a person authorized to act as them, from consent to revocation. */
interface AgentTable {
  id: string;
  user: string;
  /** The program's client id at the authorization server. */
  client: string;
  /** The name the program gives itself. */
  name: string;
  scope: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
  /** The last tool it called. */
  last_tool: string | null;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    agent: AgentTable;
  }
}
