import { expect, test } from "vitest";
import { ConcurrencyLimit } from "../../src/client/service.ts";
import { inProcess, json } from "./in-process.ts";

const never = () => new AbortController().signal;

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("tasks beyond the capacity start in the order in which they arrived", async () => {
  const limit = new ConcurrencyLimit(2);
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const tasks = [0, 1, 2, 3, 4].map((number) =>
    limit.run(() => {
      started.push(number);
      return new Promise<void>((resolve) => finish.push(resolve));
    }, never),
  );
  expect(started).toEqual([0, 1]);
  finish[1]?.();
  await turn();
  expect(started).toEqual([0, 1, 2]);
  finish[0]?.();
  finish[2]?.();
  await turn();
  expect(started).toEqual([0, 1, 2, 3, 4]);
  finish[3]?.();
  finish[4]?.();
  await Promise.all(tasks);
});

test("a task that fails frees its slot", async () => {
  const limit = new ConcurrencyLimit(1);
  const failing = limit.run(() => Promise.reject(new Error("no")), never);
  const next = limit.run(() => Promise.resolve("yes"), never);
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
});

test("a task that is cancelled while it waits leaves the queue to the others", async () => {
  const limit = new ConcurrencyLimit(1);
  const controller = new AbortController();
  let finish = () => {};
  const first = limit.run(() => new Promise<void>((resolve) => (finish = resolve)), never);
  const second = limit.run(
    () => Promise.resolve("second"),
    () => controller.signal,
  );
  const third = limit.run(() => Promise.resolve("third"), never);
  controller.abort("gone");
  await expect(second).rejects.toBe("gone");
  finish();
  await first;
  expect(await third).toBe("third");
});

test("ten thousand waiting tasks run in a moment, one at a time", async () => {
  const limit = new ConcurrencyLimit(1);
  let running = 0;
  let most = 0;
  const tasks = Array.from({ length: 10_000 }, () =>
    limit.run(async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
    }, never),
  );
  await Promise.all(tasks);
  expect(most).toBe(1);
});

test("a client has at most 16 concurrent requests unless configured otherwise", async () => {
  let running = 0;
  let most = 0;
  const answer = async () => {
    running += 1;
    most = Math.max(most, running);
    await turn();
    running -= 1;
    return json(200, { id: "s1" });
  };
  const load = (concurrency?: number) => {
    most = 0;
    const { client } = inProcess(answer, concurrency === undefined ? {} : { concurrency });
    return Promise.all(Array.from({ length: 50 }, () => client.spaces.get({ spaceId: "s1" })));
  };
  await load();
  expect(most).toBe(16);
  await load(3);
  expect(most).toBe(3);
});
