import { sql } from "kysely";
import type { Queries } from "./tables.ts";

/** A number that is another after any other connection, of this process or of another, has committed a write. */
export async function dataVersion(queries: Queries): Promise<number> {
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(queries);
  return rows[0]?.data_version ?? 0;
}
