import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { markdownFromDocument } from "../../../src/markdown/document/printing/to-markdown.ts";
import { documentFromMarkdown } from "../../../src/markdown/document/reading/from-markdown.ts";
import { blocks } from "./arbitrary-document.ts";
import { contentOf, documentOf } from "./content-of.ts";

const lines = [
  "text",
  "# Heading",
  "Setext\n===",
  "- item",
  "  - nested",
  "1. one",
  "- [x] task",
  "> quote",
  ">> deep",
  "```js",
  "```",
  "~~~",
  "    code",
  "\tcode",
  "| a | b |",
  "| - | - |",
  "***",
  "---",
  "$$",
  "$$x$$",
  "<div>",
  "</div>",
  "<!-- note",
  "-->",
  "[a]: b",
  "[a]",
  '{% hint style="info" %}',
  "{% endhint %}",
  "{% tabs %}",
  '{% tab title="x" %}',
  "{% endtab %}",
  "{% endtabs %}",
  "{% code %}",
  "{% endcode %}",
  '{% embed url="u" %}',
  "{% unknown a=1 %}",
  "{% if a %}",
  "{% endif %}",
  '{% broken a="',
  "  {% step %}",
  "<details>",
  "<summary>S</summary>",
  "</details>",
  "<details><summary>S</summary>",
  '<figure><img src="a"></figure>',
  "<table><thead><tr><th>a</th></tr></thead><tbody></tbody></table>",
  "![i](u)",
  "**bold *it*",
  "`code",
  "a\\",
  "a  ",
  "\u00a0",
  "\u{1f600}",
  "\u0000",
  "",
];

const nastyMarkdown = fc
  .array(
    fc.tuple(
      fc.constantFrom("", "", "", " ", "  ", "> "),
      fc.oneof(fc.constantFrom(...lines), fc.string({ maxLength: 6 })),
      fc.constantFrom("\n", "\n", "\n\n", "\r\n", "\r", " \n", ""),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.map((part) => part.join("")).join(""));

describe("Markdown read as a document and printed", () => {
  test("keeps line endings of every kind around tags", () => {
    for (const markdown of ["{% if a %}\ntext\r{% endif %}\n", "{% hint %}\r\na\r\n{% endhint %}", "a\rb\r"]) {
      expect(markdownFromDocument(documentFromMarkdown(markdown))).toBe(markdown);
    }
  });

  test("is the same to the byte", { tags: ["long"] }, () => {
    fc.assert(
      fc.property(nastyMarkdown, (markdown) => {
        expect(markdownFromDocument(documentFromMarkdown(markdown))).toBe(markdown);
      }),
      { numRuns: 1_500 },
    );
  });

  test("is the same after the document was sent as JSON with its members in another order", () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, member]) => [name, reversed(member)]),
      );
    };
    fc.assert(
      fc.property(nastyMarkdown, (markdown) => {
        const sent = reversed(JSON.parse(JSON.stringify(documentFromMarkdown(markdown))));
        expect(markdownFromDocument(sent as ReturnType<typeof documentFromMarkdown>)).toBe(markdown);
      }),
      { numRuns: 300 },
    );
  });

  test("is the same for arbitrary strings", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (markdown) => {
        expect(markdownFromDocument(documentFromMarkdown(markdown))).toBe(markdown);
      }),
      { numRuns: 500 },
    );
  });

  test("keeps its content when it is printed without sources and read again", () => {
    fc.assert(
      fc.property(nastyMarkdown, (markdown) => {
        const once = markdownFromDocument(contentOf(documentFromMarkdown(markdown)));
        expect(markdownFromDocument(documentFromMarkdown(once))).toBe(once);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a document printed as Markdown and read", () => {
  test("has the same content", { tags: ["long"] }, () => {
    fc.assert(
      fc.property(blocks, (nodes) => {
        const markdown = markdownFromDocument(documentOf(nodes));
        expect(contentOf(documentFromMarkdown(markdown).nodes)).toEqual(contentOf(nodes));
      }),
      { numRuns: 600 },
    );
  });
});
