import { type Generated, sql } from "kysely";
import { Turns } from "../../markdown/text/turns.ts";
import { type Insertion, isOneOf, wordsOf } from "../kernel/database/engine/engine.ts";
import { type FindOptions, idsOf, type TermExpression } from "../kernel/database/engine/section-search.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";
import { type SearchSection, sectionTerms } from "./section-index.ts";
import { SpeltWords } from "./word-forms.ts";

export interface PageSections {
  page: string;
  /** Its folders and name, as in `guides/install`; they are searched too. */
  path: string;
  /** In page order; the first is the lead, with the page's title. */
  sections: readonly SearchSection[];
}

/** Limits per statement: rows, and characters of their texts, because a page may have thousands of long sections. */
const BATCH = 500;

const CHARACTERS = 50_000;

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
  let id = await lastId(queries, number);
  let batch: PageSections[] = [];
  let rows = 0;
  for (const page of pages) {
    batch.push(page);
    rows += page.sections.length;
    if (rows >= BATCH) await flush();
  }
  await flush();

  async function flush(): Promise<void> {
    await removePageSections(
      queries,
      space,
      batch.map(({ page }) => page),
    );
    await insertSections(queries, space, batch, id + 1, spelt);
    id += rows;
    batch = [];
    rows = 0;
  }
}

async function insertSections(
  queries: Queries,
  space: string,
  pages: readonly PageSections[],
  firstId: number,
  spelt: SpeltWords,
): Promise<void> {
  let rows: Row<"section">[] = [];
  let id = firstId;
  let characters = 0;
  const turns = new Turns();
  for (const { page, path, sections } of pages) {
    const pageTitle = sections[0]?.title ?? "";
    for (const [position, section] of sections.entries()) {
      rows.push({
        ...{ id, space, page, position, anchor: section.anchor },
        title: storable(section.title),
        page_title: storable(pageTitle),
        body: storable(section.body),
        page_path: storable(path),
      });
      id += 1;
      characters += section.title.length + section.body.length;
      if (rows.length < BATCH && characters < CHARACTERS) continue;
      await insertRows(queries, rows, spelt);
      await turns.pass();
      rows = [];
      characters = 0;
    }
  }
  if (rows.length > 0) await insertRows(queries, rows, spelt);
}

async function insertRows(queries: Queries, rows: readonly Row<"section">[], spelt: SpeltWords): Promise<void> {
  await wordsOf(queries).insert(queries, sectionColumns, rows.map(sectionValues));
  await indexStoredSections(queries, rows, spelt);
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

/** Adds stored sections to the index, which does not have them yet. `spelt` is shared by the calls of one transaction. */
export async function indexStoredSections(
  queries: Queries,
  sections: readonly Row<"section">[],
  spelt = new SpeltWords(),
): Promise<void> {
  const terms = sections.map((section) => ({
    id: section.id,
    ...sectionTerms(section, section.page_title, section.page_path, spelt),
  }));
  await addWords(queries, spelt.takeFresh());
  await wordsOf(queries).sections.insert(queries, terms);
}

/** Removes what the engine's text cannot hold: U+0000 and unpaired surrogates. */
function storable(text: string): string {
  return text.replace(/[\0\p{Cs}]/gu, " ");
}

export async function removePageSections(queries: Queries, space: string, pages: readonly string[]): Promise<void> {
  if (pages.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select id from section
    where space = ${space} and ${isOneOf(queries, "page", pages)}`.execute(queries);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await wordsOf(queries).sections.remove(queries, ids);
  await sql`delete from section where ${isOneOf(queries, "id", ids, "number")}`.execute(queries);
}

export async function removeSpaceSections(queries: Queries, space: string): Promise<void> {
  await wordsOf(queries).sections.removeSpace(queries, space);
  await sql`delete from section where space = ${space}`.execute(queries);
  await sql`delete from section_space where space = ${space}`.execute(queries);
}

/**
 * Does the index maintenance due after many new sections; otherwise the small writes that follow would do it. Awaits
 * `rest` between steps.
 */
export const mergeIndex = (queries: Queries, rest: () => Promise<unknown> = async () => {}): Promise<void> =>
  wordsOf(queries).sections.merge(queries, rest);

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

const LONGEST_BEGINNING = 1_500;

/** Sections of all spaces of an organization that are not deleted, ordered by id. */
export async function listSectionTexts(
  queries: Queries,
  organization: string,
  after: number,
  limit: number,
): Promise<SectionText[]> {
  const { rows } = await sql<SectionText>`
    select section.id, page_title, section.title, substr(body, 1, ${LONGEST_BEGINNING}) as body
    from section inner join space on space.id = section.space
    where section.id > ${after} and space.organization = ${organization} and space.deleted_at is null
    order by section.id limit ${limit}`.execute(queries);
  return rows;
}

/** Counts the sections of the scope that match each expression, up to `most`. */
export const countSections = async (
  queries: Queries,
  { numbers }: SearchScope,
  expressions: readonly TermExpression[],
  most: number,
): Promise<number[]> =>
  expressions.length === 0 ? [] : wordsOf(queries).sections.count(queries, numbers, expressions, most);

/** Ids of matching sections. */
export const findSections = (
  queries: Queries,
  { numbers }: SearchScope,
  expression: TermExpression,
  options: FindOptions,
): Promise<number[]> => wordsOf(queries).sections.find(queries, numbers, expression, options);

/** The sections that a search may examine. */
export interface SearchScope {
  numbers: readonly number[];
}

/** Leaves out spaces that were never indexed. */
export async function findScope(queries: Queries, spaces: readonly string[]): Promise<SearchScope> {
  const { rows } = await sql<{ number: number }>`
    select number from section_space where ${isOneOf(queries, "space", spaces)}
    order by number`.execute(queries);
  return { numbers: rows.map(({ number }) => number) };
}

/** The number of a space, assigned now if it has none. */
async function claimNumber(queries: Queries, space: string): Promise<number> {
  const [known] = (await findScope(queries, [space])).numbers;
  // Looked up first, because an engine may use up a number even if it does not insert.
  if (known !== undefined) return known;
  await sql`insert into section_space (space) values (${space}) on conflict do nothing`.execute(queries);
  const [number] = (await findScope(queries, [space])).numbers;
  if (number === undefined) throw new Error(`Space ${space} has no number in the search index.`);
  return number;
}

/** The greatest section id of the space. */
async function lastId(queries: Queries, number: number): Promise<number> {
  const { low, high } = idsOf([number]);
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from section where id between ${low} and ${high}`.execute(queries);
  return rows[0]?.id ?? low;
}

/** Words examined to correct a misspelt one. */
const MOST_WORDS = 20_000;

const LENGTHS = [-2, -1, 0, 1, 2];

const wordColumns: Insertion = {
  table: "search_word",
  columns: { word: "text", length: "number", backward: "text" },
  skipsKnown: true,
};

/** Stores words of texts, to recognize misspelt ones. They stay when the texts are removed. */
async function addWords(queries: Queries, words: Iterable<string>): Promise<void> {
  // Sorted, so that two transactions that add the same words wait for each other without deadlock.
  const rows = [...words].sort().map((word) => [word, word.length, reversed(word)]);
  await wordsOf(queries).insert(queries, wordColumns, rows);
}

/** Words of similar length with the same letters at the beginning or at the end. */
export async function wordsLike(queries: Queries, word: string): Promise<string[]> {
  const short = word.length < 6;
  const lengths = isOneOf(
    queries,
    "length",
    LENGTHS.map((difference) => word.length + difference),
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
    limit ${MOST_WORDS}`.execute(queries);
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

/** Gives each indexed space a small number, from which the ids of its sections are made. */
interface SectionSpaceTable {
  number: Generated<number>;
  space: string;
}

/** Words that occur or occurred in texts, to correct misspelt ones. */
interface SearchWordTable {
  word: string;
  length: number;
  /** The word reversed. */
  backward: string;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    search_word: SearchWordTable;
    section: SectionTable;
    section_space: SectionSpaceTable;
  }
}
