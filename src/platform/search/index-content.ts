import type { StoredMap } from "../content/content-map.ts";
import type { ContentSubscriber } from "../content/content-subscriber.ts";
import { keys, type PageRecord, parsePage } from "../content/records.ts";
import type { SpaceContent } from "../content/space-content.ts";
import { mergeIndex, type PageSections, removePageSections, replaceSections } from "../store/sections.ts";
import type { Queries } from "../store/tables.ts";
import { Turns } from "../turns.ts";
import { sectionsOfPage } from "./sections.ts";

const most = {
  /** Pages whose texts are read at once. */
  read: 20,
  /** Pages, and characters of their texts, that are taken in before other work of the process gets its turn. */
  pages: 100,
  characters: 50_000,
};
/** Changed pages after which the index has merging to do. */
const many = 200;

/**
 * Brings a space's search index from one content to the next, within the transaction that changes the content. After
 * every so many pages or so much text `report` is told how many pages are done, and other work gets its turn.
 */
export async function indexDifferences(
  queries: Queries,
  content: SpaceContent,
  space: string,
  before: StoredMap,
  after: StoredMap,
  report: (done: number, total: number) => void = () => {},
): Promise<void> {
  const turns = new Turns();
  const gone: string[] = [];
  const changed: PageRecord[] = [];
  for (const difference of await before.diff(after, keys.pages)) {
    await turns.pass();
    const was = parsePage(difference.before);
    const is = parsePage(difference.after);
    if (is === undefined || !isSearched(is)) gone.push(difference.key.slice(keys.pages.length));
    else if (was === undefined || !isSearched(was) || !isSearchedAlike(was, is)) changed.push(is);
  }
  for (let start = 0; start < gone.length; start += most.pages) {
    await turns.end();
    await removePageSections(queries, space, gone.slice(start, start + most.pages));
  }
  let done = 0;
  for await (const pages of inTurns(content, changed)) {
    await turns.end();
    await replaceSections(queries, space, pages);
    done += pages.length;
    report(done, changed.length);
  }
  if (changed.length > many) await mergeIndex(queries, () => turns.end());
}

/** The search index holds what the spaces themselves hold. */
export const searchSubscriber: ContentSubscriber = {
  async changed({ queries, content }, { space, changeRequest, map, stored, onProgress }) {
    if (changeRequest === undefined) await indexDifferences(queries, content, space.id, map.base, stored, onProgress);
  },
};

/** What search knows of the pages, as much at a time as one turn takes in. */
async function* inTurns(content: SpaceContent, changed: readonly PageRecord[]): AsyncGenerator<PageSections[]> {
  let turn: PageSections[] = [];
  let characters = 0;
  for (let start = 0; start < changed.length; start += most.read) {
    const pages = changed.slice(start, start + most.read);
    const texts = await content.readTexts(pages.flatMap((page) => page.content ?? []));
    for (const page of pages) {
      const markdown = texts.get(page.content ?? "") ?? "";
      turn.push({ page: page.id, path: pathOf(page), sections: sectionsOfPage({ ...page, markdown }) });
      characters += markdown.length;
      if (turn.length < most.pages && characters < most.characters) continue;
      yield turn;
      turn = [];
      characters = 0;
    }
  }
  if (turn.length > 0) yield turn;
}

const isSearchedAlike = (one: PageRecord, other: PageRecord) =>
  one.content === other.content &&
  one.title === other.title &&
  one.description === other.description &&
  pathOf(one) === pathOf(other);

const isSearched = (page: PageRecord) => page.content !== undefined && page.noIndex !== true;

/** The words of a file's path that say something: without its extension, and without the name of a folder's index. */
function pathOf({ slug, source = slug }: PageRecord): string {
  return source.replace(/\.[^./]+$/, "").replace(/(?:^|\/)(?:readme|index)$/i, "");
}
