import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { type ImportPlan, planImport } from "../../../../src/platform/exchange/space-files/plan.ts";
import { problemsOf } from "./plan-outline.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const fileList = (plan: ImportPlan) =>
  plan.files.map(({ path, name, contentType, size }) => ({ path, name, contentType, size }));

async function textOf(plan: ImportPlan, source: string): Promise<string | undefined> {
  const page = plan.pages.find((each) => each.type === "document" && each.source === source);
  return page?.type === "document" ? page.read() : undefined;
}

test("byte order mark, Windows line ends and a missing final line end are kept", async () => {
  const text = "\uFEFF---\r\ntitle: Start\r\n---\r\n\r\n# Other\r\nlast";
  const folder = await temporaryFolder({ "a.md": text });
  const plan = await planImport(folder);
  expect(plan.pages[0]?.title).toBe("Start");
  const read = await textOf(plan, "a.md");
  expect(Buffer.from(read ?? "", "utf8").toString("hex")).toBe(Buffer.from(text, "utf8").toString("hex"));
});

test("assets are imported, and other files if a page refers to them", async () => {
  const folder = await temporaryFolder({
    ".gitbook/assets/unused.svg": "<svg/>",
    ".gitbook/assets/notes.md": "# no page\n",
    ".gitbook/includes/snippet.md": "text\n",
    ".gitbook/vars.yaml": "x: 1",
    "guide/a.md": `# A

![one](../images/one.png) [two](two%20words.pdf "T") [three](</files/three.bin>)

{% file src="../files/four.zip" %}

<img src="../images/five.webp" alt=""> [six](six.csv?raw=true#L1)
`,
    "images/one.png": "1",
    "guide/two words.pdf": "22",
    "files/three.bin": "333",
    "files/four.zip": "4444",
    "images/five.webp": "55555",
    "guide/six.csv": "666666",
    "images/unused.png": "x",
  });
  const plan = await planImport(folder);
  expect(fileList(plan)).toEqual([
    { path: ".gitbook/assets/notes.md", name: "notes.md", contentType: "text/markdown", size: 10 },
    { path: ".gitbook/assets/unused.svg", name: "unused.svg", contentType: "image/svg+xml", size: 6 },
    { path: ".gitbook/includes/snippet.md", name: "snippet.md", contentType: "text/markdown", size: 5 },
    { path: ".gitbook/vars.yaml", name: "vars.yaml", contentType: "application/yaml", size: 4 },
    { path: "files/four.zip", name: "four.zip", contentType: "application/zip", size: 4 },
    { path: "files/three.bin", name: "three.bin", contentType: "application/octet-stream", size: 3 },
    { path: "guide/six.csv", name: "six.csv", contentType: "text/csv", size: 6 },
    { path: "guide/two words.pdf", name: "two words.pdf", contentType: "application/pdf", size: 2 },
    { path: "images/five.webp", name: "five.webp", contentType: "image/webp", size: 5 },
    { path: "images/one.png", name: "one.png", contentType: "image/png", size: 1 },
  ]);
  expect(plan.pages.map((page) => page.key)).toEqual(["guide/", "guide/a.md"]);
  expect(Buffer.from((await plan.files[4]?.read()) ?? []).toString()).toBe("4444");
  expect(plan.warnings).toEqual([]);
});

test("relative links to no page or file are counted in one warning per page", async () => {
  const folder = await temporaryFolder({
    "SUMMARY.md": "* [A](a.md)\n* [B](b/README.md)\n",
    "a.md": `# A

[fine](b/README.md) [folder](b/) [no extension](b/README) [anchor](#x) [self](a.md#x) [web](https://example.com)
[mail](mailto:a@example.com) [site](/pricing) [missing](gone.md) ![missing](img/none.png) [out](../../secret.md)
[contents](SUMMARY.md)
`,
    "b/README.md": "# B\n\n[up](../a.md)\n",
  });
  const plan = await planImport(folder);
  expect(plan.warnings).toEqual([
    {
      path: "a.md",
      problem: "broken_link",
      message: "4 relative links lead from a.md to no page or file: gone.md, img/none.png, ../../secret.md, …",
    },
  ]);
});

test("escapes and entities in addresses are decoded", async () => {
  const folder = await temporaryFolder({
    "a.md": '[a](x\\_y.png) ![b](<a&amp;b.png>) <img src="c&#38;d.png"> [e][ref]\n\n[ref]: e\\(1\\).png\n',
    "x_y.png": "1",
    "a&b.png": "2",
    "c&d.png": "3",
    "e(1).png": "4",
  });
  const plan = await planImport(folder);
  expect(plan.files.map((file) => file.path)).toEqual(["a&b.png", "c&d.png", "e(1).png", "x_y.png"]);
  expect(plan.warnings).toEqual([]);
});

test("a plan does not keep the texts of its pages in memory", async () => {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  const kept = () => {
    if (typeof collect === "function") collect();
    return process.memoryUsage().heapUsed;
  };
  const text =
    "---\ndescription: A description of some length\n---\n# A title of some length\n\n[x](a-missing-page.md)\n\n";
  const pages = Array.from({ length: 40 }, (_, index) => [`${index}.md`, `${text}${"A paragraph. ".repeat(80_000)}\n`]);
  const folder = await temporaryFolder(Object.fromEntries(pages));
  pages.length = 0;
  const before = kept();
  const plan = await planImport(folder);
  expect(kept() - before).toBeLessThan(8_000_000);
  expect(plan.pages.length).toBe(40);
  expect(plan.warnings.length).toBe(40);
});

test("a file named like a page without UTF-8 text is imported as a file", async () => {
  const folder = await temporaryFolder({
    "a.md": "# A\n\n[b](binary.md)\n",
    "binary.md": new Uint8Array([0x23, 0x20, 0x41, 0x00, 0x01]),
    "latin1.md": new Uint8Array([0x23, 0x20, 0xe9, 0x0a]),
    "utf16.md": new Uint8Array([0xff, 0xfe, 0x23, 0x00]),
  });
  const plan = await planImport(folder);
  expect(plan.pages.map((page) => page.key)).toEqual(["a.md"]);
  expect(fileList(plan).map(({ path, size }) => [path, size])).toEqual([
    ["binary.md", 5],
    ["latin1.md", 4],
    ["utf16.md", 4],
  ]);
  expect(problemsOf(plan)).toEqual(["binary.md binary_page", "latin1.md invalid_utf8", "utf16.md binary_page"]);
  expect([...((await plan.files[1]?.read()) ?? [])]).toEqual([0x23, 0x20, 0xe9, 0x0a]);
});

test("a Markdown file of more than 100,000 lines is left out, and one of exactly that many is a page", async () => {
  const folder = await temporaryFolder({ "long.md": "a\n".repeat(100_001), "most.md": "a\n".repeat(100_000) });
  const plan = await planImport(folder);
  expect(plan.pages.map((page) => page.key)).toEqual(["most.md"]);
  expect(plan.files).toEqual([]);
  expect(plan.warnings).toEqual([
    {
      path: "long.md",
      problem: "page_too_large",
      message: "long.md exceeds the limit of 100000 lines per page and is left out.",
    },
  ]);
});

test("a Markdown file of 50 MB is left out unread, and so is a file of 26 MB that a page embeds", async () => {
  const folder = await temporaryFolder({
    "a.md": "# A\n\n[big](big.md) ![huge](huge.png)\n",
    "big.md": { bytes: 50 * 1024 * 1024 },
    "huge.png": { bytes: 26 * 1024 * 1024 },
  });
  const plan = await planImport(folder);
  expect(plan.pages.map((page) => page.key)).toEqual(["a.md"]);
  expect(plan.files).toEqual([]);
  expect(plan.warnings).toEqual([
    {
      path: "big.md",
      problem: "page_too_large",
      message: "big.md has 52428800 bytes, more than the limit of 5242880, and is left out.",
    },
    {
      path: "huge.png",
      problem: "file_too_large",
      message: "huge.png has 27262976 bytes, more than the limit of 26214400, and is left out.",
    },
  ]);
});

test("a page that changed or disappeared after planning gives an error that says so", async () => {
  const folder = await temporaryFolder({ "a.md": "# A\n", "b.md": "# B\n" });
  const plan = await planImport(folder);
  await writeFile(join(folder, "a.md"), new Uint8Array([0xff]));
  await rm(join(folder, "b.md"));
  await expect(textOf(plan, "a.md")).rejects.toMatchObject({
    code: "file_changed",
    message: "a.md is no longer a page that can be imported. Run the import again.",
  });
  await expect(textOf(plan, "b.md")).rejects.toMatchObject({ code: "file_changed" });
});

test("a folder without any page gives an error that says why", async () => {
  const empty = await temporaryFolder();
  await expect(planImport(empty)).rejects.toMatchObject({
    name: "ImportError",
    code: "empty_folder",
    path: empty,
    message: `${empty} contains no page that can be imported (.md, .mdx, .markdown). Name the folder that contains the docs.`,
  });
  const large = await temporaryFolder({ "big.md": { bytes: 6_000_000 } });
  await expect(planImport(large)).rejects.toMatchObject({
    code: "empty_folder",
    message: `${large} contains no page that can be imported (.md, .mdx, .markdown). Name the folder that contains the docs. big.md has 6000000 bytes, more than the limit of 5242880, and is left out.`,
  });
  await expect(planImport(await temporaryFolder({ "SUMMARY.md": "* [a](a.md)\n" }))).rejects.toMatchObject({
    code: "empty_folder",
  });
});

test("a path that is not a folder is an error, and so are too many files", async () => {
  const folder = await temporaryFolder({ "a.md": "# A\n", "b.md": "# B\n" });
  await expect(planImport(join(folder, "none"))).rejects.toMatchObject({ code: "folder_not_found" });
  await expect(planImport(join(folder, "a.md"))).rejects.toMatchObject({ code: "not_a_folder" });
  await expect(planImport(folder, { limits: { files: 1 } })).rejects.toMatchObject({ code: "too_many_files" });
});

test("planning reports progress and stops on abort", async () => {
  const folder = await temporaryFolder({
    ...Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`${index}.md`, "# X\n"])),
  });
  const seen: string[] = [];
  await planImport(folder, { onProgress: ({ step, done, total }) => seen.push(`${step} ${done}/${total}`) });
  expect(seen).toEqual(["listing 130/130", "reading 64/130", "reading 128/130", "reading 130/130"]);

  const controller = new AbortController();
  const stopped = planImport(folder, {
    signal: controller.signal,
    onProgress: ({ step, done }) => {
      if (step === "reading" && done === 64) controller.abort("enough");
    },
  });
  await expect(stopped).rejects.toMatchObject({
    name: "ImportError",
    code: "aborted",
    cause: "enough",
    message: `The import of ${folder} was stopped before anything was stored. Run it again to start over.`,
  });
});

test("components of MDX become blocks in pages and reusable contents, and links in them are followed", async () => {
  const note = 'import a from "b"\n\n<Note>\n  ![x](x.png)\n</Note>\n';
  const hint = '{% hint style="info" %}\n![x](x.png)\n{% endhint %}\n';
  const folder = await temporaryFolder({
    "a.mdx": note,
    "b.md": note,
    ".gitbook/includes/c.mdx": "<Tip>c</Tip>\n",
    ".gitbook/assets/d.mdx": note,
    "x.png": "x",
  });
  const plan = await planImport(folder);
  expect(await textOf(plan, "a.mdx")).toBe(hint);
  expect(await textOf(plan, "b.md")).toBe(note);
  const fileText = async (path: string) =>
    Buffer.from((await plan.files.find((file) => file.path === path)?.read()) ?? []).toString();
  expect(await fileText(".gitbook/includes/c.mdx")).toBe('{% hint style="success" %}\nc\n{% endhint %}\n');
  expect(await fileText(".gitbook/assets/d.mdx")).toBe(note);
  expect(plan.files.map(({ path }) => path)).toContain("x.png");

  const kept = await planImport(folder, { keepsBytes: true });
  expect(await textOf(kept, "a.mdx")).toBe(note);
});

test("containers of other systems become blocks in pages, and stay where pages are written back", async () => {
  const note = ":::tip\nText.\n:::\n";
  const folder = await temporaryFolder({ "a.md": note, ".gitbook/includes/b.md": note, "SUMMARY.md": "* [A](a.md)\n" });
  const plan = await planImport(folder);
  expect(await textOf(plan, "a.md")).toBe('{% hint style="success" %}\nText.\n{% endhint %}\n');
  expect(await textOf(await planImport(folder, { keepsBytes: true }), "a.md")).toBe(note);
});

test("MDX that is not text is imported as it is", async () => {
  const folder = await temporaryFolder({ "a.md": "# A\n\n[b](b.mdx)\n" });
  await writeFile(join(folder, "b.mdx"), Buffer.from([0xff, 0xfe, 0x3c, 0x4e]));
  const plan = await planImport(folder);
  expect(Buffer.from((await plan.files[0]?.read()) ?? []).toString("hex")).toBe("fffe3c4e");
});
