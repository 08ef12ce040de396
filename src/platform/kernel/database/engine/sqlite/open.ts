import { chmodSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, sql } from "kysely";
import {
  DataFolderError,
  folderNames,
  getFileSize,
  lostDatabase,
  prepareFolder,
  tracesOfUse,
} from "../../data-folder.ts";
import { endLeases, hasLeases } from "../../leases-rows.ts";
import { explainNewerSchema, firstStep, type MigrationOptions, migrations, schemaState } from "../../migrations.ts";
import type { Tables } from "../../tables.ts";
import type { Database } from "../engine.ts";
import { isSqliteError, openSqlite, openVersion } from "./connection.ts";
import { DamageMark, showsDamage } from "./damage-mark.ts";
import { type FolderLock, holdFolder } from "./folder-lock.ts";
import { groupWrites } from "./grouped-writes.ts";

/** Milliseconds that a write waits for another process. */
const maxWaitMs = 30_000;

/** Opens (and on first use creates) the database of a data folder. Throws `DataFolderError`. */
export async function openFolder(folder: string, options: MigrationOptions = {}): Promise<Database> {
  prepareFolder(folder);
  const database = await openShared(folder, options);
  const hasOwners = await database.read(hasLeases).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  if (!hasOwners) return database;
  await database.close();
  await endLeasesWhenAlone(folder);
  return openShared(folder, options);
}

/**
 * Holding the folder exclusively proves that all other processes have ended, even in containers whose processes are not
 * visible. The database is closed in the meantime, because a restore may take the folder before it is shared again.
 */
async function endLeasesWhenAlone(folder: string): Promise<void> {
  const lock = await holdFolder(folder, "alone").catch((error: unknown) => {
    if (error instanceof DataFolderError && error.problem === "busy") return undefined;
    throw error;
  });
  if (lock === undefined) return;
  try {
    const file = join(folder, folderNames.database);
    if (getFileSize(file) === 0 || new DamageMark(folder).read() !== undefined) return;
    const opened = await openSqlite(file, "write");
    try {
      const database = new Kysely<Tables>({ dialect: opened.dialect });
      if (await hasLeases(database)) await database.transaction().execute(endLeases);
    } catch (error) {
      // A folder on a full disk can still be read, and leases expire anyway.
      if (!isSqliteError(error, "SQLITE_FULL")) explain(folder)(error);
    } finally {
      opened.close();
    }
  } finally {
    lock.release();
  }
}

async function openShared(folder: string, options: MigrationOptions): Promise<Database> {
  const lock = await holdFolder(folder, "shared").catch(explain(folder));
  try {
    return await openHeld(folder, lock, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openHeld(folder: string, lock: FolderLock, options: MigrationOptions): Promise<Database> {
  const traces = tracesOfUse(folder);
  const file = join(folder, folderNames.database);
  if (traces.length > 0 && getFileSize(file) === 0) throw lostDatabase(folder, traces);
  const damage = new DamageMark(folder);
  const written = await openSqlite(file, "write").catch(explain(folder));
  const writer = new Kysely<Tables>({ dialect: written.dialect });
  try {
    chmodSync(file, 0o600);
    if (!(await retryWhileBusy(() => isMigrated(writer, options)))) {
      damage.requireNone();
      await retryWhileBusy(() => migrate(writer, folder, traces, options));
    }
  } catch (error) {
    written.close();
    return explain(folder)(error);
  }
  const readOnly = await openSqlite(file, "read").catch(explain(folder));
  const reader = new Kysely<Tables>({ dialect: readOnly.dialect });
  const noteDamage = (error: unknown): never => {
    throw showsDamage(error) ? damage.found(error) : error;
  };
  const write = groupWrites(async (work) => {
    damage.requireNone();
    return retryWhileBusy(() => writer.transaction().execute(work));
  });
  const read: Database["read"] = (work) =>
    reader.transaction().execute(work).catch(noteDamage).catch(explainRead(folder));
  const changes = new ChangeReader(file);
  return {
    connections: [reader, writer],
    read,
    // One connection serves all who read, in turn.
    look: read,
    write: (work) => write(work).catch(noteDamage).catch(explain(folder)),
    lastChange: () => changes.read(),
    async clearReplaced() {
      // Pages that were divided or freed before still contain copies: only rewriting all of them removes those.
      await sql`vacuum`.execute(writer);
      await sql`pragma wal_checkpoint(truncate)`.execute(writer);
    },
    now: () => Date.now(),
    async describe() {
      const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(reader);
      return `SQLite ${rows[0]?.version} in ${folder}`;
    },
    async close() {
      await reader.destroy();
      await writer.destroy();
      await changes.close();
      readOnly.close();
      written.close();
      lock.release();
    },
  };
}

/**
 * Reads which change was the last, on a connection of its own: within a transaction, a connection sees the version of
 * its snapshot. It opens the connection at the first request, and knows nothing until then.
 */
class ChangeReader {
  readonly #file: string;
  #opening: Promise<void> | undefined;
  #version: Awaited<ReturnType<typeof openVersion>> | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  read(): number | undefined {
    if (this.#version !== undefined) return readOrUnknown(this.#version);
    this.#opening ??= openVersion(this.#file).then(
      (version) => {
        this.#version = version;
      },
      // Reads report what is wrong with the file.
      () => undefined,
    );
    return undefined;
  }

  async close(): Promise<void> {
    this.#opening ??= Promise.resolve();
    await this.#opening;
    this.#version?.close();
    this.#version = undefined;
  }
}

/** Reads report what is wrong with the file. */
function readOrUnknown(version: { read(): number }): number | undefined {
  try {
    return version.read();
  } catch {
    return undefined;
  }
}

/** Whether the schema is up to date, so that a start need not wait for writers. */
async function isMigrated(database: Kysely<Tables>, { steps }: MigrationOptions): Promise<boolean> {
  const { rows: tables } = await sql`select 1 from sqlite_schema where name = 'schema_step'`.execute(database);
  if (tables.length === 0) return false;
  const state = schemaState(await appliedSteps(database), steps);
  return state.kind === "known" && !state.early && state.missing.length === 0;
}

async function appliedSteps(database: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_step`.execute(database);
  return rows.map(({ name }) => name);
}

/** Two processes may start on a new folder at the same time, so checking and migrating happen under one write lock. */
async function migrate(
  database: Kysely<Tables>,
  folder: string,
  traces: readonly string[],
  { steps = migrations, onStep }: MigrationOptions,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`create table if not exists schema_step (name text primary key, applied_at text not null)`.execute(
      transaction,
    );
    const applied = await appliedSteps(transaction);
    if (applied.length === 0 && traces.length > 0) throw lostDatabase(folder, traces);
    const state = schemaState(applied, steps);
    if (state.kind === "newer") {
      const { why, what } = explainNewerSchema(state.step);
      throw new DataFolderError(
        "newer_version",
        `The data folder ${folder} ${why}. ${what}, or choose another folder with --data.`,
      );
    }
    if (state.kind === "unfinished") {
      throw new DataFolderError(
        "older_version",
        `The data folder ${folder} was written by a Copydesk from before the first release and was not changed. Open it once with ${state.build}, then with this one.`,
      );
    }
    const noteStep = (name: string) =>
      sql`insert into schema_step (name, applied_at) values (${name}, ${new Date().toISOString()})`.execute(
        transaction,
      );
    if (state.early) {
      await sql`delete from schema_step`.execute(transaction);
      await noteStep(firstStep);
    }
    for (const [at, name] of state.missing.entries()) {
      onStep?.(name, at + 1, state.missing.length);
      await steps[name]?.(transaction as unknown as Kysely<unknown>);
      await noteStep(name);
    }
  });
}

/**
 * Another process may hold the write lock, an import for seconds. Waiting in the engine would block this process, so
 * the engine waits briefly and we retry.
 */
async function retryWhileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  const giveUp = Date.now() + maxWaitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isSqliteError(error, "SQLITE_BUSY") || Date.now() > giveUp) throw error;
    }
    await sleep(5 + Math.random() * 45);
  }
}

/** Damage is explained already; other errors of the engine are not the file's, but a read's own. */
function explainRead(folder: string): (error: unknown) => never {
  return (error) => {
    if (isSqliteError(error, "SQLITE_IOERR")) explain(folder)(error);
    throw error;
  };
}

function explain(folder: string): (error: unknown) => never {
  return (error) => {
    if (isSqliteError(error, "SQLITE_BUSY")) {
      throw new DataFolderError(
        "busy",
        `Another process has been writing to ${folder} for more than ${maxWaitMs / 1000} seconds. Try again when it is done.`,
        { cause: error },
      );
    }
    if (isSqliteError(error, "SQLITE_FULL")) {
      throw new DataFolderError("disk_full", `The disk that holds ${folder} is full. Free some space and try again.`, {
        cause: error,
      });
    }
    if (isSqliteError(error, "SQLITE_READONLY", "SQLITE_CANTOPEN")) {
      throw new DataFolderError("not_writable", `The database in ${folder} is not writable.`, { cause: error });
    }
    if (isSqliteError(error, "SQLITE_IOERR")) {
      throw new DataFolderError(
        "unreadable",
        `The disk that holds ${folder} reports an error. Check the disk, then the data with "copydesk doctor".`,
        { cause: error },
      );
    }
    if (showsDamage(error)) {
      throw new DataFolderError(
        "damaged",
        `The file ${folderNames.database} in ${folder} is damaged or is not a Copydesk database. Restore a backup with "copydesk restore", or choose another folder with --data.`,
        { cause: error },
      );
    }
    throw error;
  };
}
