import { accessSync, chmodSync, constants, statfsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, sql } from "kysely";
import { makeFolder } from "../make-folder.ts";
import { migrations } from "./migrations.ts";
import { openSqlite } from "./sqlite.ts";
import type { Queries, Tables } from "./tables.ts";

export type DataFolderProblem =
  | "not_writable"
  | "newer_version"
  | "network_file_system"
  | "not_a_database"
  | "disk_full"
  | "busy";

/** The data folder cannot be used; the message names the folder and what to do. */
export class DataFolderError extends Error {
  override readonly name = "DataFolderError";
  readonly problem: DataFolderProblem;

  constructor(problem: DataFolderProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

export interface Database {
  /** Runs `work` on one consistent state of the data; nothing in it may write. */
  read<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** Runs `work` in one transaction that begins with the write lock; a failure leaves nothing behind. */
  write<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Milliseconds that a write waits for another process. */
const longestWait = 30_000;

const networkFileSystems = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB2"],
]);

/** Opens (and on first use makes) the database of a data folder. Throws `DataFolderError`. */
export async function openDatabase(folder: string): Promise<Database> {
  prepareFolder(folder);
  const file = join(folder, "copydesk.sqlite");
  const written = await openSqlite(file, "write").catch(explain(folder));
  const writer = new Kysely<Tables>({ dialect: written.dialect });
  chmodSync(file, 0o600);
  await retryWhileBusy(() => migrate(writer, folder)).catch(async (error: unknown) => {
    written.close();
    return explain(folder)(error);
  });
  const readOnly = await openSqlite(file, "read");
  const inTurn = queue();
  const reader = new Kysely<Tables>({ dialect: readOnly.dialect });
  return {
    read: (work) => reader.transaction().execute(work),
    write: (work) => inTurn(() => retryWhileBusy(() => writer.transaction().execute(work)).catch(explain(folder))),
    async close() {
      await reader.destroy();
      await writer.destroy();
      readOnly.close();
      written.close();
    },
  };
}

function prepareFolder(folder: string): void {
  try {
    makeFolder(folder, 0o700);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new DataFolderError(
      "not_writable",
      `The data folder ${folder} cannot be written. Give this user the right to write there, or choose another folder with --data.`,
      { cause: error },
    );
  }
  const network = networkFileSystems.get(statfsSync(folder).type);
  if (network !== undefined) {
    throw new DataFolderError(
      "network_file_system",
      `The data folder ${folder} is on a network file system (${network}), where two processes could damage it. Choose a folder on a local disk with --data.`,
    );
  }
}

/** Two processes may start on a new folder at once, so looking and changing happen under one write lock. */
async function migrate(database: Kysely<Tables>, folder: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`create table if not exists schema_step (name text primary key, applied_at text not null)`.execute(
      transaction,
    );
    const { rows } = await sql<{ name: string }>`select name from schema_step`.execute(transaction);
    const applied = new Set(rows.map((row) => row.name));
    const unknown = [...applied].find((name) => migrations[name] === undefined);
    if (unknown !== undefined) {
      throw new DataFolderError(
        "newer_version",
        `The data folder ${folder} was written by a newer Copydesk (schema step ${unknown}). Update Copydesk, or choose another folder with --data.`,
      );
    }
    for (const [name, apply] of Object.entries(migrations)) {
      if (applied.has(name)) continue;
      await apply(transaction as unknown as Kysely<unknown>);
      await sql`insert into schema_step values (${name}, ${new Date().toISOString()})`.execute(transaction);
    }
  });
}

/** Runs one piece of work after the other. Of many writes that wait for another process, one alone asks for the lock. */
function queue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => {});
    return run;
  };
}

/**
 * Another process may hold the write lock, an import for seconds. Waiting for it in the engine would stop this process
 * from doing anything else, so the engine waits a moment and we ask again.
 */
async function retryWhileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  const giveUp = Date.now() + longestWait;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isSqliteError(error, "SQLITE_BUSY") || Date.now() > giveUp) throw error;
    }
    await sleep(5 + Math.random() * 45);
  }
}

function explain(folder: string): (error: unknown) => never {
  return (error) => {
    if (isSqliteError(error, "SQLITE_BUSY")) {
      throw new DataFolderError(
        "busy",
        `Another process has been writing to ${folder} for more than ${longestWait / 1000} seconds. Try again when it is done.`,
        { cause: error },
      );
    }
    if (isSqliteError(error, "SQLITE_FULL")) {
      throw new DataFolderError("disk_full", `The disk that holds ${folder} is full. Free some room and try again.`, {
        cause: error,
      });
    }
    if (isSqliteError(error, "SQLITE_READONLY") || isSqliteError(error, "SQLITE_CANTOPEN")) {
      throw new DataFolderError("not_writable", `The database in ${folder} cannot be written.`, { cause: error });
    }
    if (isSqliteError(error, "SQLITE_NOTADB") || isSqliteError(error, "SQLITE_CORRUPT")) {
      throw new DataFolderError(
        "not_a_database",
        `The file copydesk.sqlite in ${folder} is damaged or is not a Copydesk database. Restore it from a backup, or choose another folder with --data.`,
        { cause: error },
      );
    }
    throw error;
  };
}

/** The engine's result codes: better-sqlite3 says their names, `node:sqlite` their extended numbers. */
const resultCodes = {
  SQLITE_BUSY: 5,
  SQLITE_READONLY: 8,
  SQLITE_CORRUPT: 11,
  SQLITE_FULL: 13,
  SQLITE_CANTOPEN: 14,
  SQLITE_NOTADB: 26,
} as const;

function isSqliteError(error: unknown, code: keyof typeof resultCodes): boolean {
  if (!(error instanceof Error)) return false;
  if ("errcode" in error && typeof error.errcode === "number") return (error.errcode & 0xff) === resultCodes[code];
  return "code" in error && typeof error.code === "string" && error.code.startsWith(code);
}
