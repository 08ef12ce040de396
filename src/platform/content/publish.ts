import { followComments } from "../comments/follow.ts";
import type { Context } from "../context.ts";
import { indexDifferences } from "../search/index-content.ts";
import { insertRevision } from "../store/revisions.ts";
import { updateSpace } from "../store/spaces.ts";
import type { Row } from "../store/tables.ts";
import type { EditedMap } from "./content-map.ts";

interface Publication {
  /** The space's content with the changes. */
  readonly map: EditedMap;
  readonly type: "edits" | "merge";
  /** Revisions it was made from besides the space's active one. */
  readonly parents: readonly string[];
  readonly mergedFrom?: string;
}

/** Makes an edited content the active one of a space, with all that follows the active one. Answers the revision. */
export async function publish(
  context: Context,
  space: Row<"space">,
  { map, type, parents, mergedFrom }: Publication,
): Promise<string> {
  const { queries, content, now, user } = context;
  const root = await content.store(map);
  const revision = await insertRevision(queries, {
    space: space.id,
    root,
    parents: [space.revision, ...parents],
    type,
    ...(mergedFrom === undefined ? {} : { mergedFrom }),
    createdAt: now,
    createdBy: user.id,
  });
  await updateSpace(queries, space.id, { revision, updated_at: now });
  await indexDifferences(queries, content, space.id, map.base, content.at(root));
  await followComments(context, { id: space.id, space: space.id }, revision);
  return revision;
}
