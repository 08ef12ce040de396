import { keys, parsePage } from "../content/records.ts";
import { allReusable } from "../content/reusable-contents.ts";
import type { SpaceContent } from "../content/space-content.ts";
import {
  findPortion,
  indexedRoot,
  removePortion,
  removeSpaceLinks,
  setIndexedRoot,
  setPortion,
} from "../store/link-index.ts";
import type { Queries, Row } from "../store/tables.ts";
import { type KnownAnchors, PageLinkReader } from "./page-link-reader.ts";

/** Pages read in one transaction: others write in between. */
const pagesOfPortion = 100;

/**
 * Reads the links of the next pages of a space whose links are not known, and with the last those of its reusable
 * contents: all portions from the content that was the
 * active one at the first, whoever asks for them. Answers whether the links of that content are known.
 */
export async function readNextPortion(
  queries: Queries,
  content: SpaceContent,
  space: Pick<Row<"space">, "id" | "organization">,
  root: string,
  anchors: KnownAnchors,
): Promise<boolean> {
  if ((await indexedRoot(queries, space.id)) !== undefined) return true;
  const begun = await findPortion(queries, space.id);
  if (begun === undefined) await removeSpaceLinks(queries, space.id);
  const portion = begun ?? { space: space.id, root, after: "" };
  const map = content.at(portion.root);
  const entries = await map.scanAfter(keys.pages, portion.after, pagesOfPortion);
  const pages = entries.map(([, text]) => parsePage(text));
  const reader = new PageLinkReader(queries, content, space, map, anchors);
  await reader.readPages(pages);
  const last = pages.at(-1);
  if (last !== undefined && pages.length === pagesOfPortion) {
    await setPortion(queries, { ...portion, after: last.id });
    return false;
  }
  await reader.readReusable(await allReusable(map));
  await removePortion(queries, space.id);
  await setIndexedRoot(queries, space.id, portion.root);
  return true;
}
