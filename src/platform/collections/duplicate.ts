import { placeBeside } from "../access/place.ts";
import type { SpaceScope } from "../access/scope.ts";
import { followCopy } from "../computed/follow.ts";
import { emptyRoot } from "../content/ordered-map/node-codec.ts";
import type { Context } from "../context.ts";
import { indexDifferences } from "../search/index-content.ts";
import { copyGrants } from "../store/grants.ts";
import { createId } from "../store/ids.ts";
import { findRevision, insertRevision } from "../store/revisions.ts";
import { insertSpace } from "../store/spaces.ts";

const longestTitle = 50;

/**
 * Makes a new space beside a space, with its pages, files and settings and for the same people. Its history, change
 * requests and comments stay with the original. Answers the new id.
 */
export async function duplicateSpace(context: Context, { space }: SpaceScope): Promise<string> {
  await placeBeside(context, space);
  const { queries, content, now, user } = context;
  const source = await findRevision(queries, space.id, space.revision);
  if (source === undefined) throw new Error(`Space ${space.id} lost its revision ${space.revision}`);
  const id = createId();
  const revision = await insertRevision(queries, {
    space: id,
    root: source.root,
    parents: [],
    type: "edits",
    createdAt: now,
    createdBy: user.id,
  });
  const { position: _position, level: _level, last_number: _number, ...settings } = space;
  await insertSpace(queries, {
    ...settings,
    id,
    title: copyTitle(space.title),
    edit_mode: "live",
    revision,
    created_at: now,
    updated_at: now,
  });
  await copyGrants(queries, space.id, id);
  await indexDifferences(queries, content, id, content.at(emptyRoot), content.at(source.root));
  await followCopy(context, space.id, id);
  return id;
}

function copyTitle(title: string): string {
  const mark = " (copy)";
  return title.slice(0, longestTitle - mark.length).replace(/[\ud800-\udbff]$/, "") + mark;
}
