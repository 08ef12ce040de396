import { sql } from "kysely";
import type { Queries } from "./tables.ts";

/**
 * A section's id is its space's number times this, plus a count: the ids of a space are one range, so that the engine
 * reads only that part of a term's list. Leaves room for 8 million spaces below 2^53.
 */
export const ID_BITS = 30;
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
export async function claimNumber(queries: Queries, space: string): Promise<number> {
  await sql`insert into section_space (space) values (${space}) on conflict do nothing`.execute(queries);
  const [number] = (await findScope(queries, [space])).numbers;
  if (number === undefined) throw new Error(`Space ${space} has no number in the search index.`);
  return number;
}

/** The greatest id that a section of the space has. */
export async function lastId(queries: Queries, number: number): Promise<number> {
  const { low, high } = idsOf([number]);
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from section where id between ${low} and ${high}`.execute(queries);
  return rows[0]?.id ?? low;
}

/** From the first id that sections of these spaces may have to the last. */
export function idsOf(numbers: readonly number[]): { low: number; high: number } {
  const first = numbers[0] ?? 0;
  const last = numbers.at(-1) ?? 0;
  return { low: first * IDS_OF_SPACE, high: (last + 1) * IDS_OF_SPACE - 1 };
}
