import { afterEach, describe, expect, it } from "vitest";
import { bytesOfValue, contentCache, limitCaches, responseCache } from "../../../src/platform/kernel/caches.ts";

const defaultMaxBytes = contentCache.maxBytes;
afterEach(() => limitCaches(defaultMaxBytes));

describe("the response cache", () => {
  it("returns a value only at the state that it was stored at", () => {
    responseCache.store("caches.test a", { state: 1, value: "first", bytes: 10 });
    expect(responseCache.find("caches.test a", 1)).toBe("first");
    expect(responseCache.find("caches.test a", 2)).toBeUndefined();
    responseCache.store("caches.test a", { state: 2, value: "second", bytes: 10 });
    expect([1, 2].map((state) => responseCache.find("caches.test a", state))).toEqual([undefined, "second"]);
  });

  it("runs a read once at each state, also one without a result", async () => {
    let reads = 0;
    const read = async () => {
      reads += 1;
      return undefined;
    };
    for (const state of [1, 1, 2, 2]) await responseCache.reader("caches.test", state)("a name", read);
    expect(reads).toBe(2);
    await responseCache.reader("another owner", 2)("a name", read);
    expect(reads).toBe(3);
  });
});

it("one setting limits both caches", () => {
  limitCaches(10_000);
  contentCache.set("caches.test large", "large", 2_600);
  responseCache.store("caches.test large", { state: 1, value: "large", bytes: 2_600 });
  expect([contentCache.get("caches.test large"), responseCache.find("caches.test large", 1)]).toEqual([
    undefined,
    "large",
  ]);
  responseCache.store("caches.test large", { state: 1, value: "large", bytes: 5_100 });
  expect(responseCache.find("caches.test large", 1)).toBeUndefined();
});

it("the size of a value is estimated by its texts and members", () => {
  expect(bytesOfValue({ a: "x".repeat(1_000), b: [1, null, { c: true }] })).toBeGreaterThan(2_000);
  expect(bytesOfValue({ a: "x".repeat(1_000), b: [1, null, { c: true }] })).toBeLessThan(2_400);
  expect(bytesOfValue(new Map([["a", "x".repeat(1_000)]]))).toBeGreaterThan(2_000);
});
