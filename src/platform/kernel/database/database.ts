import type { Database, ReadDatabase } from "./engine/engine.ts";
import type { MigrationOptions } from "./migrations.ts";

export type { Database, ReadDatabase } from "./engine/engine.ts";
export { changeStamp, type WriteLock } from "./engine/engine.ts";

/** A database, and the current time by its clock. */
export interface DatabaseAtTime {
  readonly database: Database;
  /** ISO 8601, UTC. */
  now(): string;
}

/**
 * Opens (and on first use creates) the database of a data folder, or the one at `url` if given. Throws
 * `DataFolderError` and `DatabaseServerError`.
 */
export async function openDatabase(folder: string, url?: string, options?: MigrationOptions): Promise<Database> {
  const { openEngine } = await import("./engine/open.ts");
  return openEngine(folder, url, options);
}

/**
 * Opens a database read-only, whatever tables it has. Throws `not_found` if there is none, `DataFolderError` and
 * `DatabaseServerError`.
 */
export async function openDatabaseToRead(folder: string, url?: string): Promise<ReadDatabase> {
  const { openEngineToRead } = await import("./engine/open.ts");
  return openEngineToRead(folder, url);
}
