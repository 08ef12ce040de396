import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "../../../src/markdown/page/plain-text.ts";
import { markdownPage } from "../markdown-page.ts";

test("markup is removed, words stay", () => {
  expect(
    plainText("---\ntitle: T\n---\n# Title ##\n\nSome **bold**, *em*, ~~gone~~ and `co*de`.\nNext line\\\nbroken.\n"),
  ).toBe("Title\nSome bold, em, gone and co*de.\nNext line\nbroken.");
});

test("links and images keep their texts and lose their destinations", () => {
  expect(plainText('[link](a.md "t") ![alt](<b c.png>) <https://x.test/> [![in](i)](o)')).toBe(
    "link alt https://x.test/ in",
  );
  expect(plainText("See [the text][ref], [ref] and array[0].\n\n[ref]: a.md\n")).toBe(
    "See the text, ref and array[0].",
  );
});

test("lists, quotes, tables and rules lose their markers", () => {
  expect(
    plainText(
      "* one\n  more\n* [x] done\n1. first\n\n> quoted\n> text\n\n| a | b |\n| - | - |\n| c \\| d | e |\n\n***\n",
    ),
  ).toBe("one\nmore\ndone\nfirst\nquoted\ntext\na b\nc | d e");
});

test("tags, elements, comments, scripts and styles are removed, but text inside tags and elements stays", () => {
  const page = [
    '{% hint style="info" %}\nA hint.\n{% endhint %}',
    '<figure><img src="a.png" alt=""><figcaption><p>Caption</p></figcaption></figure>',
    "<table><tr><td>one</td><td>two</td></tr></table>",
    'Word<mark style="color:red;">s</mark> <br> here <!-- not this -->.',
    "<!-- nor\n\nthis -->",
    "<script>let nothing;</script>",
    "```js\ncode();\n```",
  ].join("\n\n");
  expect(plainText(page)).toBe("A hint.\nCaption\none two\nWords here .\ncode();");
});

test("entities are decoded once, escapes are removed, code keeps its own", () => {
  expect(plainText("&lt;b&gt; &amp;lt; &#8594; &#x1F600; &nope; \\*a\\* `&amp;`")).toBe(
    "<b> &lt; → 😀 &nope; *a* &amp;",
  );
  expect(plainText("&#0; &#xD800; &#x110000;")).toBe("� � �");
});

test("unpaired marks stay", () => {
  expect(plainText("2 * 3 * 4, a_b_c, *open, `tick, [not](a link, 5 < 6")).toBe(
    "2 * 3 * 4, a_b_c, *open, `tick, [not](a link, 5 < 6",
  );
  expect(plainText("***both*** **a *b* c** __init__")).toBe("both a b c init");
});

test("no page with terminated code yields tags, comments or destinations", () => {
  fc.assert(
    fc.property(markdownPage(), (page) => {
      // The text after an unclosed fence or code span is code, and stays.
      fc.pre(!page.includes("never closed") && !page.includes("`tick"));
      expect(plainText(page)).not.toMatch(/\{% end|a\.md|page\.md"|<figure|<!--|\r/);
    }),
  );
});

test("hostile pages of half a megabyte are read to the end", { tags: ["long"] }, () => {
  const hostile = [
    "[",
    "]",
    "[]",
    "[a](",
    '[a](b "',
    "<a ",
    `<a x="'`,
    "a <!--",
    "{% a ",
    "` `` ``` ",
    "*a ",
    "a*",
    "_a _",
    "&a",
    "![",
    "\\",
  ];
  for (const piece of hostile) {
    const text = plainText(`${piece.repeat(500_000 / piece.length)} end`);
    expect(text.endsWith("end")).toBe(true);
  }
});

test("the first 20,000 runs of marks in a text are emphasis, and the rest stay", () => {
  expect(plainText("_a_ ".repeat(10_000).trim())).toBe("a ".repeat(10_000).trim());
  expect(plainText("_a_ ".repeat(10_001).trim())).toBe(`${"a ".repeat(10_000)}_a_`);
});
