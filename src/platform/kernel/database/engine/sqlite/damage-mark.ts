import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DataFolderError, folderNames } from "../../data-folder.ts";
import { DamagedContentError, MissingNodeError } from "../../server-error.ts";
import { isSqliteError } from "./connection.ts";

/** Whether a failure shows that the data is damaged. Content is never removed, so none that is referred to is missing. */
export const showsDamage = (error: unknown): error is Error =>
  error instanceof DamagedContentError ||
  error instanceof MissingNodeError ||
  isSqliteError(error, "SQLITE_CORRUPT", "SQLITE_NOTADB");

/** When damage was found in a folder, and what; a file, so that every process on the folder stops writing. */
export class DamageMark {
  readonly #folder: string;
  readonly #file: string;
  /** Kept only where the file cannot be written. */
  #found: string | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = join(folder, folderNames.damage);
  }

  /** One line, or undefined where no damage was found. */
  read(): string | undefined {
    if (!existsSync(this.#file)) return this.#found;
    return readFileSync(this.#file, "utf8").trim();
  }

  /** The error for whoever came upon damage. Nothing is written from now on. */
  found(error: Error): DataFolderError {
    const line = `${new Date().toISOString()} ${error.message}`;
    try {
      writeFileSync(this.#file, `${line}\n`, { mode: 0o600, flag: "wx" });
    } catch {
      if (!existsSync(this.#file)) this.#found = line;
    }
    return this.#error(error);
  }

  /** Throws `DataFolderError` once damage was found. */
  requireNone(): void {
    if (this.#found !== undefined || existsSync(this.#file)) throw this.#error();
  }

  #error(cause?: Error): DataFolderError {
    return new DataFolderError(
      "damaged",
      `The data in ${this.#folder} is damaged, so nothing more is written to it. What is whole can still be read. Restore it from a backup with "copydesk restore"; "copydesk doctor" shows what is damaged.`,
      { cause },
    );
  }
}
