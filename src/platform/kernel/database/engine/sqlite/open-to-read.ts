import { existsSync } from "node:fs";
import { join } from "node:path";
import { Kysely } from "kysely";
import { Problem } from "../../../problem.ts";
import { DataFolderError, folderNames } from "../../data-folder.ts";
import type { Tables } from "../../tables.ts";
import type { ReadDatabase } from "../engine.ts";
import { openSqlite } from "./connection.ts";
import { showsDamage } from "./damage-mark.ts";
import { holdFolder } from "./folder-lock.ts";

/** Opens the database of a data folder without changing anything. Throws `not_found` and `DataFolderError`. */
export async function openFolderToRead(folder: string): Promise<ReadDatabase> {
  const file = join(folder, folderNames.database);
  if (!existsSync(file)) throw new Problem("not_found", `There is no data folder at ${folder}.`);
  const lock = await holdFolder(folder, "shared");
  try {
    const opened = await openSqlite(file, "read");
    const queries = new Kysely<Tables>({ dialect: opened.dialect });
    return {
      location: folder,
      read: (work) =>
        queries
          .transaction()
          .execute(work)
          .catch((error: unknown) => {
            if (!showsDamage(error)) throw error;
            throw new DataFolderError("damaged", `${folder} is damaged. Restore a backup with "copydesk restore".`, {
              cause: error,
            });
          }),
      async close() {
        opened.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
