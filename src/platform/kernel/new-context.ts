import type { Context, Setup, TransactionParts } from "./context.ts";
import type { Queries } from "./database/tables.ts";
import { type NewJob, queueJob } from "./jobs/new-job.ts";
import type { JobRunner } from "./jobs/runner.ts";

/** What every context of a platform is created from, whoever the caller. */
export interface ContextSource {
  readonly setup: Setup;
  readonly runner: Pick<JobRunner, "id" | "leaseUntil">;
  /** ISO 8601, UTC. */
  now(): string;
  createParts(queries: Queries): TransactionParts;
}

export type QueuedJob = { readonly id: string } & Pick<NewJob, "secret">;

interface Caller extends Pick<Context, "user" | "origin"> {
  /** Collects the jobs that the transaction queues. */
  readonly queued: QueuedJob[];
}

/** The context for work on behalf of this caller in one transaction. */
export function newContext(
  { setup, runner, now, createParts }: ContextSource,
  queries: Queries,
  { user, origin, queued }: Caller,
): Context {
  return {
    ...setup,
    ...createParts(queries),
    queries,
    user,
    now: now(),
    origin,
    fetched: new Map(),
    ifMatch: undefined,
    async enqueue(job) {
      const time = now();
      const maker = { user: user.id, origin, now: time, runner: runner.id, leaseUntil: runner.leaseUntil(time) };
      const id = await queueJob(queries, job, maker);
      queued.push({ id, secret: job.secret });
      return id;
    },
  };
}
