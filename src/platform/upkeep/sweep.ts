import { randomUUID } from "node:crypto";
import { lstat, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeExpiredSessions } from "../access/sessions-rows.ts";
import { forgetActs } from "../audit/index.ts";
import { forgetBlobs } from "../git/index.ts";
import { forgetSettledEvents } from "../integrations/index.ts";
import type { Database } from "../kernel/database/database.ts";
import type { Queries } from "../kernel/database/tables.ts";
import { isRunning } from "../kernel/jobs/jobs-rows.ts";
import { claimTurn } from "../kernel/settings-rows.ts";
import { forgetSpending } from "../kernel/spending-rows.ts";
import { beginBrokenOffAnew, removeEndedJobs } from "./rows.ts";

const day = 24 * 60 * 60 * 1000;

/** How long things are kept that nobody asks for. */
const kept = {
  jobs: 30 * day,
  blobs: 60 * day,
  clones: 7 * day,
  temporary: day,
  spending: 400 * day,
  events: 30 * day,
  acts: 400 * day,
};

/** However many processes share a data folder, one of them looks, about once a day. */
const turn = 20 * 60 * 60 * 1000;

/** Rows that one transaction removes, so that nobody waits long for the write lock. */
const batch = 500;

/** Batches of rows in one sweep; the next goes on. */
const mostBatches = 100;

export interface SweepOptions {
  readonly database: Database;
  readonly folder: string;
  now(): string;
  /** Folder of temporary files; that of the system when left out. */
  readonly temporary?: string;
}

/**
 * Removes what would grow forever and nobody misses: jobs that ended long ago, sessions that expired, clones that were not used and what is
 * known of their files, which the next import makes again, and folders that a killed process left. What
 * broke off and nobody would ask for again is begun again.
 */
export async function sweep({ database, folder, now, temporary = tmpdir() }: SweepOptions): Promise<boolean> {
  const time = Date.parse(now());
  const before = (age: number) => new Date(time - age).toISOString();
  if (!(await database.write((queries) => claimTurn(queries, "swept", now(), before(turn))))) return false;
  await database.write((queries) => beginBrokenOffAnew(queries, now()));
  await inBatches(database, (queries) => removeEndedJobs(queries, before(kept.jobs), batch));
  await inBatches(database, (queries) => forgetBlobs(queries, before(kept.blobs), batch));
  await inBatches(database, (queries) => forgetSettledEvents(queries, before(kept.events), batch));
  await inBatches(database, (queries) => forgetActs(queries, before(kept.acts), batch));
  await database.write((queries) => forgetSpending(queries, before(kept.spending)));
  await database.write((queries) => removeExpiredSessions(queries, now()));
  await removeIdleClones(database, join(folder, "git"), time - kept.clones);
  for (const name of await olderThan(temporary, time - kept.temporary, /^copydesk-(?:import|git)(?:-\w+)?-\w{6}$/)) {
    await rm(join(temporary, name), { recursive: true, force: true }).catch(() => {});
  }
  return true;
}

async function inBatches(database: Database, remove: (queries: Queries) => Promise<number>): Promise<void> {
  for (let count = 0; count < mostBatches; count += 1) if ((await database.write(remove)) < batch) return;
}

/** No job is begun while the write lock is held: what is moved aside then is nobody's. */
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

/** Folders of this user's in a folder that were not changed since a time. Links are not followed. */
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

/** Milliseconds from the start of the process to the first look, and between looks. */
const first = 60_000;
const every = 60 * 60_000;

/** Has something done now and then while the process lives. Holds no process open. */
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

  /** Resolves when nothing is being done any more. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #wait(time: number): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#work()
        .catch((error: unknown) => this.#log(`What is no longer needed could not be removed: ${String(error)}`))
        .then(() => this.#wait(every));
    }, time).unref();
  }
}
