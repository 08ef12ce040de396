import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../context.ts";
import { DataFolderError } from "../database/data-folder.ts";
import type { Database, WriteLock } from "../database/database.ts";
import { createId } from "../database/ids.ts";
import { DatabaseServerError } from "../database/server-error.ts";
import type { Queries } from "../database/tables.ts";
import { ObjectStorageError } from "../object-storage.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { Problem } from "../problem.ts";
import type { Ending, JobKind, JobKinds, RunningJob } from "./job-kind.ts";
import { howDoneAgain, type JobError } from "./job-outcome.ts";
import { type JobRow, type Runner, renewLease, updateOwnJob } from "./jobs-rows.ts";

/** Why an attempt is stopped from outside. */
type Stop = "cancelled" | "closing" | "lost" | "timeout";

/** Thrown when work is abandoned because the attempt was stopped. */
class Stopped extends Error {
  override readonly name = "Stopped";
}

interface AttemptOptions extends RunnerOptions {
  runner(): Runner;
  readonly secret: string | undefined;
}

/** Milliseconds between two progress updates of a job. */
const noteEvery = 500;

/** Milliseconds between two tries to record how an attempt ended. */
const recordEvery = 2000;

/** Delay before the next attempt after an unexpected failure: ten seconds, then four times as long each time. */
const firstDelay = 10_000;

/** A job ends after this many unexpected failures. */
const maxFailures = 3;

/** One run of a job by this process, from taking it to its end. */
export class Attempt {
  /** Resolves when the attempt is over, to true if the job is over too. Never rejects. */
  readonly ended: Promise<boolean>;
  readonly #job: JobRow;
  readonly #options: AttemptOptions;
  readonly #controller = new AbortController();
  /** Aborts when there is nothing left to record because another process has or gets the job. */
  readonly #givenUp = new AbortController();
  readonly #endings: Ending[] = [];
  #stop: Stop | undefined;
  /** The lock that its steps take; undefined locks everything. */
  #lock: WriteLock | undefined;
  #note: { done: number; total: number | undefined; message: string } | undefined;
  #noting: NodeJS.Timeout | undefined;

  constructor(job: JobRow, options: AttemptOptions) {
    this.#job = job;
    this.#options = options;
    this.ended = this.#run().catch((error: unknown) => {
      options.log(`Job ${job.id} (${job.kind}) could not be ended: ${String(error)}`);
      return false;
    });
  }

  stop(reason: Stop): void {
    this.#stop ??= reason;
    if (reason === "closing" || reason === "lost") this.#givenUp.abort();
    this.#controller.abort(new Stopped(reason));
  }

  async #run(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    try {
      const kind = (await this.#options.kinds[this.#job.kind]?.()) as JobKind<unknown>;
      timer = setTimeout(() => this.stop("timeout"), kind.time);
      const input: unknown = JSON.parse(this.#job.input);
      const space = kind.getSpace?.(input);
      if (space !== undefined) this.#lock = `space ${space}`;
      const last = await kind.run(input, this.#running());
      this.#controller.signal.throwIfAborted();
      clearTimeout(this.#noting);
      await this.#step(async (context) => {
        const result = (await last(context)) ?? null;
        await this.#end(context.queries, { state: "succeeded", result: JSON.stringify(result) });
      });
      return true;
    } catch (error) {
      clearTimeout(this.#noting);
      return await this.#fail(error);
    } finally {
      clearTimeout(timer);
      this.#noting = undefined;
      if (this.#stop !== "closing") await this.#cleanUp();
    }
  }

  async #cleanUp(): Promise<void> {
    const { database, log } = this.#options;
    for (const work of this.#endings) {
      const done = work((inside) => database.write((queries) => inside({ queries }), this.#lock));
      await done.catch((error: unknown) => log(`Job ${this.#job.id} was not cleaned up: ${String(error)}`));
    }
  }

  #running(): RunningJob {
    const { secret, outbound, folder, database, log } = this.#options;
    return {
      id: this.#job.id,
      signal: this.#controller.signal,
      secret,
      outbound,
      folder,
      progress: (done, total, message) => this.#progress(done, total, message),
      log: (line) => log(`Job ${this.#job.id} (${this.#job.kind}): ${line}`),
      read: (work) => database.read(async (queries) => work(await this.#context(queries))),
      step: (work) => this.#step(work),
      onEnd: (work) => this.#endings.push(work),
    };
  }

  #context(queries: Queries): Promise<Context> {
    return this.#options.contextFor(queries, this.#job);
  }

  #step<Result>(work: (context: Context) => Promise<Result>): Promise<Result> {
    this.#controller.signal.throwIfAborted();
    return this.#options.database.write(async (queries) => {
      const reason = await renewLease(queries, this.#job.id, this.#options.runner());
      if (reason !== undefined) this.stop(reason);
      this.#controller.signal.throwIfAborted();
      return work(await this.#context(queries));
    }, this.#lock);
  }

  #progress(done: number, total: number | undefined, message: string): void {
    this.#note = { done, total, message };
    this.#noting ??= setTimeout(() => {
      this.#noting = undefined;
      void this.#writeNote().catch(() => {});
    }, noteEvery);
  }

  async #writeNote(): Promise<void> {
    const { runner, database, now } = this.#options;
    const note = this.#note;
    if (note === undefined || this.#controller.signal.aborted) return;
    const { done, total, message } = note;
    await database.write(
      (queries) =>
        updateOwnJob(queries, this.#job.id, runner().id, { done, total: total ?? null, message, updated_at: now() }),
      "jobs",
    );
  }

  /** Returns whether the job is over. */
  async #fail(error: unknown): Promise<boolean> {
    const { log, now } = this.#options;
    const { id, kind, attempts_left: left } = this.#job;
    const failures = this.#job.failures + 1;
    const again = howDoneAgain(kind);
    const write = (change: Partial<JobRow>) => this.#record((queries) => this.#end(queries, change));
    if (this.#stop === "closing" || this.#stop === "lost") return false;
    if (this.#stop === "cancelled") return write({ state: "cancelled" });
    if (this.#stop === "timeout") {
      return write({
        state: "failed",
        error: errorText("timeout", `It took too long and was stopped. ${again}`),
      });
    }
    if (error instanceof Problem) return write({ state: "failed", error: errorText(error.code, error.message) });
    const number = createId();
    log(`Unexpected failure ${number} of job ${id} (${kind}): ${error instanceof Error ? error.stack : String(error)}`);
    if (left <= 0 || failures >= maxFailures) {
      return write({ state: "failed", failures, error: describeUnexpectedError(error, number, again) });
    }
    const delay = firstDelay * 4 ** (failures - 1);
    const due = new Date(Date.parse(now()) + delay).toISOString();
    await this.#record((queries) =>
      // A process that holds a job's secret keeps the job for its next attempt.
      updateOwnJob(queries, id, this.#options.runner().id, {
        state: "waiting",
        failures,
        due_at: due,
        updated_at: now(),
        ...(this.#options.secret === undefined ? { lease_owner: null, lease_until: null } : {}),
      }),
    );
    return false;
  }

  /** Records how the attempt ended. If the disk is too full even for that, waits until there is space. */
  async #record<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    const { database, log } = this.#options;
    for (let count = 0; ; count += 1) {
      try {
        return await database.write(work, "jobs");
      } catch (error) {
        const passes =
          error instanceof DatabaseServerError || (error instanceof DataFolderError && error.problem !== "damaged");
        if (this.#givenUp.signal.aborted || !passes) throw error;
        if (count === 0) log(`Job ${this.#job.id} (${this.#job.kind}) is waiting to record its end: ${error.message}`);
        await sleep(recordEvery, undefined, { signal: this.#givenUp.signal }).catch(() => {});
      }
    }
  }

  async #end(queries: Queries, change: Partial<JobRow>): Promise<true> {
    const now = this.#options.now();
    const note = this.#note && { done: this.#note.done, total: this.#note.total ?? null, message: this.#note.message };
    await updateOwnJob(queries, this.#job.id, this.#options.runner().id, {
      ...note,
      ...change,
      lease_owner: null,
      lease_until: null,
      ended_at: now,
      updated_at: now,
    });
    return true;
  }
}

/** The error of a job that failed on every attempt although its input is fine. */
function describeUnexpectedError(error: unknown, number: string, again: string): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const isOfDatabase = error instanceof DataFolderError || error instanceof DatabaseServerError;
  const problem = isOfDatabase ? error.problem : undefined;
  if (problem === "disk_full" || code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
    return errorText("unavailable", `The disk of the service is full: free some space first. ${again}`);
  }
  if (problem === "damaged") return errorText("damaged", `The data of the service is damaged. ${again}`);
  if (problem === "busy") {
    return errorText("unavailable", `Another process locked the data for too long. ${again}`);
  }
  if (error instanceof DatabaseServerError || error instanceof ObjectStorageError) {
    return errorText("unavailable", `${error.message} ${again}`);
  }
  return errorText("internal", `An unexpected error occurred; the log has it under ${number}. ${again}`);
}

const errorText = (code: JobError["code"], message: string) =>
  JSON.stringify({ code, message: message.slice(0, 2000) } satisfies JobError);

export interface RunnerOptions {
  readonly database: Database;
  readonly folder: string;
  readonly kinds: JobKinds;
  readonly outbound: Outbound;
  readonly log: (line: string) => void;
  /** ISO 8601, UTC. */
  now(): string;
  /** The context for work on behalf of the user who requested a job. */
  contextFor(queries: Queries, job: JobRow): Promise<Context>;
}
