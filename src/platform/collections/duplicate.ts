import type { SpaceScope } from "../access/scope.ts";
import { followCopy } from "../computed/follow.ts";
import { emptyRoot } from "../content/ordered-map/node-codec.ts";
import type { Context } from "../context.ts";
import { indexDifferences } from "../search/index-content.ts";
import { findRevision } from "../store/revisions.ts";
import { makeSpaceBeside } from "./make-space.ts";

/**
 * Makes a new space beside a space, with its pages, files and settings and for the same people. Its history, change
 * requests and comments stay with the original. Answers the new id.
 */
export async function duplicateSpace(context: Context, { space }: SpaceScope): Promise<string> {
  const { queries, content } = context;
  const source = await findRevision(queries, space.id, space.revision);
  if (source === undefined) throw new Error(`Space ${space.id} lost its revision ${space.revision}`);
  const id = await makeSpaceBeside(context, space, { mark: " (copy)" }, source.root);
  await indexDifferences(queries, content, id, content.at(emptyRoot), content.at(source.root));
  await followCopy(context, space.id, id);
  return id;
}
