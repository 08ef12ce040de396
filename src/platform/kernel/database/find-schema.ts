import { sql } from "kysely";
import { getEngineWords } from "./engine/engine.ts";
import { type SchemaState, schemaState } from "./migrations.ts";
import type { Queries } from "./tables.ts";

/** The schema of a database that was opened read-only, or undefined if it has no tables of ours. */
export async function findSchema(queries: Queries): Promise<SchemaState | undefined> {
  const tables = await getEngineWords(queries).catalogue.tables(queries);
  if (!tables.some(({ name }) => name === "revision")) return undefined;
  const { rows } = await sql<{ name: string }>`select name from schema_step`.execute(queries);
  return schemaState(rows.map(({ name }) => name));
}
