import { describe, expect, it } from "vitest";
import { documentFromMarkdown } from "../../../../../src/markdown/document/reading/from-markdown.ts";
import { scanBlocks } from "../../../../../src/markdown/grammar/blocks.ts";
import { listLinks } from "../../../../../src/markdown/page/links.ts";
import { listSections } from "../../../../../src/markdown/page/sections.ts";
import {
  block,
  cell,
  headingWords,
  inline,
} from "../../../../../src/platform/content/openapi/reference/foreign-text.ts";
import { expectLinearCost } from "../../../../support/cost.ts";
import { describing, writing } from "./writing.ts";

describe("a description", () => {
  it("keeps paragraphs, lists, tables, code, bold and links to the web", () => {
    const text =
      "A **bold** `code` [link](https://example.com/a_b).\n\n1. one\n   - two\n\n| a | b |\n| --- | --- |\n| `x` | y |";
    expect(block(text)).toBe(
      "A **bold** `code` [link](https://example.com/a_b).\n\n1. one\n   - two\n\n| a | b |\n| --- | --- |\n| `x` | y |",
    );
    expect(block("See https://example.com/x, and a_name.")).toBe("See <https://example.com/x>, and a_name.");
    expect(block("~~~json\n{% include %}\n```\n~~~\nafter")).toBe("````json\n{% include %}\n```\n````\nafter");
  });

  it("keeps italics, and stars and underscores that mark none", () => {
    expect(block("Works *everywhere*, in _all_ of **these `a_b` places**, (*[here](https://a.example)*).")).toBe(
      "Works *everywhere*, in _all_ of **these `a_b` places**, (*[here](https://a.example)*).",
    );
    expect(block("<em>Now</em>, <i>so</i>; un<i>x</i>")).toBe("*Now*, *so*; un x");
    expect(block("2 * 3 * 4, a*b*c, *.json, snake_case_name, _id and _rev, __x__, *open")).toBe(
      "2 \\* 3 \\* 4, a\\*b\\*c, \\*.json, snake_case_name, \\_id and \\_rev, \\_\\_x\\_\\_, \\*open",
    );
    expect(block("*{% include %}*")).toBe("*\\{% include %}*");
  });

  it("is read from HTML", () => {
    expect(block("<p>Returns a <code>pet</code>.</p><ul><li>One &amp; two</li></ul><script>alert(1)</script>")).toBe(
      "Returns a `pet`.\n\n- One & two\n\n\\<script>alert(1)\\</script>".replace("\n\n- One", "\n\n- One"),
    );
  });

  it("turns headings into bold lines", () => {
    expect(block("# Title\nText\n## Next ##")).toBe("**Title**\n\nText\n\n**Next**");
  });
});

describe("the label of a link", () => {
  it("never becomes an image, whichever reader removes the escapes before its brackets", () => {
    const markdown = `[${headingWords("![p](https://evil.example/p.png)")}](/pages/x)`;
    const text = JSON.stringify(documentFromMarkdown(markdown));
    expect(text).not.toContain("inline-image");
    expect(text).toContain("![p](https://evil.example/p.png)");
  });
});

/** Attempts to escape from the place of a text. */
const hostile = [
  '{% include "../secret.md" %}',
  '{%\ninclude "x" %}',
  '{% hint style="danger" %}',
  "{% endhint %}",
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '<a href="javascript:alert(1)">x</a>',
  "<!-- open",
  "[x](javascript:alert(1))",
  "[x](/pages/secret)",
  "![x](https://evil.example/track.png)",
  "[x]: https://evil.example\n\n[x]",
  "```\nunclosed",
  "~~~~\n{% include %}",
  "a | b | c",
  "line\n\n# Heading\n\nTitle\n===\n",
  "---\ntitle: x\n---",
  "`` ` `` `open",
  "$$x$$",
  "\u202eevil\u202c",
  "<table><tr><td>",
  "\ud800 half",
  "\\",
  "ends in a backslash \\",
  "*{% include %}*",
  "_[x](/pages/secret)_",
  "*ends in a backslash \\*",
];

describe("untrusted text in a specification", () => {
  it.each(hostile)("stays text everywhere: %j", (text) => {
    const operation = {
      summary: `S ${text}`,
      description: text,
      operationId: text,
      parameters: [
        {
          name: text,
          in: "query",
          required: true,
          description: text,
          schema: { type: "string", default: text, pattern: text, enum: [text] },
        },
      ],
      requestBody: {
        description: text,
        content: {
          [`application/json${text}`]: {
            schema: { title: text, properties: { [text]: { description: text, example: text } } },
            example: { a: text },
          },
        },
      },
      responses: { 200: { description: text }, [text]: { description: text } },
    };
    const made = writing(
      {
        openapi: "3.1.0",
        info: { title: text, version: text, description: text, license: { name: text }, contact: { email: text } },
        servers: [{ url: `https://x.example/${text}`, description: text }],
        tags: [{ name: text, description: text }],
        paths: { [`/${text}`]: { get: { tags: [text], ...operation } } },
        components: {
          schemas: { [text]: { description: text } },
          securitySchemes: { [text]: { type: "apiKey", in: "header", name: text, description: text } },
        },
      },
      { models: true },
    );
    const plain = writing(describing({ summary: "S" }));
    expect(made.pages.length).toBeGreaterThan(0);
    for (const page of [made.text, ...made.pages.map((one) => one.text)]) {
      const kinds = new Set(scanBlocks(page).map(({ kind }) => kind));
      for (const kind of kinds) expect(["text", "blank", "fence", "heading"]).toContain(kind);
      const outside = scanBlocks(page)
        .filter(({ kind }) => kind !== "fence")
        .map(({ start, end }) => page.slice(start, end))
        .join("");
      expect(outside.replace(/`+[^`\n]*`+/g, "")).not.toMatch(/(?<!\\)\{%|(?<!\\)<(?!https?:)[a-z!]/i);
      for (const { href } of listLinks(page)) expect(href).toMatch(/^(?:https?:|#|\/pages\/(?!secret))/);
    }
    expect(listSections(made.pages[0]?.text ?? "").map(({ level }) => level)).toEqual(
      listSections(plain.pages[0]?.text ?? "").map(({ level }) => level),
    );
    for (const row of made.pages[0]?.text.split("\n").filter((line) => /^\| `/.test(line)) ?? []) {
      expect(row.replace(/\\\|/g, "").split("|").length, row).toBeOneOf([6, 7]);
    }
  });

  it.each([
    ["backticks", "", "`", ""],
    ["brackets", "", "[", ""],
    ["angles", "", "<a ", ""],
    ["stars", "", "**", ""],
    ["single stars", "", "*a ", ""],
    ["underscores", "", " _a*", ""],
    ["italics in HTML", "", "<em>a", ""],
    ["hashes", "# ", "#", "x"],
    ["bars", "|", " ", "-"],
    ["comments", "", "<!--", ""],
    ["addresses", "", "https://x.", ""],
  ])("takes linear time with many %s", async (_, beginning, part, end) => {
    await expectLinearCost((length) => {
      const text = beginning + part.repeat(length / part.length) + end;
      for (const write of [block, inline, cell, headingWords]) write(text);
    }, 10_000);
  });
});
