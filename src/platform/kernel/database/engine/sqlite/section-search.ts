import { CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Queries } from "../../tables.ts";
import type { EngineWords, Insertion } from "../engine.ts";
import { computeSpaceFilter, getIdRange, ID_BITS, type SectionSearch, type TermExpression } from "../section-search.ts";
import { sqliteCatalogue } from "./catalogue.ts";
import { insertMany } from "./insert-many.ts";

/** Index pages of 4 kB that one step of a merge writes. */
const MERGED_PAGES = 256;

const termColumns: Insertion = {
  table: "section_text",
  columns: { rowid: "number", title: "text", page: "text", salient: "text", body: "text" },
};

/** The index of terms in an FTS5 table. */
const sqliteSections: SectionSearch = {
  async insert(queries, sections) {
    const terms = sections.map(({ id, title, page, salient, body }) => [id, title, page, salient, body]);
    await insertMany(queries, termColumns, terms);
  },

  async remove(queries, ids) {
    await sql`delete from section_text where rowid in (select value from json_each(${JSON.stringify(ids)}))`.execute(
      queries,
    );
  },

  async removeSpace(queries, space) {
    await sql`delete from section_text where rowid in (select id from section where space = ${space})`.execute(queries);
  },

  async count(queries, numbers, expressions, limit) {
    const { rows } = await sql<{ found: number }>`
      select (select count(*) from (
        select 1 from section_text where section_text match wanted.value and ${isIn(numbers)} limit ${limit})) as found
      from json_each(${JSON.stringify(expressions.map(formatMatch))}) as wanted
      order by wanted.key`.execute(queries);
    return rows.map(({ found }) => found);
  },

  async find(queries, numbers, expression, { ranked, fields, limit }) {
    const match = fields === undefined ? formatMatch(expression) : `{${fields.join(" ")}} : ${formatMatch(expression)}`;
    const order = ranked ? sql`order by bm25(section_text, 6, 1, 1, 1), rowid` : sql``;
    const { rows } = await sql<{ id: number }>`
      select rowid as id from section_text
      where section_text match ${match} and ${isIn(numbers)} ${order} limit ${limit}`.execute(queries);
    return rows.map(({ id }) => id);
  },

  /**
   * Without this, the small writes that follow would do the merging, a megabyte at a time, each delayed by its share.
   */
  async merge(queries) {
    const before = await changesSoFar(queries);
    await sql`insert into section_text (section_text, rank) values ('merge', ${MERGED_PAGES})`.execute(queries);
    // The statement itself counts as one change; a merge that wrote something counts as more.
    return (await changesSoFar(queries)) - before >= 2;
  },
};

async function changesSoFar(queries: Queries): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(queries);
  return rows[0]?.count ?? 0;
}

/** For spaces with consecutive numbers the id range is enough, which avoids a check for every row. */
function isIn(numbers: readonly number[]): RawBuilder<unknown> {
  const { low, high } = getIdRange(numbers);
  const range = sql`rowid between ${low} and ${high}`;
  const rest = computeSpaceFilter(numbers);
  if (rest === undefined) return range;
  const listed = (list: readonly number[]) => sql`(select value from json_each(${JSON.stringify(list)}))`;
  return "only" in rest
    ? sql`${range} and (rowid >> ${ID_BITS}) in ${listed(rest.only)}`
    : sql`${range} and (rowid >> ${ID_BITS}) not in ${listed(rest.without)}`;
}

/** Every term is quoted, so that no text can act as an operator of the engine's query language. */
function formatMatch(expression: TermExpression): string {
  if ("term" in expression) {
    return `"${expression.term.replaceAll('"', '""')}"${expression.beginning ? " *" : ""}`;
  }
  const [operator, inner] = "all" in expression ? ["AND", expression.all] : ["OR", expression.any];
  return `(${inner.map(formatMatch).join(` ${operator} `)})`;
}

/** Run for every request of a reader, so it is compiled once. */
const dataVersion = CompiledQuery.raw("pragma data_version");

/** JSON allows any number of values in one parameter. */
export const sqliteWords: EngineWords = {
  list: (values) => sql`(select value from json_each(${JSON.stringify(values)}))`,
  // "where true" keeps a following "on conflict" from being parsed as a join condition.
  rows: (types, values) =>
    sql`select ${sql.join(types.map((_, index) => sql`value ->> ${sql.lit(index)}`))}
      from json_each(${JSON.stringify(values)}) where true`,
  insert: insertMany,
  contains: (text, part) => sql<boolean>`instr(${text}, ${part}) > 0`,
  membersIn: (column, member) => sql<number | null>`json_array_length(${sql.ref(column)}, ${`$.${member}`})`,
  async overwriteReplaced(queries, isOn) {
    await sql`pragma secure_delete = ${sql.lit(isOn ? 1 : 0)}`.execute(queries);
  },
  async changeStamp(queries) {
    const { rows } = await queries.executeQuery<{ data_version: number }>(dataVersion);
    return rows[0]?.data_version ?? 0;
  },
  sections: sqliteSections,
  catalogue: sqliteCatalogue,
};
