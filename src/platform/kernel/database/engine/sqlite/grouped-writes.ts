import { CompiledQuery, type Kysely } from "kysely";
import type { Queries, Tables } from "../../tables.ts";

/** How many writes one commit may carry: what waits longer than they take waits for the next. */
const mostInGroup = 64;

/** Milliseconds after which a group takes in no further write, so that the first is not kept waiting for the last. */
const longest = 30;

type Work = (queries: Queries) => Promise<unknown>;

interface Waiting {
  readonly work: Work;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs one piece of work as a transaction of its own. */
type Run = (work: Work) => Promise<unknown>;

/**
 * Runs writes one after the other. Those that wait while one is under way share the next transaction, and with it the
 * wait for the disk. Each is undone alone when it fails, and none is told of success before the commit.
 */
export function groupWrites(run: Run): <Result>(work: (queries: Queries) => Promise<Result>) => Promise<Result> {
  let waiting: Waiting[] = [];
  let running = false;

  const drain = async () => {
    running = true;
    while (waiting.length > 0) {
      const group = waiting.slice(0, mostInGroup);
      waiting = waiting.slice(mostInGroup);
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
      // A transaction that met a lock is begun again.
      outcomes = [];
      const end = performance.now() + longest;
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

/** Throws where more is lost than this work: the engine ends the whole transaction on some errors. */
async function runWithin(queries: Queries, work: Work): Promise<Outcome> {
  await execute(queries, "savepoint grouped");
  let outcome: Outcome;
  try {
    outcome = { result: await work(queries) };
  } catch (error) {
    outcome = { error };
    await execute(queries, "rollback to savepoint grouped").catch(() => {
      throw error;
    });
  }
  await execute(queries, "release savepoint grouped");
  return outcome;
}

const execute = (queries: Kysely<Tables>, statement: string) => queries.executeQuery(CompiledQuery.raw(statement));
