import { describe, expect, it } from "vitest";
import { assignOrders } from "../../../../src/platform/content/placement.ts";

const rises = (orders: readonly string[]) =>
  orders.every((order, index) => index === 0 || (orders[index - 1] ?? "") < order);

describe("merged orders of siblings", () => {
  it.each<[string, (string | undefined)[], number]>([
    ["an unchanged sequence, which keeps all", ["a0", "a1", "a2"], 3],
    ["the last moved to the front, which keeps all but one", ["a2", "a0", "a1"], 2],
    ["new ones between, before and after", [undefined, "a0", undefined, undefined, "a1", undefined], 2],
    ["the reverse, which keeps one", ["a2", "a1", "a0"], 1],
    ["only new ones", [undefined, undefined], 0],
    ["two equal orders", ["a0", "a0", "a1"], 2],
    ["no siblings", [], 0],
  ])("are correct for %s", (_, present, kept) => {
    const orders = assignOrders(present);
    expect(orders).toHaveLength(present.length);
    expect(rises(orders)).toBe(true);
    expect(orders.filter((order, index) => order === present[index])).toHaveLength(kept);
  });
});
