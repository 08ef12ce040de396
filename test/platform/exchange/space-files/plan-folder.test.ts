import { expect, test } from "vitest";
import { planImport } from "../../../../src/platform/exchange/space-files/plan.ts";
import { outlineOf, problemsOf } from "./plan-outline.ts";
import { temporaryFolder } from "./temporary-folder.ts";

test("without a table of contents the tree follows the folders", async () => {
  const folder = await temporaryFolder({
    "README.md": "# Handbook\n",
    "b.md": "# B\n",
    "guide/README.md": "# The guide\n",
    "guide/part-10.md": "Ten.\n",
    "guide/part-2.mdx": "# Two\n",
    "getting-started/install.markdown": "# Install\n",
    "getting-started/deep/index.md": "# Deep\n",
    "images/logo.png": "png",
  });
  const plan = await planImport(folder);
  expect(outlineOf(plan)).toEqual([
    "document Handbook /readme <README.md>",
    "document B /b <b.md>",
    "group Getting started /getting-started",
    "  document Deep /deep <getting-started/deep/index.md>",
    "  document Install /install <getting-started/install.markdown>",
    "document The guide /guide <guide/README.md>",
    "  document Two /part-2 <guide/part-2.mdx>",
    "  document Part 10 /part-10 <guide/part-10.md>",
  ]);
  expect(plan.title).toBe("Handbook");
  expect(plan.files).toEqual([]);
  expect(plan.warnings).toEqual([]);
});

test("pages with a numeric position in front matter come first, then the README, then the others", async () => {
  const folder = await temporaryFolder({
    "README.md": "# Home\n",
    "a.md": "# A\n",
    "b.md": "---\nsidebar_position: 2\n---\n# B\n",
    "c.md": "---\nnav_order: 1.5\n---\n# C\n",
    "d.md": "---\nweight: -1\n---\n# D\n",
    "e.md": "---\nweight: heavy\n---\n# E\n",
    "sub/README.md": "---\nsidebar_position: 1\n---\n# Sub\n",
    "sub/x.md": "# X\n",
  });
  expect((await planImport(folder)).pages.map((page) => page.title)).toEqual([
    "Home",
    "D",
    "Sub",
    "X",
    "C",
    "B",
    "A",
    "E",
  ]);
});

test("a configured readme is the first page", async () => {
  const folder = await temporaryFolder({
    ".gitbook.yaml": "structure:\n  readme: start.md\n",
    "a.md": "# A\n",
    "start.md": "# Start\n",
  });
  const plan = await planImport(folder);
  expect(outlineOf(plan)).toEqual(["document Start /start <start.md>", "document A /a <a.md>"]);
  expect(plan.title).toBe("Start");
});

test("a README represents its folder before an index does", async () => {
  const folder = await temporaryFolder({ "x/index.md": "# Index\n", "x/README.md": "# Readme\n" });
  expect(outlineOf(await planImport(folder))).toEqual([
    "document Readme /x <x/README.md>",
    "  document Index /x <x/index.md>",
  ]);
});

test("slugs shared by siblings are numbered, with a warning", async () => {
  const folder = await temporaryFolder({
    "My Page.md": "# 1\n",
    "my-page.md": "# 2\n",
    "my_page.md": "# 3\n",
    "my-page-1.md": "# 4\n",
    "sub/my-page.md": "# 5\n",
  });
  const plan = await planImport(folder);
  const slugs = plan.pages.filter((page) => page.parent === null && page.type === "document").map((page) => page.slug);
  expect(new Set(slugs).size).toBe(4);
  expect(slugs).toContain("my-page");
  expect(slugs).toContain("my-page-1");
  expect(slugs).toContain("my-page-2");
  expect(plan.pages.find((page) => page.key === "sub/my-page.md")?.slug).toBe("my-page");
  expect(plan.warnings.every((warning) => warning.problem === "duplicate_slug")).toBe(true);
  expect(plan.warnings.length).toBe(3);
});

test("front matter sets description, icon, emoji, hidden, layout and cover", async () => {
  const folder = await temporaryFolder({
    "guide/a.md": `---
title: Own title
description: >-
  What it
  is about.
icon: bolt
emoji: "🎉"
hidden: true
cover: ../.gitbook/assets/my%20cover.png
coverY: 12.5
layout:
  title:
    visible: true
---

# Heading
`,
    ".gitbook/assets/my cover.png": "png",
  });
  const [, page] = (await planImport(folder)).pages;
  const { read, ...facts } = page?.type === "document" ? page : { read: undefined };
  expect(facts).toEqual({
    key: "guide/a.md",
    parent: "guide/",
    type: "document",
    title: "Own title",
    slug: "a",
    source: "guide/a.md",
    size: 201,
    description: "What it is about.",
    icon: "bolt",
    emoji: "🎉",
    hidden: true,
    layout: { title: true },
    cover: { ref: ".gitbook/assets/my cover.png", yPos: 12.5 },
  });
});

test("invalid YAML in front matter is a warning; the page is imported with all its text", async () => {
  const text = "---\ntitle: [a\n---\n# Heading\n";
  const plan = await planImport(await temporaryFolder({ "a.md": text }));
  expect(outlineOf(plan)).toEqual(["document Heading /a <a.md>"]);
  expect(problemsOf(plan)).toEqual(["a.md bad_front_matter"]);
  const [page] = plan.pages;
  expect(page?.type === "document" && (await page.read())).toBe(text);
});

test("front matter that is circular or huge gives no layout", async () => {
  const folder = await temporaryFolder({
    "a.md": "---\nlayout: &x\n  again: *x\n---\n# A\n",
    "b.md": `---\nlayout: ${"x".repeat(20_000)}\ndescription: ${"y".repeat(20_000)}\n---\n# B\n`,
  });
  const [a, b] = (await planImport(folder)).pages;
  expect(a).not.toHaveProperty("layout");
  expect(b).not.toHaveProperty("layout");
  expect(b?.type === "document" && b.description?.length).toBe(2_000);
});

test("the title of the space can be given; if not, and the root has no page, it is the folder's name", async () => {
  const folder = await temporaryFolder({ "my_docs/a.md": "# A\n" });
  expect((await planImport(`${folder}/my_docs`)).title).toBe("My docs");
  expect((await planImport(folder, { title: "Given" })).title).toBe("Given");
});
