import { Kysely } from "kysely";
import { openSqlite } from "../database/engine/sqlite/connection.ts";
import type { Tables } from "../database/tables.ts";

/** Whether any job of a database is waiting or running. Does not open the platform or change anything. */
export async function hasOpenJobs(file: string): Promise<boolean> {
  const opened = await openSqlite(file, "read");
  try {
    const row = await new Kysely<Tables>({ dialect: opened.dialect })
      .selectFrom("job")
      .select("id")
      .where("state", "in", ["waiting", "running"])
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  } finally {
    opened.close();
  }
}
