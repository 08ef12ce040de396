import { describe, expect, it } from "vitest";
import { documentFromMarkdown } from "../../src/markdown/document/reading/from-markdown.ts";
import { renderers } from "../../src/site/blocks/render-blocks.ts";
import { expectLinearCost } from "../support/cost.ts";
import { everyBlock } from "./every-block.ts";
import { drawn } from "./site-of-page.ts";

describe("the text of a page", () => {
  it("keeps its marks and line breaks", async () => {
    expect(await drawn("**b** *i* ~~s~~ `c<` <kbd>K</kbd> H<sub>2</sub><br>x")).toBe(
      "<p><strong>b</strong> <em>i</em> <s>s</s> <code>c&lt;</code> <kbd>K</kbd> H<sub>2</sub><br>x</p>",
    );
  });

  it("holds no sign for the links of headings, which would be read as text", async () => {
    const markup = await drawn("## Ferns\n\nGreen.");
    expect(markup.replace(/<[^>]*>/g, "").trim()).toMatch(/^Ferns\s*Green\.$/);
  });

  it("shows unsupported markup as text", async () => {
    const markup = await drawn('<script>alert(1)</script>\n\n<p onclick="x()">text</p>\n\n<iframe src="x"></iframe>');
    expect(markup).not.toMatch(/<(?:script|iframe)|<p onclick/);
    expect(markup).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  it("omits layout tags on their own lines", async () => {
    expect(await drawn('<div align="center">\n\nwords\n\n</div>\n\n<br>')).toBe("<p>words</p>");
    expect(await drawn('<div onclick="x()">\n\nwords')).toContain("&lt;div onclick");
    expect(await drawn(`<br>${" ".repeat(50_000)}<i`)).toContain("&lt;i");
  });

  it("follows links to pages, and shows only the text of a link that leads nowhere or would run something", async () => {
    expect(await drawn("[one](other.md) [two](missing.md) [three](javascript:alert\\(1\\))")).toBe(
      '<p><a href="/other">one</a> two <a>three</a></p>',
    );
  });

  it("names a mentioned page by its title", async () => {
    const link = '<a href="/other">Another page</a>';
    expect(await drawn('See [other.md](other.md "mention").')).toContain(`See ${link}.`);
    expect(await drawn('See <a data-mention href="other.md">other.md</a>.')).toContain(`See ${link}.`);
    expect(await drawn('See [a site](https://example.com "mention").')).toContain(">a site</a>.");
  });

  it("has colors as classes, never as styles", async () => {
    const markup = await drawn('<mark style="color:red;background-color:blue;">x</mark>');
    expect(markup).toBe('<p><mark class="c-red bg-blue">x</mark></p>');
  });
});

describe("headings", () => {
  it("start at the second level and have the anchors that links to them use", async () => {
    const markup = await drawn("# One\n\n## Two words\n\n## Two words\n\n### Own {#mine}");
    expect([...markup.matchAll(/<(h\d) id="([^"]*)"/g)].map(([, name, id]) => `${name} ${id}`)).toEqual([
      "h2 one",
      "h2 two-words",
      "h2 two-words-1",
      "h3 mine",
    ]);
  });

  it.each([
    ["HTML", "<div><h2>A</h2></div>"],
    ["one HTML element", '<h2 align="center">A</h2>'],
    ["a quote", "> ## A"],
    ["a list", "- ## A"],
    ["an expandable", "<details>\n\n<summary>A</summary>\n\nx\n\n</details>"],
    ["a tab", '{% tabs %}\n{% tab title="A" %}\nx\n{% endtab %}\n{% endtabs %}'],
  ])("keep the anchors of the page's sections beside the same title in %s", async (_, other) => {
    const markup = await drawn(`${other}\n\n## A\n\n## A`);
    const ids = [...markup.matchAll(/ id="(a(?:-\d)?)"/g)].map(([, id]) => id);
    expect(ids).toEqual(["a-2", "a", "a-1"]);
  });

  it("have the anchors of their sections when they contain comments", async () => {
    const markup = await drawn("## A <!-- note -->\n\n## A");
    expect([...markup.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id)).toEqual(["a", "a-1"]);
  });

  it("get unused anchors in linear time", { tags: ["long"] }, async () => {
    const withTitles = (count: number) => drawn(`<div>${"<h2>A</h2>".repeat(count)}</div>`);
    const markup = await withTitles(15_000);
    expect(new Set([...markup.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id)).size).toBe(15_000);
    await expectLinearCost(withTitles, 1_900);
  });

  it("never have the same id as anything else", async () => {
    const markup = await drawn(Object.values(everyBlock).join("\n\n"));
    const ids = [...markup.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(10);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("pictures", () => {
  it("have their size, so that nothing moves when they load, and a variant for each theme", async () => {
    const markup = await drawn(
      '<figure><picture><source srcset="dark.png" media="(prefers-color-scheme: dark)"><img src="light.png" alt="Both"></picture><figcaption>Under it</figcaption></figure>',
    );
    expect(markup).toContain('alt="Both" width="40" height="30" src="/~files/1/light.png" class="only-light"');
    expect(markup).toContain('src="/~files/2/dark.png" class="only-dark"');
    expect(markup).toContain("<figcaption><p>Under it</p></figcaption>");
  });

  it("keep their proportions at a given width", async () => {
    expect(await drawn('<figure><img src="light.png" alt="Wide" width="80"></figure>')).toContain(
      'width="80" height="60"',
    );
  });

  it("are replaced by their description if they are missing", async () => {
    expect(await drawn("before ![A map](missing.png) after")).toContain("A map");
  });
});

describe("code", () => {
  it("has classes for the tokens of its language", async () => {
    expect(await drawn("```js\nconst a = 1;\n```")).toContain('<span class="hljs-keyword">const</span>');
  });

  it("is text in an unknown language", async () => {
    expect(await drawn("```no-such\n<b>&\n```")).toContain('<code class="language-no-such">&lt;b&gt;&amp;</code>');
  });

  it("has complete lines with line numbers, even if a comment spans several", async () => {
    const markup = await drawn('{% code lineNumbers="true" %}\n```js\n/* a\nb */\nc\n```\n{% endcode %}');
    const lines = markup.match(/<span class="line">.*?\n<\/span>/gs) ?? [];
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect((line.match(/<span/g) ?? []).length).toBe((line.match(/<\/span>/g) ?? []).length);
    }
  });

  it("is not colored if it is very long", async () => {
    expect(await drawn(`\`\`\`js\n${"const a = 1;\n".repeat(6_000)}\`\`\``)).not.toContain("hljs-");
  });
});

describe("formulas", () => {
  it("are MathML", async () => {
    expect(await drawn("$$\nx^2\n$$")).toMatch(/<math.*<msup>/s);
  });

  it("are shown as written if they are invalid", async () => {
    expect(await drawn("$$\n\\frac{\n$$")).toContain('<code class="formula">\\frac{</code>');
  });
});

describe("unresolved conditions", () => {
  const text = '{% if visitor.claims.plan == "pro" %}\nFor some\n{% endif %}';

  it("reveal nothing to a visitor", async () => {
    expect(await drawn(text, { showsConditional: false })).not.toContain("For some");
  });

  it("are shown where visitors are not distinguished", async () => {
    expect(await drawn(text, { showsConditional: true })).toContain("For some");
  });
});

describe("cards", () => {
  it("are one link each, named by their title", async () => {
    const markup = await drawn(everyBlock.cards ?? "");
    expect(markup).toContain('<a class="card-link" href="/other" aria-label="First card"></a>');
    expect(markup).not.toContain("other.md");
  });
});

it("the examples contain every block that Markdown can be read as, except the one that needs a space around it", () => {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { object, type } = node as { object?: unknown; type?: unknown };
    if (object === "block") found.add(String(type));
    for (const value of Object.values(node)) visit(value);
  };
  visit(documentFromMarkdown(Object.values(everyBlock).join("\n\n")));
  const missing = Object.keys(renderers).filter((type) => !found.has(type));
  expect(missing.sort()).toEqual(["reusable-content"]);
});

it("a heading without words still has an id", async () => {
  const html = await drawn('#### <i class="fa-gear">:gear:</i>\n\n#### <i class="fa-book">:book:</i>');
  expect(html).toMatch(/<h4 id="[^"]+">.*<h4 id="[^"]+">/s);
  expect(new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).size).toBe(2);
});
