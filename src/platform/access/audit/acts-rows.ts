import { compiledStatement } from "../../kernel/database/compiled-query.ts";
import type { Ids, Queries, Row, Timestamp } from "../../kernel/database/tables.ts";

/** Who changed something, and through what. */
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

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    act: ActTable;
  }
}

export type Act = Row<"act">;

/** Where something was done. Objects that a path names but that no longer exist are not recorded. */
export interface ActTarget {
  readonly organization: string | undefined;
  readonly space: string | undefined;
  /** Within the space, its id or its number; otherwise its id. */
  readonly changeRequest: string | undefined;
}

type TargetColumn = "organization" | "space" | "change_request";

type NewAct = Omit<Act, TargetColumn>;

const insertElsewhere = compiledStatement((queries, act: Act) => queries.insertInto("act").values(act));

/** A single statement also finds the position, because it is part of every write. */
const inSpace = (by: "id" | "number") =>
  compiledStatement(
    (queries, act: NewAct, organization: string | null, space: string, changeRequest: string | number) =>
      queries.insertInto("act").values(({ selectFrom, fn, val }) => {
        const found = selectFrom("space").where("space.id", "=", space);
        return {
          ...act,
          organization: fn.coalesce(found.select("space.organization"), val(organization)),
          space: found.select("space.id"),
          change_request: selectFrom("change_request")
            .select("change_request.id")
            .where("change_request.space", "=", space)
            .where(`change_request.${by}`, "=", changeRequest),
        };
      }),
  );

const insertByNumber = inSpace("number");

const insertById = inSpace("id");

export async function insertAct(queries: Queries, act: NewAct, target: ActTarget): Promise<void> {
  const { organization = null, space, changeRequest = null } = target;
  if (space === undefined) {
    await insertElsewhere(queries, { ...act, organization, space: null, change_request: changeRequest });
  } else if (/^[1-9][0-9]{0,8}$/.test(changeRequest ?? "")) {
    await insertByNumber(queries, act, organization, space, Number(changeRequest));
  } else await insertById(queries, act, organization, space, changeRequest ?? "");
}

export async function insertDeparture(
  queries: Queries,
  act: NewAct,
  left: { readonly organization: string; readonly space: string | null },
): Promise<void> {
  await insertElsewhere(queries, { ...act, ...left, change_request: null });
}

export interface ActFilter {
  readonly organization: string;
  readonly changeRequest?: string | undefined;
  /** Only acts by this user. */
  readonly user?: string | undefined;
  readonly limit: number;
  /** Only acts before this time. */
  readonly before?: string | undefined;
}

export interface ListedAct extends Act {
  readonly display_name: string | null;
}

/** Newest first. */
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

/** Removes the acts on a space and its change requests. */
export async function removeSpaceActs(queries: Queries, space: string, changeRequests: Ids): Promise<void> {
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
