import { describe, expect, it } from "vitest";
import { bytesOfValue, Remembered } from "../../../src/platform/kernel/remembered.ts";

/** What one entry with a key of one character takes besides its value. */
const around = 162;

describe("what is remembered", () => {
  it("is dropped in the order in which it was used", () => {
    const remembered = new Remembered(8 * (around + 100));
    for (const key of "abcdefgh") remembered.set(key, key, 100);
    remembered.get("a");
    remembered.set("i", "i", 100);
    expect([..."abcdefghi"].filter((key) => remembered.get(key) !== undefined).join("")).toBe("acdefghi");
  });

  it("never takes more than it may, also when that becomes less", () => {
    const remembered = new Remembered(100_000);
    for (let index = 0; index < 1_000; index += 1) {
      remembered.set(String(index), index, index);
      expect(remembered.bytes).toBeLessThanOrEqual(100_000);
    }
    remembered.limit(10_000);
    expect(remembered.bytes).toBeLessThanOrEqual(10_000);
    expect(remembered.bytes).toBeGreaterThan(5_000);
  });

  it("leaves out what would drive out the rest, and forgets what it stood for", () => {
    const remembered = new Remembered(8 * (around + 100));
    remembered.set("a", 1, 100);
    remembered.set("b", 2, 100);
    remembered.set("b", 3, 101);
    expect([remembered.get("a"), remembered.get("b")]).toEqual([1, undefined]);
    expect(remembered.bytes).toBe(around + 100);
  });

  it("counts a value by its texts and members", () => {
    expect(bytesOfValue({ a: "x".repeat(1_000), b: [1, null, { c: true }] })).toBeGreaterThan(2_000);
    expect(bytesOfValue({ a: "x".repeat(1_000), b: [1, null, { c: true }] })).toBeLessThan(2_400);
  });
});
