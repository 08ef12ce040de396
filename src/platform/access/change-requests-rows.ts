import type { Generated } from "kysely";
import { compiledRow, compiledRows, compiledStatement } from "../kernel/database/compiled-query.ts";
import { newestFirst } from "../kernel/database/row-order.ts";
import type { Ids, Json, NewRow, Queries, Row, Timestamp } from "../kernel/database/tables.ts";
import { type Viewer, visibleSpaces } from "./levels-rows.ts";

export interface ChangeRequestFilter {
  readonly space?: string;
  /** Change requests of every space in the viewer's organization that the viewer may read. */
  readonly viewer?: Viewer;
  readonly statuses?: readonly string[];
  readonly creator?: string | undefined;
  readonly contributor?: string | undefined;
  /** Only those waiting for this user's review. */
  readonly requestedReviewer?: string | undefined;
  readonly issuesCluster?: string | undefined;
}

const insertRow = compiledStatement((queries, row: NewRow<"change_request">) =>
  queries.insertInto("change_request").values(row),
);

export async function insertChangeRequest(queries: Queries, row: NewRow<"change_request">): Promise<void> {
  await insertRow(queries, row);
  await addContributor(queries, row.id, row.created_by, row.created_at);
}

export const updateChangeRequest = compiledStatement(
  (queries, id: string, change: Partial<Omit<Row<"change_request">, "id" | "space" | "number">>) =>
    queries.updateTable("change_request").set(change).where("id", "=", id),
);

const findById = compiledRow((queries, space: string, id: string) =>
  queries.selectFrom("change_request").selectAll().where("space", "=", space).where("id", "=", id),
);

const findByNumber = compiledRow((queries, space: string, number: number) =>
  queries.selectFrom("change_request").selectAll().where("space", "=", space).where("number", "=", number),
);

/** By id, or by its number in the space when `name` is one. */
export async function findChangeRequest(
  queries: Queries,
  space: string,
  name: string,
): Promise<Row<"change_request"> | undefined> {
  const byId = await findById(queries, space, name);
  if (byId !== undefined || !/^[1-9][0-9]{0,8}$/.test(name)) return byId;
  return findByNumber(queries, space, Number(name));
}

/** The revision of the space that a change request was last updated to. */
export function baseRevision(changeRequest: Row<"change_request">): string {
  return changeRequest.revision_merged_ancestor ?? changeRequest.revision_initial;
}

/** Newest first, before an `order`. */
export function listChangeRequests(
  queries: Queries,
  filter: ChangeRequestFilter,
  before: number | undefined,
  limit: number,
): Promise<(Row<"change_request"> & { order: number })[]> {
  return newestFirst(matching(queries, filter).selectAll("change_request"), "change_request", before, limit).execute();
}

export async function countChangeRequests(queries: Queries, filter: ChangeRequestFilter): Promise<number> {
  const { count } = await matching(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

const listCounts = compiledRows((queries, spaces: readonly string[]) =>
  queries
    .selectFrom("change_request")
    .select(({ fn }) => ["space", "status", fn.countAll<number>().as("count")])
    .where("space", "in", spaces)
    .groupBy(["space", "status"]),
);

/** Number of change requests per status in each space. */
export async function countByStatus(
  queries: Queries,
  spaces: readonly string[],
): Promise<{ space: string; status: string; count: number }[]> {
  return spaces.length === 0 ? [] : listCounts(queries, spaces);
}

function matching(queries: Queries, filter: ChangeRequestFilter) {
  let query = queries.selectFrom("change_request");
  const { space, viewer, statuses, creator, contributor, requestedReviewer, issuesCluster } = filter;
  if (space !== undefined) query = query.where("change_request.space", "=", space);
  if (viewer !== undefined) {
    query = query.where("change_request.space", "in", (spaces) =>
      spaces.selectFrom("space").select("space.id").where(visibleSpaces(viewer)).where("space.deleted_at", "is", null),
    );
  }
  if (statuses !== undefined) query = query.where("change_request.status", "in", statuses);
  if (creator !== undefined) query = query.where("change_request.created_by", "=", creator);
  if (issuesCluster !== undefined) query = query.where("change_request.issues_cluster", "=", issuesCluster);
  if (contributor !== undefined) {
    query = query.where("change_request.id", "in", (contributors) =>
      contributors.selectFrom("contributor").select("change_request").where("user", "=", contributor),
    );
  }
  if (requestedReviewer !== undefined) {
    query = query
      .where("change_request.status", "in", ["draft", "open"])
      .where("change_request.id", "in", (requests) =>
        requests.selectFrom("requested_reviewer").select("change_request").where("user", "=", requestedReviewer),
      );
  }
  return query;
}

/** Increments a user's edit count. */
export const addContributor = compiledStatement((queries, changeRequest: string, user: string, now: string) =>
  queries
    .insertInto("contributor")
    .values({ change_request: changeRequest, user, count: 1, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["change_request", "user"])
        .doUpdateSet(({ eb }) => ({ count: eb("contributor.count", "+", 1), updated_at: now })),
    ),
);

/** Users who created or edited a change request, most recent first. */
export function listContributors(queries: Queries, changeRequest: string): Promise<Row<"contributor">[]> {
  return queries
    .selectFrom("contributor")
    .selectAll()
    .where("change_request", "=", changeRequest)
    .orderBy("updated_at", "desc")
    .orderBy("user")
    .execute();
}

export const selectChangeRequestIds = (queries: Queries, space: string): Ids =>
  queries.selectFrom("change_request").select("id").where("space", "=", space);

/** A space and its change requests: what comments can refer to. */
export const selectSpaceAndChangeRequestIds = (queries: Queries, space: string): Ids =>
  queries
    .selectFrom("change_request")
    .select("id")
    .where("space", "=", space)
    .union(queries.selectFrom("space").select("id").where("id", "=", space));

/** Moves change requests created for one issue cluster to another. */
export async function moveToIssueCluster(queries: Queries, from: string, to: string): Promise<void> {
  await queries.updateTable("change_request").set({ issues_cluster: to }).where("issues_cluster", "=", from).execute();
}

/** Which of the issue clusters have change requests. */
export async function clustersWithChangeRequests(queries: Queries, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await queries
    .selectFrom("change_request")
    .select("issues_cluster")
    .distinct()
    .where("issues_cluster", "in", ids)
    .execute();
  return new Set(rows.flatMap(({ issues_cluster }) => issues_cluster ?? []));
}

interface ChangeRequestTable {
  id: string;
  space: string;
  number: number;
  status: string;
  subject: string;
  description: Json | null;
  revision: string;
  revision_initial: string;
  revision_merged_ancestor: string | null;
  revision_merged: string | null;
  merged_by: string | null;
  merged_at: Timestamp | null;
  issues_cluster: string | null;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Users who created or edited a change request. */
interface ContributorTable {
  change_request: string;
  user: string;
  /** Number of edits. */
  count: Generated<number>;
  updated_at: Timestamp;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    change_request: ChangeRequestTable;
    contributor: ContributorTable;
  }
}
