import { describe, expect, test } from "vitest";
import { type Block, block, type RichDocument, textNode } from "../../../src/markdown/document/model.ts";
import { markdownFromDocument } from "../../../src/markdown/document/printing/to-markdown.ts";
import { documentFromMarkdown } from "../../../src/markdown/document/reading/from-markdown.ts";
import { contentOf, documentOf } from "./content-of.ts";

const paragraph = (text: string) => block("paragraph", {}, { nodes: [textNode(text)] });

const page =
  "Title\n=====\n\n*  odd   list\n\n\n{% hint style='info' %}\nfirst\n\n__second__\n{% endhint %}\n[x]: y\n\n  last";

describe("markdownFromDocument", () => {
  test("reprints a changed block and nothing else", () => {
    const document = documentFromMarkdown(page);
    document.nodes[0] = paragraph("New");
    expect(markdownFromDocument(document)).toBe(page.replace("Title\n=====\n\n", "New\n\n"));
  });

  test("reprints a changed child and keeps the bytes of its parent and siblings", () => {
    const document = documentFromMarkdown(page);
    const hint = document.nodes[2];
    hint?.nodes?.splice(0, 1, paragraph("1st"));
    expect(markdownFromDocument(document)).toBe(page.replace("first\n\n", "1st\n\n"));
  });

  test("reprints the opening of a parent whose data changed and keeps its content", () => {
    const document = documentFromMarkdown("{% hint style='info' %}\n__a__\n{% endhint %}\n");
    const [hint] = document.nodes;
    if (hint) hint.data.style = "danger";
    expect(markdownFromDocument(document)).toBe('{% hint style="danger" %}\n__a__\n{% endhint %}\n');
  });

  test("adds blank lines around a new block and keeps link definitions when their neighbour is removed", () => {
    const document = documentFromMarkdown("# a\nb\n[x]: y\n\n- c\n");
    document.nodes.splice(1, 0, paragraph("new"));
    expect(markdownFromDocument(document)).toBe("# a\n\nnew\n\nb\n[x]: y\n\n- c\n");
    const other = documentFromMarkdown("b\n\n[x]: y\n\nc\n");
    other.nodes.splice(1, 1);
    expect(markdownFromDocument(other)).toBe("b\n\n[x]: y\n");
  });

  test("adds a blank line between blocks of two pages even if their offsets match", () => {
    const document = documentFromMarkdown("text\n# head\n");
    const other = documentFromMarkdown("# hi\nother\n");
    document.nodes.splice(1, 1, ...other.nodes.slice(1));
    expect(markdownFromDocument(document)).toBe("text\n\nother\n");
  });

  test("keeps lists apart", () => {
    const document = documentFromMarkdown("- a\n\ntext\n\n- b\n");
    document.nodes.splice(1, 1, contentOf(documentFromMarkdown("* c").nodes)[0] as Block);
    expect(markdownFromDocument(document)).toBe("- a\n\n* c\n\n- b\n");
  });

  test("escapes text that would read as Markdown", () => {
    expect(markdownFromDocument(documentOf([paragraph("# 1 *a* [b](c) {% x %} $$ <d> :e: &amp; http://f")]))).toBe(
      "\\# 1 \\*a\\* \\[b\\](c) \\{% x %} \\$\\$ \\<d> \\:e: &amp;amp; http\\://f\n",
    );
  });

  test("prints references through the caller's address", () => {
    const nodes = [block("content-ref", { ref: { kind: "page", page: "p1" } })];
    expect(markdownFromDocument(documentOf(nodes))).toBe(
      '{% content-ref url="/pages/p1" %}\n[/pages/p1](</pages/p1>)\n{% endcontent-ref %}\n',
    );
    expect(markdownFromDocument(documentOf(nodes), { href: () => "a.md" })).toBe(
      '{% content-ref url="a.md" %}\n[a.md](<a.md>)\n{% endcontent-ref %}\n',
    );
  });

  test("prints an empty document as nothing and blank lines as they were", () => {
    expect(markdownFromDocument(documentOf([]))).toBe("");
    expect(markdownFromDocument(documentFromMarkdown("\n \r\n"))).toBe("\n \r\n");
  });

  test("rejects nodes that are not blocks", () => {
    expect(() => markdownFromDocument(documentOf([textNode("x") as unknown as Block]))).toThrow(TypeError);
  });

  test("prints blocks nested too deeply for any page as their words", () => {
    let deep: Block = paragraph("bottom");
    for (let level = 0; level < 10_000; level += 1)
      deep = block(level % 2 ? "hint" : "blockquote", {}, { nodes: [deep] });
    expect(markdownFromDocument(documentOf([deep]))).toContain("bottom");
  });

  test("prints new blocks without a Markdown form as HTML", () => {
    const text = (value: string) => ({ object: "text", leaves: [{ object: "leaf", text: value, marks: [] }] });
    const make = (type: string, data: object, nodes?: object[]) => ({
      object: "block",
      type,
      isVoid: !nodes,
      data,
      nodes,
    });
    const nodes = [
      make("code", { syntax: "js", title: "a.js" }, [
        make("code-line", { highlighted: true }, [text("a < b")]),
        make("code-line", {}, [text('"c"')]),
      ]),
      make("images", { fullWidth: true }, [
        {
          ...make("image", { ref: { kind: "url", url: "l.png" }, refDark: { kind: "url", url: "d.png" } }),
          fragments: [],
        },
      ]),
      make("paragraph", {}, [
        {
          object: "inline",
          type: "button",
          isVoid: true,
          data: { label: "Ask <me>", kind: "secondary", action: { action: "ask", query: 'a "b"' } },
        },
      ]),
    ];
    const document = { object: "document", data: { schemaVersion: 1 }, nodes } as unknown as RichDocument;
    expect(markdownFromDocument(document)).toBe(
      [
        '<pre class="language-js" data-title="a.js"><code class="lang-js"><strong>a &#x3C; b\n</strong>"c"\n</code></pre>',
        '<div data-full-width="true"><figure><picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="l.png" alt=""></picture><figcaption></figcaption></figure></div>',
        '<button type="button" class="button secondary" data-action="ask" data-query="a &quot;b&quot;">Ask \\<me></button>\n',
      ].join("\n\n"),
    );
  });
});
