import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Context } from "../../../../src/platform/kernel/context.ts";
import { type Database, openDatabase } from "../../../../src/platform/kernel/database/database.ts";
import type { JobKind, JobKinds } from "../../../../src/platform/kernel/jobs/job-kind.ts";
import { findJob, type JobRow } from "../../../../src/platform/kernel/jobs/jobs-rows.ts";
import { type NewJob, queueJob } from "../../../../src/platform/kernel/jobs/new-job.ts";
import { JobRunner } from "../../../../src/platform/kernel/jobs/runner.ts";
import { createOutbound } from "../../../../src/platform/kernel/outbound/outbound.ts";
import { ensureLocalToken, ensureWorkspace } from "../../../../src/platform/workspace/spaces/local-workspace.ts";

/** A queue in a separate data folder, with a clock that only moves when it is set. */
export interface Queue {
  readonly database: Database;
  readonly log: string[];
  /** The runner of another process on the same queue. */
  runner(kinds: JobKinds, over?: (database: Database) => Database): Promise<JobRunner>;
  add(job: Omit<NewJob, "input"> & { input?: unknown }, runner?: JobRunner): Promise<string>;
  job(id: string): Promise<JobRow>;
  /** Seconds since the start. */
  setTime(seconds: number): void;
  at(seconds: number): string;
}

const start = Date.parse("2026-01-02T03:04:05.000Z");

export async function openQueue(): Promise<Queue> {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-jobs-"));
  const log: string[] = [];
  let seconds = 0;
  const at = (offset: number) => new Date(start + offset * 1000).toISOString();
  const now = () => at(seconds);
  const databases = [await openDatabase(folder)];
  const runners: JobRunner[] = [];
  onTestFinished(async () => {
    for (const runner of runners) await runner.close();
    for (const database of databases) await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const [database] = databases;
  if (database === undefined) throw new Error("no database");
  const { user } = await ensureWorkspace(database, now());
  await ensureLocalToken(database, folder, user, now());
  return {
    database,
    log,
    async runner(kinds, over = (given) => given) {
      const own = await openDatabase(folder);
      const runner = new JobRunner({
        database: over(own),
        folder,
        kinds,
        outbound: createOutbound(),
        log: (line) => log.push(line),
        now,
        contextFor: async (queries, job) =>
          ({ queries, user: { id: job.created_by }, now: now() }) as unknown as Context,
      });
      runners.push(runner);
      databases.push(own);
      return runner;
    },
    async add(job, runner) {
      const maker = { user, origin: "https://docs.example.com", now: now(), runner: runner?.id ?? "nobody" };
      const id = await database.write((queries) =>
        queueJob(queries, { input: {}, ...job }, { ...maker, leaseUntil: at(seconds + 30) }),
      );
      if (job.secret !== undefined) runner?.keepSecret(id, job.secret);
      return id;
    },
    async job(id) {
      const row = await database.read((queries) => findJob(queries, id));
      if (row === undefined) throw new Error(`no job ${id}`);
      return row;
    },
    setTime(value) {
      seconds = value;
    },
    at,
  };
}

/** A kind called `work` that runs `run`. */
export const work = (run: JobKind<unknown>["run"], time = 60_000): JobKinds => ({
  work: async () => ({ time, run }) as JobKind<never>,
});

/** A point at which work waits until the test opens it. */
export function gate(): { reached: Promise<void>; open(): void; pass(): Promise<void> } {
  let open = () => {};
  let arrive = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return {
    reached,
    open: () => open(),
    pass() {
      arrive();
      return opened;
    },
  };
}
