import type { Context } from "../context.ts";
import { type CommitOfRevision, insertRevision } from "../store/revisions.ts";
import { updateSpace } from "../store/spaces.ts";
import type { Row } from "../store/tables.ts";
import type { EditedMap } from "./content-map.ts";
import { allowEdit, announceChange } from "./content-subscriber.ts";

interface Publication {
  /** The space's content with the changes. */
  readonly map: EditedMap;
  /** The change request whose content was merged into it, at a revision of it. */
  readonly merged?: { readonly changeRequest: string; readonly revision: string };
  /** Of computed content: the revision it was computed from. */
  readonly computedFrom?: string;
  /** The Git commit the content came from. */
  readonly git?: CommitOfRevision;
  /** Told how many pages those who follow the content took in. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Makes an edited content the active one of a space, with all that follows the active one. Answers the revision. */
export async function publish(
  context: Context,
  space: Row<"space">,
  { map, merged, computedFrom, git, onProgress }: Publication,
): Promise<string> {
  const { queries, content, now, user } = context;
  const cause = merged !== undefined ? "merge" : computedFrom !== undefined ? "computed" : "edit";
  if (cause === "edit") await allowEdit(context, { space, map, cause });
  const root = await content.store(map);
  const revision = await insertRevision(queries, {
    space: space.id,
    root,
    ...(merged === undefined
      ? { type: computedFrom === undefined ? "edits" : "computed", parents: [space.revision] }
      : { type: "merge", parents: [space.revision, merged.revision], mergedFrom: merged.changeRequest }),
    ...(computedFrom === undefined ? {} : { sourceRevision: computedFrom }),
    createdAt: now,
    createdBy: user.id,
    git,
  });
  await updateSpace(queries, space.id, { revision, updated_at: now });
  await announceChange(context, { space, map, cause, revision, stored: content.at(root), onProgress });
  return revision;
}
