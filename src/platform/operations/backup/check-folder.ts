import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  DataFolderError,
  folderNames,
  getFileSize,
  lostDatabase,
  tracesOfUse,
} from "../../kernel/database/data-folder.ts";
import { DamageMark } from "../../kernel/database/engine/sqlite/damage-mark.ts";
import { holdFolder } from "../../kernel/database/engine/sqlite/folder-lock.ts";
import { checkDatabase } from "./check-database-rows.ts";

interface CheckedFolder {
  readonly bytes: number;
  /** How many texts, files and parts of revisions were compared with their addresses. */
  readonly contents: number;
}

/** Checks everything in a data folder. Undefined if it is empty. Throws `DataFolderError`. */
export async function checkFolder(folder: string): Promise<CheckedFolder | undefined> {
  if (!existsSync(folder)) return undefined;
  const file = join(folder, folderNames.database);
  const bytes = getFileSize(file);
  const traces = tracesOfUse(folder);
  if (bytes === 0 && traces.length > 0) throw lostDatabase(folder, traces);
  if (bytes === 0) return undefined;
  const lock = await holdFolder(folder, "shared");
  try {
    const { problems, contents } = await checkDatabase(file);
    const stopped = new DamageMark(folder).read();
    if (problems.length > 0) throw damaged(folder, problems);
    if (stopped !== undefined) throw markedOnly(folder, stopped);
    return { bytes: getFileSize(file), contents };
  } finally {
    lock.release();
  }
}

const damaged = (folder: string, problems: readonly string[]) =>
  new DataFolderError(
    "damaged",
    `${folder} is damaged. Restore a backup with "copydesk restore". ${problems.join(" | ")}`,
  );

const markedOnly = (folder: string, stopped: string) =>
  new DataFolderError(
    "damaged",
    `Writing to ${folder} stopped when damage was found (${stopped}). This check found none. To allow writing again, make a backup, then delete ${join(folder, folderNames.damage)}.`,
  );
