import { expect, it } from "vitest";
import type { PageSummary } from "../../src/contract/models/page.ts";
import { flattenTree, PageIndex } from "../../src/resolve/pages.ts";

const page = (path: string, title: string, pages: PageSummary[] = []): PageSummary => ({
  id: `id-${path}`,
  title,
  kind: "sheet",
  type: "document",
  path,
  pages,
});

const tree = [
  page("a", "Alpha", [page("a/b", "Beta", [page("a/b/c", "Gamma")]), page("a/d", "delta")]),
  page("spaces/design", "Design"),
  page("e", "Delta"),
];

it("a tree is flattened in the order of the table of contents, with parents, depths and sizes", () => {
  expect(flattenTree(tree).map(({ page: { path }, parent, depth, below }) => [path, parent, depth, below])).toEqual([
    ["a", undefined, 0, 3],
    ["a/b", "id-a", 1, 1],
    ["a/b/c", "id-a/b", 2, 0],
    ["a/d", "id-a", 1, 0],
    ["spaces/design", undefined, 0, 0],
    ["e", undefined, 0, 0],
  ]);
});

it("a tree of any depth is flattened", () => {
  let deep = page("leaf", "Leaf");
  for (let at = 0; at < 20_000; at += 1) deep = page(`p${at}`, "Level", [deep]);
  expect(flattenTree([deep])).toHaveLength(20_001);
});

it("a page is found by id, path, exact title, then title in any case", () => {
  const index = new PageIndex(tree);
  const found = (named: string) => index.find(named, "here").page.path;
  expect(found("id-a/b")).toBe("a/b");
  expect(found("/a/b/c.md")).toBe("a/b/c");
  expect(found("A/B")).toBe("a/b");
  expect(found("a/b.md#details")).toBe("a/b");
  expect(found("a/b/README.md")).toBe("a/b");
  expect(found("/spaces/design")).toBe("spaces/design");
  expect(found("Delta")).toBe("e");
  expect(found("delta")).toBe("a/d");
  expect(found("gamma")).toBe("a/b/c");
  expect(() => index.find("DELTA", "here")).toThrow('2 pages are called "DELTA".');
});

it("a missing page is reported with those spelled most like it", () => {
  const index = new PageIndex(tree);
  expect(() => index.find("Gama", "space X")).toThrow(
    'There is no page "Gama" in space X. The closest are:\n- "Gamma" ("a/b/c", id id-a/b/c)\n',
  );
});
