import { chmodSync } from "node:fs";
import { join } from "node:path";
import { folderNames } from "./data-folder.ts";
import { DataFolderError } from "./data-folder-error.ts";
import { openLock } from "./sqlite.ts";
import { isSqliteError } from "./sqlite-error.ts";

export interface FolderLock {
  release(): void;
}

/**
 * Holds a data folder: together with others who use it, or alone to replace its database. The locks are the engine's,
 * on an empty file, so that they end with their process and need no whole database. Throws `DataFolderError`.
 */
export async function holdFolder(folder: string, how: "shared" | "alone"): Promise<FolderLock> {
  const file = join(folder, folderNames.lock);
  try {
    const lock = await openLock(file, how);
    chmodSync(file, 0o600);
    return lock;
  } catch (error) {
    if (!isSqliteError(error, "SQLITE_BUSY")) throw error;
    const message =
      how === "alone"
        ? `A process has the data folder ${folder} open. Stop every server and agent host that uses it, then try again.`
        : `A backup is being restored into ${folder}. Try again when that is done.`;
    throw new DataFolderError("busy", message, { cause: error });
  }
}
