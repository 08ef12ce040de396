import type { MergePreview } from "../../contract/models/semantic-change.ts";
import { updateChangeRequest } from "../access/change-requests-rows.ts";
import { may, neededRole } from "../access/roles.ts";
import type { ChangeRequestScope } from "../access/scope.ts";
import { computeAddress } from "../content/blob-address.ts";
import { mergedContent, openSides, requireEditable, type Sides, unresolvedConflicts } from "../content/branches.ts";
import { publish } from "../content/commit.ts";
import type { TextStore } from "../content/merge-conflict.ts";
import type { Context } from "../kernel/context.ts";
import { aboutChangeRequest, publishSpaceEvent } from "../kernel/events.ts";
import { requireMergeRules, unmetRules } from "../review/reviews/index.ts";

/** Merges a change request into its space and updates the search index, or returns what prevents it. */
export async function mergeChangeRequest(context: Context, scope: ChangeRequestScope) {
  const { space, changeRequest } = scope;
  requireEditable(scope, "merged");
  await requireMergeRules(context, scope);
  const { map: merged, conflicts } = await mergedContent(await openSides(context, scope), context.content);
  if (conflicts.length > 0) return { revision: space.revision, result: "conflicts" as const, conflicts };
  const revision = await publish(context, space, {
    map: merged,
    merged: { changeRequest: changeRequest.id, revision: changeRequest.revision },
  });
  await updateChangeRequest(context.queries, changeRequest.id, {
    status: "merged",
    revision_merged: revision,
    merged_by: context.user.id,
    merged_at: context.now,
    updated_at: context.now,
  });
  await publishSpaceEvent(context, space, "change_request_merged", {
    ...aboutChangeRequest(changeRequest),
    revisionId: revision,
  });
  return { revision, result: "merge" as const };
}

/** Maximum number of conflicts in a preview. */
const maxConflicts = 100;

/** The result of a merge by the caller, computed without storing it; undefined if there is nothing to merge. */
export async function previewMerge(
  context: Context,
  scope: ChangeRequestScope,
  sides: Sides,
): Promise<MergePreview | undefined> {
  const { space, changeRequest, role } = scope;
  if (changeRequest.status === "merged" || changeRequest.status === "archived") return undefined;
  // A space without changes of its own since the base takes everything over.
  const conflicts =
    sides.base.root === sides.space.root
      ? await unresolvedConflicts(sides.changeRequest)
      : (await mergedContent(sides, scratch(context.content))).conflicts;
  const { unmet, of, regardless } = await unmetRules(context, scope);
  const refused = [
    ...(space.edit_mode === "locked"
      ? [{ rule: "unlocked", message: 'The space is locked: an administrator can set editMode to "live".' }]
      : []),
    ...(may(role, "merge")
      ? []
      : [{ rule: "role", message: `Merging requires the role "${neededRole("merge")}" on the space.` }]),
    ...unmet.map(({ rule, message }) => ({ rule, message: `${message.replace(/\.$/, "")} (rule of ${of}).` })),
  ];
  return {
    conflicts: conflicts.slice(0, maxConflicts),
    ...(conflicts.length > maxConflicts ? { moreConflicts: conflicts.length - maxConflicts } : {}),
    unmet: refused,
    ...(unmet.length > 0 && regardless[0] !== undefined ? { regardless: regardless[0] } : {}),
  };
}

/** Reads texts from a store, but keeps new ones in memory. */
function scratch(store: TextStore): TextStore {
  const newTexts = new Map<string, string>();
  return {
    readText: async (address) => newTexts.get(address) ?? store.readText(address),
    putText(text) {
      const address = computeAddress(Buffer.from(text));
      newTexts.set(address, text);
      return address;
    },
  };
}
