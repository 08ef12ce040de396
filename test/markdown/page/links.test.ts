import fc from "fast-check";
import { expect, test } from "vitest";
import { listLinks, replaceLinks } from "../../../src/markdown/page/links.ts";
import { markdownPage } from "../markdown-page.ts";

function links(markdown: string): string[] {
  return listLinks(markdown).map(({ kind, href }) => `${kind} ${href}`);
}

test("inline links take balanced parentheses, angle brackets and titles", () => {
  expect(links("[a](b.md) [c](<d e.md> \"t\") [f](g_(h).md 't') [i](j\\).md) [k]() [l](m (n))")).toEqual([
    "link b.md",
    "link d e.md",
    "link g_(h).md",
    "link j\\).md",
    "link ",
    "link m",
  ]);
});

test("offsets delimit only the destination", () => {
  const page = "---\na: b\n---\nText [a](<b c.md>)";
  expect(listLinks(page)).toEqual([{ kind: "link", href: "b c.md", start: 23, end: 29 }]);
  expect(page.slice(23, 29)).toBe("b c.md");
});

test("pictures, buttons and cards written as HTML have their addresses listed", () => {
  expect(
    links(
      '<figure><picture><source srcset="dark.png" media="(prefers-color-scheme: dark)"><img src="light.png" alt=""></picture></figure>\n\n<div data-full-width="true">\n\n<figure><img src="wide.png" alt=""></figure>\n\n</div>\n\nSee <a href="go.md" class="button primary">Go</a> <button type="button" class="button" data-action="ask">Ask</button>\n\n<table data-view="cards"><thead><tr><th></th><th data-card-target data-type="content-ref"></th><th data-card-cover data-type="image"></th></tr></thead><tbody><tr><td><h4>A</h4></td><td><a href="target.md">t</a></td><td><a href="cover.png">c</a></td></tr></tbody></table>\n\n<pre class="language-md"><code>see <a href="code.md">x</a></code></pre>\n',
    ),
  ).toEqual([
    "html dark.png",
    "html light.png",
    "html wide.png",
    "html go.md",
    "html target.md",
    "html cover.png",
    "html code.md",
  ]);
});

test("a srcset is read completely: names with spaces and commas, sizes, and several addresses", () => {
  const srcset = (value: string) => links(`<img srcset="${value}" src="a b.png">`).slice(0, -1);
  expect(srcset("../.gitbook/assets/Badge Dark (1).png")).toEqual(["html ../.gitbook/assets/Badge Dark (1).png"]);
  expect(srcset("a b.png 1x, c d.png 2x,e.png 1.5x")).toEqual(["html a b.png", "html c d.png", "html e.png"]);
  expect(srcset("a.png, b.png 640w")).toEqual(["html a.png", "html b.png"]);
  expect(srcset("Shot, Dark.png")).toEqual(["html Shot, Dark.png"]);
  expect(srcset("https://x.test/w=1,h=2/a.png 1x")).toEqual(["html https://x.test/w=1,h=2/a.png"]);
  expect(srcset("data:image/png;base64,AAAA 1x, b.png 2x")).toEqual(["html data:image/png;base64,AAAA", "html b.png"]);
  expect(srcset("")).toEqual([]);
  expect(srcset(" , ,")).toEqual([]);
  expect(links("<img src='a b.png'>")).toEqual(["html a b.png"]);
});

test("a hostile srcset is read to the end", { tags: ["long"] }, () => {
  for (const piece of [",", "a,", "a 1x,", "a.png, ", " "]) {
    const page = `<img srcset="${piece.repeat(400_000 / piece.length)}">\n\n[end](end.md)`;
    expect(listLinks(page).at(-1)?.href).toBe("end.md");
  }
  const many = '<source srcset="a.png"> '.repeat(20_000);
  expect(listLinks(many)).toHaveLength(20_000);
});

test("text that is not a link is omitted", () => {
  expect(links("[a] (b) [a](b c) [a](<b [a](b(c \\[a](b) ![a] [a]: b")).toEqual([]);
  expect(links("`[a](b)` ``[a](`b)`` <!-- [a](b) -->\n\n```\n[a](b)\n```\n\n<!--\n[a](b)\n")).toEqual([]);
});

test("images and links around images are found, but no links around links", () => {
  expect(links("![a](b.png) [![c](d.png)](e.md) [f [g](h.md) i](j.md)")).toEqual([
    "image b.png",
    "image d.png",
    "link e.md",
    "link h.md",
  ]);
});

test("definitions are found at the beginning of a paragraph, but not footnotes", () => {
  expect(links('[a]: b.md\n[c]: <d e.md> "t"\n[^1]: [note](n.md)\n\nText\n[f]: g.md\n')).toEqual([
    "definition b.md",
    "definition d e.md",
    "link n.md",
  ]);
});

test("autolinks are links, bare addresses are text", () => {
  expect(links("<https://a.test/x> <me@a.test> https://b.test/")).toEqual(["link https://a.test/x", "link me@a.test"]);
});

test("attributes of tags and elements are found", () => {
  const page = [
    '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}',
    `{% embed url='https://x.test/' %} {% file src="b.pdf" %}`,
    "{% tab title=\"url='no'\" %}",
    '<figure><picture><source srcset="d.png 1x, e.png 2x" media="(x)"><img src="c.png" alt="src=no"></picture></figure>',
    'Inline <a data-href="no" href="f.md">text</a> and <img src=g.png>.',
  ].join("\n\n");
  expect(links(page)).toEqual([
    "tag a.md",
    "link a.md",
    "tag https://x.test/",
    "tag b.pdf",
    "html d.png",
    "html e.png",
    "html c.png",
    "html f.md",
    "html g.png",
  ]);
});

test("links are found in headings, lists, tables and quotes, and a stray backtick hides none in the next item", () => {
  expect(links("# [a](1)\n\n* `x [b](2)\n* `y [c](3)\n\n| [d](4) | `z |\n| `z | [e](5) |\n\n> [f](6)\n")).toEqual([
    "link 1",
    "link 2",
    "link 3",
    "link 4",
    "link 5",
    "link 6",
  ]);
});

test("replacing keeps every other byte", () => {
  const page = "\ufeff[a](x.md)\r\n\r\n`[x](x.md)`  ![b](<x.md>)\t[c](y.md)\r\n[d]: x.md\r\n";
  expect(replaceLinks(page, ({ href }) => (href === "x.md" ? "new/z.md" : undefined))).toBe(
    "\ufeff[a](new/z.md)\r\n\r\n`[x](x.md)`  ![b](<new/z.md>)\t[c](y.md)\r\n[d]: x.md\r\n",
  );
});

test("characters that would end a destination early are percent-encoded", () => {
  expect(replaceLinks("[a](x) [b](<x>)", () => "a (b c>.md")).toBe("[a](a%20%28b%20c%3E.md) [b](<a (b c%3E.md>)");
  expect(replaceLinks("[a](x)", () => "b_(c).md")).toBe("[a](b_(c).md)");
  expect(replaceLinks("[a](x)", () => "b\\")).toBe("[a](b%5C)");
  expect(replaceLinks(`{% a url="x" %}<a href='x'>`, () => `'a" b`)).toBe(`{% a url="'a%22 b" %}<a href='%27a" b'>`);
});

test("replacing every link with itself, or with nothing, returns the page", () => {
  fc.assert(
    fc.property(markdownPage(), (page) => {
      expect(replaceLinks(page, ({ href }) => href)).toBe(page);
      expect(replaceLinks(page, () => undefined)).toBe(page);
    }),
  );
});

test("links are in order, do not overlap, and are read back as they were written", () => {
  fc.assert(
    fc.property(markdownPage(), (page) => {
      let position = 0;
      for (const { start, end, href } of listLinks(page)) {
        expect(start).toBeGreaterThanOrEqual(position);
        expect(page.slice(start, end)).toBe(href);
        position = end;
      }
      const moved = replaceLinks(page, ({ kind }) => (kind === "link" ? undefined : "moved/to here.md"));
      const others = listLinks(moved).filter(({ kind }) => kind !== "link");
      expect(others.length).toBe(listLinks(page).filter(({ kind }) => kind !== "link").length);
      for (const { href } of others) expect(["moved/to here.md", "moved/to%20here.md"]).toContain(href);
    }),
  );
});

test("half a megabyte of brackets, quotes or definitions is read to the end", { tags: ["long"] }, () => {
  for (const piece of ["[", "[]", "[a](", '[a](b "', "[a](<", "![", '{% a url="', "<a href='", "[a]: b\n", "[a]("]) {
    const page = `${piece.repeat(500_000 / piece.length)}\n\n[end](end.md)`;
    expect(listLinks(page).at(-1)?.href).toBe("end.md");
  }
  expect(listLinks(`[a](${"(".repeat(400_000)}`)).toEqual([]);
  expect(listLinks("[a](b)".repeat(80_000)).length).toBe(80_000);
});
