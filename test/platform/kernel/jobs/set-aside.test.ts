import { describe, expect, it } from "vitest";
import type { JobRunner } from "../../../../src/platform/kernel/jobs/runner.ts";
import { gate, openQueue, type Queue, work } from "./queue.ts";

/** A process that has started everything due, and continues until it is told to stop. */
async function begin(queue: Queue): Promise<JobRunner> {
  const { reached, pass } = gate();
  const runner = await queue.runner(
    work(async (_, { signal }) => {
      void pass();
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      throw signal.reason;
    }),
  );
  // A look that the database had no connection for is followed by another, as in a process that runs.
  const looking = setInterval(() => void runner.settled(), 1000);
  void runner.settled();
  await reached;
  clearInterval(looking);
  return runner;
}

async function finish(queue: Queue): Promise<void> {
  await (await queue.runner(work(async () => async () => "done"))).settled();
}

describe("a job whose process crashed with an uncaught error", () => {
  it("is restarted immediately", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    await (await begin(queue)).recordCrash();
    expect(await queue.job(id)).toMatchObject({ state: "waiting", crashes: 1, lease_owner: null });
    await finish(queue);
    expect(await queue.job(id)).toMatchObject({ state: "succeeded" });
  });

  it("is set aside after the second crash, and says so", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    for (let crash = 0; crash < 2; crash += 1) await (await begin(queue)).recordCrash();
    await finish(queue);
    const job = await queue.job(id);
    expect(job).toMatchObject({ state: "failed", crashes: 2 });
    expect(JSON.parse(job.error ?? "")).toEqual({
      code: "internal",
      message:
        "It is set aside, because 2 processes crashed while running it; the log has the error. Request it again.",
    });
    expect(queue.log).toEqual([
      `Job ${id} (work) is set aside: 2 processes crashed with an uncaught error while running it.`,
    ]);
  });

  it("is not set aside for processes that were told to stop", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    for (let end = 0; end < 12; end += 1) await (await begin(queue)).close();
    await finish(queue);
    expect(await queue.job(id)).toMatchObject({ state: "succeeded", crashes: 0, deaths: 0 });
  });

  it("does not affect a job that waits for its turn", async () => {
    const queue = await openQueue();
    await queue.add({ kind: "work", lane: "one" });
    const next = await queue.add({ kind: "work", lane: "one", orderedAt: queue.at(1) });
    await (await begin(queue)).recordCrash();
    expect(await queue.job(next)).toMatchObject({ state: "waiting", crashes: 0 });
  });
});

describe("a job whose processes died", () => {
  let seconds = 0;

  /** Processes that each record their progress and then disappear. */
  async function die(queue: Queue, id: string, done: readonly number[]): Promise<void> {
    for (const far of done) {
      await begin(queue);
      await queue.database.write((queries) =>
        queries.updateTable("job").set({ done: far }).where("id", "=", id).execute(),
      );
      seconds += 40;
      queue.setTime(seconds);
    }
  }

  it.each([
    ["fifth without progress", [0, 0, 0, 0, 0], "failed"],
    ["fifth that got no further than one before", [3, 7, 7, 2, 5, 7], "failed"],
    ["ninth, each of which got further", [1, 2, 3, 4, 5, 6, 7, 8, 9], "succeeded"],
    ["fourth without progress", [0, 0, 0, 0], "succeeded"],
  ])("is restarted or not after the %s", async (_, done, state) => {
    seconds = 0;
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    await die(queue, id, done);
    await finish(queue);
    expect(await queue.job(id)).toMatchObject({ state });
  });
});
