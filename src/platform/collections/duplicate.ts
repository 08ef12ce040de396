import type { SpaceScope } from "../access/scope.ts";
import { followCopy } from "../computed/follow.ts";
import { emptyRoot } from "../content/ordered-map/node-codec.ts";
import type { Context } from "../context.ts";
import { indexDifferences } from "../search/index-content.ts";
import { rootOf } from "../store/revisions.ts";
import { makeSpaceBeside } from "./make-space.ts";

/**
 * Makes a new space beside a space, with its pages, files and settings and for the same people. Its history, change
 * requests and comments stay with the original. Answers the new id.
 */
export async function duplicateSpace(context: Context, { space }: SpaceScope): Promise<string> {
  const { queries, content } = context;
  const root = await rootOf(queries, space.id, space.revision);
  const id = await makeSpaceBeside(context, space, { mark: " (copy)" }, root);
  await indexDifferences(queries, content, id, content.at(emptyRoot), content.at(root));
  await followCopy(context, space.id, id);
  return id;
}
