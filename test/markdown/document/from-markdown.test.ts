import { describe, expect, test } from "vitest";
import { documentFromMarkdown } from "../../../src/markdown/document/reading/from-markdown.ts";
import { outline } from "./content-of.ts";

const read = (markdown: string) => outline(documentFromMarkdown(markdown).nodes);

const url = (href: string) => ({ kind: "url", url: href });

describe("documentFromMarkdown", () => {
  test("reads paragraphs, headings, dividers and quotes", () => {
    expect(read("One\ntwo\n\n## Head\n\n#### Deep\n\n---\n\n> quoted")).toEqual([
      ["paragraph", "One two"],
      ["heading-2", "Head"],
      ["heading-3", { level: 4 }, "Deep"],
      ["divider"],
      ["blockquote", ["paragraph", "quoted"]],
    ]);
  });

  test("reads the same blocks, without keys and sources, for a document that is only shown", () => {
    const markdown = '# A\n\n- one\n- two\n\n{% hint style="info" %}\nNote\n{% endhint %}';
    const shown = documentFromMarkdown(markdown, { isOnlyShown: true });
    expect(outline(shown.nodes)).toEqual(read(markdown));
    expect(JSON.stringify(shown)).not.toMatch(/"(?:key|source)":/);
  });

  test("ignores HTML that only styles in a document that is only shown, and keeps it as text in others", () => {
    const shown = (markdown: string) => outline(documentFromMarkdown(markdown, { isOnlyShown: true }).nodes);
    const image = ["images", ["image", { ref: url("a.png"), alt: "A" }]];
    expect(
      shown('<figure class="wide"><img class="dark" style="x" src="a.png" alt="A" loading="lazy"></figure>'),
    ).toEqual([image]);
    expect(
      shown('<div class="note" id="n">\n\n**Bold**\n\n<figure><img src="a.png" alt="A"></figure>\n\n</div>'),
    ).toEqual([["paragraph", "Bold|bold"], image]);
    expect(shown('<div class="grid"><h3>One</h3><p style="x">Two</p></div>')).toEqual([
      ["heading-3", "One"],
      ["paragraph", "Two"],
    ]);
    expect(shown('<div onclick="x()"><script>x()</script></div>')).toEqual([
      ["paragraph", "<script>|verbatim~x()~</script>|verbatim"],
    ]);
    expect(shown('<figure><img src="a.svg" alt="" class="gitbook-drawing"></figure>')).toEqual([
      ["drawing", { ref: { kind: "file", file: "a.svg" } }],
    ]);
    expect(read('<figure class="wide"><img src="a.png" alt="A"></figure>')).toEqual([
      ["paragraph", '<figure class="wide"><img src="a.png" alt="A"></figure>|verbatim'],
    ]);
  });

  test("reads tables in HTML that only styles in a document that is only shown", () => {
    const shown = (markdown: string) => outline(documentFromMarkdown(markdown, { isOnlyShown: true }).nodes);
    const table =
      "<table class='table'><thead><tr><th>A</th></tr></thead><tbody><tr><td><b>x</b></td></tr></tbody></table>";
    expect(shown(`<div class="table-responsive">${table}</div>`)).toEqual(shown(table));
    const typeOf = (html: string) => documentFromMarkdown(html, { isOnlyShown: true }).nodes[0]?.type;
    expect(typeOf(`<div class="table-responsive">${table}</div>`)).toBe("table");
    expect(JSON.stringify(read(`<ul><li>${table}</li></ul>`))).not.toContain('"table"');
  });

  test("omits comments in a document that is only shown, but not those in code", () => {
    const shown = (markdown: string) => outline(documentFromMarkdown(markdown, { isOnlyShown: true }).nodes);
    expect(shown('<div class="row"><div class="col">x</div><!-- /col --></div>')).toEqual([["paragraph", "x"]]);
    expect(shown('<div class="row">\n<div>x</div>\n<!-- <div>y -->\n<p>z<!-- c --></p>\n</div>')).toEqual([
      ["paragraph", "x"],
      ["paragraph", "z"],
    ]);
    expect(shown("<!-- a --><div>x</div><!-- b -->")).toEqual([["paragraph", "x"]]);
    expect(shown("<div><pre><code><!-- a --></code></pre><!-- b --></div>")).toEqual([
      ["code", ["code-line", "<!-- a -->"]],
    ]);
    expect(shown("x<!-- a --> **y<!-- b -->** `<!-- c -->`")).toEqual([["paragraph", "x ~y|bold~ ~<!-- c -->|code"]]);
    expect(shown("<div>x <!-- y</div>")).toEqual([["paragraph", "x <!-- y"]]);
    expect(read("<ul><li>x<!-- c --></li></ul>")).toEqual([
      ["list-unordered", ["list-item", ["paragraph", "x~<!-- c -->|verbatim"]]],
    ]);
  });

  test("gives headings the given anchor, or one from their words, with a number if it is taken", () => {
    const { nodes } = documentFromMarkdown('# A b!\n\n# A b\n\n## C <a href="#own" id="own"></a>\n');
    expect(nodes.map((node) => [node.data, node.meta])).toEqual([
      [{}, { id: "a-b" }],
      [{}, { id: "a-b-1" }],
      [{ id: "own" }, { id: "own" }],
    ]);
  });

  test("reads lists of every kind, nested", () => {
    expect(read("- a\n  1. b\n\n3. c\n\n- [ ] d\n- [x] e")).toEqual([
      [
        "list-unordered",
        ["list-item", ["paragraph", "a"], ["list-ordered", { start: 1 }, ["list-item", ["paragraph", "b"]]]],
      ],
      ["list-ordered", { start: 3 }, ["list-item", ["paragraph", "c"]]],
      [
        "list-tasks",
        ["list-item", { checked: false }, ["paragraph", "d"]],
        ["list-item", { checked: true }, ["paragraph", "e"]],
      ],
    ]);
  });

  test("reads fenced and indented code by line, with its options from the tag around it", () => {
    expect(
      read('{% code title="a.js" lineNumbers="true" %}\n```js\nlet a\n\n```\n{% endcode %}\n\n    indented\n'),
    ).toEqual([
      ["code", { syntax: "js", title: "a.js", lineNumbers: true }, ["code-line", "let a"], ["code-line"]],
      ["code", ["code-line", "indented"]],
    ]);
  });

  test("reads nested tags", () => {
    expect(
      read(
        '{% tabs %}\n{% tab title="One" %}\n{% hint style="warning" %}\nCare\n{% endhint %}\n{% endtab %}\n{% endtabs %}\n',
      ),
    ).toEqual([["tabs", ["tabs-item", { title: "One" }, ["hint", { style: "warning" }, ["paragraph", "Care"]]]]]);
  });

  test("reads steps, columns, updates and conditions", () => {
    expect(read("{% stepper %}\n{% step %}\n### Do\n{% endstep %}\n{% endstepper %}")).toEqual([
      ["stepper", ["stepper-step", ["heading-3", "Do"]]],
    ]);
    expect(read('{% columns %}\n{% column width="50%" %}\na\n{% endcolumn %}\n{% endcolumns %}')).toEqual([
      ["columns", ["column", { width: { value: 50, unit: "%" } }, ["paragraph", "a"]]],
    ]);
    expect(
      read(
        '{% updates format="short" %}\n{% update date="2025-01-02" tags="a, b" %}\nx\n{% endupdate %}\n{% endupdates %}',
      ),
    ).toEqual([
      [
        "updates",
        { format: "short" },
        [
          "update",
          {
            date: "2025-01-02T00:00:00.000Z",
            tags: [
              { kind: "tag", tag: "a" },
              { kind: "tag", tag: "b" },
            ],
          },
          ["paragraph", "x"],
        ],
      ],
    ]);
    expect(read('{% if visitor.claims.plan == "pro" %}\nx\n{% endif %}')).toEqual([
      ["if", { expression: 'visitor.claims.plan == "pro"' }, ["paragraph", "x"]],
    ]);
  });

  test("reads blocks without content", () => {
    expect(
      read(
        [
          '{% embed url="https://x.y" %}',
          '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}',
          '{% file src="f.pdf" %}\nCaption\n{% endfile %}',
          '{% include "../part.md" %}',
          '{% openapi-operation spec="main" path="/a" method="get" %}\n[OpenAPI](u)\n{% endopenapi-operation %}',
          '{% swagger src="s.yaml" path="/b" method="post" %}\n[s.yaml](s.yaml)\n{% endswagger %}',
          '{% @mermaid/diagram content="graph\n  A --> B" %}',
          "$$\nx^2\n$$",
        ].join("\n\n"),
      ),
    ).toEqual([
      ["embed", { url: "https://x.y" }],
      ["content-ref", { ref: url("a.md") }],
      ["file", { ref: { kind: "file", file: "f.pdf" }, content: "Caption" }],
      ["reusable-content", { ref: { kind: "reusable-content", reusableContent: "../part.md" } }],
      [
        "openapi-operation",
        { ref: { kind: "openapi", spec: "main" }, path: "/a", method: "get", content: "[OpenAPI](u)" },
      ],
      ["swagger", { ref: url("s.yaml"), path: "/b", method: "post", content: "[s.yaml](s.yaml)" }],
      ["integration", { integration: "mermaid", block: "diagram", props: { content: "graph\n  A --> B" } }],
      ["math", { formula: "x^2" }],
    ]);
  });

  test("reads figures, standalone Markdown images and drawings", () => {
    expect(
      read(
        '<div align="left"><figure><img src="a.png" alt="A" width="300"><figcaption><p>Some <em>words</em></p></figcaption></figure></div>\n\n![B](b.png)\n\n<figure><img src="d.svg" alt="" class="gitbook-drawing"></figure>',
      ),
    ).toEqual([
      [
        "images",
        { align: "left" },
        ["image", { ref: url("a.png"), alt: "A", width: 300 }, { caption: [["paragraph", "Some ~words|italic"]] }],
      ],
      ["images", ["image", { ref: url("b.png"), alt: "B" }]],
      ["drawing", { ref: { kind: "file", file: "d.svg" } }],
    ]);
  });

  test("reads an expandable with its title and body", () => {
    expect(read("<details>\n\n<summary>More <b>here</b></summary>\n\nBody\n\n</details>\n")).toEqual([
      [
        "expandable",
        { "expandable-title": [["paragraph", "More ~here|bold"]] },
        { "expandable-body": [["paragraph", "Body"]] },
      ],
    ]);
  });

  test("reads pipe tables into records, definitions and cell fragments", () => {
    const [table] = documentFromMarkdown("| A | B |\n| --- | :-: |\n| 1 | `x` |\n").nodes;
    expect(table?.data).toEqual({
      view: { type: "grid", columns: ["column-1", "column-2"], hideHeader: false },
      definition: {
        "column-1": { id: "column-1", title: "A", type: "text", textAlignment: "left" },
        "column-2": { id: "column-2", title: "B", type: "text", textAlignment: "center" },
      },
      records: {
        "record-1": {
          orderIndex: "000000",
          values: { "column-1": "record-1-column-1", "column-2": "record-1-column-2" },
        },
      },
    });
    expect(outline(table?.fragments?.flatMap((fragment) => fragment.nodes) ?? [])).toEqual([
      ["paragraph", "1"],
      ["paragraph", "x|code"],
    ]);
  });

  test("reads card tables with hidden targets", () => {
    const [table] = documentFromMarkdown(
      '<table data-view="cards"><thead><tr><th>T</th><th data-hidden data-card-target data-type="content-ref">L</th></tr></thead><tbody><tr><td><strong>x</strong></td><td><a href="a.md">a.md</a></td></tr></tbody></table>',
    ).nodes;
    expect(table?.data.view).toEqual({
      type: "cards",
      cardSize: "medium",
      columns: ["column-1"],
      targetDefinition: "column-2",
    });
    expect(table?.data.records).toEqual({
      "record-1": { orderIndex: "000000", values: { "column-1": "record-1-column-1", "column-2": url("a.md") } },
    });
  });

  test("reads inline content of every kind", () => {
    expect(
      read(
        '**b** *i* ~~s~~ `c` <kbd>k</kbd> <sub>l</sub><sup>u</sup> <mark style="color:red;">r</mark> :smile: $$a_b$$ <i class="fa-bolt">:bolt:</i> <a href="x" class="button secondary" data-icon="bolt">Go</a> [t](u) <code class="expression">space.vars.a</code> ![i](p) &lt; 10:30:45\\\nnext',
      ),
    ).toEqual([
      [
        "paragraph",
        "b|bold~ ~i|italic~ ~s|strikethrough~ ~c|code~ ~k|keyboard~ ~l|subscript~u|superscript~ ~r|color~ ",
        ["emoji", { code: "smile" }],
        " ",
        ["inline-math", { formula: "a_b" }],
        " ",
        ["icon", { icon: "bolt" }],
        " ",
        ["button", { label: "Go", kind: "secondary", ref: url("x"), icon: "bolt" }],
        " ",
        ["link", { ref: url("u") }, "t"],
        " ",
        ["expression", { expression: "space.vars.a" }],
        " ",
        ["inline-image", { ref: url("p"), alt: "i" }],
        " < 10:30:45\nnext",
      ],
    ]);
  });

  test("requests references with their purpose", () => {
    const kinds: string[] = [];
    documentFromMarkdown('[a](l) ![b](i)\n\n{% file src="f" %}', {
      reference: (href, kind) => {
        kinds.push(`${href} ${kind}`);
        return { kind: "page", page: href };
      },
    });
    expect(kinds.sort()).toEqual(["f file", "i image", "l link"]);
  });

  test("finds link definitions below their use and keeps them out of the blocks", () => {
    expect(read("[a][x]\n\n[x]: target\n")).toEqual([["paragraph", ["link", { ref: url("target") }, "a"]]]);
  });

  test("finds a tag below a list item whose fence is not closed", () => {
    expect(read('- ```\n  a\n{% hint style="info" %}\nb\n{% endhint %}')).toEqual([
      ["list-unordered", ["list-item", ["code", ["code-line", "a"]]]],
      ["hint", { style: "info" }, ["paragraph", "b"]],
    ]);
  });

  test("finds no tags in code", () => {
    expect(
      read("```\n{% hint %}\n```\n\n- a\n\n  ```\n  {% hint %}\n  ```\n").map((node) => (node as string[])[0]),
    ).toEqual(["code", "list-unordered"]);
  });

  test("reads code in HTML with its highlighted lines", () => {
    const [code] = documentFromMarkdown(
      '<pre class="language-yaml" data-title="a.yaml" data-line-numbers><code class="lang-yaml">a: 1\n<strong>b: &#x3C;2>\n</strong>\nc: 3\n</code></pre>',
    ).nodes;
    expect(code?.data).toEqual({ syntax: "yaml", title: "a.yaml", lineNumbers: true });
    expect(code?.nodes).toMatchObject([
      { type: "code-line", data: {}, nodes: [{ leaves: [{ text: "a: 1" }] }] },
      { type: "code-line", data: { highlighted: true }, nodes: [{ leaves: [{ text: "b: <2>" }] }] },
      { type: "code-line", data: {}, nodes: [] },
      { type: "code-line", data: {}, nodes: [{ leaves: [{ text: "c: 3" }] }] },
    ]);
  });

  test("reads buttons that perform an action, pictures with a dark source and emoji by code point", () => {
    expect(
      read(
        '<button type="button" class="button secondary" data-action="ask" data-query="How?" data-icon="bolt">Ask</button> <picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="l.png" alt="A"></picture> <span data-gb-custom-inline data-tag="emoji" data-code="2705">x</span>',
      ),
    ).toEqual([
      [
        "paragraph",
        ["button", { label: "Ask", kind: "secondary", action: { action: "ask", query: "How?" }, icon: "bolt" }],
        " ",
        ["inline-image", { ref: url("l.png"), alt: "A", refDark: url("d.png") }],
        " ",
        ["emoji", { code: "2705" }],
      ],
    ]);
  });

  test("reads a cell of headings, paragraphs and lists as these blocks", () => {
    expect(
      read(
        "<table><thead><tr><th>T</th></tr></thead><tbody><tr><td><h4>Head</h4>then<ul><li>a</li></ul></td></tr></tbody></table>",
      )[0],
    ).toContainEqual({
      cell: [
        ["heading-3", { level: 4 }, "Head"],
        ["paragraph", "then"],
        ["list-unordered", ["list-item", ["paragraph", "a"]]],
      ],
    });
  });

  test("reads a div with figures between blank lines as images", () => {
    expect(read('<div data-full-width="true">\n\n<figure><img src="a.png" alt=""></figure>\n\n</div>\n\nx')).toEqual([
      ["images", { fullWidth: true }, ["image", { ref: url("a.png") }]],
      ["paragraph", "x"],
    ]);
  });

  test("keeps attributes that have no member or no such value in the data", () => {
    const [hint] = documentFromMarkdown('{% hint style="tip" mood="calm" %}\nx\n{% endhint %}').nodes;
    expect(hint).toMatchObject({ data: { style: "info" }, attributes: { style: "tip", mood: "calm" } });
  });

  test("keeps unknown markup verbatim as text", () => {
    expect(read("{% hint %}\nopen\n\n<div>x</div>\n\n{% nope a=1 %}\n\n{% endtabs %}\n\n<!-- comment -->\n")).toEqual([
      ["paragraph", "{% hint %}|verbatim"],
      ["paragraph", "open"],
      ["paragraph", "<div>x</div>|verbatim"],
      ["paragraph", "{% nope a=1 %}|verbatim"],
      ["paragraph", "{% endtabs %}|verbatim"],
    ]);
  });

  test("separates tabs from anything that is not a tab", () => {
    expect(read('{% tabs %}\nstray\n{% tab title="x" %}\na\n{% endtab %}\n{% endtabs %}')).toEqual([
      ["paragraph", "{% tabs %}|verbatim"],
      ["paragraph", "stray"],
      ["paragraph", `{% tab title="x" %}|verbatim`],
      ["paragraph", "a"],
      ["paragraph", "{% endtab %}|verbatim"],
      ["paragraph", "{% endtabs %}|verbatim"],
    ]);
  });

  test("gives equal blocks different keys, and keeps the keys of unchanged blocks", () => {
    const keys = (markdown: string) => documentFromMarkdown(markdown).nodes.map((node) => node.key);
    const [a, b, again] = keys("a\n\nb\n\na\n");
    expect(new Set([a, b, again]).size).toBe(3);
    expect(keys("new\n\na\n\nb\n\na\n").slice(1)).toEqual([a, b, again]);
  });
});
