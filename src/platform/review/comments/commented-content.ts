import type { Role } from "../../../contract/models/role.ts";
import type { Permission } from "../../access/roles.ts";
import { type ChangeRequestScope, changeRequestFor, spaceFor } from "../../access/scope.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";

/** The content that comments are on: a space's own, or that of one of its change requests. */
export interface CommentedContent {
  /** Id of the space or change request. */
  readonly id: string;
  readonly space: Row<"space">;
  readonly changeRequest?: Row<"change_request">;
  readonly role: Role | null;
  /** The newest revision of the content. */
  readonly revision: string;
  /** URL of the content in the API. */
  readonly location: string;
}

/** The content named by a request's path, if the caller has the required access. */
export async function contentFor(
  context: Context,
  input: { readonly spaceId: string; readonly changeRequestId?: string },
  permission: Permission,
): Promise<CommentedContent> {
  if (input.changeRequestId === undefined) {
    const { space, role } = await spaceFor(context, input.spaceId, permission);
    return { id: space.id, space, role, revision: space.revision, location: `${context.origin}/v1/spaces/${space.id}` };
  }
  const named = { spaceId: input.spaceId, changeRequestId: input.changeRequestId };
  return toCommentedContent(context, await changeRequestFor(context, named, permission));
}

export function toCommentedContent({ origin }: Context, scope: ChangeRequestScope): CommentedContent {
  const { space, role, changeRequest } = scope;
  return {
    id: changeRequest.id,
    space,
    changeRequest,
    role,
    revision: changeRequest.revision,
    location: `${origin}/v1/spaces/${space.id}/change-requests/${changeRequest.id}`,
  };
}
