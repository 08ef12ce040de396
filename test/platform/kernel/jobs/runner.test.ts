import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { DataFolderError } from "../../../../src/platform/kernel/database/data-folder.ts";
import { cancelJob, findJob, holdWaiting } from "../../../../src/platform/kernel/jobs/jobs-rows.ts";
import { Problem } from "../../../../src/platform/kernel/problem.ts";
import { gate, openQueue, work } from "./queue.ts";

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });

describe("a job", () => {
  it("runs, and ends in the same transaction as its last step", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work", input: { pages: 3 } });
    const runner = await queue.runner(work(async (input) => async () => ({ taken: input })));
    await runner.settled();
    const job = await queue.job(id);
    expect(job).toMatchObject({
      state: "succeeded",
      lease_owner: null,
      ended_at: queue.at(0),
      started_at: queue.at(0),
    });
    expect(JSON.parse(job.result ?? "")).toEqual({ taken: { pages: 3 } });
  });

  it("leaves nothing behind and has not ended if its last transaction fails", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    const runner = await queue.runner(
      work(async () => async ({ queries }) => {
        await queries.insertInto("setting").values({ name: "half", value: "done" }).execute();
        throw new Problem("conflict", "The space changed.");
      }),
    );
    await runner.settled();
    const job = await queue.job(id);
    expect(job.state).toBe("failed");
    expect(JSON.parse(job.error ?? "")).toEqual({ code: "conflict", message: "The space changed." });
    const left = await queue.database.read((queries) =>
      queries.selectFrom("setting").selectAll().where("name", "=", "half").execute(),
    );
    expect(left).toEqual([]);
  });

  it.each([
    ["succeeds", async () => ({})],
    ["fails in its last transaction", async () => Promise.reject(new Problem("conflict", "The space changed."))],
  ])("cleans up at the end of an attempt that %s, although one thing fails", async (_, last) => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    const states: string[] = [];
    const runner = await queue.runner(
      work(async (_input, job) => {
        job.onEnd(async () => Promise.reject(new Error("the disk hiccuped")));
        job.onEnd(async (write) => {
          states.push(await write(async ({ queries }) => (await findJob(queries, id))?.state ?? ""));
        });
        return last;
      }),
    );
    await runner.settled();
    expect(states).toEqual([(await queue.job(id)).state]);
    expect(queue.log.filter((line) => line.includes("was not cleaned up: Error: the disk hiccuped"))).toHaveLength(1);
  });

  it("is retried after 10 and after 40 seconds if it fails unexpectedly, then given up", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    const begun: number[] = [];
    let time = 0;
    const runner = await queue.runner(
      work(async () => {
        begun.push(time);
        throw new Error("the disk hiccuped");
      }),
    );
    for (time of [0, 9, 10, 49, 50, 500]) {
      queue.setTime(time);
      await runner.settled();
    }
    expect(begun).toEqual([0, 10, 50]);
    expect((await queue.job(id)).state).toBe("failed");
    expect(queue.log.filter((line) => line.includes("the disk hiccuped"))).toHaveLength(3);
    expect((await queue.job(id)).error).not.toContain("hiccuped");
  });

  it("fails if it exceeds the time of its kind", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    const runner = await queue.runner(work((_, { signal }) => untilAborted(signal), 20));
    await runner.settled();
    expect(JSON.parse((await queue.job(id)).error ?? "")).toMatchObject({ code: "timeout" });
  });

  it("reports its progress, and keeps its last message", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    const runner = await queue.runner(
      work(async (_, { progress }) => {
        progress(7, 9, "Reading");
        return async () => null;
      }),
    );
    await runner.settled();
    expect(await queue.job(id)).toMatchObject({ done: 7, total: 9, message: "Reading" });
  });

  it("is left alone if its kind is unknown to this process", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "newer" });
    await (await queue.runner(work(async () => async () => null))).settled();
    expect((await queue.job(id)).state).toBe("waiting");
  });
});

describe("a group of processes", () => {
  it("runs each of many jobs once", async () => {
    const queue = await openQueue();
    const ids = [];
    for (let number = 0; number < 30; number += 1) ids.push(await queue.add({ kind: "work", input: number }));
    const done: unknown[] = [];
    const kinds = work(async (input) => {
      done.push(input);
      return async () => null;
    });
    const runners = [await queue.runner(kinds), await queue.runner(kinds), await queue.runner(kinds)];
    await Promise.all(runners.map((runner) => runner.settled()));
    expect(done.sort((one, other) => Number(one) - Number(other))).toEqual(ids.map((_, index) => index));
  });

  it("takes over the job of a process that is gone once its lease has ended, and discards what that one still does", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    const { reached, pass, open } = gate();
    const slow = await queue.runner(
      work(async (_, job) => {
        await pass();
        await job.step(({ queries }) => queries.insertInto("setting").values({ name: "late", value: "" }).execute());
        return async () => "slow";
      }),
    );
    const first = slow.settled();
    await reached;
    const other = await queue.runner(work(async () => async () => "other"));
    queue.setTime(29);
    await other.settled();
    expect((await queue.job(id)).state).toBe("running");
    queue.setTime(31);
    await other.settled();
    expect((await queue.job(id)).result).toBe('"other"');
    open();
    await first;
    expect((await queue.job(id)).result).toBe('"other"');
    const late = await queue.database.read((queries) =>
      queries.selectFrom("setting").selectAll().where("name", "=", "late").execute(),
    );
    expect(late).toEqual([]);
  });

  it("changes nothing in a process that lost its lease while another runs the job, which is not a failure", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    const [held, taken] = [gate(), gate()];
    const slow = await queue.runner(
      work(async (_, job) => {
        await held.pass();
        await job.step(({ queries }) => queries.insertInto("setting").values({ name: "late", value: "" }).execute());
        return async () => "slow";
      }),
    );
    const first = slow.settled();
    await held.reached;
    queue.setTime(31);
    const other = await queue.runner(
      work(async () => {
        await taken.pass();
        return async () => "other";
      }),
    );
    const second = other.settled();
    await taken.reached;
    held.open();
    await first;
    expect(await queue.job(id)).toMatchObject({ state: "running", lease_owner: other.id });
    taken.open();
    await second;
    expect((await queue.job(id)).result).toBe('"other"');
    const late = await queue.database.read((queries) =>
      queries.selectFrom("setting").selectAll().where("name", "=", "late").execute(),
    );
    expect(late).toEqual([]);
    expect(queue.log).toEqual([]);
  });

  it("gets the jobs of a process that closes at once, and the attempt does not count", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work", attempts: 1 });
    const { reached, pass } = gate();
    const closing = await queue.runner(
      work(async (_, { signal }) => {
        void pass();
        return untilAborted(signal);
      }),
    );
    void closing.settled();
    await reached;
    await closing.close();
    expect(await queue.job(id)).toMatchObject({ state: "waiting", lease_owner: null, attempts_left: 1 });
    await (await queue.runner(work(async () => async () => null))).settled();
    expect((await queue.job(id)).state).toBe("succeeded");
  });

  it("retries a job whose processes were killed four times, and still allows it three failures", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    const gates = Array.from({ length: 4 }, gate);
    for (const [attempt, { reached, pass }] of gates.entries()) {
      const dying = await queue.runner(
        work(async () => {
          await pass();
          return async () => null;
        }),
      );
      void dying.settled();
      await reached;
      queue.setTime((attempt + 1) * 40);
    }
    const failing = await queue.runner(work(() => Promise.reject(new Error("not foreseen"))));
    for (const [failures, seconds] of [200, 211, 252].entries()) {
      expect(await queue.job(id)).toMatchObject({ failures });
      queue.setTime(seconds);
      await failing.settled();
    }
    for (const { open } of gates) open();
    expect(await queue.job(id)).toMatchObject({ state: "failed", failures: 3 });
  });

  it("gives up a job that ended every process that tried it", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work", attempts: 3 });
    const gates = [gate(), gate(), gate()];
    for (const [attempt, { reached, pass }] of gates.entries()) {
      const dying = await queue.runner(
        work(async () => {
          await pass();
          return async () => null;
        }),
      );
      void dying.settled();
      await reached;
      queue.setTime((attempt + 1) * 40);
    }
    await (await queue.runner(work(async () => async () => null))).settled();
    for (const { open } of gates) open();
    expect(await queue.job(id)).toMatchObject({ state: "failed", attempts_left: -1 });
  });

  it("notices work that another process queued", async () => {
    const queue = await openQueue();
    let seen = () => {};
    const ran = new Promise<void>((resolve) => {
      seen = resolve;
    });
    const runner = await queue.runner(
      work(async () => {
        seen();
        return async () => null;
      }),
    );
    runner.watch();
    await queue.add({ kind: "work" });
    await ran;
    await runner.settled();
  });
});

describe("a full disk", () => {
  const full = new DataFolderError("disk_full", "The disk that holds /srv/docs is full.");

  it("keeps a job from recording how it ended until there is space", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    let isFull = false;
    const runner = await queue.runner(
      work(async () => {
        isFull = true;
        setTimeout(() => {
          isFull = false;
        }, 500);
        throw new Problem("unprocessable", "The archive is empty.");
      }),
      (database) => ({ ...database, write: (work) => (isFull ? Promise.reject(full) : database.write(work)) }),
    );
    await runner.settled();
    expect(await queue.job(id)).toMatchObject({ state: "failed", lease_owner: null });
    expect((await queue.job(id)).error).toContain("The archive is empty.");
  });

  it.each([
    ["the database", full],
    ["temporary files", Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })],
  ])("is what a job in %s finally reports, without a path", async (_, error) => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work", attempts: 1 });
    const runner = await queue.runner(
      work(async () => async () => {
        throw error;
      }),
    );
    await runner.settled();
    expect(JSON.parse((await queue.job(id)).error ?? "")).toEqual({
      code: "unavailable",
      message: "The disk of the service is full: free some space first. Request it again.",
    });
  });
});

it("a job that a change depends on starts only after the change is stored", async () => {
  const queue = await openQueue();
  const id = await queue.add({ kind: "work" });
  const order: string[] = [];
  const { reached, pass, open } = gate();
  const changing = queue.database.write(async (queries) => {
    expect(await holdWaiting(queries, [id])).toEqual(new Set([id]));
    await pass();
    order.push("stored");
  }, "space one");
  await reached;
  const runner = await queue.runner(
    work(async () => {
      order.push("begun");
      return async () => ({});
    }),
  );
  const settled = runner.settled();
  await sleep(100);
  open();
  await changing;
  await settled;
  expect(order).toEqual(["stored", "begun"]);
  await queue.database.write(async (queries) => expect(await holdWaiting(queries, [id])).toEqual(new Set()));
});

describe("a change of the clock", () => {
  const held = async (queue: Awaited<ReturnType<typeof openQueue>>) => {
    const id = await queue.add({ kind: "work" });
    const { reached, pass, open } = gate();
    const gone = await queue.runner(
      work(async () => {
        await pass();
        return async () => "late";
      }),
    );
    const ended = gone.settled();
    await reached;
    return {
      id,
      owner: gone.id,
      async end() {
        open();
        await ended;
      },
    };
  };

  it("does not delay, when set back, a job that was due before or is held by a process that is gone", async () => {
    const queue = await openQueue();
    const { id, end } = await held(queue);
    // Of a kind that the first does not know, which may still be looking for more.
    const waiting = await queue.add({ kind: "other" });
    const later = await queue.add({ kind: "other", dueAt: queue.at(60) });
    queue.setTime(-3600);
    const kind = async () => ({ time: 60_000, run: async () => async () => "other" });
    await (await queue.runner({ work: kind, other: kind })).settled();
    expect((await queue.job(id)).result).toBe('"other"');
    expect((await queue.job(waiting)).state).toBe("succeeded");
    expect((await queue.job(later)).state).toBe("waiting");
    await end();
  });

  it("does not delay, when set back, a job that waits for a retry", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    let tried = 0;
    const runner = await queue.runner(
      work(async () => {
        tried += 1;
        if (tried === 1) throw new Error("once");
        return async () => null;
      }),
    );
    await runner.settled();
    queue.setTime(-3600);
    await runner.settled();
    expect((await queue.job(id)).state).toBe("succeeded");
  });

  it("takes no job from live processes when set forward, as after the machine slept", async () => {
    const queue = await openQueue();
    const { id, owner, end } = await held(queue);
    const other = await queue.runner(work(async () => async () => "other"));
    other.watch();
    await sleep(700);
    queue.setTime(3600);
    await sleep(700);
    await other.settled();
    expect(await queue.job(id)).toMatchObject({ state: "running", lease_owner: owner });
    await end();
    expect((await queue.job(id)).result).toBe('"late"');
  });
});

describe("a lane", () => {
  it("runs one job at a time, in the order of their causes", async () => {
    const queue = await openQueue();
    for (const second of [3, 1, 2]) {
      await queue.add({ kind: "work", lane: "space", orderedAt: queue.at(second), input: second });
    }
    let running = 0;
    const order: unknown[] = [];
    const kinds = work(async (input) => {
      running += 1;
      expect(running).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push(input);
      running -= 1;
      return async () => null;
    });
    const runners = [await queue.runner(kinds), await queue.runner(kinds)];
    while (order.length < 3) await Promise.all(runners.map((runner) => runner.settled()));
    expect(order).toEqual([1, 2, 3]);
  });

  it("waits for the running job, even if its cause came later", async () => {
    const queue = await openQueue();
    const { reached, pass, open } = gate();
    await queue.add({ kind: "work", lane: "space", orderedAt: queue.at(2) });
    const runner = await queue.runner(
      work(async () => {
        await pass();
        return async () => null;
      }),
    );
    const first = runner.settled();
    await reached;
    const earlier = await queue.add({ kind: "work", lane: "space", orderedAt: queue.at(1) });
    const other = await queue.runner(work(async () => async () => null));
    await other.settled();
    expect((await queue.job(earlier)).state).toBe("waiting");
    open();
    await first;
    expect((await queue.job(earlier)).state).toBe("succeeded");
  });

  it("waits while its first job waits for a retry", async () => {
    const queue = await openQueue();
    const order: unknown[] = [];
    await queue.add({ kind: "work", lane: "space", input: "first" });
    queue.setTime(1);
    await queue.add({ kind: "work", lane: "space", input: "second" });
    const runner = await queue.runner(
      work(async (input) => {
        order.push(input);
        if (order.length === 1) throw new Error("once");
        return async () => null;
      }),
    );
    await runner.settled();
    expect(order).toEqual(["first"]);
    queue.setTime(20);
    await runner.settled();
    expect(order).toEqual(["first", "first", "second"]);
  });
});

describe("cancelling", () => {
  it("ends a waiting job immediately", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    expect(await queue.database.write((queries) => cancelJob(queries, id, queue.at(1)))).toBe(true);
    expect(await queue.job(id)).toMatchObject({ state: "cancelled", ended_at: queue.at(1) });
  });

  it("stops a running job, even in another process", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    const { reached, pass } = gate();
    const runner = await queue.runner(
      work(async (_, { signal }) => {
        void pass();
        return untilAborted(signal);
      }),
    );
    runner.watch();
    await reached;
    await queue.database.write((queries) => cancelJob(queries, id, queue.at(1)));
    await runner.settled();
    expect((await queue.job(id)).state).toBe("cancelled");
  });

  it("ends a job whose process is gone, without running it again", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    const { reached, pass, open } = gate();
    const gone = await queue.runner(
      work(async () => {
        await pass();
        return async () => null;
      }),
    );
    const first = gone.settled();
    await reached;
    await queue.database.write((queries) => cancelJob(queries, id, queue.at(1)));
    queue.setTime(31);
    let ran = false;
    const other = await queue.runner(
      work(async () => {
        ran = true;
        return async () => null;
      }),
    );
    await other.settled();
    expect(ran).toBe(false);
    expect((await queue.job(id)).state).toBe("cancelled");
    open();
    await first;
    expect((await queue.job(id)).state).toBe("cancelled");
  });

  it("stops a job before its next write, whenever its process notices", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    const { reached, pass, open } = gate();
    const runner = await queue.runner(
      work(async () => {
        await pass();
        return ({ queries }) => queries.insertInto("setting").values({ name: "late", value: "" }).execute();
      }),
    );
    const settled = runner.settled();
    await reached;
    await queue.database.write((queries) => cancelJob(queries, id, queue.at(1)));
    open();
    await settled;
    expect((await queue.job(id)).state).toBe("cancelled");
    const late = await queue.database.read((queries) =>
      queries.selectFrom("setting").selectAll().where("name", "=", "late").execute(),
    );
    expect(late).toEqual([]);
  });

  it("does nothing to a job that has ended", async () => {
    const queue = await openQueue();
    const id = await queue.add({ kind: "work" });
    await (await queue.runner(work(async () => async () => null))).settled();
    expect(await queue.database.write((queries) => cancelJob(queries, id, queue.at(1)))).toBe(false);
  });
});

describe("a secret", () => {
  it("reaches the process that received it, and is not stored in the database", async () => {
    const queue = await openQueue();
    let seen: string | undefined;
    const kinds = work(async (_, { secret }) => {
      seen = secret;
      return async () => null;
    });
    const [owner, other] = [await queue.runner(kinds), await queue.runner(kinds)];
    const id = await queue.add({ kind: "work", secret: "hunter2" }, owner);
    await other.settled();
    expect((await queue.job(id)).state).toBe("waiting");
    expect(JSON.stringify(await queue.job(id))).not.toContain("hunter2");
    await owner.settled();
    expect(seen).toBe("hunter2");
  });

  it("is lost with its process, and another process ends the job", async () => {
    const queue = await openQueue();
    const seen: unknown[] = [];
    const kinds = work(async (_, { secret }) => {
      seen.push(secret);
      return async () => null;
    });
    const owner = await queue.runner(kinds);
    await queue.add({ kind: "work", secret: "hunter2" }, owner);
    await owner.close();
    await (await queue.runner(kinds)).settled();
    expect(seen).toEqual([undefined]);
  });
});
