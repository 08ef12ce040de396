import type { Context } from "../context.ts";
import type { Outbound } from "../outbound/outbound.ts";

/**
 * What a kind of job does. A process may be killed at any moment, and another then starts the job again from the
 * beginning. Everything a kind does before its last transaction must therefore be safe to do twice; the last
 * transaction happens once.
 */
export interface JobKind<Input> {
  /** Maximum duration of one attempt in milliseconds, after which it fails. */
  readonly time: number;
  /** The space that all its steps write to; omitted for a kind that also writes elsewhere. */
  getSpace?(input: Input): string;
  /**
   * Does the long-running part and returns the last transaction, in which the job ends and its result is stored. A
   * `Problem` fails the job for good; any other error is retried a little later.
   */
  run(input: Input, job: RunningJob): Promise<LastStep>;
}

export type LastStep = (context: Context) => Promise<unknown>;

/** The kinds that a process knows, by name. Each is loaded when a job of that kind starts. */
export type JobKinds = Readonly<Record<string, () => Promise<JobKind<never>>>>;

/** Runs `work` in one transaction. */
export type WriteAtEnd = <Result>(work: (at: Pick<Context, "queries">) => Promise<Result>) => Promise<Result>;

/** What is done when an attempt has ended. */
export type Ending = (write: WriteAtEnd) => Promise<void>;

/** One attempt at a job. */
export interface RunningJob {
  readonly id: string;
  /** Aborts when the job is cancelled, times out or is taken over by another process, and when this process ends. */
  readonly signal: AbortSignal;
  /** Data from the request that must not be stored; undefined once the process that received it has ended. */
  readonly secret: string | undefined;
  /** Access to URLs that users give. */
  readonly outbound: Outbound;
  /** The data folder. */
  readonly folder: string;
  /** Reports progress to whoever follows the job. Cheap to call: updates in quick succession are dropped. */
  progress(done: number, total: number | undefined, message: string): void;
  /** Writes one line to the operator's log, about something that did not stop the job. */
  log(line: string): void;
  /** Runs `work` on one snapshot of the data, as the user who requested the job. */
  read<Result>(work: (context: Context) => Promise<Result>): Promise<Result>;
  /** Runs `work` in one transaction, only while this process still has the job. Keep it short. */
  step<Result>(work: (context: Context) => Promise<Result>): Promise<Result>;
  /**
   * Calls `work` when the attempt has ended, however it ended, but not when this process ends. Its transactions do not
   * need the job.
   */
  onEnd(work: Ending): void;
}
