import { sql } from "kysely";
import { type SearchSection, sectionTerms } from "../search/section-index.ts";
import { claimNumber, lastId } from "./section-ids.ts";
import type { Queries, Row } from "./tables.ts";
import { addWords } from "./vocabulary.ts";

export interface PageSections {
  page: string;
  /** Its folders and name, as in `guides/install`; they help to find it. */
  path: string;
  /** In the page's order; the first is the lead, titled with the page's title. */
  sections: readonly SearchSection[];
}

/** Rows handed to the engine in one statement. */
const BATCH = 500;

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
  const rows: Row<"section">[] = [];
  for (const { page, path, sections } of pages) {
    const pageTitle = sections[0]?.title ?? "";
    for (const [position, section] of sections.entries()) {
      const id = firstId + rows.length;
      rows.push({
        ...{ id, space, page, position, anchor: section.anchor },
        title: storable(section.title),
        page_title: storable(pageTitle),
        body: storable(section.body),
        page_path: storable(path),
      });
    }
  }
  if (rows.length === 0) return;
  await sql`
    insert into section (id, space, page, position, anchor, title, page_title, body, page_path)
    select value ->> 'id', value ->> 'space', value ->> 'page', value ->> 'position', value ->> 'anchor',
      value ->> 'title', value ->> 'page_title', value ->> 'body', value ->> 'page_path'
    from json_each(${JSON.stringify(rows)})`.execute(queries);
  await insertTerms(queries, rows);
}

/** Puts sections into the index, which does not have them yet. */
export async function insertTerms(queries: Queries, sections: readonly Row<"section">[]): Promise<void> {
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
