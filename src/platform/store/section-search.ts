import { type RawBuilder, sql } from "kysely";
import { ID_BITS, idsOf, type SearchScope } from "./section-ids.ts";
import type { Queries } from "./tables.ts";

export type TermExpression =
  | { term: string; beginning: boolean }
  | { all: readonly TermExpression[] }
  | { any: readonly TermExpression[] };

export type SectionField = "title" | "page" | "salient" | "body";

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
