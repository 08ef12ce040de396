import type { MergePreview } from "../../contract/models/semantic-change.ts";
import { may, neededRole } from "../access/permissions.ts";
import type { ChangeRequestScope } from "../access/scope.ts";
import type { Context } from "../context.ts";
import { unmetRules } from "../reviews/merge-rules.ts";
import { addressOf } from "./blob-address.ts";
import { mergedContent, type Sides } from "./branches.ts";
import type { TextStore } from "./merge-sides.ts";

/** Conflicts that a preview holds. */
const mostConflicts = 100;

/** What a merge by the caller would meet, found by merging without storing; undefined where nothing can be merged. */
export async function previewMerge(
  context: Context,
  scope: ChangeRequestScope,
  sides: Sides,
): Promise<MergePreview | undefined> {
  const { space, changeRequest, role } = scope;
  if (changeRequest.status === "merged" || changeRequest.status === "archived") return undefined;
  const { conflicts } = await mergedContent(sides, scratch(context.content));
  const { unmet, regardless } = await unmetRules(context, scope);
  const refused = [
    ...(space.edit_mode === "locked"
      ? [{ rule: "unlocked", message: 'The space is locked: an administrator can set editMode to "live".' }]
      : []),
    ...(may(role, "merge")
      ? []
      : [{ rule: "role", message: `Merging needs the role "${neededRole("merge")}" on the space.` }]),
    ...unmet,
  ];
  return {
    conflicts: conflicts.slice(0, mostConflicts),
    ...(conflicts.length > mostConflicts ? { moreConflicts: conflicts.length - mostConflicts } : {}),
    unmet: refused,
    ...(unmet.length > 0 && regardless[0] !== undefined ? { regardless: regardless[0] } : {}),
  };
}

/** Reads the texts of a store, and keeps to itself what is put. */
function scratch(store: TextStore): TextStore {
  const kept = new Map<string, string>();
  return {
    readText: async (address) => kept.get(address) ?? store.readText(address),
    putText(text) {
      const address = addressOf(Buffer.from(text));
      kept.set(address, text);
      return address;
    },
  };
}
