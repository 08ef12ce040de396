import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { contract } from "../../../src/contract/index.ts";
import { TimeSlices } from "../../../src/markdown/text/time-slices.ts";
import { readBody } from "../../../src/platform/http/request-body.ts";

/** Each test begins with a whole slice. */
beforeEach(() => nextTurn());
afterEach(() => vi.useRealTimers());

/** Work that takes 20 milliseconds, by a clock that only it moves. */
const work20 = () => vi.advanceTimersByTime(20);
const stopClock = () => vi.useFakeTimers({ toFake: ["performance"] });

/** How often other work ran during `work`. */
async function othersDuring(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  let next = setImmediate(function other() {
    count += 1;
    next = setImmediate(other);
  });
  await work();
  clearImmediate(next);
  return count;
}

it("long work lets other work run, and short work does not wait", async () => {
  stopClock();
  const turns = new TimeSlices();
  expect(await othersDuring(() => turns.yieldIfDue())).toBe(0);
  work20();
  expect(await othersDuring(() => turns.yieldIfDue())).toBe(1);
  expect(await othersDuring(() => turns.yieldIfDue())).toBe(0);
  expect(await othersDuring(() => turns.endSlice())).toBe(1);
});

it("other work runs between the steps of reading a large body, and a small one is read in one step", async () => {
  const read = (characters: number) => {
    const body = JSON.stringify({ source: { text: "x".repeat(characters) } });
    const headers = { "Content-Type": "application/json" };
    const request = new Request("http://localhost/", { method: "PUT", body, headers });
    return othersDuring(() => readBody(contract.openapiSpecs.set, request));
  };
  expect(await read(2_000_000)).toBeGreaterThanOrEqual((await read(1000)) + 3);
});

it("other work runs between the steps of work that yields, depending on how long it takes", async () => {
  stopClock();
  function* work(pieces: number) {
    for (let piece = 0; piece < pieces; piece += 1) {
      work20();
      yield undefined;
    }
    return pieces;
  }
  expect(await othersDuring(() => new TimeSlices().run(work(3)))).toBe(3);
  expect(await new TimeSlices().run(work(0))).toBe(0);
});

it("long works at the same time share one slice of each turn, in the order in which they came", async () => {
  stopClock();
  const order: string[] = [];
  function* work(name: string) {
    for (let piece = 1; piece <= 2; piece += 1) {
      work20();
      order.push(`${name}${piece}`);
      yield undefined;
    }
  }
  let next = setImmediate(function other() {
    order.push("other");
    next = setImmediate(other);
  });
  await Promise.all(["a", "b", "c"].map((name) => new TimeSlices().run(work(name))));
  clearImmediate(next);
  expect(order.filter((name) => name !== "other")).toEqual(["a1", "a2", "b1", "c1", "b2", "c2"]);
  expect(order.join(" ")).not.toMatch(/[abc]\d [abc]\d [abc]\d/);
});

it("long work ends when its signal aborts, also while it waits", async () => {
  stopClock();
  const abort = new AbortController();
  let pieces = 0;
  function* work() {
    for (;;) {
      work20();
      pieces += 1;
      if (pieces === 2) setImmediate(() => abort.abort(new Error("The client left.")));
      yield undefined;
    }
  }
  await expect(new TimeSlices(abort.signal).run(work())).rejects.toThrow("The client left.");
  expect(pieces).toBeLessThanOrEqual(3);
});
