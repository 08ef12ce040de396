import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql, type Transaction } from "kysely";
import { prepareFolder } from "../../data-folder.ts";
import { migrations, schemaState } from "../../migrations.ts";
import { DatabaseServerError } from "../../server-error.ts";
import type { Tables } from "../../tables.ts";
import type { Database, WriteLock } from "../engine.ts";
import { openPool, queriesOver, whileWriting } from "./connection.ts";
import { explained, isConflict, isOutdated, isTaken, notEmpty, stateOf } from "./errors.ts";
import { placeOf } from "./place.ts";
import { translation } from "./schema.ts";

/** Connections per process, of each kind. A write may wait for a read of its own, so the two have separate pools. */
const mostConnections = { reading: 6, writing: 4 };

/** The oldest version the tests run on. */
const oldestVersion = 140_000;

/** Identifies our advisory locks; others may use the server too. */
const lockClass = 0x63706473;

/** Maximum attempts at work that fails because of concurrent changes. */
const mostTries = 8;

/**
 * Opens (and on first use creates) the tables in a database on a PostgreSQL server. The folder holds only what can be
 * recreated. Throws `DatabaseServerError` and `DataFolderError`.
 */
export async function openServer(folder: string, url: string, most = mostConnections): Promise<Database> {
  const place = placeOf(url);
  prepareFolder(folder);
  const [reading, writing] = [await openPool(url, most.reading), await openPool(url, most.writing, whileWriting)];
  const reader = queriesOver(reading, place);
  const writer = queriesOver(writing, place);
  const clock = new ServerClock(reader);
  const explain = (error: unknown): never => {
    throw explained(error, place);
  };
  /** A write inside a read is a bug. If a write gets this error, the server has become a replica. */
  const explainRead = (error: unknown): never => {
    if (stateOf(error) === "25006") throw error;
    return explain(error);
  };
  let closed: Promise<unknown> | undefined;
  const close = async () => {
    closed ??= Promise.all([reading.pool.end(), writing.pool.end()]);
    await closed;
  };
  try {
    await requireServer(reader, place);
    await clock.compare();
    if (!(await isMigrated(reader))) await migrate(writer, place);
  } catch (error) {
    await close();
    return explain(error);
  }
  return {
    connections: [reader, writer],
    read: (work) => {
      clock.compareInTime();
      const transaction = reader.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
      return untilWon(() => transaction.execute(work)).catch(explainRead);
    },
    look: (work) => {
      clock.compareInTime();
      return untilWon(() => work(reader)).catch(explainRead);
    },
    write: (work, lock) => untilWon(() => inTransaction(writer, work, lock)).catch(explain),
    lastChange: () => undefined,
    clearReplaced: async () => {},
    now: () => clock.now(),
    async describe() {
      const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`
        .execute(reader)
        .catch(explain);
      return `PostgreSQL ${rows[0]?.version} at ${place}`;
    },
    close,
  };
}

/** Milliseconds between two comparisons with the server's clock. */
const lookEvery = 30_000;

/**
 * The server's clock, which all processes share whatever their own clocks say. Job leases and change times are based on
 * it. Its offset from this machine's clock is measured and checked again from time to time.
 */
class ServerClock {
  readonly #reader: Kysely<Tables>;
  #ahead = 0;
  #looked = 0;

  constructor(reader: Kysely<Tables>) {
    this.#reader = reader;
  }

  now(): number {
    return Math.round(Date.now() + this.#ahead);
  }

  /**
   * The server read its clock between our request and its response. The current offset is kept if it is consistent with
   * that, so that time does not jump back and forth with the load.
   */
  async compare(): Promise<void> {
    this.#looked = performance.now();
    const asked = Date.now();
    const { rows } = await sql<{ time: number }>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as time`.execute(this.#reader);
    const [answer] = rows;
    if (answer === undefined) return;
    const [least, most] = [answer.time - Date.now() - 1, answer.time - asked + 1];
    if (this.#ahead < least || this.#ahead > most) this.#ahead = (least + most) / 2;
  }

  /** Compares again in the background if the last comparison is old. */
  compareInTime(): void {
    // While the server is unavailable, the last offset stays in use.
    if (performance.now() - this.#looked > lookEvery) this.compare().catch(() => {});
  }
}

/** Every statement after the one that takes the lock sees everything stored before the lock was granted. */
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

/**
 * The lock ends with the transaction. Locking one thing also takes a shared lock on everything, so that no write can
 * lock everything meanwhile.
 */
async function takeLock(queries: Transaction<Tables>, lock: WriteLock | undefined): Promise<void> {
  const everything = sql.lit(lockClass);
  const statement =
    lock === undefined
      ? sql`select pg_advisory_xact_lock(${everything})`
      : sql`select pg_advisory_xact_lock_shared(${everything}),
          pg_advisory_xact_lock(${everything}, hashtext(${lock}))`;
  await statement.execute(queries);
}

/** Runs work again after the tables have changed, or after it lost to other work, which locks prevent in general. */
async function untilWon<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(isConflict(error) || isOutdated(error)) || tries === mostTries) throw error;
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
      `The database at ${place} is PostgreSQL ${server?.shown}; version 14 or newer is required.`,
    );
  }
  if (server.encoding !== "UTF8") {
    throw new DatabaseServerError(
      "unsupported",
      `The database at ${place} has the encoding ${server.encoding}. Create one with the encoding UTF8.`,
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

/** Two processes may start at the same time, so checking and migrating happen under one lock. */
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
      const apply = migrations[name]?.(transaction.withPlugin(translation) as unknown as Kysely<unknown>);
      await apply?.catch((error: unknown) => {
        throw isTaken(error) ? notEmpty(place, error) : error;
      });
      await sql`insert into schema_step values (${name}, ${new Date().toISOString()})`.execute(transaction);
    }
  });
}
