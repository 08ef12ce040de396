import { spawnSync } from "node:child_process";
import { rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findFolder, findFolderInside, readFolder } from "../../../../src/platform/exchange/space-files/read-folder.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const problems = (warnings: { path: string; problem: string }[]) =>
  warnings.map(({ path, problem }) => `${path} ${problem}`).sort();

test("lists files with sizes in natural order and skips tool files", async () => {
  const folder = await temporaryFolder({
    "page-10.md": "ten",
    "page-2.md": "two!",
    "guide/a.md": "a",
    ".git/config": "x",
    "node_modules/x/README.md": "x",
    "guide/node_modules/y.md": "x",
    ".github/b.md": "x",
    ".gitbook/assets/logo.png": "png",
    ".gitbook/.cache/c.md": "x",
    ".gitbook.yaml": "root: ./",
  });
  const { files, warnings } = await readFolder(folder);
  expect([...files]).toEqual([
    [".gitbook.yaml", 8],
    [".gitbook/assets/logo.png", 3],
    ["guide/a.md", 1],
    ["page-2.md", 4],
    ["page-10.md", 3],
  ]);
  expect(warnings).toEqual([]);
});

test("reads bytes on demand", async () => {
  const folder = await temporaryFolder({ "a/b.bin": new Uint8Array([0, 255, 10]) });
  const { readBytes } = await readFolder(folder);
  expect(await readBytes("a/b.bin").then((bytes) => [...bytes])).toEqual([0, 255, 10]);
});

test("links that leave the folder, are broken or are circular are left out", async () => {
  const outside = await temporaryFolder({ "secret.md": "secret", "deep/secret.md": "secret" });
  const folder = await temporaryFolder({
    "a.md": "a",
    "out.md": { link: join(outside, "secret.md") },
    outside: { link: outside },
    "guide/up": { link: ".." },
    loop: { link: "loop" },
    nothing: { link: "missing.md" },
    ".git/config": "token",
    "config.md": { link: ".git/config" },
    git: { link: ".git" },
  });
  const { files, warnings } = await readFolder(folder);
  expect([...files.keys()]).toEqual(["a.md"]);
  expect(problems(warnings)).toEqual([
    "config.md symlink_skipped",
    "git symlink_skipped",
    "guide/up symlink_loop",
    "loop symlink_loop",
    "nothing symlink_broken",
    "out.md symlink_outside",
    "outside symlink_outside",
  ]);
});

test("a folder whose name begins like the imported one is outside it", async () => {
  const parent = await temporaryFolder({ "docs-private/a.md": "a", "docs/b.md": "b" });
  await symlink(join(parent, "docs-private"), join(parent, "docs", "link"));
  const { files, warnings } = await readFolder(join(parent, "docs"));
  expect([...files.keys()]).toEqual(["b.md"]);
  expect(problems(warnings)).toEqual(["link symlink_outside"]);
});

test("links inside are followed, a linked folder only once", async () => {
  const folder = await temporaryFolder({
    "guide/a.md": "a",
    "b.md": { link: "guide/a.md" },
    "v1/current": { link: "../guide" },
    "v2/current": { link: "../guide" },
  });
  const { files, warnings } = await readFolder(folder);
  expect([...files.keys()]).toEqual(["b.md", "guide/a.md", "v1/current/a.md"]);
  expect(problems(warnings)).toEqual(["v2/current symlink_repeated"]);
});

test("folders that link to each other twice do not multiply", async () => {
  const content: Record<string, string | { link: string }> = {};
  for (let level = 0; level < 24; level++) {
    content[`d${level}/page.md`] = "x";
    content[`d${level}/left`] = { link: `../d${level + 1}` };
    content[`d${level}/right`] = { link: `../d${level + 1}` };
  }
  const { files } = await readFolder(await temporaryFolder(content));
  // 24 pages in their own place, and another for each of the 23 folders that a link leads to.
  expect(files.size).toBe(47);
});

test("pipes are left out and never opened", async () => {
  const folder = await temporaryFolder({ "a.md": "a" });
  expect(spawnSync("mkfifo", [join(folder, "pipe.md")]).status).toBe(0);
  const { files, warnings } = await readFolder(folder);
  expect([...files.keys()]).toEqual(["a.md"]);
  expect(problems(warnings)).toEqual(["pipe.md special_file"]);
});

test("a file that was replaced by a link outside or by a pipe, or disappeared, is not read", async () => {
  const outside = await temporaryFolder({ "secret.md": "secret" });
  const folder = await temporaryFolder({ "a.md": "a", "b.md": "b", "c.md": "c" });
  const { readBytes } = await readFolder(folder);
  for (const name of ["a.md", "b.md", "c.md"]) await rm(join(folder, name));
  await symlink(join(outside, "secret.md"), join(folder, "a.md"));
  expect(spawnSync("mkfifo", [join(folder, "b.md")]).status).toBe(0);
  for (const name of ["a.md", "b.md", "c.md"]) {
    await expect(readBytes(name)).rejects.toMatchObject({ name: "ImportError", code: "file_changed" });
  }
  await expect(readBytes("../../etc/passwd")).rejects.toMatchObject({ code: "file_changed" });
});

test("a file above the limit is not read", async () => {
  const folder = await temporaryFolder({ "big.bin": { bytes: 2_000 }, "fits.bin": { bytes: 1_000 } });
  const { readBytes } = await readFolder(folder, { limits: { pageBytes: 10, fileBytes: 1_000 } });
  await expect(readBytes("big.bin")).rejects.toMatchObject({ code: "file_changed" });
  expect((await readBytes("fits.bin")).length).toBe(1_000);
});

test("more files than allowed stop the walk", async () => {
  const folder = await temporaryFolder({ "a.md": "", "b.md": "", "c/d.md": "" });
  expect((await readFolder(folder, { limits: { files: 4 } })).files.size).toBe(3);
  await expect(readFolder(folder, { limits: { files: 3 } })).rejects.toMatchObject({
    name: "ImportError",
    code: "too_many_files",
    path: folder,
    message: `${folder} contains more than 3 files and folders. Import a smaller folder, or set \`root\` in .gitbook.yaml to the one that contains the docs.`,
  });
});

test("an aborted signal stops the walk", async () => {
  const folder = await temporaryFolder({ "a.md": "a" });
  await expect(readFolder(folder, { signal: AbortSignal.abort("enough") })).rejects.toMatchObject({
    code: "aborted",
    cause: "enough",
  });
});

test("progress is reported while listing", async () => {
  const folder = await temporaryFolder();
  await Promise.all(Array.from({ length: 450 }, (_, index) => writeFile(join(folder, `${index}.md`), "")));
  const seen: [number, number | null][] = [];
  await readFolder(folder, { onProgress: ({ done, total }) => seen.push([done, total]) });
  expect(seen).toEqual([
    [200, null],
    [400, null],
    [450, 450],
  ]);
});

test("the named folder must exist and be a folder; a link to one is fine", async () => {
  const folder = await temporaryFolder({ "docs/a.md": "a", link: { link: "docs" } });
  expect(await findFolder(join(folder, "link"))).toBe(join(folder, "docs"));
  const missing = join(folder, "missing");
  await expect(findFolder(missing)).rejects.toMatchObject({
    code: "folder_not_found",
    message: `There is no folder ${missing}. Check the path and run it again.`,
  });
  await expect(findFolder(join(folder, "docs/a.md/b"))).rejects.toMatchObject({ code: "folder_not_found" });
  await expect(findFolder(join(folder, "docs/a.md"))).rejects.toMatchObject({ code: "not_a_folder" });
});

test("a start below the folder must be inside it", async () => {
  const outside = await temporaryFolder({ "a.md": "a" });
  const folder = await temporaryFolder({ "docs/a.md": "a", out: { link: outside }, ".git/a.md": "a", "b.md": "b" });
  expect(await findFolderInside(folder, "docs")).toBe(join(folder, "docs"));
  expect(await findFolderInside(folder, "")).toBe(folder);
  for (const path of ["out", "..", ".git", "b.md", "missing"]) {
    expect(await findFolderInside(folder, path), path).toBeUndefined();
  }
  expect([...(await readFolder(folder, { start: join(folder, "docs") })).files.keys()]).toEqual(["a.md"]);
});
