import { type RawBuilder, sql } from "kysely";
import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import { getEngineWords, type Insertion, isOneOf } from "../../kernel/database/engine/engine.ts";
import { type FindOptions, getIdRange, type TermExpression } from "../../kernel/database/engine/section-search.ts";
import type { Queries, Row } from "../../kernel/database/tables.ts";
import { type AnalysedSections, analyse, analysing } from "./analyse-sections.ts";
import type { PageSections } from "./page-sections.ts";
import { claimNumber, findLastId, isInNoDraft, removeNumbers, type SearchScope } from "./section-numbers-rows.ts";
import { SpeltWords } from "./word-forms.ts";

/** Sections per statement. */
const batchSize = 500;

/**
 * Replaces the sections of these pages, each of which occurs once. `spelt` is shared by the calls of one transaction.
 */
export async function replaceSections(
  queries: Queries,
  space: string,
  pages: Iterable<PageSections>,
  spelt = new SpeltWords(),
): Promise<void> {
  const number = await claimNumber(queries, space);
  let id = await findLastId(queries, number);
  let batch: PageSections[] = [];
  let rows = 0;
  for (const page of pages) {
    batch.push(page);
    rows += page.sections.length;
    if (rows >= batchSize) await flush();
  }
  await flush();

  async function flush(): Promise<void> {
    await removePageSections(
      queries,
      space,
      batch.map(({ page }) => page),
    );
    for await (const analysed of analysing({ space, pages: batch, firstId: id + 1, spelt })) {
      await insertAnalysed(queries, analysed);
    }
    id += rows;
    batch = [];
    rows = 0;
  }
}

export async function insertAnalysed(queries: Queries, { rows, terms, words }: AnalysedSections): Promise<void> {
  await getEngineWords(queries).insert(queries, sectionColumns, rows.map(sectionValues));
  await addWords(queries, words);
  await getEngineWords(queries).sections.insert(queries, terms);
}

const sectionColumns: Insertion = {
  table: "section",
  columns: {
    id: "number",
    space: "text",
    page: "text",
    position: "number",
    anchor: "text",
    title: "text",
    page_title: "text",
    body: "text",
    page_path: "text",
  },
};

const sectionValues = (row: Row<"section">) => [
  row.id,
  row.space,
  row.page,
  row.position,
  row.anchor,
  row.title,
  row.page_title,
  row.body,
  row.page_path,
];

/** Adds stored sections to the index, which does not have them yet. */
export async function indexStoredSections(queries: Queries, sections: readonly Row<"section">[]): Promise<void> {
  const { terms, words } = analyse(sections, new SpeltWords());
  await addWords(queries, words);
  await getEngineWords(queries).sections.insert(queries, terms);
}

/** Removes the sections that a space has of these pages, and none of a draft. */
export const removePageSections = (queries: Queries, space: string, pages: readonly string[]): Promise<void> =>
  deleteSections(queries, pages, sql`space = ${space} and ${isInNoDraft}`);

/** Removes the sections that a draft for a space has of these pages. */
export async function removeDraftSections(
  queries: Queries,
  space: string,
  pages: readonly string[],
  number: number,
): Promise<void> {
  const { low, high } = getIdRange([number]);
  await deleteSections(queries, pages, sql`space = ${space} and id between ${low} and ${high}`);
}

async function deleteSections(queries: Queries, pages: readonly string[], isInScope: RawBuilder<unknown>) {
  if (pages.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select id from section where ${isOneOf(queries, "page", pages)} and ${isInScope}`.execute(queries);
  if (rows.length === 0) return;
  await removeSections(
    queries,
    rows.map(({ id }) => id),
  );
}

export async function removeSections(queries: Queries, ids: readonly number[]): Promise<void> {
  await getEngineWords(queries).sections.remove(queries, ids);
  await sql`delete from section where ${isOneOf(queries, "id", ids, "number")}`.execute(queries);
}

export async function removeSpaceSections(queries: Queries, space: string): Promise<void> {
  await getEngineWords(queries).sections.removeSpace(queries, space);
  await sql`delete from section where space = ${space}`.execute(queries);
  await removeNumbers(queries, space);
}

/** Steps of one merge, each of a megabyte. */
const maxMergeSteps = 64;

/** Does the index maintenance due after many new sections; otherwise the small writes that follow would do it. */
export async function mergeIndex(step: () => Promise<boolean>): Promise<void> {
  const timeSlices = new TimeSlices();
  for (let count = 0; count < maxMergeSteps && (await step()); count += 1) await timeSlices.endSlice();
}

/** One step, within a transaction. Returns whether more is due. */
export const mergeStep = (queries: Queries): Promise<boolean> => getEngineWords(queries).sections.merge(queries);

export type FoundSection = Row<"section">;

/** Ordered by id. */
export async function readSections(queries: Queries, ids: readonly number[]): Promise<FoundSection[]> {
  const { rows } = await sql<FoundSection>`
    select * from section where ${isOneOf(queries, "id", ids, "number")} order by id`.execute(queries);
  return rows;
}

/** The parts of a section that show what its page is about. */
export interface SectionText {
  readonly id: number;
  readonly page_title: string;
  readonly title: string;
  /** The beginning. */
  readonly body: string;
}

const maxBeginningLength = 1_500;

/** Sections in the index of all spaces of an organization that are not deleted, ordered by id. */
export async function listSectionTexts(
  queries: Queries,
  organization: string,
  after: number,
  limit: number,
): Promise<SectionText[]> {
  const { rows } = await sql<SectionText>`
    select section.id, page_title, section.title, substr(body, 1, ${maxBeginningLength}) as body
    from section inner join space on space.id = section.space
    where section.id > ${after} and space.organization = ${organization} and space.deleted_at is null
      and ${isInNoDraft}
    order by section.id limit ${limit}`.execute(queries);
  return rows;
}

/** Counts the sections of the scope that match each expression, up to `limit`. */
export const countSections = async (
  queries: Queries,
  { numbers }: SearchScope,
  expressions: readonly TermExpression[],
  limit: number,
): Promise<number[]> =>
  expressions.length === 0 ? [] : getEngineWords(queries).sections.count(queries, numbers, expressions, limit);

/** Ids of matching sections. */
export const findSections = (
  queries: Queries,
  { numbers }: SearchScope,
  expression: TermExpression,
  options: FindOptions,
): Promise<number[]> => getEngineWords(queries).sections.find(queries, numbers, expression, options);

/** Words examined to correct a misspelt one. */
const maxWords = 20_000;

const lengthDifferences = [-2, -1, 0, 1, 2];

const wordColumns: Insertion = {
  table: "search_word",
  columns: { word: "text", length: "number", backward: "text" },
  skipsKnown: true,
};

/** Stores words of texts, to recognize misspelt ones. They stay when the texts are removed. */
async function addWords(queries: Queries, words: Iterable<string>): Promise<void> {
  // Sorted, so that two transactions that add the same words wait for each other without deadlock.
  const rows = [...words].sort().map((word) => [word, word.length, reversed(word)]);
  await getEngineWords(queries).insert(queries, wordColumns, rows);
}

/** Words of similar length with the same letters at the beginning or at the end. */
export async function wordsLike(queries: Queries, word: string): Promise<string[]> {
  const short = word.length < 6;
  const lengths = isOneOf(
    queries,
    "length",
    lengthDifferences.map((difference) => word.length + difference),
    "number",
  );
  const beginning = word.slice(0, short ? 1 : 3);
  const end = reversed(word).slice(0, short ? 2 : 3);
  const { rows } = await sql<{ word: string }>`
    select word from search_word
    where ${lengths} and word >= ${beginning} and word < ${behind(beginning)}
    union
    select word from search_word
    where ${lengths} and backward >= ${end} and backward < ${behind(end)}
    limit ${maxWords}`.execute(queries);
  return rows.map((row) => row.word);
}

function reversed(word: string): string {
  return [...word].reverse().join("");
}

/** The text that sorts after every text with this beginning. */
function behind(beginning: string): string {
  return `${beginning}\uffff`;
}

/** One section of a page in a space's current revision, as search returns it. */
interface SectionTable {
  /** In the range of its space's number. */
  id: number;
  space: string;
  page: string;
  /** Order within the page, from 0. */
  position: number;
  anchor: string;
  title: string;
  page_title: string;
  body: string;
  page_path: string;
}

/** Words that occur or occurred in texts, to correct misspelt ones. */
interface SearchWordTable {
  word: string;
  length: number;
  /** The word reversed. */
  backward: string;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    search_word: SearchWordTable;
    section: SectionTable;
  }
}
