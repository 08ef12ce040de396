import { setImmediate as nextTurn } from "node:timers/promises";
import type { StoredMap } from "../content/content-map.ts";
import { keys, type PageRecord, parsePage } from "../content/records.ts";
import type { SpaceContent } from "../content/space-content.ts";
import { mergeIndex, removePageSections, replaceSections } from "../store/search.ts";
import type { Queries } from "../store/tables.ts";
import { sectionsOfPage } from "./sections.ts";

/** Pages whose texts are held in memory at once. */
const batch = 200;

/**
 * Brings a space's search index from one content to the next, within the transaction that changes the content. Between
 * batches `report` is told how many pages are done, and other work of the process gets its turn.
 */
export async function indexDifferences(
  queries: Queries,
  content: SpaceContent,
  space: string,
  before: StoredMap,
  after: StoredMap,
  report: (done: number, total: number) => void = () => {},
): Promise<void> {
  const gone: string[] = [];
  const changed: PageRecord[] = [];
  for (const difference of await before.diff(after, keys.pages)) {
    const was = parsePage(difference.before);
    const is = parsePage(difference.after);
    if (is === undefined || !isSearched(is)) gone.push(difference.key.slice(keys.pages.length));
    else if (was === undefined || !isSearched(was) || !isSearchedAlike(was, is)) changed.push(is);
  }
  await removePageSections(queries, space, gone);
  for (let start = 0; start < changed.length; start += batch) {
    await indexPages(queries, content, space, changed.slice(start, start + batch));
    report(Math.min(start + batch, changed.length), changed.length);
    await nextTurn();
  }
  if (changed.length > batch) await mergeIndex(queries);
}

const isSearchedAlike = (one: PageRecord, other: PageRecord) =>
  one.content === other.content &&
  one.title === other.title &&
  one.description === other.description &&
  pathOf(one) === pathOf(other);

const isSearched = (page: PageRecord) => page.content !== undefined && page.noIndex !== true;

async function indexPages(
  queries: Queries,
  content: SpaceContent,
  space: string,
  pages: readonly PageRecord[],
): Promise<void> {
  const texts = await content.readTexts(pages.flatMap((page) => page.content ?? []));
  const indexed = pages.map((page) => ({
    page: page.id,
    path: pathOf(page),
    sections: sectionsOfPage({ ...page, markdown: texts.get(page.content ?? "") ?? "" }),
  }));
  await replaceSections(queries, space, indexed);
}

/** The words of a file's path that say something: without its extension, and without the name of a folder's index. */
function pathOf({ slug, source = slug }: PageRecord): string {
  return source.replace(/\.[^./]+$/, "").replace(/(?:^|\/)(?:readme|index)$/i, "");
}
