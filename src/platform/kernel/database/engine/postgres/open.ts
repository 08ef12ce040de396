import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql, type Transaction } from "kysely";
import { prepareFolder } from "../../data-folder.ts";
import { migrations, schemaState } from "../../migrations.ts";
import { DatabaseServerError } from "../../server-error.ts";
import type { Tables } from "../../tables.ts";
import type { Database, WriteLock } from "../engine.ts";
import { openPool, queriesOver } from "./connection.ts";
import { explained, isConflict, stateOf } from "./errors.ts";
import { translation } from "./schema.ts";

/** Connections of one process, of each kind. A write may wait for a read of its own, so they have pools of their own. */
const mostReading = 6;

const mostWriting = 4;

/** The oldest version that the tests run on. */
const oldestVersion = 140_000;

/** Begins the names of our advisory locks; others may use the server's, too. */
const lockClass = 0x63706473;

/** How often a write is run again that lost against another. */
const mostTries = 8;

/**
 * Opens (and on first use makes) the tables in a database of a PostgreSQL server. The folder keeps what can be made
 * again. Throws `DatabaseServerError` and `DataFolderError`.
 */
export async function openServer(folder: string, url: string): Promise<Database> {
  const place = placeOf(url);
  prepareFolder(folder);
  const [reading, writing] = [await openPool(url, mostReading), await openPool(url, mostWriting)];
  const reader = queriesOver(reading, place);
  const writer = queriesOver(writing, place);
  const explain = (error: unknown): never => {
    throw explained(error, place);
  };
  let closed: Promise<unknown> | undefined;
  const close = async () => {
    closed ??= Promise.all([reading.end(), writing.end()]);
    await closed;
  };
  try {
    await requireServer(reader, place);
    if (!(await isMigrated(reader))) await migrate(writer, place);
  } catch (error) {
    await close();
    return explain(error);
  }
  return {
    read: (work) =>
      reader
        .transaction()
        .setIsolationLevel("repeatable read")
        .setAccessMode("read only")
        .execute(work)
        // Who writes in a read is at fault; a write that is told so has a server that was made a replica.
        .catch((error: unknown) => {
          if (stateOf(error) === "25006") throw error;
          return explain(error);
        }),
    write: (work, lock) => untilWon(() => inTransaction(writer, work, lock)).catch(explain),
    async describe() {
      const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`
        .execute(reader)
        .catch(explain);
      return `PostgreSQL ${rows[0]?.version} at ${place}`;
    },
    close,
  };
}

/** The server as messages name it: without user, password and options. Throws `DatabaseServerError`. */
export function placeOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new DatabaseServerError(
      "unsupported",
      "The database is not a URL like postgres://user:password@host:5432/name.",
    );
  }
  return `${parsed.host || "this machine"}${parsed.pathname}`;
}

/** Every statement after that of the lock sees all that was stored before the lock was given. */
function inTransaction<Result>(
  writer: Kysely<Tables>,
  work: (queries: Transaction<Tables>) => Promise<Result>,
  lock: WriteLock | undefined,
): Promise<Result> {
  return writer
    .transaction()
    .setIsolationLevel("read committed")
    .execute(async (queries) => {
      await takeLock(queries, lock);
      return work(queries);
    });
}

/** Ends with the transaction. Whoever writes to one space shares everything, so that nobody has it alone meanwhile. */
async function takeLock(queries: Transaction<Tables>, lock: WriteLock | undefined): Promise<void> {
  const everything = sql.lit(lockClass);
  const statement =
    lock === undefined
      ? sql`select pg_advisory_xact_lock(${everything})`
      : sql`select pg_advisory_xact_lock_shared(${everything}),
          pg_advisory_xact_lock(${everything}, hashtext(${lock.space}))`;
  await statement.execute(queries);
}

/** The locks keep writes apart; this is the net below them. */
async function untilWon<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || tries === mostTries) throw error;
    }
    await sleep(Math.random() * 10 * 2 ** tries);
  }
}

async function requireServer(reader: Kysely<Tables>, place: string): Promise<void> {
  const { rows } = await sql<{ version: string; shown: string; encoding: string }>`
    select current_setting('server_version_num') as version, current_setting('server_version') as shown,
      current_setting('server_encoding') as encoding`.execute(reader);
  const [server] = rows;
  if (server === undefined || Number(server.version) < oldestVersion) {
    throw new DatabaseServerError(
      "unsupported",
      `The database at ${place} is PostgreSQL ${server?.shown}; version 14 or newer is needed.`,
    );
  }
  if (server.encoding !== "UTF8") {
    throw new DatabaseServerError(
      "unsupported",
      `The database at ${place} has the encoding ${server.encoding}. Make one with the encoding UTF8.`,
    );
  }
}

async function isMigrated(queries: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('schema_step') is not null as found`.execute(
    queries,
  );
  if (rows[0]?.found !== true) return false;
  const state = schemaState(await appliedSteps(queries));
  return state.kind === "known" && state.missing.length === 0;
}

async function appliedSteps(queries: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_step`.execute(queries);
  return rows.map(({ name }) => name);
}

/** Two processes may start at once, so looking and changing happen under one lock. */
async function migrate(writer: Kysely<Tables>, place: string): Promise<void> {
  await writer.transaction().execute(async (transaction) => {
    await takeLock(transaction, undefined);
    await sql`create table if not exists schema_step (name text primary key, applied_at text not null)`.execute(
      transaction,
    );
    const state = schemaState(await appliedSteps(transaction));
    if (state.kind !== "known") {
      const step = state.kind === "newer" ? ` (schema step ${state.step})` : "";
      throw new DatabaseServerError(
        "newer_version",
        `The database at ${place} was written by another version of Copydesk${step}. Update Copydesk, or choose another database.`,
      );
    }
    for (const name of state.missing) {
      await migrations[name]?.(transaction.withPlugin(translation) as unknown as Kysely<unknown>);
      await sql`insert into schema_step values (${name}, ${new Date().toISOString()})`.execute(transaction);
    }
  });
}
