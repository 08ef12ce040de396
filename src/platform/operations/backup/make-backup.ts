import {
  chmodSync,
  closeSync,
  linkSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { folderNames, getFileSize, lostDatabase, tracesOfUse } from "../../kernel/database/data-folder.ts";
import { copySqlite, isSqliteError } from "../../kernel/database/engine/sqlite/connection.ts";
import { showsDamage } from "../../kernel/database/engine/sqlite/damage-mark.ts";
import { holdFolder } from "../../kernel/database/engine/sqlite/folder-lock.ts";
import { hasEnded, isProcessIdentity, processIdentity } from "../../kernel/jobs/runner.ts";
import { type CheckOptions, checkDatabase } from "./check-database-rows.ts";
import { findForeignObjects } from "./check-schema-rows.ts";
import { flushFile, flushParentFolder } from "./durable-files.ts";
import { type BackedUpFile, BackupError, writeManifest } from "./manifest-rows.ts";

export interface BackupRequest {
  /** The data folder. */
  readonly folder: string;
  /** The backup file to create. */
  readonly file: string;
  /** Whether an existing file may be replaced. */
  readonly force: boolean;
  readonly version: string;
  readonly signal?: AbortSignal;
  readonly onStep?: (step: "Copying" | "Checking", done: number, total: number) => void;
}

export interface CreatedBackup {
  readonly file: string;
  /** Bytes. */
  readonly size: number;
  /** ISO 8601, UTC. Everything acknowledged before this time is in the backup. */
  readonly createdAt: string;
}

/** The ending of a backup's name while it is being written. */
const unfinished = ".new";

/** Milliseconds: one day. */
const maxBackupMs = 24 * 60 * 60_000;

/**
 * Writes the data of a data folder to one file, while others read and write: a snapshot of the database, and the fonts.
 * The file is checked before it gets its final name. Throws `BackupError` and `DataFolderError`.
 */
export async function makeBackup(request: BackupRequest): Promise<CreatedBackup> {
  const { folder, file, force } = request;
  requireTarget(folder, file, force);
  const size = getFileSize(join(folder, folderNames.database));
  if (size === 0) throw nothingToBackUp(folder);
  const lock = await holdFolder(folder, "shared");
  const fresh = `${file}.${processIdentity()}${unfinished}`;
  try {
    removeLeftovers(file);
    closeSync(openSync(fresh, "wx", 0o600));
    const createdAt = await fill(fresh, request, size);
    moveIntoPlace(fresh, file, force);
    return { file, size: getFileSize(file), createdAt };
  } catch (error) {
    throw explained(error, file, folder);
  } finally {
    for (const name of [fresh, `${fresh}-journal`]) rmSync(name, { force: true });
    lock.release();
  }
}

/** Removes what killed backups to this file left behind. */
function removeLeftovers(file: string): void {
  const [folder, start] = [dirname(file), `${basename(file)}.`];
  for (const name of readdirSync(folder)) {
    const end = [unfinished, `${unfinished}-journal`].find((ending) => name.endsWith(ending));
    if (end === undefined || !name.startsWith(start)) continue;
    const maker = name.slice(start.length, -end.length);
    if (!isProcessIdentity(maker)) continue;
    const path = join(folder, name);
    // A process on another machine or in another container may still be running, but no backup takes this long.
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (hasEnded(maker) || age > maxBackupMs) rmSync(path, { force: true });
  }
}

async function fill(fresh: string, request: BackupRequest, size: number): Promise<string> {
  const { folder, version, signal, onStep } = request;
  onStep?.("Copying", 0, size);
  const createdAt = new Date().toISOString();
  await copySqlite(join(folder, folderNames.database), fresh);
  onStep?.("Copying", size, size);
  signal?.throwIfAborted();
  await writeManifest(fresh, { createdAt, version }, await readFonts(join(folder, folderNames.fonts)));
  chmodSync(fresh, 0o600);
  flushFile(fresh);
  const check: CheckOptions = { signal, onProgress: (done, total) => onStep?.("Checking", done, total) };
  const { problems } = await checkDatabase(fresh, check);
  if (problems.length > 0) throw damaged(folder, problems);
  const [foreign] = await findForeignObjects(fresh);
  if (foreign !== undefined) throw notRestorable(folder, foreign);
  return createdAt;
}

function requireTarget(folder: string, file: string, force: boolean): void {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts?.isDirectory()) throw new BackupError(`${file} is a folder. Name the backup file.`);
  if (facts !== undefined && !force) {
    throw new BackupError(`${file} already exists. Choose another name, or replace it with --force.`);
  }
  const into = dirname(file);
  if (!statSync(into, { throwIfNoEntry: false })?.isDirectory()) {
    throw new BackupError(`There is no folder ${into}. Create it first, or choose another.`);
  }
  const path = statSync(folder, { throwIfNoEntry: false }) && relative(realpathSync(folder), realpathSync(into));
  if (path !== undefined && !path.startsWith("..") && path !== realpathSync(into)) {
    throw new BackupError(
      `${file} is in the data folder itself. Choose a location outside ${folder}, preferably on another disk.`,
    );
  }
}

function nothingToBackUp(folder: string): Error {
  const traces = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? tracesOfUse(folder) : [];
  return traces.length > 0
    ? lostDatabase(folder, traces)
    : new BackupError(`The data folder ${folder} contains no data. Set the right one with --data.`);
}

/** A link never replaces an existing file, but not every file system supports links. */
function moveIntoPlace(fresh: string, file: string, force: boolean): void {
  if (!force) {
    try {
      linkSync(fresh, file);
      flushParentFolder(file);
      return;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "EEXIST")
        throw new BackupError(`${file} was created by another process in the meantime. Choose another name.`);
    }
  }
  renameSync(fresh, file);
  flushParentFolder(file);
}

async function readFonts(folder: string): Promise<BackedUpFile[]> {
  const names = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = names.filter((entry) => entry.isFile()).map(({ name }) => name);
  return Promise.all(files.sort().map(async (name) => ({ name, data: await readFile(join(folder, name)) })));
}

const damaged = (folder: string, problems: readonly string[]) =>
  new BackupError(
    [
      `The data in ${folder} is damaged, so no backup was made:`,
      ...problems.map((problem) => `  ${problem}`),
      `Restore an earlier backup. To save what is left, stop every process that uses the folder, then copy it.`,
    ].join("\n"),
  );

const notRestorable = (folder: string, object: string) =>
  new BackupError(
    `The database in ${folder} has a part that Copydesk did not create: ${object}. A backup with it could not be restored, so none was made. Drop it with an SQLite program, and try again.`,
  );

function explained(error: unknown, file: string, folder: string): unknown {
  if (showsDamage(error)) return damaged(folder, [error.message]);
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (isSqliteError(error, "SQLITE_FULL") || code === "ENOSPC" || code === "EDQUOT") {
    return new BackupError(`There is not enough space for the backup in ${dirname(file)}. No backup was made.`);
  }
  if (
    isSqliteError(error, "SQLITE_CANTOPEN", "SQLITE_READONLY") ||
    code === "EACCES" ||
    code === "EROFS" ||
    code === "EPERM"
  ) {
    return new BackupError(`${basename(file)} cannot be written to ${dirname(file)}. Choose another folder.`);
  }
  if (isSqliteError(error, "SQLITE_BUSY")) return new BackupError(`The data in ${folder} is busy. Try again.`);
  return error;
}
