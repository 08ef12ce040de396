import { expect, it } from "vitest";
import { LruCache } from "../../../src/platform/kernel/lru-cache.ts";

/** Bytes that an entry with a one-character key takes besides its value. */
const entryBytes = 162;

it("drops the least recently used entries first", () => {
  const cache = new LruCache(8 * (entryBytes + 100));
  for (const key of "abcdefgh") cache.set(key, key, 100);
  cache.get("a");
  cache.set("i", "i", 100);
  expect([..."abcdefghi"].filter((key) => cache.get(key) !== undefined).join("")).toBe("acdefghi");
});

it("never exceeds its limit, even when that is lowered", () => {
  const cache = new LruCache(100_000);
  for (let index = 0; index < 1_000; index += 1) {
    cache.set(String(index), index, index);
    expect(cache.bytes).toBeLessThanOrEqual(100_000);
  }
  cache.setMaxBytes(10_000);
  expect(cache.bytes).toBeLessThanOrEqual(10_000);
  expect(cache.bytes).toBeGreaterThan(5_000);
});

it("stores no value that takes more than its part of the limit, and drops the one that it replaces", () => {
  const [quarter, whole] = [new LruCache(4 * (entryBytes + 100)), new LruCache(4 * (entryBytes + 100), 1)];
  for (const cache of [quarter, whole]) {
    cache.set("a", 1, 100);
    cache.set("b", 2, 100);
    cache.set("b", 3, 101);
  }
  expect([quarter.get("a"), quarter.get("b"), whole.get("b")]).toEqual([1, undefined, 3]);
  expect(quarter.bytes).toBe(entryBytes + 100);
});
