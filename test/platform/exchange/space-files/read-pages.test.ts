import { expect, test } from "vitest";
import { KnownPaths } from "../../../../src/platform/exchange/space-files/folder-path.ts";
import { readFolder } from "../../../../src/platform/exchange/space-files/read-folder.ts";
import { readPages } from "../../../../src/platform/exchange/space-files/read-pages.ts";
import { temporaryFolder } from "./temporary-folder.ts";

test("planning reads each page once, and storing it reads it a second time", async () => {
  const folder = await readFolder(
    await temporaryFolder({
      "a.md": "---\ncover: x.png\n---\n# A\n[b](b.md)\n",
      "b.md": "# B\n![x](x.png)\n",
      "x.png": "x",
    }),
  );
  const reads: string[] = [];
  const counted = {
    ...folder,
    readBytes: (path: string) => {
      reads.push(path);
      return folder.readBytes(path);
    },
  };
  const read = await readPages(counted, ["a.md", "b.md"], new KnownPaths(folder.files.keys()), new Set(), {});
  expect(reads).toEqual(["a.md", "b.md"]);
  expect([...read.files]).toEqual(["x.png"]);
  expect([...read.facts]).toEqual([
    ["a.md", { title: "A", cover: { ref: "x.png" } }],
    ["b.md", { title: "B" }],
  ]);
});

test("a page that disappears before it is read is left out with a warning", async () => {
  const folder = await readFolder(await temporaryFolder({ "a.md": "# A\n" }));
  const read = await readPages(folder, ["a.md", "gone.md"], new KnownPaths(["a.md", "gone.md"]), new Set(), {});
  expect([...read.facts.keys()]).toEqual(["a.md"]);
  expect(read.warnings.map(({ path, problem }) => [path, problem])).toEqual([["gone.md", "not_readable"]]);
});
