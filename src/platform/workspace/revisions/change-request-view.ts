import type { ChangeRequest } from "../../../contract/models/change-request.ts";
import type { RichDocument } from "../../../contract/models/document.ts";
import { baseRevision } from "../../access/change-requests-rows.ts";
import { presentUser } from "../../access/people/index.ts";
import { findUsersSeenBy } from "../../access/people-rows.ts";
import { appAddress } from "../../kernel/app-address.ts";
import type { Context } from "../../kernel/context.ts";
import type { ColumnMembers, Members, Shown } from "../../kernel/database/row-view.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { definedMembers } from "../../kernel/defined-members.ts";
import { countOpenComments } from "../../review/comments/index.ts";

const members = {
  id: "id",
  space: "space",
  number: "number",
  status: "status",
  subject: "subject",
  description: "description",
  revision: "revision",
  revision_initial: "revisionInitial",
  revision_merged_ancestor: "revisionMergedAncestor",
  revision_merged: "revisionMerged",
  merged_by: "mergedBy",
  merged_at: "mergedAt",
  issues_cluster: "conversationsIssuesCluster",
  created_by: "createdBy",
  created_at: "createdAt",
  updated_at: "updatedAt",
} as const satisfies ColumnMembers<"change_request", ChangeRequest>;

/** `comments`: the number of open comments by change request, if it is known. */
export async function presentChangeRequest(
  context: Context,
  changeRequest: Row<"change_request">,
  space: Row<"space">,
  comments?: ReadonlyMap<string, number>,
): Promise<ChangeRequest> {
  const [presented] = await presentChangeRequests(context, [{ changeRequest, space }], comments);
  if (presented === undefined) throw new Error(`Change request ${changeRequest.id} was not presented`);
  return presented;
}

export async function presentChangeRequests(
  context: Context,
  rows: readonly { readonly changeRequest: Row<"change_request">; readonly space: Row<"space"> }[],
  counted?: ReadonlyMap<string, number>,
): Promise<ChangeRequest[]> {
  const named = new Set(
    rows.flatMap(({ changeRequest: { created_by, merged_by } }) => [
      created_by,
      ...(merged_by === null ? [] : [merged_by]),
    ]),
  );
  const users = new Map(
    (await findUsersSeenBy(context.queries, context.user, [...named])).map((user) => [user.id, user]),
  );
  const ids = rows.map(({ changeRequest }) => changeRequest.id);
  // Visitors of a preview do not see the work behind it.
  const countedIds = context.reader === undefined ? ids : [];
  const comments = counted ?? (await countOpenComments(context.queries, countedIds));
  return rows.map(({ changeRequest, space }) => {
    const creator = users.get(changeRequest.created_by);
    const merger = users.get(changeRequest.merged_by ?? "");
    const location = `/v1/spaces/${space.id}/change-requests/${changeRequest.id}`;
    const shown: Shown<typeof members, ChangeRequest> = {
      id: changeRequest.id,
      number: changeRequest.number,
      status: changeRequest.status as ChangeRequest["status"],
      subject: changeRequest.subject,
      description:
        changeRequest.description === null ? undefined : (JSON.parse(changeRequest.description) as RichDocument),
      createdBy: creator && presentUser(context, creator),
      createdAt: changeRequest.created_at,
      updatedAt: changeRequest.updated_at,
      mergedBy: merger && presentUser(context, merger),
      mergedAt: changeRequest.merged_at ?? undefined,
      space: space.id,
      revision: changeRequest.revision,
      revisionInitial: changeRequest.revision_initial,
      revisionMergedAncestor: changeRequest.revision_merged_ancestor ?? undefined,
      revisionMerged: changeRequest.revision_merged ?? undefined,
      conversationsIssuesCluster: changeRequest.issues_cluster ?? undefined,
    };
    const presented: Members<ChangeRequest> = {
      object: "change-request",
      ...shown,
      comments: comments.get(changeRequest.id) ?? 0,
      outdated: changeRequest.status !== "merged" && baseRevision(changeRequest) !== space.revision,
      urls: {
        app: appAddress(context, {
          kind: "content",
          organization: space.organization,
          space: space.id,
          changeRequest: changeRequest.number,
        }),
        location: context.origin + location,
      },
      siteTopic: undefined,
      styleguide: undefined,
    };
    return definedMembers(presented);
  });
}
