import { describe, expect, it } from "vitest";
import { drawDiagram } from "../../src/site/diagrams/draw-diagram.ts";
import { embedDrawing, safeSvg } from "../../src/site/diagrams/safe-svg.ts";
import { drawn } from "./site-of-page.ts";

/** The words that a drawing shows. */
const wordsIn = (svg: string | undefined) =>
  [...(svg ?? "").matchAll(/<text[^>]*>(.*?)<\/text>/gs)].map(([, inside]) => inside?.replace(/<[^>]*>/g, ""));

describe("a diagram", () => {
  it.each([
    ["graph TD\n A[One] --> B{Two}\n B -->|no| C((Three))", ["no", "One", "Two", "Three"]],
    ["flowchart LR\n A[One]-->B[Two]", ["One", "Two"]],
    ["flowchart LR\n A--yes-->B", ["yes", "A", "B"]],
    ['flowchart LR\n A["x --> y"]-.->B & C', ["x --&gt; y", "B", "C"]],
    ["flowchart LR\n A ---> B; B-->C", ["A", "B", "C"]],
    ['---\ntitle: T\n---\nflowchart LR\n %% a remark\n A-->B\n click A href "https://example.com"', ["A", "B"]],
    ["stateDiagram-v2\n [*]-->Idle\n Idle-->[*]: done", ["done", "Idle"]],
  ])("is drawn with all its words: %s", (source, words) => {
    expect(wordsIn(drawDiagram(source))).toEqual(words);
  });

  it.each(["sequenceDiagram\n A->>B: hi", "classDiagram\n A <|-- B", "erDiagram\n A ||--o{ B : has"])(
    "is drawn if its kind is supported: %s",
    (source) => {
      expect(drawDiagram(source)).toMatch(/^<svg viewBox=/);
    },
  );

  it.each([
    "gantt\n title x",
    "pie\n a: 3",
    "flowchart LR\n A --x B",
    "flowchart LR\n A@{ shape: rect } --> B",
    "",
    "graph",
    `graph TD\n A[${"x".repeat(11_000)}]`,
  ])("stays code if it would not be drawn as meant: %s", (source) => {
    expect(drawDiagram(source)).toBeUndefined();
  });

  it("contains no script, style, link, address or color of its author", () => {
    const svg = drawDiagram(
      [
        "graph TD",
        ' A["<img src=x onerror=alert(1)><script>alert(1)</script>"] --> B',
        ' click A href "javascript:alert(1)"',
        " style A fill:#f00,color:url(https://evil.example/x)",
        " linkStyle 0 stroke:url(javascript:alert(1))",
        " classDef hot fill:red;}body{display:none",
        " class A hot",
      ].join("\n"),
    );
    expect(svg).toMatch(/^<svg /);
    expect(svg).not.toMatch(
      /<(?!\/?(?:svg|defs|marker|g|polygon|polyline|path|rect|circle|line|ellipse|text|tspan)\b)/,
    );
    const tags = (svg?.match(/<[^>]*>/g) ?? []).join("");
    expect(tags).not.toMatch(/\s(?:on\w+|style|href|class)=|url\((?!#D-)|https?:|#f00|red/);
  });
});

describe("the sanitizer of drawings", () => {
  it.each([
    '<svg><script>alert(1)</script><a href="javascript:x"><text x="1">a</text></a></svg>',
    '<svg onload="alert(1)"><foreignObject><b>b</b></foreignObject></svg>',
    '<svg><rect fill="url(https://evil.example)" stroke="#f00" transform="url(x)"/></svg>',
    '<svg><use href="#x"/><image href="https://evil.example/x.png"/></svg>',
  ])("keeps only shapes and words: %s", (svg) => {
    const text = safeSvg(svg)?.text;
    expect(text).toMatch(/^<svg/);
    expect(text).not.toMatch(/script|href|onload|foreign|evil|#f00|<a|<b|<use|<image/);
  });

  it.each(["", "words", "<p>x</p>", "<svg></svg><svg></svg>", "<svg", "<svg a='b'></svg>"])(
    "rejects what is not a drawing: %s",
    (svg) => {
      let text: string | undefined;
      try {
        text = safeSvg(svg)?.text;
      } catch {
        text = undefined;
      }
      expect(text).toBeUndefined();
    },
  );

  it("adds ids that no other drawing of the page has, and a label with its words", () => {
    const svg = drawDiagram("graph TD\n A[One] --> B[url#40;#D-x#41;]") ?? "";
    const [first, second] = [embedDrawing(svg, "_diagram-1").text, embedDrawing(svg, "_diagram-2").text];
    expect(first).toContain('id="_diagram-1-arrowhead"');
    expect(first).toContain('marker-end="url(#_diagram-1-arrowhead)"');
    expect(second).not.toContain("_diagram-1");
    expect(first).toMatch(/^<svg role="img" aria-label="One, /);
  });
});

it("Mermaid code becomes a drawing if it can be drawn, and otherwise stays code", async () => {
  const markdown = "```mermaid\ngraph TD\n A --> B\n```\n\n```mermaid\ngantt\n```";
  const html = await drawn(markdown, {}, async (sources) => {
    expect(sources).toEqual(["graph TD\n A --> B", "gantt"]);
    return new Map([[sources[0] ?? "", drawDiagram(sources[0] ?? "") ?? ""]]);
  });
  expect(html.match(/<svg role="img"/g)).toHaveLength(1);
  expect(html).toContain('<code class="language-mermaid">gantt');
});
