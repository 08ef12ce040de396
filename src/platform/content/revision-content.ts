import type { Context } from "../context.ts";
import { rootOf } from "../store/revisions.ts";
import type { StoredMap } from "./content-map.ts";

/** The content of a revision that a space has. */
export async function revisionContent(
  { queries, content }: Pick<Context, "queries" | "content">,
  space: string,
  id: string,
): Promise<StoredMap> {
  return content.at(await rootOf(queries, space, id));
}
