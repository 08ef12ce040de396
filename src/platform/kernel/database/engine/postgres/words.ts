import { sql } from "kysely";
import type { EngineWords, ValueType } from "../engine.ts";
import { postgresCatalogue } from "./catalogue.ts";
import { postgresSections } from "./section-search.ts";

const arrays = { text: sql`text[]`, number: sql`bigint[]` } as const satisfies Record<ValueType, unknown>;

export const postgresWords: EngineWords = {
  list: (values, type) => sql`(select unnest(${values}::${arrays[type]}))`,
  rows: (types, values) => {
    const columns = types.map((type, index) => sql`${values.map((row) => row[index] ?? null)}::${arrays[type]}`);
    return sql`select * from unnest(${sql.join(columns)}) as given`;
  },
  contains: (text, part) => sql<boolean>`strpos(${text}, ${part}) > 0`,
  membersIn: (column, member) => sql<number | null>`json_array_length(${sql.ref(column)}::json -> ${member})`,
  // Changes with every transaction that writes, when it begins to and when it ends.
  async changeStamp(queries) {
    const { rows } = await sql<{ stamp: string }>`select pg_current_snapshot()::text as stamp`.execute(queries);
    return rows[0]?.stamp ?? "";
  },
  sections: postgresSections,
  catalogue: postgresCatalogue,
};
