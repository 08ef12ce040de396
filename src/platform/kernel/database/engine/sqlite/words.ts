import { CompiledQuery, sql } from "kysely";
import type { EngineWords } from "../engine.ts";
import { sqliteCatalogue } from "./catalogue.ts";
import { sqliteSections } from "./section-search.ts";

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
