import { expect, test } from "vitest";
import { planImport } from "../../../../src/platform/exchange/space-files/plan.ts";
import { outlineOf, problemsOf } from "./plan-outline.ts";
import { temporaryFolder } from "./temporary-folder.ts";

test("a table of contents with groups and four levels becomes the tree", async () => {
  const folder = await temporaryFolder({
    "SUMMARY.md": `# Table of contents

* [Welcome](README.md)

## Guides

* [Start](guides/README.md)
  * [Install](guides/install.md)
    * [Linux](guides/linux.md)
      * [Debian](guides/debian.md)
* [Site](https://example.com)
* Later
  * [Plans](plans.md "Roadmap")
`,
    "README.md": "# Welcome\n",
    "guides/README.md": "# Getting started\n",
    "guides/install.md": "Text only.\n",
    "guides/linux.md": "---\ntitle: On Linux\n---\n# Other\n",
    "guides/debian.md": "# Debian\n",
    "plans.md": "# Plans\n",
  });
  const plan = await planImport(folder);
  expect(outlineOf(plan)).toEqual([
    "document Welcome /readme <README.md>",
    "group Guides /guides",
    "  document Getting started /guides <guides/README.md>",
    "    document Install /install <guides/install.md>",
    "      document On Linux /linux <guides/linux.md>",
    "        document Debian /debian <guides/debian.md>",
    "  link Site /site -> https://example.com",
    "  group Later /later",
    "    document Plans /plans <plans.md>",
  ]);
  expect(plan.title).toBe("Welcome");
  expect(plan.warnings).toEqual([]);
  const linkTitles = plan.pages.filter((page) => page.linkTitle).map((page) => [page.key, page.linkTitle]);
  expect(linkTitles).toEqual([
    ["guides/README.md", "Start"],
    ["guides/linux.md", "Linux"],
    ["plans.md", "Roadmap"],
  ]);
});

test("percent-encoded names, spaces, anchors and other encodings of the same letter find their files", async () => {
  const folder = await temporaryFolder({
    "SUMMARY.md":
      "* [a](my%20page.md#top)\n* [b](<other page.md>)\n* [c](plain name.md)\n* [d](caf%C3%A9.md)\n* [e](100%.md)\n* [f](guide/)\n* [g](/deep/g.md)\n",
    "my page.md": "x",
    "other page.md": "x",
    "plain name.md": "x",
    "cafe\u0301.md": "x",
    "100%.md": "x",
    "guide/README.md": "x",
    "deep/g.md": "x",
  });
  const plan = await planImport(folder);
  expect(plan.pages.map((page) => page.key)).toEqual([
    "my page.md",
    "other page.md",
    "plain name.md",
    "cafe\u0301.md",
    "100%.md",
    "guide/README.md",
    "deep/g.md",
  ]);
  expect(problemsOf(plan)).toEqual([]);
});

test("a page listed twice stays in its first place, and entries nested in the repetition go below it", async () => {
  const folder = await temporaryFolder({
    "SUMMARY.md": "* [A](a.md)\n  * [A](a.md)\n    * [B](b.md)\n* [C](c.md)\n  * [A again](a.md#part)\n",
    "a.md": "# A\n",
    "b.md": "# B\n",
    "c.md": "# C\n",
  });
  const plan = await planImport(folder);
  expect(outlineOf(plan)).toEqual(["document A /a <a.md>", "  document B /b <b.md>", "document C /c <c.md>"]);
  expect(plan.warnings).toEqual([
    {
      path: "SUMMARY.md",
      problem: "repeated_page",
      message: "SUMMARY.md#2 lists a.md again; the page stays where it is listed first.",
    },
    {
      path: "SUMMARY.md",
      problem: "repeated_page",
      message: "SUMMARY.md#5 lists a.md again; the page stays where it is listed first.",
    },
  ]);
});

test("a summary that lists itself keeps the pages below that entry", async () => {
  const folder = await temporaryFolder({
    "SUMMARY.md": "* [Contents](SUMMARY.md)\n  * [A](a.md)\n",
    "a.md": "# A\n",
  });
  const plan = await planImport(folder);
  expect(outlineOf(plan)).toEqual(["document A /a <a.md>"]);
  expect(problemsOf(plan)).toEqual(["SUMMARY.md summary_cycle"]);
});

test("summaries that list each other are each read once", async () => {
  const folder = await temporaryFolder({
    "SUMMARY.md": "* [API](api/SUMMARY.md)\n  * [Own](own.md)\n* [End](end.md)\n",
    "api/SUMMARY.md": "* [Calls](calls.md)\n* [Back](../SUMMARY.md)\n* [Deep](deep/SUMMARY.md)\n",
    "api/deep/SUMMARY.md": "* [Up](../SUMMARY.md)\n* [Root page](root.md)\n",
    "api/calls.md": "# Calls\n",
    "root.md": "# Root\n",
    "own.md": "# Own\n",
    "end.md": "# End\n",
  });
  const plan = await planImport(folder);
  expect(outlineOf(plan)).toEqual([
    "group API /api",
    "  document Own /own <own.md>",
    "  document Calls /calls <api/calls.md>",
    "  group Deep /deep",
    "    document Root /root <root.md>",
    "document End /end <end.md>",
  ]);
  expect(problemsOf(plan)).toEqual(["api/SUMMARY.md summary_cycle", "api/deep/SUMMARY.md summary_cycle"]);
});

test("entries that are missing, not a page or unsafe are left out, or become groups if they have children", async () => {
  const folder = await temporaryFolder({
    "SUMMARY.md":
      "* [Gone](gone.md)\n* [Lost](lost.md)\n  * [A](a.md)\n* [Out](../../etc/passwd)\n* [PDF](a.pdf)\n* [Run](javascript:alert)\n* [Disk](file:///etc)\n  * [B](b.md)\n",
    "a.md": "# A\n",
    "a.pdf": "%PDF",
    "b.md": "# B\n",
  });
  const plan = await planImport(folder);
  expect(outlineOf(plan)).toEqual([
    "group Lost /lost",
    "  document A /a <a.md>",
    "group Disk /disk",
    "  document B /b <b.md>",
  ]);
  expect(problemsOf(plan)).toEqual([
    "SUMMARY.md missing_page",
    "SUMMARY.md missing_page",
    "SUMMARY.md missing_page",
    "SUMMARY.md not_a_page",
    "SUMMARY.md unsafe_link",
    "SUMMARY.md unsafe_link",
  ]);
  expect(plan.warnings[0]?.message).toBe("SUMMARY.md#1 lists gone.md, which does not exist.");
});

test("an entry of computed pages that cannot be computed here stays an empty page, with a warning", async () => {
  const folder = await temporaryFolder({
    "SUMMARY.md": "* [A](a.md)\n* ```yaml\n  type: integration:x:y\n  ```\n",
    "a.md": "# A\n",
  });
  const plan = await planImport(folder);
  expect(plan.pages.map(({ type }) => type)).toEqual(["document", "computed"]);
  expect(problemsOf(plan)).toEqual(["SUMMARY.md not_computed"]);
});

test("pages that are not listed are hidden below the page of their folder, counted in one warning", async () => {
  const folder = await temporaryFolder({
    "SUMMARY.md":
      "* [Guide](guide/README.md)\n\n## Reference\n\n* [Calls](reference/calls.md)\n\n## End\n\n* [Last](last.md)\n",
    "guide/README.md": "# Guide\n",
    "guide/extra.md": "# Extra\n",
    "guide/deep/more.md": "# More\n",
    "guide/deep/README.md": "# Deep\n",
    "reference/calls.md": "# Calls\n",
    "reference/errors.md": "# Errors\n",
    "last.md": "# Last\n",
    "loose.md": "# Loose\n",
    "lonely/page.md": "# Lonely\n",
  });
  const plan = await planImport(folder);
  expect(outlineOf(plan)).toEqual([
    "document Guide /guide <guide/README.md>",
    "  document Extra /extra <guide/extra.md> hidden",
    "  document Deep /deep <guide/deep/README.md> hidden",
    "    document More /more <guide/deep/more.md> hidden",
    "group Reference /reference",
    "  document Calls /calls <reference/calls.md>",
    "  document Errors /errors <reference/errors.md> hidden",
    "group End /end",
    "  document Last /last <last.md>",
    "document Loose /loose <loose.md> hidden",
    "document Lonely /page <lonely/page.md> hidden",
  ]);
  expect(plan.warnings).toEqual([
    {
      path: "SUMMARY.md",
      problem: "unlisted_pages",
      message:
        "6 pages are not listed in the table of contents and imported hidden: guide/deep/more.md, guide/deep/README.md, guide/extra.md, …",
    },
  ]);
});

test("the configuration names root, readme, summary and redirects", async () => {
  const folder = await temporaryFolder({
    ".gitbook.yaml":
      "root: ./docs\nstructure:\n  readme: intro.md\n  summary: toc.md\nredirects:\n  old: a.md\n  gone: b.md\n",
    "outside.md": "# Outside\n",
    "docs/toc.md": "* [A](a.md)\n",
    "docs/intro.md": "# Handbook\n",
    "docs/a.md": "# A\n\n[out](../outside.md)\n",
  });
  const plan = await planImport(folder);
  expect(outlineOf(plan)).toEqual(["document Handbook /intro <intro.md>", "document A /a <a.md>"]);
  expect(plan.title).toBe("Handbook");
  expect(plan.redirects).toEqual([
    { from: "old", to: "a.md" },
    { from: "gone", to: "b.md" },
  ]);
  expect(problemsOf(plan)).toEqual(["a.md broken_link", "b.md broken_redirect"]);
});

test("a .gitbook.yml is read if there is no .gitbook.yaml", async () => {
  const folder = await temporaryFolder({ ".gitbook.yml": "root: docs\n", "docs/a.md": "# A\n", "b.md": "# B\n" });
  expect(outlineOf(await planImport(folder))).toEqual(["document A /a <a.md>"]);
});

test.each([
  ["not YAML", ".gitbook.yaml", "root: [", [".gitbook.yaml bad_config"]],
  ["not UTF-8", ".gitbook.yaml", new Uint8Array([255, 254]), [".gitbook.yaml bad_config"]],
  [
    "a link out of the folder",
    ".gitbook.yaml",
    { link: "/etc/hostname" },
    [".gitbook.yaml bad_config", ".gitbook.yaml symlink_outside"],
  ],
  ["a root that leaves", ".gitbook.yaml", "root: ../x", [".gitbook.yaml path_outside"]],
  ["a root that is not there", ".gitbook.yaml", "root: nowhere", ["nowhere missing_root"]],
  ["a summary that is not there", ".gitbook.yaml", "structure:\n  summary: toc.md", ["toc.md missing_summary"]],
  ["an empty summary", "SUMMARY.md", "# Summary\n", ["SUMMARY.md empty_summary"]],
  ["a binary summary", "SUMMARY.md", "* [a](a.md)\n\0", ["SUMMARY.md bad_summary"]],
])("the tree follows the folders, with a warning, if there is %s", async (_name, path, content, problems) => {
  const plan = await planImport(await temporaryFolder({ [path]: content, "a.md": "# A\n" }));
  expect(outlineOf(plan)).toEqual(["document A /a <a.md>"]);
  expect(problemsOf(plan)).toEqual(problems);
});

test("a configured root that is a link out of the folder is not followed", async () => {
  const outside = await temporaryFolder({ "secret.md": "# Secret\n" });
  const folder = await temporaryFolder({ ".gitbook.yaml": "root: docs", docs: { link: outside }, "a.md": "# A\n" });
  const plan = await planImport(folder);
  expect(outlineOf(plan)).toEqual(["document A /a <a.md>"]);
  expect(problemsOf(plan)).toEqual(["docs missing_root", "docs symlink_outside"]);
});

test("a table of contents 1,500 levels deep is planned without deep recursion", async () => {
  const lines = Array.from({ length: 1_500 }, (_, depth) => `${"  ".repeat(depth)}* Level ${depth}`);
  const folder = await temporaryFolder({ "SUMMARY.md": lines.join("\n"), "a.md": "# A\n" });
  expect((await planImport(folder)).pages.length).toBe(1_501);
});
