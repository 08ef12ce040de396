import { CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Queries } from "../../tables.ts";
import type { EngineWords } from "../engine.ts";
import { beside, ID_BITS, idsOf, type SectionSearch, type TermExpression } from "../section-search.ts";
import { sqliteCatalogue } from "./catalogue.ts";

/** Index pages of 4 kB that one merging may write, and one step of it. */
const MERGED_PAGES = 16_384;

const MERGED_PAGES_OF_STEP = 256;

/** The index of terms in a table of FTS5. */
const sqliteSections: SectionSearch = {
  async insert(queries, sections) {
    const terms = sections.map(({ id, title, page, salient, body }) => [
      id,
      title.join(" "),
      page.join(" "),
      salient.join(" "),
      body.join(" "),
    ]);
    await sql`
      insert into section_text (rowid, title, page, salient, body)
      select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4
      from json_each(${JSON.stringify(terms)})`.execute(queries);
  },

  async remove(queries, ids) {
    await sql`delete from section_text where rowid in (select value from json_each(${JSON.stringify(ids)}))`.execute(
      queries,
    );
  },

  async removeSpace(queries, space) {
    await sql`delete from section_text where rowid in (select id from section where space = ${space})`.execute(queries);
  },

  async count(queries, numbers, expressions, most) {
    const { rows } = await sql<{ found: number }>`
      select (select count(*) from (
        select 1 from section_text where section_text match wanted.value and ${isIn(numbers)} limit ${most})) as found
      from json_each(${JSON.stringify(expressions.map(matchOf))}) as wanted
      order by wanted.key`.execute(queries);
    return rows.map(({ found }) => found);
  },

  async find(queries, numbers, expression, { ranked, fields, limit }) {
    const match = fields === undefined ? matchOf(expression) : `{${fields.join(" ")}} : ${matchOf(expression)}`;
    const order = ranked ? sql`order by bm25(section_text, 6, 1, 1, 1), rowid` : sql``;
    const { rows } = await sql<{ id: number }>`
      select rowid as id from section_text
      where section_text match ${match} and ${isIn(numbers)} ${order} limit ${limit}`.execute(queries);
    return rows.map(({ id }) => id);
  },

  /**
   * Otherwise the small writes that follow do the merging, a megabyte at a time, each time to the cost of the one whose
   * turn it is.
   */
  async merge(queries, rest) {
    for (let pages = 0; pages < MERGED_PAGES; pages += MERGED_PAGES_OF_STEP) {
      const before = await changesSoFar(queries);
      await sql`insert into section_text (section_text, rank) values ('merge', ${MERGED_PAGES_OF_STEP})`.execute(
        queries,
      );
      // The statement counts as one change; a merging that wrote something, as more.
      if ((await changesSoFar(queries)) - before < 2) return;
      await rest();
    }
  },
};

async function changesSoFar(queries: Queries): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(queries);
  return rows[0]?.count ?? 0;
}

/** The range alone says it for spaces with successive numbers, and saves a look at every row. */
function isIn(numbers: readonly number[]): RawBuilder<unknown> {
  const { low, high } = idsOf(numbers);
  const range = sql`rowid between ${low} and ${high}`;
  const rest = beside(numbers);
  if (rest === undefined) return range;
  const listed = (list: readonly number[]) => sql`(select value from json_each(${JSON.stringify(list)}))`;
  return "only" in rest
    ? sql`${range} and (rowid >> ${ID_BITS}) in ${listed(rest.only)}`
    : sql`${range} and (rowid >> ${ID_BITS}) not in ${listed(rest.without)}`;
}

/** Every term is quoted, so that no text can become an operator of the engine's query language. */
function matchOf(expression: TermExpression): string {
  if ("term" in expression) {
    return `"${expression.term.replaceAll('"', '""')}"${expression.beginning ? " *" : ""}`;
  }
  const [operator, inner] = "all" in expression ? ["AND", expression.all] : ["OR", expression.any];
  return `(${inner.map(matchOf).join(` ${operator} `)})`;
}

/** Asked with every request of a reader, so it is not built anew. */
const dataVersion = CompiledQuery.raw("pragma data_version");

/** JSON is what takes any number of values as one parameter. */
export const sqliteWords: EngineWords = {
  list: (values) => sql`(select value from json_each(${JSON.stringify(values)}))`,
  // "where true" keeps "on conflict" behind it from being read as the condition of a join.
  rows: (types, values) =>
    sql`select ${sql.join(types.map((_, index) => sql`value ->> ${sql.lit(index)}`))}
      from json_each(${JSON.stringify(values)}) where true`,
  contains: (text, part) => sql<boolean>`instr(${text}, ${part}) > 0`,
  membersIn: (column, member) => sql<number | null>`json_array_length(${sql.ref(column)}, ${`$.${member}`})`,
  async changeStamp(queries) {
    const { rows } = await queries.executeQuery<{ data_version: number }>(dataVersion);
    return rows[0]?.data_version ?? 0;
  },
  sections: sqliteSections,
  catalogue: sqliteCatalogue,
};
