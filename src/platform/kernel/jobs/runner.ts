import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { changeStamp } from "../database/database.ts";
import { createId } from "../database/ids.ts";
import type { Queries } from "../database/tables.ts";
import { Attempt, type RunnerOptions } from "./attempt.ts";
import { reasonToGiveUp } from "./job-outcome.ts";
import {
  handBack,
  handBackCrashed,
  type JobRow,
  listCancelled,
  listDueJobs,
  listOwners,
  type Runner,
  renewLeases,
  takeJob,
  updateOwnJob,
} from "./jobs-rows.ts";

/** Jobs that one process runs at the same time. */
const maxConcurrentJobs = 2;

/** Milliseconds. A lease is renewed three times before it would expire. */
const leaseMs = 30_000;

const renewalMs = 10_000;

/** How often to check whether another process wrote to the file, which costs next to nothing. */
const changePollMs = 500;

/** How often to check the queue even without writes, because leases expire and jobs become due. */
const queuePollMs = 5_000;

/** How long a closing process waits for work that was aborted. */
const maxStopMs = 3_000;

const isOfEndedProcess = (runner: string): boolean => hasEnded(runner.slice(runner.indexOf("@") + 1));

let own: Identity | undefined;

/** Takes jobs from the queue and runs several at a time, alongside the runners of other processes. */
export class JobRunner {
  /** Also identifies the process. */
  readonly id = `${createId()}@${processIdentity()}`;
  readonly #options: RunnerOptions;
  readonly #kinds: readonly string[];
  readonly #secrets = new Map<string, string>();
  readonly #attempts = new Map<string, Attempt>();
  readonly #timers: NodeJS.Timeout[] = [];
  #checking: Promise<void> | undefined;
  #again = false;
  #closed = false;
  #version: string | number | undefined;
  #checkedAt = 0;
  #lastReported: string | undefined;
  #lastCheck: { readonly time: number; readonly clock: number } | undefined;
  #gapAt: number | undefined;
  /** At the last check, runners with jobs whose process has ended, and the others. */
  #ended: readonly string[] = [];
  #others: readonly string[] = [];
  /** Whether this process ever had a job; otherwise there is nothing to hand back. */
  #hasHeld = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#kinds = Object.keys(options.kinds);
  }

  leaseUntil(now: string): string {
    return new Date(Date.parse(now) + leaseMs).toISOString();
  }

  /** Keeps data that a job of this process needs and that must not be stored. */
  keepSecret(job: string, secret: string): void {
    this.#hasHeld = true;
    this.#secrets.set(job, secret);
  }

  /** Starts looking for work, this process's and what others left behind. Does not keep the process alive. */
  watch(): void {
    if (this.#timers.length > 0 || this.#closed || this.#kinds.length === 0) return;
    this.#timers.push(
      setInterval(() => void this.#checkChanges().catch(() => {}), changePollMs).unref(),
      setInterval(() => void this.#renew().catch(() => {}), renewalMs).unref(),
    );
  }

  /** Looks for work now. */
  wake(): void {
    this.watch();
    void this.#checkQueue();
  }

  /** Resolves when this process runs nothing and nothing is due that it could run. */
  async settled(): Promise<void> {
    do {
      await this.#checkQueue();
      await Promise.all([...this.#attempts.values()].map((attempt) => attempt.ended));
    } while (this.#attempts.size > 0 || this.#checking !== undefined);
  }

  /** Called when the process ends with an uncaught error, perhaps from a job it runs. */
  async recordCrash(): Promise<void> {
    this.#leave();
    if (this.#hasHeld)
      await this.#options.database.write((queries) => handBackCrashed(queries, this.id, this.#options.now()), "jobs");
  }

  /** Stops, and releases the remaining jobs for other processes. */
  async close(): Promise<void> {
    this.#leave();
    await this.#checking;
    if (!this.#hasHeld) return;
    this.#leave();
    const over = Promise.all([...this.#attempts.values()].map((attempt) => attempt.ended));
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, maxStopMs).unref())]);
    await this.#options.database.write((queries) => handBack(queries, this.id, this.#options.now()), "jobs");
  }

  #leave(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const attempt of this.#attempts.values()) attempt.stop("closing");
  }

  #runner(): Runner {
    const now = this.#options.now();
    const latestLease = new Date(Date.parse(now) + 3 * leaseMs).toISOString();
    return {
      id: this.id,
      now,
      leaseUntil: this.leaseUntil(now),
      latestLease,
      waitsForOthers: this.#isAfterGap(),
      ended: this.#ended,
    };
  }

  /**
   * If the machine slept, or its clock was set forward, leases of live processes have expired too. Gives them time to
   * renew.
   */
  #noteGap(): void {
    const time = performance.now();
    const clock = Date.parse(this.#options.now());
    const { time: lastTime = time, clock: lastClock = clock } = this.#lastCheck ?? {};
    const passed = time - lastTime;
    if (passed > renewalMs || Math.abs(clock - lastClock - passed) > renewalMs) this.#gapAt = time;
    this.#lastCheck = { time, clock };
  }

  #isAfterGap(): boolean {
    return this.#gapAt !== undefined && performance.now() - this.#gapAt < leaseMs;
  }

  async #checkChanges(): Promise<void> {
    if (this.#closed) return;
    this.#noteGap();
    const version = await this.#options.database.read(changeStamp);
    const isQuiet = version === this.#version && !this.#others.some(isOfEndedProcess);
    if (isQuiet && performance.now() - this.#checkedAt < queuePollMs) return;
    this.#version = version;
    await this.#checkQueue();
  }

  /** Checks the queue. A call during a check causes another one to follow. */
  #checkQueue(): Promise<void> {
    this.#again = true;
    this.#checking ??= (async () => {
      try {
        while (this.#again && !this.#closed) {
          this.#again = false;
          this.#checkedAt = performance.now();
          await this.#begin();
          this.#lastReported = undefined;
        }
      } catch (error) {
        this.#report(`The job queue could not be read: ${String(error)}`);
      } finally {
        this.#checking = undefined;
      }
    })();
    return this.#checking;
  }

  /** Logs why no job is started, once for as long as the problem stays the same. */
  #report(problem: string): void {
    if (!this.#closed && problem !== this.#lastReported) this.#options.log(problem);
    this.#lastReported = problem;
  }

  async #begin(): Promise<void> {
    const { database } = this.#options;
    if (this.#kinds.length === 0) return;
    const due = (queries: Queries) =>
      listDueJobs(
        queries,
        this.#runner(),
        this.#kinds,
        [...this.#attempts.keys()],
        maxConcurrentJobs - this.#attempts.size,
      );
    const { waiting, cancelled } = await database.read(async (queries) => {
      this.#noteOwners(await listOwners(queries));
      return {
        waiting: this.#attempts.size < maxConcurrentJobs ? await due(queries) : [],
        cancelled: this.#attempts.size > 0 ? await listCancelled(queries, this.id) : [],
      };
    });
    for (const id of cancelled) this.#attempts.get(id)?.stop("cancelled");
    if (waiting.length === 0) return;
    this.#hasHeld = true;
    const taken = await database.write(async (queries) => {
      const jobs: JobRow[] = [];
      for (const id of await due(queries)) {
        const job = await takeJob(queries, id, this.#runner());
        if (job !== undefined && !(await this.#endEarly(queries, job))) jobs.push(job);
      }
      return jobs;
    }, "jobs");
    for (const job of taken) this.#run(job);
    this.#again ||= taken.length > 0 && this.#attempts.size < maxConcurrentJobs;
  }

  #noteOwners(owners: readonly string[]): void {
    this.#ended = owners.filter(isOfEndedProcess);
    this.#others = owners.filter((owner) => owner !== this.id && !this.#ended.includes(owner));
  }

  /** A job that was being cancelled when its process died is cancelled now; one that kept ending processes fails. */
  async #endEarly(queries: Queries, job: JobRow): Promise<boolean> {
    const isCancelled = job.cancel_requested === 1;
    const reason = isCancelled ? undefined : reasonToGiveUp(job);
    if (!isCancelled && reason === undefined) return false;
    const now = this.#options.now();
    if (reason !== undefined) this.#options.log(`Job ${job.id} (${job.kind}) ${reason.logged}`);
    await updateOwnJob(queries, job.id, this.id, {
      ...(reason === undefined ? { state: "cancelled" } : { state: "failed", error: JSON.stringify(reason.error) }),
      lease_owner: null,
      lease_until: null,
      ended_at: now,
      updated_at: now,
    });
    return true;
  }

  #run(job: JobRow): void {
    const attempt = new Attempt(job, {
      ...this.#options,
      runner: () => this.#runner(),
      secret: this.#secrets.get(job.id),
    });
    this.#attempts.set(job.id, attempt);
    void attempt.ended.then((final) => {
      this.#attempts.delete(job.id);
      if (final) this.#secrets.delete(job.id);
      if (!this.#closed) void this.#checkQueue();
    });
  }

  async #renew(): Promise<void> {
    if (this.#closed || (this.#attempts.size === 0 && this.#secrets.size === 0)) return;
    const ids = [...new Set([...this.#attempts.keys(), ...this.#secrets.keys()])];
    const mine = await this.#options.database.write((queries) => renewLeases(queries, this.#runner(), ids), "jobs");
    const renewed = new Map(mine.map((job) => [job.id, job]));
    for (const [id, attempt] of this.#attempts) {
      if (!renewed.has(id)) attempt.stop("lost");
      else if (renewed.get(id)?.cancel_requested === 1) attempt.stop("cancelled");
    }
    for (const id of this.#secrets.keys()) if (!renewed.has(id)) this.#secrets.delete(id);
  }
}

/** Identifies a process within the scope where its id is unique: one boot of a machine, or a container. */
interface Identity {
  readonly machine: string;
  readonly pid: number;
  /** Clock ticks from boot to the start of the process; empty if the system does not report it. */
  readonly start: string;
}

function ownIdentity(): Identity {
  own ??= { machine: computeMachineId(), pid: process.pid, start: readProcess(process.pid)?.start ?? "" };
  return own;
}

/** Identifies this process to others that see the same processes; contains no spaces. */
export function processIdentity(): string {
  const { machine, pid, start } = ownIdentity();
  return `${machine}.${pid}.${start}`;
}

const pattern = /^([\w-]+)\.(\d+)\.(\d*)$/;

/** Whether a text names a process, on any machine. */
export const isProcessIdentity = (text: string): boolean => pattern.test(text);

/**
 * Whether a process is known to have ended. False for one on another machine or in another container, which cannot be
 * checked.
 */
export function hasEnded(identity: string): boolean {
  const found = pattern.exec(identity);
  if (found === null) return false;
  const [, machine, pid, start] = found;
  const mine = ownIdentity();
  if (machine !== mine.machine || Number(pid) < 1) return false;
  const facts = readProcess(Number(pid));
  if (facts === undefined) return isGone(Number(pid));
  return facts.start !== start || facts.state === "Z" || facts.state === "X";
}

/** Undefined if the system does not report it or the process does not exist. */
function readProcess(pid: number): { readonly state: string; readonly start: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses, which may contain anything; see proc_pid_stat(5).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", start: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

function computeMachineId(): string {
  const parts = [process.platform, hostname()];
  try {
    parts.push(readFileSync("/proc/sys/kernel/random/boot_id", "utf8"), readlinkSync("/proc/self/ns/pid"));
  } catch {
    // On systems without /proc, no containers share processes.
  }
  return createHash("sha256").update(parts.join("\n")).digest("base64url").slice(0, 16);
}
