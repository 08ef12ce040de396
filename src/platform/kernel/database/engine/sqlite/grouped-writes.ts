import { CompiledQuery } from "kysely";
import type { Queries } from "../../tables.ts";

/** Maximum number of writes per commit. The rest go into the next one. */
const maxGroupSize = 64;

/** Milliseconds after which a group takes no more writes, so that the first does not wait too long for the commit. */
const maxGroupMs = 30;

const yieldToEventLoop = () => new Promise<void>((resolve) => void setImmediate(resolve));

type Work = (queries: Queries) => Promise<unknown>;

interface Waiting {
  readonly work: Work;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs one piece of work as a separate transaction. */
type Run = (work: Work) => Promise<unknown>;

/**
 * Runs writes one after another. Those that wait while one is under way share the next transaction, and thus its wait
 * for the disk. Only the write that fails is rolled back. None is reported as successful before the commit.
 */
export function groupWrites(run: Run): <Result>(work: (queries: Queries) => Promise<Result>) => Promise<Result> {
  let waiting: Waiting[] = [];
  let running = false;

  const drain = async () => {
    running = true;
    while (waiting.length > 0) {
      // The engine returns without a turn of the event loop: others that have arrived are only read in one.
      await yieldToEventLoop();
      const group = waiting.slice(0, maxGroupSize);
      waiting = waiting.slice(maxGroupSize);
      const left = await runGroup(group, run);
      waiting = [...left, ...waiting];
    }
    running = false;
  };

  return <Result>(work: (queries: Queries) => Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as (result: unknown) => void, reject });
      if (!running) void drain();
    });
}

type Outcome = { readonly result: unknown } | { readonly error: unknown };

/** Returns those that the group had no time for. */
async function runGroup(group: readonly Waiting[], run: Run): Promise<readonly Waiting[]> {
  const [only] = group;
  if (group.length === 1 && only !== undefined) {
    await run(only.work).then(only.resolve, only.reject);
    return [];
  }
  let outcomes: Outcome[] = [];
  try {
    await run(async (queries) => {
      // A transaction that met a lock is run again from the beginning.
      outcomes = [];
      const end = performance.now() + maxGroupMs;
      for (const { work } of group) {
        outcomes.push(await runWithin(queries, work));
        if (performance.now() > end) break;
      }
    });
  } catch (error) {
    for (const { reject } of group) reject(error);
    return [];
  }
  for (const [index, outcome] of outcomes.entries()) {
    if ("result" in outcome) group[index]?.resolve(outcome.result);
    else group[index]?.reject(outcome.error);
  }
  return group.slice(outcomes.length);
}

/** Throws if more than this work is lost: the engine ends the whole transaction on some errors. */
async function runWithin(queries: Queries, work: Work): Promise<Outcome> {
  await queries.executeQuery(savepoint);
  let outcome: Outcome;
  try {
    outcome = { result: await work(queries) };
  } catch (error) {
    outcome = { error };
    await queries.executeQuery(rollback).catch(() => {
      throw error;
    });
  }
  await queries.executeQuery(release);
  return outcome;
}

const savepoint = CompiledQuery.raw("savepoint grouped");

const rollback = CompiledQuery.raw("rollback to savepoint grouped");

const release = CompiledQuery.raw("release savepoint grouped");
