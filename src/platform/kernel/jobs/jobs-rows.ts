import { type Generated, sql } from "kysely";
import { compiledRow, compiledStatement } from "../database/compiled-query.ts";
import { insertionOrder } from "../database/row-order.ts";
import type { Json, NewRow, Queries, Row, Timestamp } from "../database/tables.ts";

/** Enough for a long job on a machine where servers are often killed, few for a job that kills them. */
export const maxAttempts = 10;

/** An uncaught error is usually the job's own: after ending two processes that way, a job is not started again. */
export const maxCrashes = 2;

/** Processes are also killed for other reasons, but this many in a row without progress are due to the job. */
export const maxDeaths = 5;

export type JobRow = Row<"job">;

/** A process that runs jobs: its id, the current time, and how long it holds a job. */
export interface Runner {
  readonly id: string;
  readonly now: string;
  readonly leaseUntil: string;
  /**
   * No lease given by the current clock ends later: one that does was given before the clock was set back, and is void.
   */
  readonly latestLease: string;
  /** Other runners have not had time to renew their leases, so those that expired still count. */
  readonly waitsForOthers: boolean;
  /** Runners whose process has ended: their leases are void. */
  readonly ended: readonly string[];
}

/** Runners that have a job. */
export async function listOwners(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom("job")
    .select("lease_owner")
    .distinct()
    .where("state", "in", ["waiting", "running"])
    .where("lease_owner", "is not", null)
    .execute();
  return rows.flatMap(({ lease_owner: owner }) => owner ?? []);
}

export const insertJob = compiledStatement((queries, job: NewRow<"job">) => queries.insertInto("job").values(job));

export function findJob(queries: Queries, id: string): Promise<JobRow | undefined> {
  return queries.selectFrom("job").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function findJobs(queries: Queries, ids: readonly string[]): Promise<Map<string, JobRow>> {
  if (ids.length === 0) return new Map();
  const rows = await queries.selectFrom("job").selectAll().where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Those of these jobs that have not started. No process starts them before this transaction ends, so what it stores is
 * there when they run.
 */
export async function holdWaiting(queries: Queries, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await queries
    .updateTable("job")
    .set(({ ref }) => ({ updated_at: ref("updated_at") }))
    .where("id", "in", ids)
    .where("state", "=", "waiting")
    .where("started_at", "is", null)
    .returning("id")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

const findOpen = compiledRow((queries, lane: string) =>
  queries.selectFrom("job").select("id").where("lane", "=", lane).where("state", "in", ["waiting", "running"]).limit(1),
);

/** Whether a job in a lane is waiting or running. */
export const hasOpenJob = async (queries: Queries, lane: string): Promise<boolean> =>
  (await findOpen(queries, lane)) !== undefined;

/** Starts the waiting jobs of a lane no later than at a time. */
export async function bringForward(queries: Queries, lane: string, dueAt: string): Promise<void> {
  await queries
    .updateTable("job")
    .set({ due_at: dueAt })
    .where("lane", "=", lane)
    .where("state", "=", "waiting")
    .where("due_at", ">", dueAt)
    .execute();
}

/** The job that was queued last in a lane. */
export const latestJob = (queries: Queries, lane: string) =>
  queries
    .selectFrom("job")
    .selectAll()
    .where("lane", "=", lane)
    .orderBy(insertionOrder("job"), "desc")
    .limit(1)
    .executeTakeFirst();

/** Jobs that the runner may start now, oldest cause first. */
export async function listDueJobs(
  queries: Queries,
  runner: Runner,
  kinds: readonly string[],
  running: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await queries
    .selectFrom("job")
    .select("id")
    .where("state", "in", ["waiting", "running"])
    .where(({ eb, or, and, ref }) =>
      or([
        eb("due_at", "<=", runner.now),
        // Jobs that were due immediately, or due for a retry, stay due when the clock is set back.
        eb("due_at", "=", ref("created_at")),
        and([eb("started_at", "is not", null), eb("updated_at", ">", runner.latestLease)]),
      ]),
    )
    .where("kind", "in", kinds)
    .$if(running.length > 0, (query) => query.where("id", "not in", running))
    .where(({ eb, or, and }) =>
      or([
        eb("lease_owner", "is", null),
        eb("lease_owner", "in", runner.ended),
        ...(runner.waitsForOthers
          ? []
          : [eb("lease_until", "<=", runner.now), eb("lease_until", ">", runner.latestLease)]),
        and([eb("state", "=", "waiting"), eb("lease_owner", "=", runner.id)]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("job as other")
            .select("other.id")
            .whereRef("other.lane", "=", "job.lane")
            .whereRef("other.id", "!=", "job.id")
            .where("other.state", "in", ["waiting", "running"])
            .where(({ eb, or, and }) =>
              or([
                and([
                  eb("other.state", "=", "running"),
                  eb("other.lease_until", ">", runner.now),
                  eb("other.lease_until", "<=", runner.latestLease),
                  eb("other.lease_owner", "not in", runner.ended),
                ]),
                sql<boolean>`(other.ordered_at, other.rowid) < (job.ordered_at, job.rowid)`,
              ]),
            ),
        ),
      ),
    )
    .orderBy("ordered_at")
    .orderBy(insertionOrder("job"))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Starts a job, unless another runner was faster. One whose row says it is running was left by a process that died.
 * Call it with ids from `listDueJobs` in the same transaction.
 */
export function takeJob(queries: Queries, id: string, runner: Runner): Promise<JobRow | undefined> {
  return queries
    .updateTable("job")
    .set(({ eb, fn, val }) => ({
      state: "running",
      attempts_left: eb("attempts_left", "-", 1),
      deaths: sql<number>`case when state <> 'running' then deaths when done > furthest then 1 else deaths + 1 end`,
      furthest: sql<number>`case when state = 'running' and done > furthest then done else furthest end`,
      lease_owner: runner.id,
      lease_until: runner.leaseUntil,
      started_at: fn.coalesce("started_at", val(runner.now)),
      updated_at: runner.now,
    }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** Renews the lease of a running job. Returns why the runner must let go of it, if it must. */
export async function renewLease(
  queries: Queries,
  id: string,
  runner: Runner,
): Promise<"lost" | "cancelled" | undefined> {
  const row = await queries
    .updateTable("job")
    .set({ lease_until: runner.leaseUntil })
    .where("id", "=", id)
    .where("lease_owner", "=", runner.id)
    .where("state", "=", "running")
    .returning("cancel_requested")
    .executeTakeFirst();
  if (row === undefined) return "lost";
  return row.cancel_requested === 1 ? "cancelled" : undefined;
}

/** Renews the leases of the jobs that a runner still has, and returns what has happened to them since. */
export async function renewLeases(
  queries: Queries,
  runner: Runner,
  ids: readonly string[],
): Promise<Pick<JobRow, "id" | "cancel_requested">[]> {
  return queries
    .updateTable("job")
    .set({ lease_until: runner.leaseUntil })
    .where("id", "in", ids)
    .where("lease_owner", "=", runner.id)
    .where("state", "in", ["waiting", "running"])
    .returning(["id", "cancel_requested"])
    .execute();
}

/** The jobs of a runner that have been cancelled. */
export async function listCancelled(queries: Queries, runner: string): Promise<string[]> {
  const rows = await queries
    .selectFrom("job")
    .select("id")
    .where("lease_owner", "=", runner)
    .where("state", "=", "running")
    .where("cancel_requested", "=", 1)
    .execute();
  return rows.map(({ id }) => id);
}

/** Updates a job that a runner has; false if the runner no longer has it. */
export async function updateOwnJob(
  queries: Queries,
  id: string,
  runner: string,
  change: Partial<Omit<JobRow, "id" | "kind">>,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable("job")
    .set(change)
    .where("id", "=", id)
    .where("lease_owner", "=", runner)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stops a job: immediately if it has not started, otherwise as soon as its runner notices. False if it has ended. */
export async function cancelJob(queries: Queries, id: string, now: string): Promise<boolean> {
  const cancelled = { state: "cancelled", lease_owner: null, lease_until: null, ended_at: now };
  for (const [state, change] of [
    ["waiting", cancelled],
    ["running", {}],
  ] as const) {
    const { numUpdatedRows } = await queries
      .updateTable("job")
      .set({ ...change, cancel_requested: 1, updated_at: now })
      .where("id", "=", id)
      .where("state", "=", state)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return true;
  }
  return false;
}

/**
 * Ends the open jobs that a user has as a member of an organization, or of any. Those not started fail with `error`;
 * those running stop as soon as their runner notices.
 */
export async function endMemberJobs(
  queries: Queries,
  { user, organization, error, now }: { user: string; organization: string | undefined; error: Json; now: string },
): Promise<void> {
  const open = queries
    .updateTable("job")
    .where("created_by", "=", user)
    .where("member_of", organization === undefined ? "is not" : "=", organization ?? null);
  await open
    .set({ state: "failed", error, lease_owner: null, lease_until: null, ended_at: now, updated_at: now })
    .where("state", "=", "waiting")
    .execute();
  await open.set({ cancel_requested: 1, updated_at: now }).where("state", "=", "running").execute();
}

/** Releases a runner's jobs for others: those it had not started and those it gives up. */
export async function handBack(queries: Queries, runner: string, now: string): Promise<void> {
  await queries
    .updateTable("job")
    .set(({ eb }) => ({
      state: "waiting",
      attempts_left: eb("attempts_left", "+", 1),
      lease_owner: null,
      lease_until: null,
      updated_at: now,
    }))
    .where("lease_owner", "=", runner)
    .where("state", "=", "running")
    .execute();
  await releaseWaiting(queries, runner, now);
}

/** Releases the jobs that a runner has leased and not started. */
async function releaseWaiting(queries: Queries, runner: string, now: string): Promise<void> {
  await queries
    .updateTable("job")
    .set({ lease_owner: null, lease_until: null, updated_at: now })
    .where("lease_owner", "=", runner)
    .where("state", "=", "waiting")
    .execute();
}

/** Counts a crash against the jobs that a runner has started, and releases them for others. */
export async function handBackCrashed(queries: Queries, runner: string, now: string): Promise<void> {
  await queries
    .updateTable("job")
    .set(({ eb }) => ({ crashes: eb("crashes", "+", 1), state: "waiting", updated_at: now }))
    .where("lease_owner", "=", runner)
    .where("state", "=", "running")
    .execute();
  await releaseWaiting(queries, runner, now);
}

/** Whether a job in the lane is waiting to start. */
export async function hasWaitingJob(queries: Queries, lane: string): Promise<boolean> {
  const row = await queries
    .selectFrom("job")
    .select("id")
    .where("lane", "=", lane)
    .where("state", "=", "waiting")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a job of these kinds is running. */
export async function isRunning(queries: Queries, kinds: readonly string[]): Promise<boolean> {
  const row = await queries
    .selectFrom("job")
    .select("id")
    .where("state", "=", "running")
    .where("kind", "in", kinds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface JobTable {
  id: string;
  kind: string;
  /** Jobs in one lane run one after another, in the order of `ordered_at`; a null lane is independent of all others. */
  lane: string | null;
  /** When its cause happened. */
  ordered_at: Timestamp;
  input: Json;
  /**
   * `waiting`, `running`, `succeeded`, `failed` or `cancelled`. The last three are final, except that the sweep
   * restarts readings.
   */
  state: string;
  /** Not started before this time. */
  due_at: Timestamp;
  /** How many more times it may be started. A process that is killed uses one up. */
  attempts_left: number;
  /** Number of unexpected failures. */
  failures: number;
  /** Number of processes that crashed with an uncaught error while running it. */
  crashes: number;
  /** Number of processes in a row that died while running it, without getting further than one before. */
  deaths: number;
  /** The highest `done` at the time a process died like that. */
  furthest: number;
  /** The process that has it; no other may start it before the lease ends. */
  lease_owner: string | null;
  lease_until: Timestamp | null;
  cancel_requested: number;
  done: number;
  /** Null while unknown. */
  total: number | null;
  message: string;
  /** The result of the job. */
  result: Json | null;
  /** Why it failed: a code and a message. */
  error: Json | null;
  /** Scheme, host and port of the request that caused it. */
  origin: string;
  created_by: string;
  /**
   * The organization whose member the user must remain while it runs; null if it must run regardless of who caused it.
   */
  member_of: Generated<string | null>;
  created_at: Timestamp;
  started_at: Timestamp | null;
  ended_at: Timestamp | null;
  updated_at: Timestamp;
}

declare module "../database/tables.ts" {
  interface Tables {
    job: JobTable;
  }
}
