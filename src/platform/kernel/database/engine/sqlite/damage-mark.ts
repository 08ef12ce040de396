import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DataFolderError, folderNames } from "../../data-folder.ts";
import { DamagedContentError, MissingNodeError } from "../../server-error.ts";
import { isSqliteError } from "./connection.ts";

/**
 * Whether a failure shows that the data is damaged. Content is never removed, so missing content that is referred to
 * means damage.
 */
export const showsDamage = (error: unknown): error is Error =>
  error instanceof DamagedContentError ||
  error instanceof MissingNodeError ||
  isSqliteError(error, "SQLITE_CORRUPT", "SQLITE_NOTADB") ||
  // The tables of the search index are damaged.
  (error instanceof Error && /^vtable constructor failed: section_text$/.test(error.message));

/**
 * A record of when damage was found in a folder, and what it is. It is a file, so that every process using the folder
 * stops writing.
 */
export class DamageMark {
  readonly #folder: string;
  readonly #file: string;
  /** Used only if the file cannot be written. */
  #found: string | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = join(folder, folderNames.damage);
  }

  /** One line, or undefined if no damage was found. */
  read(): string | undefined {
    if (!existsSync(this.#file)) return this.#found;
    return readFileSync(this.#file, "utf8").trim();
  }

  /** Records damage and returns the error to throw. Nothing is written from now on. */
  found(error: Error): DataFolderError {
    const line = `${new Date().toISOString()} ${error.message}`;
    try {
      writeFileSync(this.#file, `${line}\n`, { mode: 0o600, flag: "wx" });
    } catch {
      if (!existsSync(this.#file)) this.#found = line;
    }
    return this.#error(error);
  }

  /** Throws `DataFolderError` if damage was found. */
  requireNone(): void {
    if (this.#found !== undefined || existsSync(this.#file)) throw this.#error();
  }

  #error(cause?: Error): DataFolderError {
    return new DataFolderError(
      "damaged",
      `The data in ${this.#folder} is damaged, so Copydesk no longer writes to it. Undamaged data can still be read. Restore it from a backup with "copydesk restore"; "copydesk doctor" shows what is damaged.`,
      { cause },
    );
  }
}
