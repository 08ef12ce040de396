import type { Ids, Queries, Row, Timestamp } from "../kernel/database/tables.ts";

/** What somebody did that changed something, and through what. */
interface ActTable {
  id: string;
  at: Timestamp;
  user: string;
  /** `browser`, `mcp` or `api`. */
  program: string;
  /** What the agent calls itself. */
  agent: string | null;
  /** The tool that was called. */
  tool: string | null;
  /** Id of the operation. */
  operation: string;
  organization: string | null;
  space: string | null;
  change_request: string | null;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    act: ActTable;
  }
}

export type Act = Row<"act">;

export async function insertAct(queries: Queries, act: Act): Promise<void> {
  await queries.insertInto("act").values(act).execute();
}

export interface ActFilter {
  readonly organization: string;
  readonly changeRequest?: string | undefined;
  /** Only what this user did. */
  readonly user?: string | undefined;
  readonly limit: number;
  /** Only what was done before. */
  readonly before?: string | undefined;
}

export interface ListedAct extends Act {
  readonly display_name: string | null;
}

/** The newest first. */
export function listActs(queries: Queries, filter: ActFilter): Promise<ListedAct[]> {
  const { organization, changeRequest, user, before, limit } = filter;
  return queries
    .selectFrom("act")
    .leftJoin("user", "user.id", "act.user")
    .selectAll("act")
    .select("user.display_name")
    .where("act.organization", "=", organization)
    .$if(changeRequest !== undefined, (query) => query.where("act.change_request", "=", changeRequest ?? ""))
    .$if(user !== undefined, (query) => query.where("act.user", "=", user ?? ""))
    .$if(before !== undefined, (query) => query.where("act.at", "<", before ?? ""))
    .orderBy("act.at", "desc")
    .orderBy("act.id", "desc")
    .limit(limit)
    .execute();
}

/** Those of a space, and of its change requests. */
export async function removeActsOf(queries: Queries, space: string, changeRequests: Ids): Promise<void> {
  await queries
    .deleteFrom("act")
    .where(({ eb, or }) => or([eb("space", "=", space), eb("change_request", "in", changeRequests)]))
    .execute();
}

/** Returns how many were removed. */
export async function forgetActs(queries: Queries, before: string, limit: number): Promise<number> {
  const old = queries.selectFrom("act").select("id").where("at", "<", before).orderBy("at").limit(limit);
  const { numDeletedRows } = await queries.deleteFrom("act").where("id", "in", old).executeTakeFirst();
  return Number(numDeletedRows);
}
