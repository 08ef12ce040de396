import { expect, test } from "vitest";
import { parseGitbookConfig } from "../../../src/platform/import/gitbook-config.ts";

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

test.each(["", "root: ./", "root: .", "root: /", "\uFEFFroot: ./\r\n", "structure:\nredirects:\n"])(
  "the folder itself and no settings are the default: %j",
  (text) => {
    expect(parseGitbookConfig(text)).toEqual({ root: "", redirects: [], warnings: [] });
  },
);

test("paths that leave the folder are refused and their defaults hold", () => {
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
])("bad settings are one warning and the defaults hold: %s", (_name, text) => {
  const { warnings, ...config } = parseGitbookConfig(text, ".gitbook.yml");
  expect(config).toEqual({ root: "", redirects: [] });
  expect(warnings.map((warning) => [warning.path, warning.problem])).toEqual([[".gitbook.yml", "bad_config"]]);
});
