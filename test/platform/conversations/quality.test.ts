import { describe, expect, it } from "vitest";
import { type LabelledConversation, labelledSet } from "../../../bench/conversations/labelled-set.ts";
import { pairQuality } from "../../../bench/conversations/pair-quality.ts";
import { extractIssues } from "../../../src/platform/conversations/extract-issues.ts";
import { groupTexts } from "../../../src/platform/conversations/grouping/group-issues.ts";

async function group(set: readonly LabelledConversation[]) {
  const issues = set.flatMap(({ id, topic, subject, parts }) =>
    extractIssues({ id, subject, parts })
      .slice(0, 1)
      .map(({ terms }) => ({ id, topic, terms })),
  );
  const groups = await groupTexts(issues.map(({ terms }) => terms));
  const clusters = new Map(
    groups.flatMap((members) => {
      const ids = members.map((member) => issues[member]?.id ?? "").sort();
      return ids.map((id): [string, string] => [id, ids[0] ?? ""]);
    }),
  );
  return set.map(({ id, topic }) => ({ id, topic, cluster: clusters.get(id) }));
}

describe("conversations are put together without a model", () => {
  it.each([
    ["tuned", { precision: 0.5, f1: 0.4 }],
    ["held-out", { precision: 0.5, f1: 0.4 }],
  ] as const)("on the %s topics at least so well", async (part, floor) => {
    for (const seed of [1, 2, 3]) {
      const { precision, f1 } = pairQuality(await group(labelledSet({ seed, part })));
      expect(precision, `precision with seed ${seed}`).toBeGreaterThan(floor.precision);
      expect(f1, `F1 with seed ${seed}`).toBeGreaterThan(floor.f1);
    }
  });

  it("the same whatever the order they came in", async () => {
    const set = labelledSet({ seed: 1 });
    expect(set.length).toBeGreaterThan(300);
    const clustersOf = async (some: readonly LabelledConversation[]) =>
      (await group(some)).sort((one, other) => (one.id < other.id ? -1 : 1));
    const expected = await clustersOf(set);
    for (const order of [set.toReversed(), [...set.slice(100), ...set.slice(0, 100)]]) {
      expect(await clustersOf(order)).toEqual(expected);
    }
  });
});
