import type { ErrorCode } from "../../contract/errors.ts";
import type { Context } from "../context.ts";
import { Problem } from "../problem.ts";
import { createId } from "../store/ids.ts";
import { type JobRow, type Runner, renewLease, updateOwnJob } from "../store/jobs.ts";
import type { Queries } from "../store/tables.ts";
import type { JobKind, RunningJob } from "./job-kind.ts";
import type { RunnerOptions } from "./runner.ts";

/** Why an attempt is stopped from outside. */
export type Stop = "cancelled" | "closing" | "lost" | "timeout";

/** What a failed job says: a code of the API, or that it took too long. */
export interface JobError {
  readonly code: ErrorCode | "timeout";
  readonly message: string;
}

/** Thrown where work is given up because the attempt was stopped. */
class Stopped extends Error {
  override readonly name = "Stopped";
}

interface AttemptOptions extends RunnerOptions {
  runner(): Runner;
  readonly secret: string | undefined;
}

/** Milliseconds between two notes on how far a job is. */
const noteEvery = 500;
/** After a failure that was not foreseen, the time to the next attempt: ten seconds, then four times as long. */
const firstDelay = 10_000;

/** One run of a job by this process, from taking it to its end. */
export class Attempt {
  /** Resolves when the attempt is over; true when the job is as well. Never rejects. */
  readonly ended: Promise<boolean>;
  readonly #job: JobRow;
  readonly #options: AttemptOptions;
  readonly #controller = new AbortController();
  #stop: Stop | undefined;
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
    this.#controller.abort(new Stopped(reason));
  }

  async #run(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    try {
      const kind = (await this.#options.kinds[this.#job.kind]?.()) as JobKind<unknown>;
      timer = setTimeout(() => this.stop("timeout"), kind.time);
      const last = await kind.run(JSON.parse(this.#job.input), this.#running());
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
    };
  }

  #context(queries: Queries): Promise<Context> {
    return this.#options.contextFor(queries, this.#job);
  }

  #step<Result>(work: (context: Context) => Promise<Result>): Promise<Result> {
    this.#controller.signal.throwIfAborted();
    return this.#options.database.write(async (queries) => {
      if (!(await renewLease(queries, this.#job.id, this.#options.runner()))) this.stop("lost");
      this.#controller.signal.throwIfAborted();
      return work(await this.#context(queries));
    });
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
    await database.write((queries) =>
      updateOwnJob(queries, this.#job.id, runner().id, { done, total: total ?? null, message, updated_at: now() }),
    );
  }

  /** Answers whether the job is over. */
  async #fail(error: unknown): Promise<boolean> {
    const { database, log, now } = this.#options;
    const { id, kind, attempts_left: left } = this.#job;
    const write = (change: Partial<JobRow>) => database.write((queries) => this.#end(queries, change));
    if (this.#stop === "closing" || this.#stop === "lost") return false;
    if (this.#stop === "cancelled") return write({ state: "cancelled" });
    if (this.#stop === "timeout") {
      return write({ state: "failed", error: errorText("timeout", "It took longer than it may and was stopped.") });
    }
    if (error instanceof Problem) return write({ state: "failed", error: errorText(error.code, error.message) });
    const number = createId();
    log(`Unexpected failure ${number} of job ${id} (${kind}): ${error instanceof Error ? error.stack : String(error)}`);
    if (left <= 0) {
      const message = `Something went wrong that was not foreseen; the log has it under ${number}.`;
      return write({ state: "failed", error: errorText("internal", message) });
    }
    const delay = firstDelay * 4 ** Math.max(0, 2 - left);
    const due = new Date(Date.parse(now()) + delay).toISOString();
    await database.write((queries) =>
      // Whoever holds a secret keeps the job for its next attempt.
      updateOwnJob(queries, id, this.#options.runner().id, {
        state: "waiting",
        due_at: due,
        updated_at: now(),
        ...(this.#options.secret === undefined ? { lease_owner: null, lease_until: null } : {}),
      }),
    );
    return false;
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

const errorText = (code: JobError["code"], message: string) =>
  JSON.stringify({ code, message: message.slice(0, 2000) } satisfies JobError);
