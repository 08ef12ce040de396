import { organizationFor } from "../access/scope.ts";
import { answerList, readPaging } from "../paging.ts";
import { presentConversationIssues } from "../present/conversation-issue.ts";
import { Problem } from "../problem.ts";
import {
  countConversationIssues,
  findConversationIssue,
  listConversationIssues,
} from "../store/conversation-issues.ts";
import { findIssueCluster } from "../store/issue-clusters.ts";
import type { Handlers } from "./handler.ts";

export const conversationIssues: Handlers<"conversationIssues"> = {
  async list(input, context) {
    const { organizationId: organization, conversation } = input;
    await organizationFor(context, organization, "view");
    const request = readPaging("conversationIssues.list", [organization, input.cluster, conversation], input);
    const found = input.cluster && (await findIssueCluster(context.queries, organization, input.cluster));
    // The issues of a cluster that was merged are those of the one that took it in.
    const filter = { organization, cluster: found ? found.id : input.cluster, conversation };
    const rows = await listConversationIssues(context.queries, filter, request.after, request.limit + 1);
    const count = await countConversationIssues(context.queries, filter);
    const items = await presentConversationIssues(context, organization, rows);
    return answerList(request, rows, count, (row) => [row.created_at, row.id], items);
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
