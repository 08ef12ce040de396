import type { Kysely } from "kysely";

export async function jobDeaths({ schema }: Kysely<unknown>): Promise<void> {
  for (const name of ["crashes", "deaths", "furthest"]) {
    await schema
      .alterTable("job")
      .addColumn(name, "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  }
}
