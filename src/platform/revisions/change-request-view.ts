import type { ChangeRequest } from "../../contract/models/change-request.ts";
import type { RichDocument } from "../../contract/models/document.ts";
import { baseRevision } from "../access/change-requests-rows.ts";
import { findUsers } from "../access/people-rows.ts";
import { countOpenComments } from "../comments/index.ts";
import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import { presentUser } from "../people/index.ts";

export async function presentChangeRequest(
  context: Context,
  changeRequest: Row<"change_request">,
  space: Row<"space">,
): Promise<ChangeRequest> {
  const [presented] = await presentChangeRequests(context, [{ changeRequest, space }]);
  if (presented === undefined) throw new Error(`Change request ${changeRequest.id} was not presented`);
  return presented;
}

export async function presentChangeRequests(
  context: Context,
  rows: readonly { readonly changeRequest: Row<"change_request">; readonly space: Row<"space"> }[],
): Promise<ChangeRequest[]> {
  const named = new Set(
    rows.flatMap(({ changeRequest: { created_by, merged_by } }) => [
      created_by,
      ...(merged_by === null ? [] : [merged_by]),
    ]),
  );
  const users = new Map((await findUsers(context.queries, [...named])).map((user) => [user.id, user]));
  const comments = await countOpenComments(
    context.queries,
    rows.map(({ changeRequest }) => changeRequest.id),
  );
  return rows.map(({ changeRequest, space }) => {
    const creator = users.get(changeRequest.created_by);
    const merger = users.get(changeRequest.merged_by ?? "");
    const location = `/v1/spaces/${space.id}/change-requests/${changeRequest.id}`;
    return {
      object: "change-request",
      id: changeRequest.id,
      number: changeRequest.number,
      status: changeRequest.status as ChangeRequest["status"],
      subject: changeRequest.subject,
      ...(changeRequest.description === null
        ? {}
        : { description: JSON.parse(changeRequest.description) as RichDocument }),
      ...(creator === undefined ? {} : { createdBy: presentUser(context, creator) }),
      createdAt: changeRequest.created_at,
      updatedAt: changeRequest.updated_at,
      ...(merger === undefined ? {} : { mergedBy: presentUser(context, merger) }),
      ...(changeRequest.merged_at === null ? {} : { mergedAt: changeRequest.merged_at }),
      space: space.id,
      revision: changeRequest.revision,
      revisionInitial: changeRequest.revision_initial,
      ...(changeRequest.revision_merged_ancestor === null
        ? {}
        : { revisionMergedAncestor: changeRequest.revision_merged_ancestor }),
      ...(changeRequest.revision_merged === null ? {} : { revisionMerged: changeRequest.revision_merged }),
      comments: comments.get(changeRequest.id) ?? 0,
      outdated: changeRequest.status !== "merged" && baseRevision(changeRequest) !== space.revision,
      ...(changeRequest.issues_cluster === null ? {} : { conversationsIssuesCluster: changeRequest.issues_cluster }),
      urls: {
        app: `${context.origin}/app/${space.organization}/s/${space.id}/~/changes/${changeRequest.number}`,
        location: context.origin + location,
      },
    };
  });
}
