import { expect, test } from "vitest";
import { KnownPaths } from "../../../../src/platform/exchange/space-files/folder-path.ts";

const known = new KnownPaths([
  "README.md",
  "a b.md",
  "c#d.md",
  "e?f.md",
  "100%.md",
  "guide/index.md",
  "guide/setup.mdx",
  "__proto__/x.md",
]);

test.each([
  ["", "a%20b.md", "a b.md"],
  ["", "./a b.md#part", "a b.md"],
  ["guide", "../a%20b.md?plain=1", "a b.md"],
  ["", "c%23d.md", "c#d.md"],
  ["", "e%3Ff.md#x", "e?f.md"],
  ["", "e?f.md", "e?f.md"],
  ["", "100%.md", "100%.md"],
  ["", "guide", "guide/index.md"],
  ["", "guide/", "guide/index.md"],
  ["guide", ".", "guide/index.md"],
  ["guide", "..", "README.md"],
  ["guide", "/", "README.md"],
  ["guide", "setup", "guide/setup.mdx"],
  ["guide", "/a%20b.md", "a b.md"],
  ["", "__proto__/x", "__proto__/x.md"],
])("from %j the address %j leads to %s", (folder, address, path) => {
  expect(known.find(folder, address)).toBe(path);
});

test.each([
  ["", "gone.md"],
  ["", "../README.md"],
  ["guide", "../../README.md"],
  ["", "/../README.md/.."],
  ["", "%2e%2e/README.md"],
  ["", "#part"],
  ["", "?query"],
  ["", "__proto__"],
  ["", "README.md%00"],
  ["", "readme.md"],
])("from %j the address %j leads nowhere", (folder, address) => {
  expect(known.find(folder, address)).toBeUndefined();
});
