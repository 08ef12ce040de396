import { moveToIssueCluster } from "../../access/change-requests-rows.ts";
import { findActiveMember } from "../../access/people-rows.ts";
import type { OrganizationScope } from "../../access/scope.ts";
import type { Context } from "../../kernel/context.ts";
import { selectPage } from "../../kernel/database/row-order.ts";
import type { NewRow, Queries, Row } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";

export type ClusterOrder = "updated_at" | "issues" | "conversations" | "id";

interface ClusterPage {
  readonly by: ClusterOrder;
  readonly direction: "asc" | "desc";
  readonly after: readonly [key: string | number, id: string] | undefined;
  readonly limit: number;
}

/** A cluster, or the one it was merged into. */
export async function findIssueCluster(
  queries: Queries,
  organization: string,
  id: string,
): Promise<Row<"issue_cluster"> | undefined> {
  const one = (name: string) =>
    queries
      .selectFrom("issue_cluster")
      .selectAll()
      .where("organization", "=", organization)
      .where("id", "=", name)
      .executeTakeFirst();
  const found = await one(id);
  return found?.merged_into == null ? found : one(found.merged_into);
}

/** The id of the cluster that has this cluster's issues now. */
export async function presentClusterId(queries: Queries, id: string): Promise<string> {
  const row = await queries.selectFrom("issue_cluster").select("merged_into").where("id", "=", id).executeTakeFirst();
  return row?.merged_into ?? id;
}

export function listIssueClusters(
  queries: Queries,
  organization: string,
  { by, direction, after, limit }: ClusterPage,
): Promise<Row<"issue_cluster">[]> {
  const query = queries
    .selectFrom("issue_cluster")
    .selectAll()
    .where("organization", "=", organization)
    .where("merged_into", "is", null);
  return selectPage(query, { by: [by, "id"], order: direction, after, limit }).execute();
}

export async function countIssueClusters(queries: Queries, organization: string): Promise<number> {
  const { count } = await queries
    .selectFrom("issue_cluster")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("organization", "=", organization)
    .where("merged_into", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** All clusters that were not merged into others. */
export function allIssueClusters(queries: Queries, organization: string): Promise<Row<"issue_cluster">[]> {
  return queries
    .selectFrom("issue_cluster")
    .selectAll()
    .where("organization", "=", organization)
    .where("merged_into", "is", null)
    .execute();
}

export async function insertIssueCluster(queries: Queries, row: NewRow<"issue_cluster">): Promise<void> {
  await queries.insertInto("issue_cluster").values(row).execute();
}

export async function updateIssueCluster(
  queries: Queries,
  id: string,
  change: Partial<Omit<Row<"issue_cluster">, "id" | "organization">>,
): Promise<void> {
  await queries.updateTable("issue_cluster").set(change).where("id", "=", id).execute();
}

/** Redirects a cluster's id, those merged into it, and its change requests to another cluster. */
export async function mergeIssueCluster(queries: Queries, id: string, into: string, now: string): Promise<void> {
  await queries
    .updateTable("issue_cluster")
    .set({ merged_into: into, updated_at: now })
    .where(({ eb, or }) => or([eb("id", "=", id), eb("merged_into", "=", id)]))
    .execute();
  await moveToIssueCluster(queries, id, into);
}

/** Removes a cluster that nothing refers to, and the ids that redirect to it. */
export async function removeIssueCluster(queries: Queries, id: string): Promise<void> {
  await queries
    .deleteFrom("issue_cluster")
    .where(({ eb, or }) => or([eb("id", "=", id), eb("merged_into", "=", id)]))
    .execute();
}

/** Number of issues of each cluster per day, from `since` on. */
export async function countIssuesByDay(
  queries: Queries,
  clusters: readonly string[],
  since: string,
): Promise<{ cluster: string | null; day: string; count: number }[]> {
  if (clusters.length === 0) return [];
  return queries
    .selectFrom("conversation_issue")
    .select(({ fn, val }) => [
      "cluster",
      fn<string>("substr", ["created_at", val(1), val(10)]).as("day"),
      fn.countAll<number>().as("count"),
    ])
    .where("cluster", "in", clusters)
    .where("created_at", ">=", since)
    .groupBy(["cluster", "day"])
    .execute();
}

/** Number of issues changed since all of them were last grouped. */
export async function changedIssues(queries: Queries, organization: string): Promise<number> {
  const row = await queries
    .selectFrom("issue_grouping")
    .select("changed_issues")
    .where("organization", "=", organization)
    .executeTakeFirst();
  return row?.changed_issues ?? 0;
}

export async function setChangedIssues(queries: Queries, organization: string, count: number): Promise<void> {
  await queries
    .insertInto("issue_grouping")
    .values({ organization, changed_issues: count })
    .onConflict((conflict) => conflict.column("organization").doUpdateSet({ changed_issues: count }))
    .execute();
}

/** A cluster of the organization; for a merged one, the cluster it was merged into. */
export async function issueClusterIn(
  { queries }: Context,
  { organization }: Pick<OrganizationScope, "organization">,
  id: string,
): Promise<Row<"issue_cluster">> {
  const cluster = await findIssueCluster(queries, organization.id, id);
  if (cluster === undefined) throw absent("clusterId", id);
  return cluster;
}

/** The issue cluster for which a change request of the space may be opened. Throws `not_found`. */
export async function requireIssueCluster(
  { queries, user }: Context,
  space: Row<"space">,
  id: string,
): Promise<Row<"issue_cluster">> {
  // Guests cannot see conversations.
  const member = await findActiveMember(queries, space.organization, user.id);
  const cluster = member?.role == null ? undefined : await findIssueCluster(queries, space.organization, id);
  if (cluster === undefined) throw absent("conversationsIssuesCluster", id);
  return cluster;
}

const absent = (field: string, id: string) =>
  new Problem("not_found", `${field}: there is no issue cluster ${id}, or this token may not see it.`);
