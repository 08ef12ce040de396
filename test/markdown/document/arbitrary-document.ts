import fc from "fast-check";
import type {
  Block,
  BlockType,
  Data,
  Inline,
  InlineNode,
  Leaf,
  Mark,
  MarkType,
} from "../../../src/markdown/document/model.ts";

const url = fc.constantFrom(
  "https://example.com/a",
  "page.md",
  "../b (c).md",
  "#anchor",
  "/pages/p1",
  "a%20b?x=1&y=2",
  "x_y*z",
);

const ref = url.map((href) => ({ kind: "url", url: href }));

const file = url.map((href) => ({ kind: "file", file: href }));

const nastyText = fc
  .array(
    fc.constantFrom(
      ..."abcXYZ 019".split(""),
      ..."\\`*_[]<>~|#+-=.!&:;@(){}$%\"'^/".split(""),
      " ",
      "word",
      "**",
      "$$",
      "{% hint %}",
      ":smile:",
      "&amp;",
      "&#x41;",
      "http://a.b",
      "www.a.b",
      "a@b.co",
      "1. ",
      "- ",
      "# ",
      "```",
      "<b>",
      "<!--",
      "[a](b)",
      "[^1]",
      "\u00e9",
      "\u{1f600}",
      "\u00a0",
      "\n",
      "| - |",
      "---",
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(""));

const oneLine = nastyText.map((text) => text.replaceAll("\n", " "));

const marks = fc
  .subarray<MarkType>(["bold", "italic", "strikethrough", "color", "superscript", "subscript", "keyboard", "code"], {
    maxLength: 3,
  })
  .map((types) =>
    types.map(
      (type): Mark =>
        type === "color"
          ? { object: "mark", type, data: { text: "red", background: "default" } }
          : { object: "mark", type },
    ),
  );

const leaf: fc.Arbitrary<Leaf> = fc
  .tuple(nastyText, fc.oneof({ weight: 2, arbitrary: fc.constant<Mark[]>([]) }, { weight: 3, arbitrary: marks }))
  .map(([text, marks]) => ({
    object: "leaf",
    text,
    marks,
  }));

const text: fc.Arbitrary<InlineNode> = fc
  .array(leaf, { minLength: 1, maxLength: 4 })
  .map((leaves) => ({ object: "text", leaves: mergeLeaves(leaves) }));

function mergeLeaves(leaves: Leaf[]): Leaf[] {
  const merged: Leaf[] = [];
  for (const leaf of leaves) {
    const last = merged.at(-1);
    if (last && JSON.stringify(last.marks) === JSON.stringify(leaf.marks))
      merged[merged.length - 1] = { ...last, text: last.text + leaf.text };
    else merged.push(leaf);
  }
  return merged;
}

const voidInline = (type: Inline["type"], data: fc.Arbitrary<Data>): fc.Arbitrary<Inline> =>
  data.map((data) => ({ object: "inline", type, isVoid: true, data }));

const inlineOf: fc.Arbitrary<Inline> = fc.oneof(
  fc
    .tuple(ref, text)
    .map(([ref, node]): Inline => ({ object: "inline", type: "link", isVoid: false, data: { ref }, nodes: [node] })),
  voidInline(
    "emoji",
    fc.constantFrom("smile", "+1").map((code) => ({ code })),
  ),
  voidInline("icon", fc.constantFrom<Data>({ icon: "github" }, { icon: "bolt", color: "$primary" })),
  voidInline(
    "inline-math",
    fc.constantFrom("x^2", "a_b * c_d").map((formula) => ({ formula })),
  ),
  voidInline(
    "expression",
    fc.constantFrom("space.vars.a", "a < b").map((expression) => ({ expression })),
  ),
  voidInline(
    "inline-image",
    fc
      .tuple(ref, fc.constantFrom<Data>({}, { alt: "An image" }, { alt: "[x]*", size: "line" }))
      .map(([ref, data]) => ({ ref, ...data })),
  ),
  voidInline(
    "button",
    fc
      .tuple(
        ref,
        fc.constantFrom<Data>(
          { label: "Go *now*", kind: "primary" },
          { label: "Go", kind: "secondary", size: "small", icon: "bolt" },
        ),
      )
      .map(([ref, data]) => ({ ...data, ref })),
  ),
);

/** Text and inlines in turn: readers join neighbouring text. */
const inlines: fc.Arbitrary<InlineNode[]> = fc
  .tuple(text, fc.array(fc.tuple(inlineOf, text), { maxLength: 2 }))
  .map(([first, rest]) => [first, ...rest.flat()]);

const make = (type: BlockType, data: Data, nodes?: Block["nodes"], fragments?: Block["fragments"]): Block => ({
  object: "block",
  type,
  isVoid: nodes === undefined,
  data,
  ...(nodes ? { nodes } : {}),
  ...(fragments ? { fragments } : {}),
});

const codeLines = fc
  .array(fc.constantFrom("", "let a = 1;", "  ```", "{% endhint %}", "a\ttab", "# x", "$$"), {
    minLength: 1,
    maxLength: 4,
  })
  .map((lines) =>
    lines.map((line) =>
      make(
        "code-line",
        {},
        line === "" ? [] : [{ object: "text", leaves: [{ object: "leaf", text: line, marks: [] }] }],
      ),
    ),
  );

const image = fc
  .tuple(ref, fc.constantFrom<Data>({}, { alt: 'a "b"', width: 300 }), fc.option(inlines))
  .map(([ref, data, caption]) =>
    make(
      "image",
      { ref, ...data },
      undefined,
      caption
        ? [{ object: "fragment", type: "caption", fragment: "caption", nodes: [make("paragraph", {}, caption)] }]
        : [],
    ),
  );

const table = fc
  .tuple(
    fc.array(
      fc.constantFrom<Data>(
        { title: "Name", type: "text", textAlignment: "left" },
        { title: "a|b *c*", type: "text", textAlignment: "center" },
      ),
      { minLength: 1, maxLength: 3 },
    ),
    fc.array(fc.array(inlines, { minLength: 3, maxLength: 3 }), { maxLength: 3 }),
    fc.constantFrom<Data>({ type: "grid", hideHeader: false }, { type: "cards", cardSize: "medium" }),
  )
  .map(([columns, rows, view]) => {
    const ids = columns.map((_, index) => `column-${index + 1}`);
    const cell = (row: number, id: string) => `record-${row + 1}-${id}`;
    const definition = Object.fromEntries(columns.map((column, index) => [ids[index], { id: ids[index], ...column }]));
    const records = Object.fromEntries(
      rows.map((_, row) => [
        `record-${row + 1}`,
        { orderIndex: String(row).padStart(6, "0"), values: Object.fromEntries(ids.map((id) => [id, cell(row, id)])) },
      ]),
    );
    const fragments = rows.flatMap((row, rowIndex) =>
      ids.map((id, index) => ({
        object: "fragment" as const,
        fragment: cell(rowIndex, id),
        nodes: [make("paragraph", {}, row[index] ?? [])],
      })),
    );
    return make("table", { view: { ...view, columns: ids }, records, definition }, undefined, fragments);
  });

const heading = fc
  .tuple(
    fc.constantFrom<BlockType>("heading-1", "heading-2", "heading-3"),
    fc.constantFrom<Data>({}, { id: "own-id" }),
    inlines,
  )
  .map(([type, data, nodes]) => make(type, data, nodes));

const leafBlock: fc.Arbitrary<Block> = fc.oneof(
  { weight: 4, arbitrary: inlines.map((nodes) => make("paragraph", {}, nodes)) },
  heading,
  inlines.map((nodes) => make("paragraph", { align: "center" }, nodes)),
  fc.constant(make("paragraph", {}, [])),
  fc.constant(make("divider", {})),
  fc
    .tuple(
      fc.constantFrom<Data>(
        {},
        { syntax: "js" },
        { syntax: "js", title: 'a "b"', lineNumbers: true, overflow: "wrap" },
      ),
      codeLines,
    )
    .map(([data, lines]) => make("code", data, lines)),
  fc.constantFrom("x^2", "a\n\n# b", "\\\\").map((formula) => make("math", { formula })),
  fc.array(image, { minLength: 1, maxLength: 2 }).map((nodes) => make("images", {}, nodes)),
  table,
  url.map((href) => make("embed", { url: href })),
  oneLine.map((content) => make("embed", { url: "https://e.x", content: `c${content.trim()}c` })),
  file.map((ref) => make("file", { ref })),
  ref.map((ref) => make("content-ref", { ref })),
  file.map((ref) => make("drawing", { ref })),
  ref.map((ref) => make("swagger", { path: "/a", method: "get", ref, expanded: true })),
  fc.constant(make("openapi-operation", { path: "/a", method: "get", ref: { kind: "openapi", spec: "main" } })),
  fc.constant(make("openapi-schemas", { schemas: ["A", "B"], ref: { kind: "openapi", spec: "main" }, grouped: false })),
  fc.constant(make("openapi-webhook", { name: "n", method: "post", ref: { kind: "openapi", spec: "main" } })),
  fc.constant(make("reusable-content", { ref: { kind: "reusable-content", reusableContent: "../x.md" } })),
  fc.constant(
    make("integration", { integration: "mermaid", block: "diagram", props: { content: 'graph TD\n A["x"] --> B\\' } }),
  ),
);

const { block } = fc.letrec<{ block: Block; blocks: Block[]; item: Block; list: Block; framed: Block }>((tie) => ({
  block: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 5, arbitrary: leafBlock },
    tie("list"),
    tie("framed"),
  ),
  blocks: fc.array(tie("block"), { minLength: 1, maxLength: 3 }),
  item: tie("blocks").map((nodes) => make("list-item", {}, nodes)),
  list: fc.oneof(
    fc.array(tie("item"), { minLength: 1, maxLength: 3 }).map((nodes) => make("list-unordered", {}, nodes)),
    fc
      .tuple(fc.nat({ max: 12 }), fc.array(tie("item"), { minLength: 1, maxLength: 3 }))
      .map(([start, nodes]) => make("list-ordered", { start }, nodes)),
    fc.array(fc.tuple(inlines, fc.boolean()), { minLength: 1, maxLength: 3 }).map((items) =>
      make(
        "list-tasks",
        {},
        items.map(([nodes, checked]) => make("list-item", { checked }, [make("paragraph", {}, nodes)])),
      ),
    ),
    tie("blocks").map((nodes) => make("blockquote", {}, nodes)),
  ),
  framed: fc.oneof(
    fc.tuple(fc.constantFrom("info", "danger"), tie("blocks")).map(([style, nodes]) => make("hint", { style }, nodes)),
    fc.array(fc.tuple(oneLine, tie("blocks")), { minLength: 1, maxLength: 2 }).map((items) =>
      make(
        "tabs",
        {},
        items.map(([title, nodes]) => make("tabs-item", { title }, nodes)),
      ),
    ),
    tie("blocks").map((nodes) => make("stepper", {}, [make("stepper-step", {}, nodes)])),
    tie("blocks").map((nodes) =>
      make("columns", {}, [make("column", { width: { value: 50, unit: "%" }, verticalAlignment: "top" }, nodes)]),
    ),
    tie("blocks").map((nodes) =>
      make("updates", { format: "full" }, [
        make("update", { date: "2025-01-02T00:00:00.000Z", tags: [{ kind: "tag", tag: "new" }] }, nodes),
      ]),
    ),
    tie("blocks").map((nodes) => make("if", { expression: 'visitor.claims.a == "b" && x' }, nodes)),
    tie("blocks").map((nodes) => make("prompt", { description: "Do it", openInAIProviders: true }, nodes)),
    fc.tuple(inlines, tie("blocks")).map(([title, nodes]) =>
      make("expandable", { defaultExpanded: true }, undefined, [
        {
          object: "fragment",
          type: "expandable-title",
          fragment: "expandable-title",
          nodes: [make("paragraph", {}, title)],
        },
        { object: "fragment", type: "expandable-body", fragment: "expandable-body", nodes },
      ]),
    ),
  ),
}));

export const blocks: fc.Arbitrary<Block[]> = fc.array(block, { maxLength: 5 });
