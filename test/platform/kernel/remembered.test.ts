import { describe, expect, it } from "vitest";
import { bytesOfValue, Remembered } from "../../../src/platform/kernel/remembered.ts";

/** Memory that an entry with a one-character key takes besides its value. */
const around = 162;

describe("the cache", () => {
  it("drops the least recently used entries first", () => {
    const remembered = new Remembered(8 * (around + 100));
    for (const key of "abcdefgh") remembered.set(key, key, 100);
    remembered.get("a");
    remembered.set("i", "i", 100);
    expect([..."abcdefghi"].filter((key) => remembered.get(key) !== undefined).join("")).toBe("acdefghi");
  });

  it("never exceeds its limit, even when that is lowered", () => {
    const remembered = new Remembered(100_000);
    for (let index = 0; index < 1_000; index += 1) {
      remembered.set(String(index), index, index);
      expect(remembered.bytes).toBeLessThanOrEqual(100_000);
    }
    remembered.limit(10_000);
    expect(remembered.bytes).toBeLessThanOrEqual(10_000);
    expect(remembered.bytes).toBeGreaterThan(5_000);
  });

  it("does not keep what would evict everything else, and drops the value it replaces", () => {
    const remembered = new Remembered(8 * (around + 100));
    remembered.set("a", 1, 100);
    remembered.set("b", 2, 100);
    remembered.set("b", 3, 101);
    expect([remembered.get("a"), remembered.get("b")]).toEqual([1, undefined]);
    expect(remembered.bytes).toBe(around + 100);
  });

  it("estimates the size of a value by its texts and members", () => {
    expect(bytesOfValue({ a: "x".repeat(1_000), b: [1, null, { c: true }] })).toBeGreaterThan(2_000);
    expect(bytesOfValue({ a: "x".repeat(1_000), b: [1, null, { c: true }] })).toBeLessThan(2_400);
  });
});
