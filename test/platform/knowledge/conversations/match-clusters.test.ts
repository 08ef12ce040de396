import { describe, expect, it } from "vitest";
import { matchClusters } from "../../../../src/platform/knowledge/conversations/plan-clusters.ts";

const known = (id: string, ...issues: string[]) => ({ id, created_at: "2026-01-01T00:00:00.000Z", issues });

describe("a cluster", () => {
  it("keeps its id when issues join", () => {
    expect(matchClusters([["a", "b", "c"]], [known("k1", "a", "b")])).toEqual({
      clusters: [{ id: "k1", issues: ["a", "b", "c"] }],
      merged: [],
      dissolved: [],
    });
  });

  it("keeps its id in the larger part when it splits", () => {
    const groups = [
      ["a", "b"],
      ["c", "d", "e"],
    ];
    expect(matchClusters(groups, [known("k1", "a", "b", "c", "d", "e")]).clusters.map(({ id }) => id)).toEqual([
      undefined,
      "k1",
    ]);
  });

  it("keeps the id of the larger when two merge, or of the older if they are equal", () => {
    const clusters = [known("small", "a"), known("large", "b", "c"), { ...known("old", "d", "e"), created_at: "2025" }];
    expect(matchClusters([["a", "b", "c", "d", "e"]], clusters)).toMatchObject({
      clusters: [{ id: "old" }],
      merged: [
        { id: "small", into: 0 },
        { id: "large", into: 0 },
      ],
    });
  });

  it("keeps its id when clusters swap issues, with most of its own", () => {
    const groups = [
      ["a", "b", "x"],
      ["y", "z", "c"],
    ];
    const match = matchClusters(groups, [known("k1", "a", "b", "c"), known("k2", "x", "y", "z")]);
    expect(match.clusters.map(({ id }) => id)).toEqual(["k1", "k2"]);
    expect(match.merged).toEqual([]);
  });
});

it("a cluster of one issue or none is dissolved", () => {
  expect(matchClusters([], [known("k1", "a"), known("k2")]).dissolved).toEqual(["k1", "k2"]);
});
