import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql, type Transaction } from "kysely";
import { prepareFolder } from "../../data-folder.ts";
import {
  explainNewerSchema,
  type MigrationOptions,
  migrations,
  type SchemaState,
  schemaState,
} from "../../migrations.ts";
import { DatabaseServerError } from "../../server-error.ts";
import type { Tables } from "../../tables.ts";
import type { Database, WriteLock } from "../engine.ts";
import { openPool, queriesOver, whileWriting } from "./connection.ts";
import { describeServer } from "./describe-server.ts";
import {
  explained,
  findSqlState,
  isConflict,
  isLocked,
  isOutdated,
  isTaken,
  mayNotMigrate,
  notEmpty,
} from "./errors.ts";
import { translation } from "./schema.ts";

/** Connections per process, of each kind. A write may wait for a read of its own, so the two have separate pools. */
const defaultMaxConnections = { reading: 6, writing: 4 };

/** The oldest version the tests run on. */
const oldestVersion = 140_000;

/** Identifies our advisory locks; others may use the server too. */
const lockClass = 0x63706473;

/** Maximum attempts at work that fails because of concurrent changes. */
const maxTries = 8;

/** Milliseconds that a schema step waits for the reads of a table. */
const maxStepWait = 2_000;

/** Milliseconds after which migrating is given up if a step never had its turn. */
const maxMigrationWait = 120_000;

interface ServerOptions extends MigrationOptions {
  readonly connections?: typeof defaultMaxConnections | undefined;
}

/**
 * Opens (and on first use creates) the tables in a database on a PostgreSQL server. The folder holds only what can be
 * recreated. Throws `DatabaseServerError` and `DataFolderError`.
 */
export async function openServer(
  folder: string,
  url: string,
  { connections: maxConnections = defaultMaxConnections, ...migration }: ServerOptions = {},
): Promise<Database> {
  const location = describeServer(url);
  prepareFolder(folder);
  const [reading, writing] = [
    await openPool(url, maxConnections.reading),
    await openPool(url, maxConnections.writing, whileWriting),
  ];
  const reader = queriesOver(reading, location);
  const writer = queriesOver(writing, location);
  const clock = new ServerClock(reader);
  const explain = (error: unknown): never => {
    throw explained(error, location);
  };
  /** A write inside a read is a bug. If a write gets this error, the server has become a replica. */
  const explainRead = (error: unknown): never => {
    if (findSqlState(error) === "25006") throw error;
    return explain(error);
  };
  let closed: Promise<unknown> | undefined;
  const close = async () => {
    closed ??= Promise.all([reading.pool.end(), writing.pool.end()]);
    await closed;
  };
  try {
    await requireServer(reader, location);
    await clock.compare();
    if (!(await isMigrated(reader, migration))) await migrate(writer, location, migration);
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
      return `PostgreSQL ${rows[0]?.version} at ${location}`;
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
    const requestedAt = Date.now();
    const { rows } = await sql<{ time: number }>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as time`.execute(this.#reader);
    const [row] = rows;
    if (row === undefined) return;
    const [minOffset, maxOffset] = [row.time - Date.now() - 1, row.time - requestedAt + 1];
    if (this.#ahead < minOffset || this.#ahead > maxOffset) this.#ahead = (minOffset + maxOffset) / 2;
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
 * lock everything in the meantime.
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
      if (!(isConflict(error) || isOutdated(error)) || tries === maxTries) throw error;
    }
    await sleep(Math.random() * 10 * 2 ** tries);
  }
}

async function requireServer(reader: Kysely<Tables>, location: string): Promise<void> {
  const { rows } = await sql<{ version: string; shown: string; encoding: string }>`
    select current_setting('server_version_num') as version, current_setting('server_version') as shown,
      current_setting('server_encoding') as encoding`.execute(reader);
  const [server] = rows;
  if (server === undefined || Number(server.version) < oldestVersion) {
    throw new DatabaseServerError(
      "unsupported",
      `The database at ${location} is PostgreSQL ${server?.shown}; version 14 or newer is required.`,
    );
  }
  if (server.encoding !== "UTF8") {
    throw new DatabaseServerError(
      "unsupported",
      `The database at ${location} has the encoding ${server.encoding}. Create one with the encoding UTF8.`,
    );
  }
}

async function isMigrated(queries: Kysely<Tables>, { steps }: MigrationOptions): Promise<boolean> {
  if (!(await hasSteps(queries))) return false;
  const state = schemaState(await appliedSteps(queries), steps);
  return state.kind === "known" && state.missing.length === 0;
}

async function hasSteps(queries: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('schema_step') is not null as found`.execute(
    queries,
  );
  return rows[0]?.found === true;
}

async function appliedSteps(queries: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_step`.execute(queries);
  return rows.map(({ name }) => name);
}

/**
 * Steps wait for running reads, and everything that reads the same tables waits for them in the meantime. So they wait
 * only briefly, give way, and try again.
 */
async function migrate(writer: Kysely<Tables>, location: string, options: MigrationOptions): Promise<void> {
  for (const giveUp = performance.now() + maxMigrationWait; ; ) {
    try {
      return await migrateOnce(writer, location, options);
    } catch (error) {
      if (!(isConflict(error) || isLocked(error)) || performance.now() > giveUp) throw error;
    }
    await sleep(200 + Math.random() * 800);
  }
}

/**
 * Two processes may start at the same time, so checking and migrating happen under one lock. All steps are one
 * transaction: whoever is interrupted leaves the database as it was.
 */
async function migrateOnce(
  writer: Kysely<Tables>,
  location: string,
  { steps = migrations, onStep }: MigrationOptions,
): Promise<void> {
  await writer.transaction().execute(async (transaction) => {
    await takeLock(transaction, undefined);
    await sql`select set_config('lock_timeout', ${`${maxStepWait}ms`}, true)`.execute(transaction);
    let missing: readonly string[] = [];
    try {
      // Even for a table that exists, `create` requires a permission that this user may lack.
      if (!(await hasSteps(transaction))) {
        await sql`create table schema_step (name text primary key, applied_at text not null)`.execute(transaction);
      }
      const applied = await appliedSteps(transaction);
      const state = schemaState(applied, steps);
      if (state.kind !== "known") throw newerSchema(state, location);
      if (applied.length > 0) missing = state.missing;
      for (const [at, name] of state.missing.entries()) {
        onStep?.(name, at + 1, state.missing.length);
        await steps[name]?.(transaction.withPlugin(translation) as unknown as Kysely<unknown>).catch(
          (error: unknown) => {
            throw isTaken(error) ? notEmpty(location, error) : error;
          },
        );
        await sql`insert into schema_step (name, applied_at) values (${name}, ${new Date().toISOString()})`.execute(
          transaction,
        );
      }
    } catch (error) {
      throw missing.length > 0 && findSqlState(error) === "42501" ? mayNotMigrate(location, missing, error) : error;
    }
  });
}

function newerSchema(state: Exclude<SchemaState, { kind: "known" }>, location: string): DatabaseServerError {
  const { why, what } =
    state.kind === "newer"
      ? explainNewerSchema(state.step)
      : { why: "was written by a Copydesk from before the first release", what: `Open it once with ${state.build}` };
  return new DatabaseServerError(
    "newer_version",
    `The database at ${location} ${why}. ${what}, or choose another database.`,
  );
}
