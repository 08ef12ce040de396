import { followComments } from "../comments/follow.ts";
import { demandReadable, followComputed } from "../computed/follow.ts";
import type { Context } from "../context.ts";
import { indexDifferences } from "../search/index-content.ts";
import { type CommitOfRevision, insertRevision } from "../store/revisions.ts";
import { updateSpace } from "../store/spaces.ts";
import type { Row } from "../store/tables.ts";
import type { EditedMap } from "./content-map.ts";

interface Publication {
  /** The space's content with the changes. */
  readonly map: EditedMap;
  /** The change request whose content was merged into it, at a revision of it. */
  readonly merged?: { readonly changeRequest: string; readonly revision: string };
  /** Of computed content: the revision it was computed from. */
  readonly computedFrom?: string;
  /** The Git commit the content came from. */
  readonly git?: CommitOfRevision;
  /** Told how many pages the search index took in. */
  readonly onIndexed?: (done: number, total: number) => void;
}

/** Makes an edited content the active one of a space, with all that follows the active one. Answers the revision. */
export async function publish(
  context: Context,
  space: Row<"space">,
  { map, merged, computedFrom, git, onIndexed }: Publication,
): Promise<string> {
  const { queries, content, now, user } = context;
  if (merged === undefined && computedFrom === undefined) await demandReadable(context, space, map);
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
  await indexDifferences(queries, content, space.id, map.base, content.at(root), onIndexed);
  await followComments(context, { id: space.id, space: space.id }, revision);
  if (computedFrom === undefined) await followComputed(context, { id: space.id, space: space.id }, map);
  return revision;
}
