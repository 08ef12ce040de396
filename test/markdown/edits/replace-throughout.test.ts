import { describe, expect, it } from "vitest";
import { replaceThroughout } from "../../../src/markdown/edits/replace-throughout.ts";

const replace = (markdown: string, inCode = false) =>
  replaceThroughout(markdown, { oldText: "acme", newText: "tern" }, inCode, 0);

describe("a passage replaced wherever it occurs", () => {
  it.each([
    ["paragraphs", "An acme is acme.\n", "An tern is tern.\n", 2],
    ["headings", "# The acme\n", "# The tern\n", 1],
    [
      "lists, tables and quotes",
      "- acme\n\n| acme |\n| --- |\n\n> acme\n",
      "- tern\n\n| tern |\n| --- |\n\n> tern\n",
      3,
    ],
    ["link texts", "[acme](x.md)\n", "[tern](x.md)\n", 1],
    ["emphasis", "**acme**\n", "**tern**\n", 1],
    [
      "title and description",
      "---\ntitle: acme\ndescription: >-\n  acme\n---\n",
      "---\ntitle: tern\ndescription: >-\n  tern\n---\n",
      2,
    ],
    [
      "what pictures and tabs are called",
      '<img src="a.png" alt="acme">\n\n{% tab title="acme" %}\n',
      '<img src="a.png" alt="tern">\n\n{% tab title="tern" %}\n',
      2,
    ],
    ["lines of a list item that are indented", "- one\n\n    acme\n", "- one\n\n    tern\n", 1],
    ["lines that end with CRLF", "acme\r\nacme\r\n", "tern\r\ntern\r\n", 2],
  ])("is replaced in %s", (_where, before, text, replacedCount) => {
    expect(replace(before)).toEqual({ text, replacedCount, left: 0 });
  });

  it.each([
    ["a fence", "```\nacme\n```\n"],
    ["a code span", "`acme`\n"],
    ["an element of code", "<code>acme</code> and <pre>acme</pre>\n"],
    ["an indented block", "Text:\n\n    acme\n"],
    ["a link's address", "[x](acme.md)\n"],
    ["a picture's address", '<img src="acme.png">\n'],
    ["a bare address", "See https://acme.com/acme now.\n"],
    ["a definition's address", "[x]: acme.md\n"],
    ["an anchor", '## Title {#acme}\n\n## Other <a id="acme"></a>\n'],
    ["a tag", '{% include "acme.md" %}\n'],
    ["an expression", "{{ acme }}\n"],
    ["a comment", "<!-- acme -->\n"],
    ["other front matter", "---\nicon: acme\n---\n"],
  ])("stays in %s, and is counted", (_where, markdown) => {
    const { text, replacedCount, left } = replace(markdown);
    expect({ text, replacedCount }).toEqual({ text: markdown, replacedCount: 0 });
    expect(left).toBeGreaterThan(0);
  });

  it("is replaced there too on request", () => {
    expect(replace("`acme` [acme](acme.md)\n", true)).toEqual({
      text: "`tern` [tern](tern.md)\n",
      replacedCount: 3,
      left: 0,
    });
  });

  it("does not overlap itself", () => {
    expect(replaceThroughout("aaaa\n", { oldText: "aa", newText: "b" }, false, 0).text).toBe("bb\n");
  });
});
