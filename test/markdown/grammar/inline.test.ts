import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type InlineOptions, type InlineToken, scanInline } from "../../../src/markdown/grammar/inline.ts";
import { type ParsedInline, parseInline } from "../../../src/markdown/grammar/inline-parser.ts";
import { inlineText } from "../../../src/markdown/grammar/inline-text.ts";
import { expectLinearCost } from "../../support/cost.ts";
import { constructs } from "../../support/hostile-text.ts";

const shown = (source: string, options?: InlineOptions) =>
  scanInline(source, options).map(({ kind, start, end }) => `${kind} ${source.slice(start, end)}`);

const kinds = (source: string, options?: InlineOptions) =>
  scanInline(source, options)
    .map(({ kind }) => kind)
    .filter((kind) => kind !== "text");

const nastyText = fc
  .array(
    fc.constantFrom(
      ..."a b * ** _ ~ ~~ ` `` [ ] ( ) ![ ](b) <b> </b> <a <!-- --> $$ $ {% %} \\ & &amp; @ : // www. http://a.b a.b@c.d [^1] [x] | \n".split(
        " ",
      ),
      " ",
      "  \n",
      "\r\n",
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

/** The source of a parsed text, joined from its parts. */
const rawOf = (parts: readonly ParsedInline[]) => parts.map(({ raw }) => raw).join("");

describe("the tokens of inline text", () => {
  test.each([true, false])("follow each other without gaps, whatever the text (strict: %s)", (strict) => {
    fc.assert(
      fc.property(fc.oneof(nastyText, fc.string({ unit: "binary", maxLength: 40 })), (source) => {
        let position = 0;
        for (const token of scanInline(source, { strict, labels: new Set(["x"]) })) {
          expect(token.start).toBe(position);
          expect(token.end).toBeGreaterThan(position);
          position = token.end;
        }
        expect(position).toBe(source.length);
      }),
      { numRuns: 1_000 },
    );
  });

  test("are all in the tree that is made from them", () => {
    fc.assert(
      fc.property(nastyText, (source) => {
        const spaceless = (text: string) => text.replace(/ /g, "");
        expect(spaceless(rawOf(parseInline(source, new Map([["x", { href: "y" }]]))))).toBe(spaceless(source));
      }),
      { numRuns: 1_000 },
    );
  });

  test.each<readonly [string, string, readonly InlineToken["kind"][]]>([
    ["a web address", "see https://a.b/c_d_e.", ["address"]],
    ["an address without a scheme", "see www.a.b", ["address"]],
    ["a mail address", "write to a_b@c.de now", ["address"]],
    ["a formula", "so $$a_b_c$$ holds", ["math"]],
    ["a footnote's mark", "so[^1] it is", ["footnote"]],
    ["a declaration", "a <!DOCTYPE html> b", ["comment"]],
    ["an element of MDX", "a <A b={[1, 2]}> b", ["element"]],
    ["a tag", "a {% b %} c", ["tag"]],
  ])("are correct for %s", (_, source, expected) => {
    expect(kinds(source)).toEqual(expected);
  });

  test("do not include elements of MDX and tags when read strictly", () => {
    expect(kinds('a <A b={"c" ? d : e}> {% b %}', { strict: true })).toEqual([]);
  });

  test("have no addresses for the text of a link", () => {
    expect(shown("[https://a.b/\\_c](d) https://e.f")).toEqual([
      "open [",
      "text https",
      "text :",
      "text //a.b/",
      "escape \\_",
      "text c",
      "close ](d)",
      "text  ",
      "address https://e.f",
    ]);
  });

  test("end an address within brackets at the bracket that closes them", () => {
    expect(shown("[https://a.b/c](d.md").slice(0, 2)).toEqual(["open [", "address https://a.b/c"]);
  });

  test("include a shortcut link if the brackets behind it are not a label", () => {
    expect(kinds("[a][ b", { labels: new Set(["a"]) })).toEqual(["open", "close", "open"]);
    expect(scanInline("[a][ b", { labels: new Set(["a"]) })[2]).toMatchObject({ kind: "close", label: "a" });
  });

  test.each(constructs.map(({ name, text }) => [name, text] as const))(
    "are read and paired in linear time for %s",
    async (_, text) => {
      await expectLinearCost((length) => {
        const source = text(length);
        parseInline(source, new Map());
        inlineText(source);
      }, 10_000);
    },
  );
});

describe("the visible text", () => {
  test.each([
    ["**a*b*c**", "abc"],
    ["**a*", "*a"],
    ["[*a](b)*", "*a*"],
    ["https://a.b/c_d_&amp;e", "https://a.b/c_d_&e"],
    ["a <?php b ?> c", "a  c"],
  ])("is, for %s: %s", (source, text) => {
    expect(inlineText(source)).toBe(text);
  });
});
