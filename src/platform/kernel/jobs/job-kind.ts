import type { Context } from "../context.ts";
import type { Outbound } from "../outbound/outbound.ts";

/**
 * What a sort of job does. A process may be killed at any moment, and another then begins the job again, from the
 * start: what a kind does must come to the same when it is done twice, up to the last transaction, which happens once.
 */
export interface JobKind<Input> {
  /** The longest that one attempt may take, in milliseconds; it then fails. */
  readonly time: number;
  /**
   * Does what takes long, and returns the last transaction: it and the end of the job are one, and its result is kept
   * with the job. A `Problem` fails the job for good; any other error is tried again a little later.
   */
  run(input: Input, job: RunningJob): Promise<LastStep>;
}

export type LastStep = (context: Context) => Promise<unknown>;

/** The kinds that a process knows, by name; each is loaded when a job of it is begun. */
export type JobKinds = Readonly<Record<string, () => Promise<JobKind<never>>>>;

/** One attempt at a job. */
export interface RunningJob {
  readonly id: string;
  /** Aborts when the job is cancelled, takes too long, is no longer this process's, or the process ends. */
  readonly signal: AbortSignal;
  /** What was given with the request and must not be stored; undefined once the process that took it has gone. */
  readonly secret: string | undefined;
  /** The way to URLs that users give. */
  readonly outbound: Outbound;
  /** The data folder. */
  readonly folder: string;
  /** Tells whoever follows the job how far it is. Costs little: what comes too fast is left out. */
  progress(done: number, total: number | undefined, message: string): void;
  /** Tells the operator of something that did not stop the job, in one line. */
  log(line: string): void;
  /** Runs `work` on one state of the data, as the user who asked for the job. */
  read<Result>(work: (context: Context) => Promise<Result>): Promise<Result>;
  /** Runs `work` in one transaction, which only happens while the job is still this process's. Keep it short. */
  step<Result>(work: (context: Context) => Promise<Result>): Promise<Result>;
}
