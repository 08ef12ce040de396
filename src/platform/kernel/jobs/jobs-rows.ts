import { type Generated, sql } from "kysely";
import { keptInsert, keptRow } from "../database/kept-row.ts";
import { orderMade } from "../database/row-order.ts";
import type { Json, NewRow, Queries, Row, Timestamp } from "../database/tables.ts";

/** Enough for a long job on a machine where servers are killed as they please, few for a job that kills them. */
export const mostAttempts = 10;

/** Errors that nobody caught are seldom somebody else's: a job that ended two processes so is not given a third. */
export const mostCrashes = 2;

/** Processes are also killed for other reasons. So many of them in a row, without progress, are a job's own doing. */
export const mostDeaths = 5;

export type JobRow = Row<"job">;

/** A process that runs jobs: when it asks, who it is, and for how long a job is its own. */
export interface Runner {
  readonly id: string;
  readonly now: string;
  readonly leaseUntil: string;
  /** No lease of today's clock ends later: one that does was given before the clock was put back, and holds nothing. */
  readonly latestLease: string;
  /** Others have not had the time to make their leases longer: those that have ended are theirs yet. */
  readonly waitsForOthers: boolean;
  /** Runners whose process has ended: their leases hold nothing. */
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

export const insertJob = keptInsert((queries, job: NewRow<"job">) => queries.insertInto("job").values(job));

export function findJob(queries: Queries, id: string): Promise<JobRow | undefined> {
  return queries.selectFrom("job").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function findJobs(queries: Queries, ids: readonly string[]): Promise<Map<string, JobRow>> {
  if (ids.length === 0) return new Map();
  const rows = await queries.selectFrom("job").selectAll().where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const findOpen = keptRow((queries, lane: string) =>
  queries.selectFrom("job").select("id").where("lane", "=", lane).where("state", "in", ["waiting", "running"]).limit(1),
);

/** Whether a job of a lane waits or runs. */
export const hasOpenJob = async (queries: Queries, lane: string): Promise<boolean> =>
  (await findOpen(queries, lane)) !== undefined;

/** The job that was queued last in a lane. */
export const latestJob = keptRow((queries, lane: string) =>
  queries.selectFrom("job").selectAll().where("lane", "=", lane).orderBy(orderMade("job"), "desc").limit(1),
);

/** Jobs that the runner may begin now, the oldest cause first. */
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
        // What was due at once stays so, and what was to be tried again soon, when the clock is put back.
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
    .orderBy(orderMade("job"))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Begins a job, unless another runner was faster. One that still runs by its row was left by a process that died without
 * a word. Call it with ids of `listDueJobs` in the same transaction.
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

/** Makes the lease of a running job longer. Returns why the runner has to leave it alone, if it has to. */
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

/** Makes the leases of jobs that a runner still has longer, and returns what became of them meanwhile. */
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

/** Of jobs that a runner has, those that are to stop. */
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

/** Changes a job that a runner has; false when it is no longer this runner's. */
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

/** Stops a job: at once where nobody has begun it, else as soon as its runner hears of it. False when it has ended. */
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
 * Ends the open jobs that a user has as a member of an organization, or of any. Those that nobody has begun fail with
 * `error`, and those that run stop as soon as their runner hears of it.
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

/** Lets others take up what a runner has: at once what it had not begun, and what it gives up. */
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
  await queries
    .updateTable("job")
    .set({ lease_owner: null, lease_until: null, updated_at: now })
    .where("lease_owner", "=", runner)
    .where("state", "=", "waiting")
    .execute();
}

/** Counts a crash against the jobs that a runner has begun, and lets others take them up. */
export async function handBackCrashed(queries: Queries, runner: string, now: string): Promise<void> {
  await queries
    .updateTable("job")
    .set(({ eb }) => ({ crashes: eb("crashes", "+", 1), state: "waiting", updated_at: now }))
    .where("lease_owner", "=", runner)
    .where("state", "=", "running")
    .execute();
  await queries
    .updateTable("job")
    .set({ lease_owner: null, lease_until: null, updated_at: now })
    .where("lease_owner", "=", runner)
    .where("state", "=", "waiting")
    .execute();
}

/** Whether a job of the lane waits to be begun. */
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

/** Whether a job of these kinds has been begun and not ended. */
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
  /** Jobs of one lane run one after the other, in the order of `ordered_at`; null runs beside all others. */
  lane: string | null;
  /** When its cause happened. */
  ordered_at: Timestamp;
  input: Json;
  /** `waiting`, `running`, `succeeded`, `failed` or `cancelled`. The last three are final, but the sweep begins readings again. */
  state: string;
  /** Not taken up before. */
  due_at: Timestamp;
  /** How often it may still be begun. A process that is killed takes one with it. */
  attempts_left: number;
  /** How often it failed in a way that was not foreseen. */
  failures: number;
  /** How many processes ended through an error that nobody caught while they ran it. */
  crashes: number;
  /** How many processes in a row ended without a word while they ran it, none of which came further than one before. */
  deaths: number;
  /** The most that was `done` when a process ended so. */
  furthest: number;
  /** The process that has it; nobody else takes it up before the lease ends. */
  lease_owner: string | null;
  lease_until: Timestamp | null;
  cancel_requested: number;
  done: number;
  /** Null while nobody knows. */
  total: number | null;
  message: string;
  /** What it came to. */
  result: Json | null;
  /** Why it failed: a code and a message. */
  error: Json | null;
  /** Scheme, host and port the request that caused it came to. */
  origin: string;
  created_by: string;
  /** The organization whose member the user must be for as long as it lasts; null for what follows whoever made it. */
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
