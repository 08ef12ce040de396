import { describe, expect, it } from "vitest";
import { keepOrders } from "../../../src/platform/content/placement.ts";

const rises = (orders: readonly string[]) =>
  orders.every((order, index) => index === 0 || (orders[index - 1] ?? "") < order);

describe("the orders of siblings", () => {
  it.each<[string, (string | undefined)[], number]>([
    ["in an unchanged sequence are all kept", ["a0", "a1", "a2"], 3],
    ["where the last moved to the front: all but one are kept", ["a2", "a0", "a1"], 2],
    ["with new ones between, before and after", [undefined, "a0", undefined, undefined, "a1", undefined], 2],
    ["in reverse keep one", ["a2", "a1", "a0"], 1],
    ["that are all new", [undefined, undefined], 0],
    ["two of which were the same", ["a0", "a0", "a1"], 2],
    ["none", [], 0],
  ])("%s", (_, present, kept) => {
    const orders = keepOrders(present);
    expect(orders).toHaveLength(present.length);
    expect(rises(orders)).toBe(true);
    expect(orders.filter((order, index) => order === present[index])).toHaveLength(kept);
  });
});
