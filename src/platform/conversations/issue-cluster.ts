import { findActiveMember } from "../access/people-rows.ts";
import type { OrganizationScope } from "../access/scope.ts";
import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import { Problem } from "../kernel/problem.ts";
import { findIssueCluster } from "./issue-cluster-rows.ts";

/** A cluster of the organization; one that was merged is answered by the one it was merged into. */
export async function issueClusterIn(
  { queries }: Context,
  { organization }: Pick<OrganizationScope, "organization">,
  id: string,
): Promise<Row<"issue_cluster">> {
  const cluster = await findIssueCluster(queries, organization.id, id);
  if (cluster === undefined) throw absent("clusterId", id);
  return cluster;
}

/** The issue cluster that a change request of the space may be made for. Throws `not_found`. */
export async function requireIssueCluster(
  { queries, user }: Context,
  space: Row<"space">,
  id: string,
): Promise<Row<"issue_cluster">> {
  // Guests see no conversations.
  const member = await findActiveMember(queries, space.organization, user.id);
  const cluster = member?.role == null ? undefined : await findIssueCluster(queries, space.organization, id);
  if (cluster === undefined) throw absent("conversationsIssuesCluster", id);
  return cluster;
}

const absent = (field: string, id: string) =>
  new Problem("not_found", `${field}: there is no issue cluster ${id}, or this token may not see it.`);
