import { expect, test } from "vitest";
import { withRedirects } from "../../../../src/platform/exchange/space-files/gitbook-config.ts";

const config = `# Ours
root: ./docs/

structure:
  readme: intro.md # the first page

redirects:
  old: new.md
  /help/: "support.md" # kept
  gone: x.md
`;

test("changes only the given redirects, and keeps the rest with its comments", () => {
  const edits = new Map([
    ["old", "newer.md"],
    ["gone", undefined],
    ["added: here", "a b.md"],
  ]);
  expect(withRedirects(config, edits)).toBe(`# Ours
root: ./docs/

structure:
  readme: intro.md # the first page

redirects:
  old: newer.md
  /help/: "support.md" # kept
  "added: here": a b.md
`);
});

test.each([
  ["", "redirects:\n  a: b.md\n"],
  ["root: ./docs\r\n", "root: ./docs\r\nredirects:\r\n  a: b.md\r\n"],
  ["redirects:\n", "redirects:\n  a: b.md\n"],
  ["redirects: {}\n", "redirects: { a: b.md }\n"],
])("adds the list if there is none: %j", (text, written) => {
  expect(withRedirects(text, new Map([["a", "b.md"]]))).toBe(written);
});

test("removes the list with its last entry", () => {
  expect(withRedirects("root: ./docs\nredirects:\n  a: b.md\n", new Map([["a", undefined]]))).toBe("root: ./docs\n");
  expect(withRedirects("redirects:\n  a: b.md\n", new Map([["a", undefined]]))).toBe("");
});

test.each(["root: [a", "- a", "redirects:\n  - a\n", "text", `root: ${"[".repeat(100_000)}`])(
  "what is not a configuration is not overwritten: %j",
  (text) => {
    expect(withRedirects(text, new Map([["a", "b.md"]]))).toBeUndefined();
  },
);
