import type { MigrationOptions } from "../migrations.ts";
import type { Database, ReadDatabase } from "./engine.ts";

/** The engine that a URL names, or that of the data folder if there is none. Loads only the engine it needs. */
export async function openEngine(folder: string, url?: string, options?: MigrationOptions): Promise<Database> {
  if (url === undefined) return (await import("./sqlite/open.ts")).openFolder(folder, options);
  return (await import("./postgres/open.ts")).openServer(folder, url, options);
}

/** The same, read-only. */
export async function openEngineToRead(folder: string, url?: string): Promise<ReadDatabase> {
  if (url === undefined) return (await import("./sqlite/open-to-read.ts")).openFolderToRead(folder);
  return (await import("./postgres/open-to-read.ts")).openServerToRead(url);
}
