import type { Queries, Timestamp } from "./database/tables.ts";

/** Records the URL at which other processes on this database reach a serving process, and that it is still running. */
export async function noteServingProcess(queries: Queries, id: string, url: string, now: string): Promise<void> {
  await queries
    .insertInto("serving_process")
    .values({ id, url, seen_at: now })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ url, seen_at: now }))
    .execute();
}

export async function findServingProcess(queries: Queries, id: string): Promise<string | undefined> {
  const row = await queries.selectFrom("serving_process").select("url").where("id", "=", id).executeTakeFirst();
  return row?.url;
}

export async function removeServingProcess(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom("serving_process").where("id", "=", id).execute();
}

/** Removes the rows that killed processes left behind. */
export async function forgetServingProcesses(queries: Queries, before: string): Promise<void> {
  await queries.deleteFrom("serving_process").where("seen_at", "<", before).execute();
}

/** A process that serves this database, or did. */
interface ServingProcessTable {
  id: string;
  /** The URL at which other processes reach it, without a path. */
  url: string;
  seen_at: Timestamp;
}

declare module "./database/tables.ts" {
  interface Tables {
    serving_process: ServingProcessTable;
  }
}
