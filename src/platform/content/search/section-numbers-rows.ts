import { type Generated, sql } from "kysely";
import { isOneOf } from "../../kernel/database/engine/engine.ts";
import { getIdRange, ID_BITS } from "../../kernel/database/engine/section-search.ts";
import type { Queries } from "../../kernel/database/tables.ts";

/** The sections that a search may examine. */
export interface SearchScope {
  /** Ascending. */
  numbers: readonly number[];
}

/** Leaves out spaces that were never indexed. */
export async function findScope(queries: Queries, spaces: readonly string[]): Promise<SearchScope> {
  const ofSpaces = isOneOf(queries, "space", spaces);
  const { rows } = await sql<{ number: number }>`
    select number from section_space where ${ofSpaces}
    union all select number from section_space_part where ${ofSpaces}
    order by number`.execute(queries);
  return { numbers: rows.map(({ number }) => number) };
}

/** The first number of a space, assigned now if it has none. */
export async function claimNumber(queries: Queries, space: string): Promise<number> {
  const known = await firstNumber(queries, space);
  // Looked up first, because an engine may use up a number even if it does not insert.
  if (known !== undefined) return known;
  await sql`insert into section_space (space) values (${space}) on conflict do nothing`.execute(queries);
  const number = await firstNumber(queries, space);
  if (number === undefined) throw new Error(`Space ${space} has no number in the search index.`);
  return number;
}

async function firstNumber(queries: Queries, space: string): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    select number from section_space where space = ${space}`.execute(queries);
  return rows[0]?.number;
}

/** The greatest id of a section with this number, or the one before the first. */
export async function findLastId(queries: Queries, number: number): Promise<number> {
  const { low, high } = getIdRange([number]);
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from section where id between ${low} and ${high}`.execute(queries);
  return rows[0]?.id ?? low;
}

export async function removeNumbers(queries: Queries, space: string): Promise<void> {
  const { numbers } = await findScope(queries, [space]);
  const isOfSpace = isOneOf(queries, "number", numbers, "number");
  await sql`delete from section_space where ${isOfSpace}`.execute(queries);
  await sql`delete from section_space_part where ${isOfSpace}`.execute(queries);
}

/** Begins the name of a draft, which continues with the time it was made. No space has such an id. */
const draft = "draft ";

/** Whether a column of `section_space` is the name of a draft; `!` follows the space. */
const isDraft = (column: string) => sql`${sql.ref(column)} > ${sql.lit(draft)} and ${sql.ref(column)} < 'draft!'`;

/** More numbers of a space would make searches in it slower. */
const maxNumbers = 8;

interface DraftOptions {
  readonly space: string;
  /** Unique. */
  readonly name: string;
  readonly now: string;
}

/** A number that belongs to no space yet; undefined if the space has many already. */
export async function claimDraft(queries: Queries, { space, name, now }: DraftOptions): Promise<number | undefined> {
  await dropEmptyNumbers(queries, space);
  const { numbers } = await findScope(queries, [space]);
  return numbers.length < maxNumbers ? claimNumber(queries, `${draft}${now} ${name}`) : undefined;
}

/** Gives the sections of a draft to a space. Returns false if the draft was removed. */
export async function giveDraft(queries: Queries, number: number, space: string): Promise<boolean> {
  await dropEmptyNumbers(queries, space);
  const isFirst = (await firstNumber(queries, space)) === undefined;
  const name = isFirst ? space : `part ${number}`;
  const { numAffectedRows } = await sql`
    update section_space set space = ${name} where number = ${number} and ${isDraft("space")}`.execute(queries);
  if (numAffectedRows === 0n) return false;
  if (!isFirst) await sql`insert into section_space_part (number, space) values (${number}, ${space})`.execute(queries);
  return true;
}

/** A space that large imports rewrite would have more and more numbers. */
async function dropEmptyNumbers(queries: Queries, space: string): Promise<void> {
  const { numbers } = await findScope(queries, [space]);
  for (const number of numbers) {
    if ((await findLastId(queries, number)) !== getIdRange([number]).low) continue;
    await sql`delete from section_space where number = ${number}`.execute(queries);
    await sql`delete from section_space_part where number = ${number}`.execute(queries);
  }
}

/** Up to `limit` ids of a draft's sections; none if a space has them. */
export async function listDraftIds(queries: Queries, number: number, limit: number): Promise<number[]> {
  const { low, high } = getIdRange([number]);
  const { rows } = await sql<{ id: number }>`
    select id from section where id between ${low} and ${high}
      and exists (select 1 from section_space where number = ${number} and ${isDraft("space")})
    limit ${limit}`.execute(queries);
  return rows.map(({ id }) => id);
}

/** Removes a draft, whose sections are gone, unless a space has it. */
export async function removeDraft(queries: Queries, number: number): Promise<void> {
  await sql`delete from section_space where number = ${number} and ${isDraft("space")}`.execute(queries);
}

/** The number of a draft made before a time. */
export async function findDraftBefore(queries: Queries, time: string): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    select number from section_space where ${isDraft("space")} and space < ${draft + time} limit 1`.execute(queries);
  return rows[0]?.number;
}

/** Whether a section, in a statement about `section`, is in no draft. */
export const isInNoDraft = sql<boolean>`not exists (
  select 1 from section_space as draft
  where draft.number = section.id >> ${sql.lit(ID_BITS)} and ${isDraft("draft.space")})`;

/** Numbers from which the ids of sections are made. */
interface SectionSpaceTable {
  number: Generated<number>;
  /** The space; or the name of a draft, which no space has yet, or of a part. */
  space: string;
}

/** Further numbers of a space that had pages before a large import. */
interface SectionSpacePartTable {
  number: number;
  space: string;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    section_space: SectionSpaceTable;
    section_space_part: SectionSpacePartTable;
  }
}
