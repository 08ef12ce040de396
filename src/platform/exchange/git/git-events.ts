import { findSpace } from "../../access/spaces-rows.ts";
import type { Context } from "../../kernel/context.ts";
import { publishSpaceEvent } from "../../kernel/events.ts";

/** Announces a synchronization of a space with a commit, at its current revision unless `members` has another one. */
export async function publishGitEvent(
  context: Context,
  id: string,
  type: "space_gitsync_started" | "space_gitsync_completed",
  members: { readonly commitId: string; readonly state?: "success"; readonly revisionId?: string },
): Promise<void> {
  const space = await findSpace(context.queries, id);
  if (space !== undefined) await publishSpaceEvent(context, space, type, { revisionId: space.revision, ...members });
}
