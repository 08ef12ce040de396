import { chmodSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DataFolderError, folderNames } from "../../data-folder.ts";
import { isSqliteError, openLock } from "./connection.ts";

export interface FolderLock {
  release(): void;
}

/** Milliseconds. */
const maxWaitMs = 5000;

/**
 * Holds a data folder: shared with other processes, or exclusively to replace its database. Uses the engine's locks on
 * an empty file, because those end with their process and work without an intact database. Throws `DataFolderError`.
 */
export async function holdFolder(folder: string, how: "shared" | "alone"): Promise<FolderLock> {
  const file = join(folder, folderNames.lock);
  // A process that opens the folder may hold it exclusively for a moment; a restore holds it for longer.
  const giveUp = performance.now() + (how === "shared" ? maxWaitMs : 0);
  try {
    const lock = await untilFree(() => openLock(file, how), giveUp);
    chmodSync(file, 0o600);
    return lock;
  } catch (error) {
    if (!isSqliteError(error, "SQLITE_BUSY")) throw error;
    const message =
      how === "alone"
        ? `A process has the data folder ${folder} open. Stop every server and agent host that uses it, then try again.`
        : `A backup is being restored into ${folder}. Try again when it is finished.`;
    throw new DataFolderError("busy", message, { cause: error });
  }
}

async function untilFree<Result>(take: () => Promise<Result>, giveUp: number): Promise<Result> {
  for (;;) {
    try {
      return await take();
    } catch (error) {
      if (!isSqliteError(error, "SQLITE_BUSY") || performance.now() >= giveUp) throw error;
    }
    await sleep(5 + Math.random() * 20);
  }
}
