import { expect, test } from "vitest";
import { parseGitbookConfig } from "../../../../src/platform/exchange/space-files/gitbook-config.ts";
import { expectLinearCost } from "../../../support/cost.ts";

test("reads root, structure and redirects", () => {
  const text = `root: ./docs/
structure:
  readme: ./intro.md
  summary: toc/SUMMARY.md
redirects:
  previous/page: new-folder/page.md
  /help: support.md
`;
  expect(parseGitbookConfig(text)).toEqual({
    root: "docs",
    readme: "intro.md",
    summary: "toc/SUMMARY.md",
    redirects: [
      { from: "previous/page", to: "new-folder/page.md" },
      { from: "help", to: "support.md" },
    ],
    warnings: [],
  });
});

test("reads a redirect of only slashes in linear time", async () => {
  const withSlashes = (count: number) => parseGitbookConfig(`redirects:\n  ? a${"/".repeat(count)}b\n  : page.md\n`);
  expect(withSlashes(300_000).redirects).toEqual([]);
  await expectLinearCost(withSlashes, 10_000);
});

test.each(["", "root: ./", "root: .", "root: /", "\uFEFFroot: ./\r\n", "structure:\nredirects:\n"])(
  "the folder itself and empty settings are the default: %j",
  (text) => {
    expect(parseGitbookConfig(text)).toEqual({ root: "", redirects: [], warnings: [] });
  },
);

test("ten thousand redirects are read, and a duplicate among them is found, in linear time", async () => {
  const redirects = (length: number) => Array.from({ length }, (_, index) => `  old-${index}: b.md`);
  const once = (count: number) => parseGitbookConfig(["redirects:", ...redirects(count)].join("\n"));
  expect(once(10_000).redirects).toHaveLength(10_000);
  await expectLinearCost(once, 1_250);
  const withDuplicate = (count: number) =>
    parseGitbookConfig(["redirects:", ...redirects(count), "  old-0: c.md"].join("\n"));
  await expectLinearCost(withDuplicate, 1_250);
  const twice = withDuplicate(10_000);
  expect(twice.redirects).toEqual([]);
  expect(twice.warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^\.gitbook\.yaml is not valid and is ignored: the key "old-0" appears twice in one mapping/),
  ]);
});

test("a file with many brackets is rejected without parsing", () => {
  const { warnings } = parseGitbookConfig("[".repeat(300_000));
  expect(warnings.map(({ message }) => message)).toEqual([
    ".gitbook.yaml is not valid and is ignored: it is longer than 262144 characters.",
  ]);
});

test("paths that leave the folder are rejected and get their defaults", () => {
  const text =
    "root: ../private\nstructure:\n  readme: a/../../b.md\n  summary: ../SUMMARY.md\nredirects:\n  old: ../../x.md";
  const { warnings, ...config } = parseGitbookConfig(text);
  expect(config).toEqual({ root: "", redirects: [] });
  expect(warnings.map((warning) => [warning.problem, warning.message])).toEqual([
    ["path_outside", "`root` in .gitbook.yaml leaves the folder; the default is used."],
    ["path_outside", "`structure.readme` in .gitbook.yaml leaves the folder; the default is used."],
    ["path_outside", "`structure.summary` in .gitbook.yaml leaves the folder; the default is used."],
    ["path_outside", "`redirects.old` in .gitbook.yaml leaves the folder; the default is used."],
  ]);
});

test.each([
  ["broken YAML", "root: [a"],
  ["a repeated key", "root: a\nroot: b"],
  ["a list", "- root: a"],
  ["a scalar", "docs"],
  ["a number for a path", "root: 5"],
  ["a list of redirects", "redirects:\n  - a"],
  ["a scalar structure", "structure: SUMMARY.md"],
  [
    "aliases that multiply",
    `a: &a [x,x]\n${"bcdefghij"
      .split("")
      .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghi"[index]}`).join(",")}]`)
      .join("\n")}`,
  ],
  ["more than a megabyte", `# ${"x".repeat(1_000_001)}`],
])("bad settings give one warning and get their defaults: %s", (_name, text) => {
  const { warnings, ...config } = parseGitbookConfig(text, ".gitbook.yml");
  expect(config).toEqual({ root: "", redirects: [] });
  expect(warnings.map((warning) => [warning.path, warning.problem])).toEqual([[".gitbook.yml", "bad_config"]]);
});
