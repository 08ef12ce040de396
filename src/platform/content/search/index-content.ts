import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import type { ContentSubscriber } from "../commit.ts";
import type { EditedMap, StoredMap } from "../content-map.ts";
import { indexedMembers } from "../page-members.ts";
import { keys, type PageRecord, parsePage } from "../records.ts";
import type { SpaceContent } from "../space-content.ts";
import { isSearched, type PageSections, readPageSections } from "./page-sections.ts";
import { type SectionDraft, takeDraft } from "./section-drafts.ts";
import { mergeIndex, mergeStep, removeDraftSections, removePageSections, replaceSections } from "./sections-rows.ts";
import { SpeltWords } from "./word-forms.ts";

/** Pages whose texts are read at the same time. */
export const readAtOnce = 20;

const limits = {
  /** Pages, and characters of text, to index before other work of the process gets a turn. */
  pages: 100,
  characters: 50_000,
};

/** Number of changed pages after which the index needs merging. */
const many = 200;

interface IndexingOptions {
  /** Gets the number of finished pages at regular intervals. */
  readonly report?: ((done: number, total: number) => void) | undefined;
  /** Pages that are indexed already, for this space. */
  readonly draft?: SectionDraft | undefined;
}

/**
 * Updates a space's search index from one content to the next, within the transaction that changes the content. Other
 * work gets a turn at regular intervals.
 */
export async function indexDifferences(
  queries: Queries,
  content: SpaceContent,
  space: string,
  before: StoredMap,
  after: StoredMap,
  { report = () => {}, draft }: IndexingOptions = {},
): Promise<void> {
  const timeSlices = new TimeSlices();
  const gone: string[] = [];
  const changed: PageRecord[] = [];
  const drafted = new Map(draft?.pages);
  for (const difference of await before.diff(after, keys.pages)) {
    await timeSlices.yieldIfDue();
    const was = parsePage(difference.before);
    const is = parsePage(difference.after);
    if (is === undefined || !isSearched(is)) gone.push(difference.key.slice(keys.pages.length));
    else if (isIndexedSame(was, is)) continue;
    else if (isIndexedSame(drafted.get(is.id), is)) {
      drafted.delete(is.id);
      if (was !== undefined) gone.push(is.id);
    } else changed.push(is);
  }
  for (const pages of slices(gone)) {
    await timeSlices.endSlice();
    await removePageSections(queries, space, pages);
  }
  if (draft !== undefined) {
    // The content has these otherwise.
    for (const pages of slices([...drafted.keys()])) await removeDraftSections(queries, space, pages, draft.number);
    await takeDraft(queries, draft, space);
  }
  let done = 0;
  const spelt = new SpeltWords();
  for await (const pages of readPortions(content, changed, timeSlices)) {
    await timeSlices.endSlice();
    await replaceSections(queries, space, pages, spelt);
    done += pages.length;
    report(done, changed.length);
  }
  if (changed.length > many) await mergeIndex(() => mergeStep(queries));
}

/** The search index covers the content of spaces, not of change requests. */
export const searchSubscriber: ContentSubscriber = {
  async changed({ queries, content }, { space, changeRequest, map, stored, onProgress, indexed }) {
    if (changeRequest !== undefined) return;
    await indexDifferences(queries, content, space.id, map.base, stored, { report: onProgress, draft: indexed });
  },
};

/** What search needs of the pages, in portions of one turn. */
async function* readPortions(
  content: SpaceContent,
  changed: readonly PageRecord[],
  timeSlices: TimeSlices,
): AsyncGenerator<PageSections[]> {
  let portion: PageSections[] = [];
  let characters = 0;
  for (let start = 0; start < changed.length; start += readAtOnce) {
    const pages = changed.slice(start, start + readAtOnce);
    const texts = await content.readTexts(pages.flatMap((page) => page.content ?? []));
    for (const page of pages) {
      const markdown = texts.get(page.content ?? "") ?? "";
      portion.push(await readPageSections(page, markdown, timeSlices));
      characters += markdown.length;
      if (portion.length < limits.pages && characters < limits.characters) continue;
      yield portion;
      portion = [];
      characters = 0;
    }
  }
  if (portion.length > 0) yield portion;
}

function* slices(pages: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < pages.length; start += limits.pages) yield pages.slice(start, start + limits.pages);
}

/** The pages that an edit of a space's content adds to the index or changes in it. */
export async function pagesToIndex(map: EditedMap): Promise<PageRecord[]> {
  const edited = [...map.changes.keys()].filter((key) => key.startsWith(keys.pages));
  const before = await map.base.getMany(edited);
  return edited.flatMap((key) => {
    const page = parsePage(map.changes.get(key));
    const isDue = page !== undefined && isSearched(page) && !isIndexedSame(parsePage(before.get(key)), page);
    return isDue ? [page] : [];
  });
}

/** Whether a page is in the index already, exactly as another record of it. */
const isIndexedSame = (one: PageRecord | undefined, other: PageRecord) =>
  one !== undefined && isSearched(one) && indexedMembers.every((member) => one[member] === other[member]);

declare module "../commit.ts" {
  interface ChangeNotes {
    /** Pages that are indexed already as the content has them. */
    readonly indexed?: SectionDraft | undefined;
  }
}
