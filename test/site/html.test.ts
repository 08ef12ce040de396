import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { h, isSafeAddress, join, jsonScript } from "../../src/site/html.ts";

describe("markup", () => {
  it("escapes text and attributes", () => {
    const text = `<b title="x">&'`;
    expect(h("p", { title: text }, text).text).toBe(
      '<p title="&lt;b title=&quot;x&quot;&gt;&amp;&#39;">&lt;b title=&quot;x&quot;&gt;&amp;&#39;</p>',
    );
  });

  it("nests elements, omits what is absent and closes no void element", () => {
    const markup = h("ul", { class: undefined, hidden: true }, [h("li", {}, 1), false, undefined], h("br"));
    expect(markup.text).toBe("<ul hidden><li>1</li><br></ul>");
  });

  it("never creates an element from text", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, value) => {
        const { text: markup } = join(h("p", { title: value }, text));
        expect(markup.match(/[<>]/g)).toEqual(["<", ">", "<", ">"]);
        expect(markup.match(/"/g)).toHaveLength(2);
      }),
    );
  });

  it("omits addresses that run something, however they are written", () => {
    for (const address of [
      "javascript:alert(1)",
      " JavaScript:x",
      "java\nscript:x",
      "\u0001javascript:x",
      "data:text/html,x",
      "vbscript:x",
    ]) {
      expect(isSafeAddress(address), JSON.stringify(address)).toBe(false);
      expect(h("a", { href: address }, "x").text).toBe("<a>x</a>");
    }
    for (const address of ["https://x.y", "/a:b", "#a", "mailto:a@b.c", "page?x=javascript:y"]) {
      expect(isSafeAddress(address), address).toBe(true);
    }
  });

  it("keeps data for search engines from ending its element", () => {
    expect(jsonScript("application/ld+json", { a: "</script><script>" }).text).not.toContain("</script><script>");
  });
});
