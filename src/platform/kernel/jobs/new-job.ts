import { createId } from "../database/ids.ts";
import type { Queries } from "../database/tables.ts";
import { insertJob, latestJob, mostAttempts } from "./jobs-rows.ts";

export interface NewJob {
  /** A name in `kinds.ts`. */
  readonly kind: string;
  /** What the kind takes, as JSON. */
  readonly input: unknown;
  /**
   * For work that the caller asked for and may watch: the organization it is done in, as whose member. It ends with
   * the membership. Left out for what a change entails whoever made it.
   */
  readonly memberOf?: string;
  /** Jobs of one lane run one after the other, by `orderedAt`. */
  readonly lane?: string | undefined;
  /** ISO 8601, UTC; now, or with the last of the lane if the clock is behind that, when left out. */
  readonly orderedAt?: string | undefined;
  /** Not begun before; at once when left out. ISO 8601, UTC. */
  readonly dueAt?: string | undefined;
  /** How often it may be begun, processes that are killed included; `mostAttempts` when left out. */
  readonly attempts?: number;
  /** Kept in the memory of this process alone, which therefore has the job to itself for as long as it lives. */
  readonly secret?: string | undefined;
}

/** For whom a job is made, and by which process. */
interface JobMaker {
  readonly user: string;
  readonly origin: string;
  readonly now: string;
  readonly runner: string;
  readonly leaseUntil: string;
}

/** Puts a job into the queue, with the transaction it is called in. Returns its id. */
export async function queueJob(queries: Queries, job: NewJob, maker: JobMaker): Promise<string> {
  const { kind, input, memberOf, lane, attempts = mostAttempts, secret } = job;
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

/** Later than all of the lane, also after the clock was put back. */
async function nextOrder(queries: Queries, lane: string | undefined, now: string): Promise<string> {
  const last = lane === undefined ? undefined : (await latestJob(queries, lane))?.ordered_at;
  return last !== undefined && last > now ? last : now;
}
