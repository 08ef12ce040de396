import type { Database } from "./engine/engine.ts";

export type { Database } from "./engine/engine.ts";
export { changeStamp, type WriteLock } from "./engine/engine.ts";

/** A database, and the present time as those who write to it have it. */
export interface DatabaseAtTime {
  readonly database: Database;
  /** ISO 8601, UTC. */
  now(): string;
}

/**
 * Opens (and on first use makes) the database of a data folder, or the one at `url` where that is given. Throws
 * `DataFolderError` and `DatabaseServerError`.
 */
export async function openDatabase(folder: string, url?: string): Promise<Database> {
  const { openEngine } = await import("./engine/open.ts");
  return openEngine(folder, url);
}
