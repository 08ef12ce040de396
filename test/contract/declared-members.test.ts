import { expect, test } from "vitest";
import { z } from "zod";
import { DeclaredMembers } from "./declared-members.ts";

const Tree = z.object({
  title: z.string(),
  get children() {
    return z.array(Tree).optional();
  },
});

test.each([
  ["", true],
  ["name", true],
  ["other", false],
  ["list[].id", true],
  ["list[].name", false],
  ["list.id", false],
  ["one.left", true],
  ["one.right", true],
  ["one.middle", false],
  ["map.anything.id", true],
  ["open.anything", false],
  ["tree.children[].children[].title", true],
  ["tree.children[].children[].name", false],
])("%j is declared: %j", (path, declared) => {
  const model = z.looseObject({
    name: z.string().nullable(),
    list: z.array(z.object({ id: z.string() })),
    one: z.union([z.object({ left: z.string() }), z.looseObject({ right: z.string() })]).optional(),
    map: z.record(z.string(), z.object({ id: z.string() })),
    open: z.looseObject({}),
    tree: Tree,
  });
  expect(new DeclaredMembers(model).has(path)).toBe(declared);
});
