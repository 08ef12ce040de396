import type { Database } from "./engine.ts";

/** The engine that a URL names, or without one that of the data folder. Only the one that is used is loaded. */
export async function openEngine(folder: string, url?: string): Promise<Database> {
  if (url === undefined) return (await import("./sqlite/open.ts")).openFolder(folder);
  return (await import("./postgres/open.ts")).openServer(folder, url);
}
