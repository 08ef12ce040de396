import { describe, expect, it } from "vitest";
import { Counterparts } from "../../../../src/platform/review/comments/follow.ts";
import { expectLinearCost } from "../../../support/cost.ts";

const passages = (...texts: string[]) => texts.map((text) => ({ kind: "paragraph", text }));

/** For each passage of one version, its index in another, or `gone`. */
const counterparts = (before: readonly string[], after: readonly string[]) => {
  const found = new Counterparts(passages(...before), passages(...after));
  return before.map((_, index) => found.of(index) ?? "gone");
};

const rope = "Tie the north rope to the second hook.";

const mast = "Put up the mast before the rain comes.";

const vane = "Turn the vane until it points north.";

describe("a passage in a later version", () => {
  it.each([
    ["itself in the same version", [rope, mast], [rope, mast], [0, 1]],
    ["further down after an insertion", [rope, mast], [vane, rope, mast], [1, 2]],
    ["further up after a deletion", [vane, rope, mast], [rope, mast], ["gone", 0, 1]],
    ["its equal at the same place among equals", [rope, mast, rope], [rope, vane, mast, rope], [0, 2, 3]],
    ["where it was moved", [rope, mast, vane], [mast, vane, rope], [2, 0, 1]],
    ["its edited form", [rope, mast], [rope, "Put up the mast well before the rain."], [0, 1]],
    [
      "the edited form most like it, of several",
      [rope, mast],
      ["Put up the tall mast before the rain comes.", "Tie the north rope to the third hook."],
      [1, 0],
    ],
    ["its edited form elsewhere", [rope, vane, mast], [vane, mast, `${rope} Twice.`], [2, 0, 1]],
    ["nothing where another stands in its place", [rope, mast], [rope, "Nobody reads introductions."], [0, "gone"]],
    ["nothing in an empty version", [rope], [], ["gone"]],
  ])("is %s", (_, before, after, expected) => {
    expect(counterparts(before, after)).toEqual(expected);
  });

  it("is the counterpart of at most one passage", () => {
    const edited = "Put up the mast before the rain comes, please.";
    const [one, other] = counterparts([mast, `${mast} Now.`], [edited]);
    expect([one, other].filter((found) => found === 0)).toHaveLength(1);
  });

  it("may be of another kind if the words are the same", () => {
    const found = new Counterparts([{ kind: "paragraph", text: mast }], [{ kind: "heading-2", text: mast }]);
    expect(found.of(0)).toBe(0);
  });

  it("is found in linear time between versions without anything in common", async () => {
    await expectLinearCost((length) => {
      const before = Array.from({ length }, (_, at) => `before ${at}`);
      const after = Array.from({ length }, (_, at) => `after ${at}`);
      const found = new Counterparts(passages(...before), passages(...after));
      for (let index = 0; index < 20; index += 1) expect(found.of(index)).toBeUndefined();
    }, 2_500);
  });
});
