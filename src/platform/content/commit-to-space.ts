import { followComments } from "../comments/follow.ts";
import type { Context } from "../context.ts";
import { Problem } from "../problem.ts";
import { indexDifferences } from "../search/index-content.ts";
import { type CommitOfRevision, insertRevision } from "../store/revisions.ts";
import { updateSpace } from "../store/spaces.ts";
import type { Row } from "../store/tables.ts";
import type { EditedMap } from "./content-map.ts";

/** What may be told about a new revision besides its content. */
export interface CommitFacts {
  /** The Git commit the content came from. */
  readonly git?: CommitOfRevision | undefined;
  /** Told how many pages the search index took in. */
  readonly onIndexed?: ((done: number, total: number) => void) | undefined;
}

/** Throws `conflict` when a space takes no edits. */
export function demandLive(space: Row<"space">): void {
  if (space.edit_mode !== "locked") return;
  throw new Problem("conflict", `Space ${space.id} is locked. An administrator can set editMode to "live".`);
}

/** Makes an edited map the space's content, with its search index. Answers the new revision. */
export async function commitToSpace(
  context: Context,
  space: Row<"space">,
  map: EditedMap,
  { git, onIndexed }: CommitFacts = {},
): Promise<string> {
  const { queries, content, now, user } = context;
  const root = await content.store(map);
  const revision = await insertRevision(queries, {
    space: space.id,
    root,
    parents: [space.revision],
    type: "edits",
    createdAt: now,
    createdBy: user.id,
    git,
  });
  await updateSpace(queries, space.id, { revision, updated_at: now });
  await indexDifferences(queries, content, space.id, map.base, content.at(root), onIndexed);
  await followComments(context, { id: space.id, space: space.id }, revision);
  return revision;
}
