import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { folderNames, getFileSize, prepareFolder, replacedPrefix } from "../../kernel/database/data-folder.ts";
import { showsDamage } from "../../kernel/database/engine/sqlite/damage-mark.ts";
import { holdFolder } from "../../kernel/database/engine/sqlite/folder-lock.ts";
import { checkDatabase } from "./check-database-rows.ts";
import { findForeignObjects } from "./check-schema-rows.ts";
import { flushFile, flushParentFolder } from "./durable-files.ts";
import { type Backup, BackupError, isNoDatabase, readManifest, removeManifest } from "./manifest-rows.ts";

export interface RestoreRequest {
  readonly file: string;
  /** The data folder; created if missing. */
  readonly folder: string;
  /** Whether existing data may be replaced. */
  readonly force: boolean;
  readonly signal?: AbortSignal;
  readonly onStep?: (step: "Copying" | "Checking", done: number, total: number) => void;
}

export interface RestoredBackup {
  readonly folder: string;
  /** When the backup was made. ISO 8601, UTC. */
  readonly createdAt: string;
  readonly spaces: number;
  /** The folder to which the previous data was moved; undefined if there was none. */
  readonly replaced: string | undefined;
}

/** Files of the folder that a backup contains, or that belong to what it replaces. The database is moved first. */
const { database, log, sharedMemory, damage, fonts } = folderNames;

const stagingPrefix = "restoring-";

const replacedNames = [database, log, sharedMemory, damage, fonts];

/**
 * Replaces the contents of a data folder with a backup. Everything is checked first. Then the previous data is moved
 * aside before the backup is moved in, so that an interrupted restore loses nothing. No process may have the folder
 * open. Throws `BackupError` and `DataFolderError`.
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoredBackup> {
  const { file, folder, force } = request;
  const size = requireFile(file);
  if (!existsSync(folder)) await requireBackup(file);
  prepareFolder(folder);
  const lock = await holdFolder(folder, "alone");
  const staging = join(folder, `${stagingPrefix}${process.pid}`);
  try {
    if (getFileSize(join(folder, database)) > 0 && !force) throw holdsData(folder);
    // Includes what killed restores left, because this process holds the folder exclusively.
    for (const name of readdirSync(folder)) {
      if (name.startsWith(stagingPrefix)) rmSync(join(folder, name), { recursive: true, force: true });
    }
    mkdirSync(staging, { mode: 0o700 });
    const backup = await stage(staging, size, request);
    const replaced = exchange(folder, staging);
    return { folder, createdAt: backup.createdAt, spaces: backup.spaces, replaced };
  } catch (error) {
    throw explained(error, file, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
    lock.release();
  }
}

/** Copies a backup to the data folder's disk and checks that copy, which is then moved in. */
async function stage(staging: string, size: number, { file, signal, onStep }: RestoreRequest): Promise<Backup> {
  const copy = join(staging, database);
  onStep?.("Copying", 0, size);
  copyFileSync(file, copy);
  chmodSync(copy, 0o600);
  onStep?.("Copying", size, size);
  const backup = await requireBackup(copy, file);
  const onProgress = (done: number, total: number) => onStep?.("Checking", done, total);
  const { problems } = await checkDatabase(copy, { signal, onProgress });
  if (problems.length > 0) throw damaged(file, problems);
  await removeManifest(copy);
  flushFile(copy);
  if (backup.fonts.length > 0) mkdirSync(join(staging, fonts), { mode: 0o700 });
  for (const { name, data } of backup.fonts) {
    if (basename(name) !== name || name.includes("\\"))
      throw damaged(file, ["It has a font with an invalid file name."]);
    writeFileSync(join(staging, fonts, name), data, { mode: 0o600 });
  }
  signal?.throwIfAborted();
  return backup;
}

/**
 * Moves the previous data aside and the staged data in, and returns where the previous data is. A failure moves
 * everything back.
 */
function exchange(folder: string, staging: string): string | undefined {
  const present = replacedNames.filter((name) => existsSync(join(folder, name)));
  const aside = join(folder, `${replacedPrefix}${new Date().toISOString().replaceAll(/[:.]/g, "-")}`);
  const undo: (() => void)[] = [];
  const move = (from: string, to: string) => {
    renameSync(from, to);
    undo.unshift(() => renameSync(to, from));
  };
  try {
    if (present.length > 0) mkdirSync(aside, { mode: 0o700 });
    for (const name of present) move(join(folder, name), join(aside, name));
    if (existsSync(join(staging, fonts))) move(join(staging, fonts), join(folder, fonts));
    move(join(staging, database), join(folder, database));
    flushParentFolder(join(folder, database));
  } catch (error) {
    for (const step of undo) step();
    rmSync(aside, { recursive: true, force: true });
    throw error;
  }
  return present.length > 0 ? aside : undefined;
}

function requireFile(file: string): number {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts === undefined) throw new BackupError(`There is no file ${file}.`);
  if (!facts.isFile()) throw new BackupError(`${file} is not a file. Name one that "copydesk backup" made.`);
  if (facts.size === 0) throw new BackupError(`${file} is empty, so it is not a backup.`);
  return facts.size;
}

async function requireBackup(file: string, shown = file): Promise<Backup> {
  try {
    if (await isNoDatabase(file)) throw notABackup(shown);
    const foreign = await findForeignObjects(file);
    if (foreign.length > 0) throw hasForeignObjects(shown, foreign);
    const backup = await readManifest(file);
    if (backup === undefined) throw notABackup(shown);
    const { schema, version } = backup;
    if (schema.kind === "known") return backup;
    throw new BackupError(
      schema.kind === "newer"
        ? `${shown} was made by Copydesk ${version}, and this release cannot use it (schema step ${schema.step.name}). Restore it with Copydesk ${schema.step.oldestRelease ?? version} or newer.`
        : `${shown} was made by a Copydesk from before the first release. Restore it with ${schema.build}, and make a new backup there.`,
    );
  } catch (error) {
    throw explained(error, shown, "");
  }
}

const notABackup = (file: string) =>
  new BackupError(`${file} is not a Copydesk backup. Name a file that "copydesk backup" made.`);

const hasForeignObjects = (file: string, objects: readonly string[]) =>
  new BackupError(
    `${file} was not restored, because it has parts that Copydesk did not create: ${listed(objects)}. Restore a backup that is exactly as "copydesk backup" wrote it.`,
  );

const maxListed = 5;

function listed(objects: readonly string[]): string {
  const more = objects.length - maxListed;
  return [...objects.slice(0, maxListed), ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

const holdsData = (folder: string) =>
  new BackupError(
    `The data folder ${folder} contains data. Restore to another one with --data, or replace it with --force, which moves the existing data to a folder in it.`,
  );

const damaged = (file: string, problems: readonly string[]) =>
  new BackupError(
    [`The backup ${file} is damaged and was not restored:`, ...problems.map((problem) => `  ${problem}`)].join("\n"),
  );

function explained(error: unknown, file: string, folder: string): unknown {
  if (showsDamage(error)) return damaged(file, [error.message]);
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new BackupError(
      `The disk that holds ${folder} does not have enough space for the backup. Nothing was replaced.`,
    );
  }
  if (code === "EACCES" || code === "EPERM") return new BackupError(`${file} is not readable by this user.`);
  return error;
}
