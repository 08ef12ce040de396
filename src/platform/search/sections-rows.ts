import { type Generated, type RawBuilder, sql } from "kysely";
import type { Queries, Row } from "../kernel/database/tables.ts";
import { Turns } from "../kernel/turns.ts";
import { type SearchSection, sectionTerms } from "./section-index.ts";

export interface PageSections {
  page: string;
  /** Its folders and name, as in `guides/install`; they help to find it. */
  path: string;
  /** In the page's order; the first is the lead, titled with the page's title. */
  sections: readonly SearchSection[];
}

/** Rows handed to the engine in one statement, and characters of their texts: one page may have thousands of long ones. */
const BATCH = 500;

const CHARACTERS = 50_000;

/** Puts the sections of these pages, each of which occurs once, in the place of those they had. */
export async function replaceSections(queries: Queries, space: string, pages: Iterable<PageSections>): Promise<void> {
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
    await insertSections(queries, space, batch, id + 1);
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
      await insertRows(queries, rows);
      await turns.pass();
      rows = [];
      characters = 0;
    }
  }
  if (rows.length > 0) await insertRows(queries, rows);
}

async function insertRows(queries: Queries, rows: readonly Row<"section">[]): Promise<void> {
  await sql`
    insert into section (id, space, page, position, anchor, title, page_title, body, page_path)
    select value ->> 'id', value ->> 'space', value ->> 'page', value ->> 'position', value ->> 'anchor',
      value ->> 'title', value ->> 'page_title', value ->> 'body', value ->> 'page_path'
    from json_each(${JSON.stringify(rows)})`.execute(queries);
  await insertTerms(queries, rows);
}

/** Puts sections into the index, which does not have them yet. */
async function insertTerms(queries: Queries, sections: readonly Row<"section">[]): Promise<void> {
  const spelt = new Set<string>();
  const terms = sections.map((section) => {
    const { title, page, salient, body } = sectionTerms(section, section.page_title, section.page_path, spelt);
    return [section.id, title.join(" "), page.join(" "), salient.join(" "), body.join(" ")];
  });
  await addWords(queries, spelt);
  await sql`
    insert into section_text (rowid, title, page, salient, body)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4
    from json_each(${JSON.stringify(terms)})`.execute(queries);
}

/** Without what the engine's text cannot hold: the zero character and halves of surrogate pairs. */
function storable(text: string): string {
  return text.replace(/[\0\p{Cs}]/gu, " ");
}

export async function removePageSections(queries: Queries, space: string, pages: readonly string[]): Promise<void> {
  if (pages.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select id from section
    where space = ${space} and page in (select value from json_each(${JSON.stringify(pages)}))`.execute(queries);
  if (rows.length === 0) return;
  const ids = JSON.stringify(rows.map(({ id }) => id));
  await sql`delete from section_text where rowid in (select value from json_each(${ids}))`.execute(queries);
  await sql`delete from section where id in (select value from json_each(${ids}))`.execute(queries);
}

export async function removeSpaceSections(queries: Queries, space: string): Promise<void> {
  await sql`delete from section_text where rowid in (select id from section where space = ${space})`.execute(queries);
  await sql`delete from section where space = ${space}`.execute(queries);
  await sql`delete from section_space where space = ${space}`.execute(queries);
}

/** Index pages of 4 kB that one merging may write, and one step of it. */
const MERGED_PAGES = 16_384;

const MERGED_PAGES_OF_STEP = 256;

/**
 * Does the merging that an index owes after many sections at once. Otherwise the small writes that follow do it, a
 * megabyte at a time, each time to the cost of the one whose turn it is. Between its steps `rest` is waited for.
 */
export async function mergeIndex(queries: Queries, rest: () => Promise<unknown> = async () => {}): Promise<void> {
  for (let pages = 0; pages < MERGED_PAGES; pages += MERGED_PAGES_OF_STEP) {
    const before = await changesSoFar(queries);
    await sql`insert into section_text (section_text, rank) values ('merge', ${MERGED_PAGES_OF_STEP})`.execute(queries);
    // The statement counts as one change; a merging that wrote something, as more.
    if ((await changesSoFar(queries)) - before < 2) return;
    await rest();
  }
}

async function changesSoFar(queries: Queries): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(queries);
  return rows[0]?.count ?? 0;
}

export type FoundSection = Row<"section">;

/** In the order of their ids. */
export async function readSections(queries: Queries, ids: readonly number[]): Promise<FoundSection[]> {
  const { rows } = await sql<FoundSection>`
    select * from section where id in (select value from json_each(${JSON.stringify(ids)})) order by id`.execute(
    queries,
  );
  return rows;
}

/** A section as far as it tells what its page is about. */
export interface SectionText {
  readonly id: number;
  readonly page_title: string;
  readonly title: string;
  /** The beginning. */
  readonly body: string;
}

const LONGEST_BEGINNING = 1_500;

/** Sections of all spaces of an organization that are not deleted, in the order of their ids. */
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

export type TermExpression =
  | { term: string; beginning: boolean }
  | { all: readonly TermExpression[] }
  | { any: readonly TermExpression[] };

type SectionField = "title" | "page" | "salient" | "body";

/** How many sections of the scope match each expression, counted up to `most`. */
export async function countSections(
  queries: Queries,
  { numbers }: SearchScope,
  expressions: readonly TermExpression[],
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ found: number }>`
    select (select count(*) from (
      select 1 from section_text where section_text match wanted.value and ${isIn(numbers)} limit ${most})) as found
    from json_each(${JSON.stringify(expressions.map(matchOf))}) as wanted
    order by wanted.key`.execute(queries);
  return rows.map(({ found }) => found);
}

export interface FindOptions {
  /** Best first. Takes time for every match and every occurrence of its terms; without it, in the order of ids. */
  ranked: boolean;
  /** Where terms count. Everywhere unless given. */
  fields?: readonly SectionField[];
  limit: number;
}

/** Ids of sections that match. */
export async function findSections(
  queries: Queries,
  { numbers }: SearchScope,
  expression: TermExpression,
  { ranked, fields, limit }: FindOptions,
): Promise<number[]> {
  const match = fields === undefined ? matchOf(expression) : `{${fields.join(" ")}} : ${matchOf(expression)}`;
  const order = ranked ? sql`order by bm25(section_text, 6, 1, 1, 1), rowid` : sql``;
  const { rows } = await sql<{ id: number }>`
    select rowid as id from section_text
    where section_text match ${match} and ${isIn(numbers)} ${order} limit ${limit}`.execute(queries);
  return rows.map(({ id }) => id);
}

/** The range alone says it for spaces with successive numbers, and saves a look at every row; else the fewer say it. */
function isIn(numbers: readonly number[]): RawBuilder<unknown> {
  const { low, high } = idsOf(numbers);
  const range = sql`rowid between ${low} and ${high}`;
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  const span = last - first + 1;
  if (span === numbers.length) return range;
  if (span > 2 * numbers.length) {
    return sql`${range} and (rowid >> ${ID_BITS}) in (select value from json_each(${JSON.stringify(numbers)}))`;
  }
  const known = new Set(numbers);
  const others = Array.from({ length: span }, (_, index) => first + index).filter((number) => !known.has(number));
  return sql`${range} and (rowid >> ${ID_BITS}) not in (select value from json_each(${JSON.stringify(others)}))`;
}

/** Every term is quoted, so that no text can become an operator of the engine's query language. */
function matchOf(expression: TermExpression): string {
  if ("term" in expression) {
    return `"${expression.term.replaceAll('"', '""')}"${expression.beginning ? " *" : ""}`;
  }
  const [operator, inner] = "all" in expression ? ["AND", expression.all] : ["OR", expression.any];
  return `(${inner.map(matchOf).join(` ${operator} `)})`;
}

/**
 * A section's id is its space's number times this, plus a count: the ids of a space are one range, so that the engine
 * reads only that part of a term's list. Leaves room for 8 million spaces below 2^53.
 */
const ID_BITS = 30;

const IDS_OF_SPACE = 2 ** ID_BITS;

/** The sections that a search may look at. */
export interface SearchScope {
  numbers: readonly number[];
}

/** Spaces that were never indexed are left out. */
export async function findScope(queries: Queries, spaces: readonly string[]): Promise<SearchScope> {
  const { rows } = await sql<{ number: number }>`
    select number from section_space where space in (select value from json_each(${JSON.stringify(spaces)}))
    order by number`.execute(queries);
  return { numbers: rows.map(({ number }) => number) };
}

/** The number of a space, given to it now if it has none. */
async function claimNumber(queries: Queries, space: string): Promise<number> {
  await sql`insert into section_space (space) values (${space}) on conflict do nothing`.execute(queries);
  const [number] = (await findScope(queries, [space])).numbers;
  if (number === undefined) throw new Error(`Space ${space} has no number in the search index.`);
  return number;
}

/** The greatest id that a section of the space has. */
async function lastId(queries: Queries, number: number): Promise<number> {
  const { low, high } = idsOf([number]);
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from section where id between ${low} and ${high}`.execute(queries);
  return rows[0]?.id ?? low;
}

/** From the first id that sections of these spaces may have to the last. */
function idsOf(numbers: readonly number[]): { low: number; high: number } {
  const first = numbers[0] ?? 0;
  const last = numbers.at(-1) ?? 0;
  return { low: first * IDS_OF_SPACE, high: (last + 1) * IDS_OF_SPACE - 1 };
}

/** Words looked through for one that is misspelt. */
const MOST_WORDS = 20_000;

const LENGTHS = [-2, -1, 0, 1, 2];

/** Keeps words that texts have, so that misspelt ones can be told from them. They stay when the texts go. */
async function addWords(queries: Queries, words: Iterable<string>): Promise<void> {
  const rows = [...words].map((word) => [word, word.length, reversed(word)]);
  if (rows.length === 0) return;
  await sql`
    insert into search_word (word, length, backward)
    select value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(rows)}) where true
    on conflict do nothing`.execute(queries);
}

/** Words of about the same length with the same letters at the beginning or at the end. */
export async function wordsLike(queries: Queries, word: string): Promise<string[]> {
  const short = word.length < 6;
  const lengths = JSON.stringify(LENGTHS.map((difference) => word.length + difference));
  const beginning = word.slice(0, short ? 1 : 3);
  const end = reversed(word).slice(0, short ? 2 : 3);
  const { rows } = await sql<{ word: string }>`
    select word from search_word
    where length in (select value from json_each(${lengths})) and word >= ${beginning} and word < ${behind(beginning)}
    union
    select word from search_word
    where length in (select value from json_each(${lengths})) and backward >= ${end} and backward < ${behind(end)}
    limit ${MOST_WORDS}`.execute(queries);
  return rows.map((row) => row.word);
}

function reversed(word: string): string {
  return [...word].reverse().join("");
}

/** What comes after every text with this beginning. */
function behind(beginning: string): string {
  return `${beginning}\uffff`;
}

/** One section of one page of a space's active revision, as search answers it. */
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

/** Gives each space that was ever indexed a small number, from which the ids of its sections are made. */
interface SectionSpaceTable {
  number: Generated<number>;
  space: string;
}

/** Words that texts have or had, to tell what a misspelt one means. */
interface SearchWordTable {
  word: string;
  length: number;
  /** The word's letters from its last to its first. */
  backward: string;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    search_word: SearchWordTable;
    section: SectionTable;
    section_space: SectionSpaceTable;
  }
}
