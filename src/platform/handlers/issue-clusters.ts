import type { IssueCluster } from "../../contract/models/issue-cluster.ts";
import type { ParsedOf } from "../../contract/operation.ts";
import type { issueClusters as operations } from "../../contract/operations/issue-clusters.ts";
import { organizationFor } from "../access/scope.ts";
import type { Context } from "../context.ts";
import { issueClusterIn } from "../conversations/issue-cluster.ts";
import { answerList, type Cursor, type ListRequest, orderKey, readOrder, readPaging } from "../paging.ts";
import { presentIssueClusters } from "../present/issue-cluster.ts";
import {
  type ClusterOrder,
  countIssueClusters,
  listIssueClusters,
  updateIssueCluster,
} from "../store/issue-clusters.ts";
import type { Row } from "../store/tables.ts";
import type { Handlers } from "./handler.ts";

type Order = ParsedOf<typeof operations.list>["orderBy"];

/** No tasks are made here, so all clusters are alike in them. */
const columns: Readonly<Record<Order, ClusterOrder>> = {
  updatedAt: "updated_at",
  issues: "issues",
  conversations: "conversations",
  tasksTotal: "id",
  tasksBacklog: "id",
  tasksStarted: "id",
};

export const issueClusters: Handlers<"issueClusters"> = {
  async list(input, context) {
    const { organizationId, order, orderBy } = input;
    await organizationFor(context, organizationId, "view");
    const request = readPaging("issueClusters.list", [organizationId, order, orderBy], input);
    const by = columns[orderBy];
    const rows = await listIssueClusters(context.queries, organizationId, {
      by,
      direction: order,
      after: readAfter(by, request),
      limit: request.limit + 1,
    });
    const count = await countIssueClusters(context.queries, organizationId);
    const items = await presentIssueClusters(context, rows);
    return answerList(request, rows, count, (row) => keyOf(by, row), items);
  },

  async get({ organizationId, clusterId }, context) {
    const scope = await organizationFor(context, organizationId, "view");
    return present(context, await issueClusterIn(context, scope, clusterId));
  },

  async update({ organizationId, clusterId, muted }, context) {
    const scope = await organizationFor(context, organizationId, "edit");
    const cluster = await issueClusterIn(context, scope, clusterId);
    if ((cluster.muted === 1) === muted) return present(context, cluster);
    const change = { muted: muted ? 1 : 0, updated_at: context.now };
    await updateIssueCluster(context.queries, cluster.id, change);
    return present(context, { ...cluster, ...change });
  },
};

function readAfter(by: ClusterOrder, request: ListRequest) {
  return by === "issues" || by === "conversations" ? readOrder(request) : request.after;
}

const keyOf = (by: ClusterOrder, row: Row<"issue_cluster">): Cursor =>
  by === "id" || by === "updated_at" ? [row[by], row.id] : orderKey(row[by], row.id);

async function present(context: Context, row: Row<"issue_cluster">): Promise<IssueCluster> {
  const [cluster] = await presentIssueClusters(context, [row]);
  if (cluster === undefined) throw new Error(`Issue cluster ${row.id} was not presented`);
  return cluster;
}
