import { lstat, mkdir, readdir, readFile, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ExportedPage } from "../../../../src/platform/exchange/space-files/exported-content.ts";
import { type ImportPlan, planImport } from "../../../../src/platform/exchange/space-files/plan.ts";
import { writeFolder } from "../../../../src/platform/exchange/space-files/write-folder.ts";
import { outlineOf } from "./plan-outline.ts";
import { filesBelow, temporaryFolder } from "./temporary-folder.ts";

const page = (depth: number, title: string, slug: string, source?: string, text = `# ${title}\n`): ExportedPage => ({
  depth,
  type: "document",
  title,
  slug,
  source,
  text: async () => text,
});

/** A plan in the form an export takes. */
function exported(plan: ImportPlan): ExportedPage[] {
  const depths = new Map<string | null, number>([[null, -1]]);
  return plan.pages.map((planned): ExportedPage => {
    const depth = (depths.get(planned.parent) ?? Number.NaN) + 1;
    depths.set(planned.key, depth);
    if (planned.type !== "document") return { ...planned, depth };
    return { ...planned, depth, text: planned.read };
  });
}

const HANDBOOK: Record<string, string | Uint8Array> = {
  "SUMMARY.md": `# Handbook

* [Welcome](README.md)
* [Site](https://example.com)

## Guides

* [Start \\[v2\\]](guides/README.md "Go")
  * [Two words](guides/two%20words%20%28b%29.md)
    * [Deep](guides/deep/page.md)
* Later
  * [Plans](plans.md)
`,
  "README.md": "\uFEFF# Welcome\r\n\r\nNo last line end",
  "guides/README.md": "---\ntitle: Start [v2]\n---\n\n![x](../img/x.png)\n\n\n",
  "guides/two words (b).md": "# Two words\n\ttab \u00a0 ~~~\n~~~",
  "guides/deep/page.md": "",
  "plans.md": "# Plans\n\n{% hint %}\nx\n{% endhint %}",
  "img/x.png": new Uint8Array([0, 1, 255]),
  ".gitbook/assets/y.bin": new Uint8Array([13, 10]),
};

test("exporting an import gives the same bytes, and importing that gives the same plan", async () => {
  const source = await temporaryFolder(HANDBOOK);
  const plan = await planImport(source, { title: "Handbook" });
  expect(plan.warnings).toEqual([]);
  const target = join(await temporaryFolder(), "new", "docs");
  const written = await writeFolder(target, { title: plan.title, pages: exported(plan), files: plan.files });

  expect(await filesBelow(target, "hex")).toEqual(await filesBelow(source, "hex"));
  expect(written).toEqual({
    pages: ["README.md", "guides/README.md", "guides/two words (b).md", "guides/deep/page.md", "plans.md"],
    files: [".gitbook/assets/y.bin", "img/x.png"],
    summary: "SUMMARY.md",
  });
  const again = await planImport(target, { title: "Handbook" });
  expect(outlineOf(again)).toEqual(outlineOf(plan));
  expect(again.pages.map((each) => each.linkTitle)).toEqual(plan.pages.map((each) => each.linkTitle));
});

test("a new folder gets the usual permissions, and nothing is left beside it", async () => {
  const parent = await temporaryFolder();
  await mkdir(join(parent, "like-any"));
  await writeFolder(join(parent, "docs"), { title: "T", pages: [page(0, "A", "a")], files: [] });
  expect((await readdir(parent)).sort()).toEqual(["docs", "like-any"]);
  expect((await stat(join(parent, "docs"))).mode).toBe((await stat(join(parent, "like-any"))).mode);
});

test("pages without a source get a path from the slugs above them", async () => {
  const pages: ExportedPage[] = [
    page(0, "Welcome", "readme"),
    page(0, "Guide", "guide"),
    page(1, "Install", "install"),
    page(1, "Known", "known", "elsewhere/known.md"),
    page(2, "Below known", "below"),
    { depth: 0, type: "group", title: "Reference", slug: "reference" },
    page(1, "Calls", "calls"),
    page(1, "Calls too", "calls"),
    page(1, "Odd", "../..//odd?"),
    page(1, "None", "…"),
  ];
  const target = await temporaryFolder();
  const written = await writeFolder(target, { title: "T", pages, files: [] });
  expect(written.pages).toEqual([
    "README.md",
    "guide/README.md",
    "guide/install.md",
    "elsewhere/known.md",
    "elsewhere/known/below.md",
    "reference/calls.md",
    "reference/calls-1.md",
    "reference/odd.md",
    "reference/page.md",
  ]);
  expect(await readFile(join(target, "SUMMARY.md"), "utf8")).toBe(`# T

* [Welcome](README.md)
* [Guide](guide/README.md)
  * [Install](guide/install.md)
  * [Known](elsewhere/known.md)
    * [Below known](elsewhere/known/below.md)

## Reference

* [Calls](reference/calls.md)
* [Calls too](reference/calls-1.md)
* [Odd](reference/odd.md)
* [None](reference/page.md)
`);
});

test("hidden pages are written but not listed, unless their front matter hides them", async () => {
  const pages: ExportedPage[] = [
    page(0, "A", "a"),
    { ...page(0, "B", "b"), hidden: true },
    page(1, "Below B", "c"),
    { ...page(0, "D", "d", "d.md", "---\nhidden: true\n---\n# D\n"), hidden: true },
  ];
  const target = await temporaryFolder();
  const written = await writeFolder(target, { title: "T", pages, files: [] });
  expect(written.pages).toEqual(["a.md", "b/README.md", "b/c.md", "d.md"]);
  expect(await readFile(join(target, "SUMMARY.md"), "utf8")).toBe("# T\n\n* [A](a.md)\n* [D](d.md)\n");
  expect(outlineOf(await planImport(target))).toEqual([
    "document A /a <a.md>",
    "document D /d <d.md> hidden",
    "document B /b <b/README.md> hidden",
    "  document Below B /c <b/c.md> hidden",
  ]);
});

test("a page with the table of contents' file name keeps its path", async () => {
  const target = await temporaryFolder();
  const written = await writeFolder(target, { title: "T", pages: [page(0, "S", "s", "summary.md")], files: [] });
  expect(written.summary).toBe("SUMMARY-1.md");
  expect(await filesBelow(target)).toEqual({
    ".gitbook.yaml": "structure:\n  summary: SUMMARY-1.md\n",
    "SUMMARY-1.md": "# T\n\n* [S](summary.md)\n",
    "summary.md": "# S\n",
  });
  expect(outlineOf(await planImport(target))).toEqual(["document S /summary <summary.md>"]);
});

test.each([
  "../out.md",
  "/etc/out.md",
  "a/../../out.md",
  "a/./b.md",
  "a//b.md",
  "",
  "..",
  "a\\..\\b.md",
  "a\0.md",
  "a\nb.md",
  ".git/config",
  "sub/.GIT/hooks/post-checkout",
  "sub/.git. /config",
  "GIT~1/config",
])("the path %j is rejected for pages and files, before anything is written", async (path) => {
  const parent = await temporaryFolder();
  const target = join(parent, "docs");
  const refused = { name: "ExportError", code: "unsafe_path", path };
  const file = { path, read: async () => new Uint8Array() };
  await expect(writeFolder(target, { title: "T", pages: [page(0, "A", "a", path)], files: [] })).rejects.toMatchObject(
    refused,
  );
  await expect(writeFolder(target, { title: "T", pages: [], files: [file] })).rejects.toMatchObject(refused);
  expect(await readdir(parent)).toEqual([]);
});

test("a path used twice, or as both a file and a folder, is rejected", async () => {
  const parent = await temporaryFolder();
  const pages = [page(0, "A", "a", "a.md"), page(0, "B", "b", "a.md")];
  await expect(writeFolder(join(parent, "x"), { title: "T", pages, files: [] })).rejects.toMatchObject({
    code: "duplicate_path",
    message: "Two pages or files have the path a.md. Rename one of them.",
  });
  const nested = [page(0, "A", "a", "a.md"), page(0, "B", "b", "a.md/b.md")];
  await expect(writeFolder(join(parent, "x"), { title: "T", pages: nested, files: [] })).rejects.toMatchObject({
    code: "duplicate_path",
  });
  expect(await readdir(parent)).toEqual([]);
});

test("a target that is not empty is rejected without force; with force, other files stay", async () => {
  const target = await temporaryFolder({ "a.md": "old", "notes/own.txt": "mine", ".git/config": "git" });
  const content = { title: "T", pages: [page(0, "A", "a", "a.md"), page(0, "N", "n", "notes/n.md")], files: [] };
  await expect(writeFolder(target, content)).rejects.toMatchObject({
    code: "target_not_empty",
    message: `${target} is not empty. Name another folder, or use --force to replace the files that have the same path.`,
  });
  expect(await readFile(join(target, "a.md"), "utf8")).toBe("old");
  await writeFolder(target, content, { force: true });
  expect(await filesBelow(target)).toEqual({
    ".git/config": "git",
    "SUMMARY.md": "# T\n\n* [A](a.md)\n* [N](notes/n.md)\n",
    "a.md": "# A\n",
    "notes/n.md": "# N\n",
    "notes/own.txt": "mine",
  });
});

test("force does not write through links in the target", async () => {
  const outside = await temporaryFolder({ "keep.md": "keep" });
  const target = await temporaryFolder({ "file.md": { link: join(outside, "keep.md") } });
  await symlink(outside, join(target, "sub"));
  const content = { title: "T", pages: [page(0, "F", "f", "file.md")], files: [] };
  await writeFolder(target, content, { force: true });
  expect((await lstat(join(target, "file.md"))).isSymbolicLink()).toBe(false);
  const through = { title: "T", pages: [page(0, "B", "b", "before.md"), page(0, "S", "s", "sub/x.md")], files: [] };
  await expect(writeFolder(target, through, { force: true })).rejects.toMatchObject({
    code: "unsafe_path",
    path: "sub",
  });
  expect(await filesBelow(outside)).toEqual({ "keep.md": "keep" });
  expect((await readdir(target)).sort()).toEqual(["SUMMARY.md", "file.md", "sub"]);
});

test("a target that is a file is rejected", async () => {
  const folder = await temporaryFolder({ "a.txt": "x" });
  await expect(writeFolder(join(folder, "a.txt"), { title: "T", pages: [], files: [] })).rejects.toMatchObject({
    code: "target_not_a_folder",
  });
  await expect(writeFolder(join(folder, "a.txt", "b"), { title: "T", pages: [], files: [] })).rejects.toMatchObject({
    code: "target_not_writable",
  });
});

test("nothing is written if a page cannot be read", async () => {
  const parent = await temporaryFolder({ "old/keep.md": "keep" });
  const broken: ExportedPage = {
    ...page(0, "B", "b"),
    type: "document",
    text: async () => {
      throw new Error("gone");
    },
  };
  const content = { title: "T", pages: [page(0, "A", "a"), broken], files: [] };
  await expect(writeFolder(join(parent, "new"), content)).rejects.toThrow("gone");
  await expect(writeFolder(join(parent, "old"), content, { force: true })).rejects.toThrow("gone");
  expect(await filesBelow(parent)).toEqual({ "old/keep.md": "keep" });
  expect(await readdir(parent)).toEqual(["old"]);
});

test("an export reports progress and stops on abort", async () => {
  const parent = await temporaryFolder();
  const content = { title: "T", pages: [page(0, "A", "a"), page(0, "B", "b")], files: [] };
  const seen: string[] = [];
  const controller = new AbortController();
  const stopped = writeFolder(join(parent, "x"), content, {
    signal: controller.signal,
    onProgress: ({ done, total, path }) => {
      seen.push(`${done}/${total} ${path}`);
      controller.abort();
    },
  });
  await expect(stopped).rejects.toMatchObject({
    code: "aborted",
    message: `The export to ${join(parent, "x")} was stopped; nothing was written.`,
  });
  expect(seen).toEqual(["1/3 a.md"]);
  expect(await readdir(parent)).toEqual([]);
});
