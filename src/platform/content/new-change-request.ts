import type { Context } from "../context.ts";
import { createId } from "../store/ids.ts";
import type { Row } from "../store/tables.ts";

/** A change request of the caller's that has no content of its own yet. */
export function newChangeRequest(
  { now, user }: Context,
  space: Row<"space">,
  own: Pick<Row<"change_request">, "number" | "status" | "subject" | "issues_cluster">,
): Row<"change_request"> {
  return {
    ...own,
    id: createId(),
    space: space.id,
    description: null,
    revision: space.revision,
    revision_initial: space.revision,
    revision_merged_ancestor: null,
    revision_merged: null,
    merged_by: null,
    merged_at: null,
    created_by: user.id,
    created_at: now,
    updated_at: now,
  };
}
