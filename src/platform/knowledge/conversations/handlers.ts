import type { ConversationTranscript, IssueCluster } from "../../../contract/models/conversation.ts";
import type { ParsedInput } from "../../../contract/operation.ts";
import type { issueClusters as operations } from "../../../contract/operations/issue-clusters.ts";
import { organizationFor } from "../../access/scope.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { type Cursor, type ListRequest, orderKey, readOrder, readPaging, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import {
  countConversationIssues,
  countConversations,
  findConversation,
  findConversationIssue,
  listConversationIssues,
  listConversations,
} from "./conversation-rows.ts";
import { ingest } from "./ingest.ts";
import {
  type ClusterOrder,
  countIssueClusters,
  findIssueCluster,
  issueClusterIn,
  listIssueClusters,
  updateIssueCluster,
} from "./issue-cluster-rows.ts";
import { presentConversation, presentConversationIssues, presentIssueClusters, readMetadata } from "./view.ts";

export const conversations: Handlers<"conversations"> = {
  async list(input, context) {
    await organizationFor(context, input.organizationId, "view");
    const filter = { organization: input.organizationId, source: input.source };
    const request = readPaging("conversations.list", [filter.organization, filter.source], input);
    const rows = await listConversations(context.queries, filter, request.after, request.limit + 1);
    const count = await countConversations(context.queries, filter);
    const items = rows.map((row) => presentConversation(context, row));
    return toListResponse(request, rows, count, (row) => [row.created_at, row.id], items);
  },

  async ingest({ organizationId, conversations: inputs }, context) {
    await organizationFor(context, organizationId, "create");
    await ingest(context, organizationId, Array.isArray(inputs) ? inputs : [inputs]);
  },

  async get({ organizationId, conversationId }, context) {
    await organizationFor(context, organizationId, "view");
    const row = await findConversation(context.queries, organizationId, conversationId);
    if (row === undefined) {
      throw new Problem(
        "not_found",
        `conversationId: there is no conversation ${conversationId}, or this token may not see it.`,
      );
    }
    return {
      conversation: presentConversation(context, row),
      parts: JSON.parse(row.parts) as ConversationTranscript["parts"],
      metadata: readMetadata(row),
    };
  },
};

export const conversationIssues: Handlers<"conversationIssues"> = {
  async list(input, context) {
    const { organizationId: organization, conversation } = input;
    await organizationFor(context, organization, "view");
    const request = readPaging("conversationIssues.list", [organization, input.cluster, conversation], input);
    const found = input.cluster && (await findIssueCluster(context.queries, organization, input.cluster));
    // A merged cluster has the issues of the one it was merged into.
    const filter = { organization, cluster: found ? found.id : input.cluster, conversation };
    const rows = await listConversationIssues(context.queries, filter, request.after, request.limit + 1);
    const count = await countConversationIssues(context.queries, filter);
    const items = await presentConversationIssues(context, organization, rows);
    return toListResponse(request, rows, count, (row) => [row.created_at, row.id], items);
  },

  async get({ organizationId, issueId }, context) {
    await organizationFor(context, organizationId, "view");
    const row = await findConversationIssue(context.queries, organizationId, issueId);
    const [record] = row === undefined ? [] : await presentConversationIssues(context, organizationId, [row]);
    if (record === undefined) {
      throw new Problem("not_found", `issueId: there is no issue ${issueId}, or this token may not see it.`);
    }
    return record;
  },
};

type Order = ParsedInput<typeof operations.list>["orderBy"];

/** The platform creates no tasks, so ordering by tasks is ordering by id. */
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
    return toListResponse(request, rows, count, (row) => toCursor(by, row), items);
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

const toCursor = (by: ClusterOrder, row: Row<"issue_cluster">): Cursor =>
  by === "id" || by === "updated_at" ? [row[by], row.id] : orderKey(row[by], row.id);

async function present(context: Context, row: Row<"issue_cluster">): Promise<IssueCluster> {
  const [cluster] = await presentIssueClusters(context, [row]);
  if (cluster === undefined) throw new Error(`Issue cluster ${row.id} was not presented`);
  return cluster;
}
