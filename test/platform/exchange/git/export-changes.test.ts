import { describe, expect, it } from "vitest";
import { type ExportSides, exportChanges } from "../../../../src/platform/exchange/git/render-content.ts";

/** Contents by path, distinguished only by hash. */
const rendered = (files: Record<string, string>, summary = "same") => ({
  files: new Map(Object.entries(files).map(([path, oid]) => [path, { oid, read: async () => new Uint8Array() }])),
  summary,
  redirects: new Map(),
  leftOut: [],
});

const branch = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([path, oid]) => [path, { oid, mode: "100644", size: 1 }]));

function changes(sides: Partial<ExportSides> & Pick<ExportSides, "space" | "base" | "branch">) {
  const place = { root: "", summary: "SUMMARY.md", summaryBefore: null, force: false };
  const { written, removed, conflicts } = exportChanges({ ...place, ...sides });
  return { written: [...written.keys()], removed, conflicts };
}

const none = { written: [], removed: [], conflicts: [] };

describe("an export", () => {
  it("writes what the space changed, below the content's folder", () => {
    const sides = {
      space: rendered({ "a.md": "A2", "b.md": "B" }),
      base: rendered({ "a.md": "A", "b.md": "B", "c.md": "C" }),
      branch: branch({ "docs/a.md": "A", "docs/b.md": "B", "docs/c.md": "C", "main.c": "X" }),
    };
    expect(changes({ ...sides, root: "docs" })).toEqual({ ...none, written: ["docs/a.md"], removed: ["docs/c.md"] });
  });

  it("keeps what only the branch changed, added or removed", () => {
    const space = rendered({ "a.md": "A", "b.md": "B" });
    expect(changes({ space, base: space, branch: branch({ "a.md": "A2", "new.md": "N" }) })).toEqual(none);
  });

  it("finds nothing to do if it was completed before its process died", () => {
    const sides = {
      space: rendered({ "a.md": "A2" }),
      base: rendered({ "a.md": "A", "c.md": "C" }),
      branch: branch({ "a.md": "A2" }),
    };
    expect(changes(sides)).toEqual(none);
  });

  it("names what both sides changed, unless the space is to win", () => {
    const sides = {
      space: rendered({ "a.md": "A2" }),
      base: rendered({ "a.md": "A", "c.md": "C" }),
      branch: branch({ "a.md": "A3", "c.md": "C3" }),
    };
    expect(changes(sides)).toEqual({ ...none, conflicts: ["a.md", "c.md"] });
    expect(changes({ ...sides, force: true })).toEqual({ ...none, written: ["a.md"], removed: ["c.md"] });
  });

  it("overwrites nothing of a branch it was never in step with", () => {
    const space = rendered({ "a.md": "A", "b.md": "B" });
    const there = branch({ "a.md": "other", "SUMMARY.md": "own" });
    expect(changes({ space, base: undefined, branch: there })).toEqual({
      written: ["b.md"],
      removed: [],
      conflicts: ["a.md", "SUMMARY.md"],
    });
  });

  it("writes the table of contents if the tree changed, but only if no one else wrote it", () => {
    const sides = { space: rendered({}, "new"), base: rendered({}, "old"), summaryBefore: "S" };
    expect(changes({ ...sides, branch: branch({ "SUMMARY.md": "S" }) }).written).toEqual(["SUMMARY.md"]);
    expect(changes({ ...sides, branch: branch({ "SUMMARY.md": "S2" }) }).conflicts).toEqual(["SUMMARY.md"]);
  });
});
