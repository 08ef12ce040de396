import { randomUUID } from "node:crypto";
import { lstat, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forgetActs } from "../../access/audit/index.ts";
import { removeExpiredSessions } from "../../access/sessions-rows.ts";
import { forgetDrafts } from "../../content/search/index.ts";
import { forgetBlobs } from "../../exchange/git/index.ts";
import { forgetSettledEvents } from "../../integrations/index.ts";
import type { Database } from "../../kernel/database/database.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { isRunning } from "../../kernel/jobs/jobs-rows.ts";
import { forgetRepeatable, repeatableMs } from "../../kernel/repeated-requests-rows.ts";
import { claimTask } from "../../kernel/settings-rows.ts";
import { forgetSpending } from "../../kernel/spending-rows.ts";
import { removeEndedJobs, restartFailedJobs } from "./rows.ts";

const day = 24 * 60 * 60 * 1000;

/** How long unused data is kept. */
const retentionMs = {
  jobs: 30 * day,
  blobs: 60 * day,
  clones: 7 * day,
  temporary: day,
  drafts: day,
  spending: 400 * day,
  events: 30 * day,
  acts: 400 * day,
};

/** Of all processes on a data folder, one sweeps about once a day. */
const sweepIntervalMs = 20 * 60 * 60 * 1000;

/** Rows removed per transaction, so that no write waits long for the lock. */
const batch = 500;

/** Batches of rows per sweep; the next sweep continues. */
const maxBatches = 100;

export interface SweepOptions {
  readonly database: Database;
  readonly folder: string;
  now(): string;
  /** Folder of temporary files; the system's by default. */
  readonly temporary?: string;
}

/**
 * Removes what would otherwise grow forever: jobs that ended long ago, expired sessions, unused clones with the data
 * about their files (which the next import recreates), and folders and index entries left by killed processes.
 * Restarts failed jobs that no one would request again.
 */
export async function sweep({ database, folder, now, temporary = tmpdir() }: SweepOptions): Promise<boolean> {
  const time = Date.parse(now());
  const before = (age: number) => new Date(time - age).toISOString();
  if (!(await database.write((queries) => claimTask(queries, "swept", now(), before(sweepIntervalMs))))) return false;
  await database.write((queries) => restartFailedJobs(queries, now()));
  await inBatches(database, (queries) => removeEndedJobs(queries, before(retentionMs.jobs), batch));
  await inBatches(database, (queries) => forgetBlobs(queries, before(retentionMs.blobs), batch));
  await inBatches(database, (queries) => forgetSettledEvents(queries, before(retentionMs.events), batch));
  await inBatches(database, (queries) => forgetRepeatable(queries, before(repeatableMs), batch));
  await inBatches(database, (queries) => forgetActs(queries, before(retentionMs.acts), batch));
  await forgetDrafts((work) => database.write((queries) => work({ queries })), before(retentionMs.drafts));
  await database.write((queries) => forgetSpending(queries, before(retentionMs.spending)));
  await database.write((queries) => removeExpiredSessions(queries, now()));
  await removeIdleClones(database, join(folder, "git"), time - retentionMs.clones);
  for (const name of await olderThan(
    temporary,
    time - retentionMs.temporary,
    /^copydesk-(?:import|git)(?:-\w+)?-\w{6}$/,
  )) {
    await rm(join(temporary, name), { recursive: true, force: true }).catch(() => {});
  }
  return true;
}

async function inBatches(database: Database, remove: (queries: Queries) => Promise<number>): Promise<void> {
  for (let count = 0; count < maxBatches; count += 1) if ((await database.write(remove)) < batch) return;
}

/** No job starts while the write lock is held, so a clone moved aside then is not in use. */
async function removeIdleClones(database: Database, clones: string, before: number): Promise<void> {
  await database.write(async (queries) => {
    if (await isRunning(queries, ["git-import", "git-export"])) return;
    for (const name of await olderThan(clones, before, /^[0-9a-f]{32}$/)) {
      await rename(join(clones, name), join(clones, `gone-${randomUUID()}`)).catch(() => {});
    }
  });
  for (const name of await readdir(clones).catch(() => [])) {
    if (name.startsWith("gone-")) await rm(join(clones, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** Folders of this user in a folder that have not changed since a time. Does not follow links. */
async function olderThan(folder: string, time: number, pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    if (!pattern.test(name)) continue;
    const facts = await lstat(join(folder, name)).catch(() => undefined);
    const isOurs = process.getuid === undefined || facts?.uid === process.getuid();
    if (facts?.isDirectory() && isOurs && facts.mtimeMs < time) found.push(name);
  }
  return found;
}

/** Milliseconds from the start of the process to the first run, and between runs. */
const first = 60_000;
const every = 60 * 60_000;

/** Runs a task periodically while the process lives. Does not keep the process alive. */
export class Upkeep {
  readonly #work: () => Promise<void>;
  readonly #log: (line: string) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(work: () => Promise<void>, log: (line: string) => void) {
    this.#work = work;
    this.#log = log;
  }

  start(): void {
    this.#wait(first);
  }

  /** Resolves when no task is running. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #wait(time: number): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#work()
        .catch((error: unknown) => this.#log(`Removing unused data failed: ${String(error)}`))
        .then(() => this.#wait(every));
    }, time).unref();
  }
}
