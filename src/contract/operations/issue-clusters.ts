import { z } from "zod";
import { IssueCluster } from "../models/conversation.ts";
import { IssueClusterId, OrganizationId } from "../models/id.ts";
import { listOf, paging, SortOrder } from "../models/paging.ts";
import { get, patch } from "../operation.ts";

const one = { organizationId: OrganizationId, clusterId: IssueClusterId };

export const issueClusters = {
  list: get("/orgs/{organizationId}/conversations-clusters", {
    id: "listConversationsIssuesClusters",
    summary: "List clusters of similar issues from support conversations",
    effect: "read",
    params: { organizationId: OrganizationId },
    query: {
      order: SortOrder.default("desc").describe("`desc` is newest or largest first"),
      orderBy: z
        .enum(["updatedAt", "issues", "conversations", "tasksTotal", "tasksBacklog", "tasksStarted"])
        .default("updatedAt")
        .describe("What to sort by: the last change, or one of the counts"),
      ...paging,
    },
    returns: listOf(IssueCluster),
    errors: ["not_found"],
    source: "platform-api-2",
  }),
  get: get("/orgs/{organizationId}/conversations-clusters/{clusterId}", {
    id: "getConversationsIssuesCluster",
    summary: "Read one cluster of issues",
    effect: "read",
    params: one,
    returns: IssueCluster,
    errors: ["not_found"],
    source: "platform-api-2",
  }),
  update: patch("/orgs/{organizationId}/conversations-clusters/{clusterId}", {
    id: "updateConversationsIssuesCluster",
    summary: "Mute or unmute a cluster of issues",
    effect: "update",
    reach: "administers",
    params: one,
    body: { muted: z.boolean().describe("True stops change requests from being proposed for it") },
    returns: IssueCluster,
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
};
