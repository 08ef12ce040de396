import { createId } from "../database/ids.ts";
import type { Queries } from "../database/tables.ts";
import { insertJob, latestJob, maxAttempts } from "./jobs-rows.ts";

export interface NewJob {
  /** A name in `kinds.ts`. */
  readonly kind: string;
  /** The input of the kind, as JSON. */
  readonly input: unknown;
  /**
   * For work that the caller requested and may watch: the organization in which it is done. It ends with the caller's
   * membership. Omitted for work that must follow a change regardless of who made it.
   */
  readonly memberOf?: string;
  /** Jobs in one lane run one after another, by `orderedAt`. */
  readonly lane?: string | undefined;
  /** ISO 8601, UTC. By default now, or the time of the last job in the lane if the clock is behind it. */
  readonly orderedAt?: string | undefined;
  /** ISO 8601, UTC. Not started before this time; by default it is due immediately. */
  readonly dueAt?: string | undefined;
  /** How often it may be started, including by processes that are killed; `maxAttempts` by default. */
  readonly attempts?: number;
  /** Kept only in the memory of this process, which therefore keeps the job as long as it lives. */
  readonly secret?: string | undefined;
}

/** For whom a job is created, and by which process. */
interface JobMaker {
  readonly user: string;
  readonly origin: string;
  readonly now: string;
  readonly runner: string;
  readonly leaseUntil: string;
}

/** Queues a job within the current transaction. Returns its id. */
export async function queueJob(queries: Queries, job: NewJob, maker: JobMaker): Promise<string> {
  const { kind, input, memberOf, lane, attempts = maxAttempts, secret } = job;
  const { now } = maker;
  const { dueAt = now } = job;
  const id = createId();
  await insertJob(queries, {
    id,
    kind,
    lane: lane ?? null,
    ordered_at: job.orderedAt ?? (await nextOrder(queries, job.lane, now)),
    input: JSON.stringify(input),
    state: "waiting",
    due_at: dueAt,
    attempts_left: attempts,
    failures: 0,
    crashes: 0,
    deaths: 0,
    furthest: 0,
    lease_owner: secret === undefined ? null : maker.runner,
    lease_until: secret === undefined ? null : maker.leaseUntil,
    cancel_requested: 0,
    done: 0,
    total: null,
    message: "",
    result: null,
    error: null,
    origin: maker.origin,
    created_by: maker.user,
    member_of: memberOf ?? null,
    created_at: now,
    started_at: null,
    ended_at: null,
    updated_at: now,
  });
  return id;
}

/** Later than every job in the lane, even after the clock was set back. */
async function nextOrder(queries: Queries, lane: string | undefined, now: string): Promise<string> {
  const last = lane === undefined ? undefined : (await latestJob(queries, lane))?.ordered_at;
  return last !== undefined && last > now ? last : now;
}
