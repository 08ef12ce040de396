import { afterEach, expect, it } from "vitest";
import { LeastRecent } from "../../../src/platform/kernel/least-recent.ts";
import { remembered, timesTheCache } from "../../../src/platform/kernel/remembered.ts";

const usual = remembered.most;
afterEach(() => remembered.limit(usual));

const keysOf = (cache: LeastRecent<number>, keys: string) =>
  [...keys].filter((key) => cache.get(key) !== undefined).join("");

it("drops the least recently used entries first", () => {
  const cache = new LeastRecent<number>(4);
  for (const key of "abcd") cache.set(key, 1, 1);
  cache.get("a");
  cache.set("e", 1, 1);
  expect(keysOf(cache, "abcde")).toBe("acde");
});

it("does not keep an entry of more than its part of the capacity", () => {
  const [quarter, all] = [new LeastRecent<number>(100), new LeastRecent<number>(100, 1)];
  for (const cache of [quarter, all]) {
    cache.set("small", 1, 25);
    cache.set("large", 1, 26);
    cache.set("too large", 1, 101);
  }
  expect([quarter.cost, all.cost]).toEqual([25, 51]);
});

it("holds no more than a multiple of the cache that is set for the process", () => {
  const cache = new LeastRecent<number>(timesTheCache(2));
  remembered.limit(100);
  for (let index = 0; index < 100; index += 1) cache.set(String(index), index, 10);
  expect(cache.cost).toBe(200);
  remembered.limit(40);
  cache.set("next", 1, 10);
  expect(cache.cost).toBe(80);
});
