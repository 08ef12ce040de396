import { describe, expect, it } from "vitest";
import { runToEnd } from "../../../../../src/markdown/text/work-in-steps.ts";
import { findProblem, holdingText, holdPlain } from "../../../../../src/markdown/translation/segments.ts";
import {
  findSpans,
  readTagged,
  type TagForm,
  tagged,
  unescaped,
} from "../../../../../src/platform/knowledge/translations/providers/tagged-text.ts";
import { expectLinearCost } from "../../../../support/cost.ts";

const form: TagForm = { wraps: true, empty: (number) => `<x id="${number}"/>`, keepWord: (word) => `<k>${word}</k>` };

const held = (source: string) => runToEnd(holdingText(source, new Set()));

describe("a segment with tags", () => {
  it.each([
    ["Run `npm i` & wait", 'Run <x id="1"/> &amp; wait'],
    ["Open **the [guide](a.md)** now", 'Open <g id="1">the <g id="2">guide</g></g> now'],
    ["Open **the [*old* guide](a.md)**", 'Open <g id="1">the <g id="2"><g id="2-2">old</g> guide</g></g>'],
    ["**[*the* guide](a.md)** is", '<g id="1"><g id="1-2"><g id="1-3">the</g> guide</g></g> is'],
    [
      "**[a](b)** [**c**](d) ![e](f)",
      '<g id="1"><g id="1-2">a</g></g> <g id="3"><g id="3-2">c</g></g> <g id="5">e</g>',
    ],
    ["A <b>big</b> step<br>down", 'A <g id="1">big</g> step<x id="3"/>down'],
    ["*One* and *two*", '<g id="1">One</g> and <g id="3">two</g>'],
    ["5 < 6 > 4", "5 &lt; 6 &gt; 4"],
  ])("is written for %j as %j", (source, expected) => {
    expect(tagged(held(source), {}, form)).toBe(expected);
  });

  it("has the glossary's words for its terms, in the case of the text, and never for part of a word", () => {
    const segment = held("Guides: the guide, Guide and misguided");
    expect(tagged(segment, { guide: "leitfaden" }, form)).toBe(
      "Guides: the <k>leitfaden</k>, <k>Leitfaden</k> and misguided",
    );
  });

  it("has the longest term that matches", () => {
    const segment = held("Open a change request or a change");
    expect(tagged(segment, { change: "Änderung", "change request": "Änderungsantrag" }, form)).toBe(
      "Open a <k>Änderungsantrag</k> or a <k>Änderung</k>",
    );
  });

  it("has no tags around what is not closed or crosses", () => {
    const beginning = (...held: string[]) => [...findSpans(held).beginning.keys()];
    expect(beginning("**", "[", "**", "](x)")).toEqual([1]);
    expect(beginning("<br>", "**", "**", "</i>")).toEqual([2]);
    expect(beginning("**[", "](x)", "*")).toEqual([]);
    expect(beginning("`code`**", "**")).toEqual([]);
  });
});

describe("a response with tags", () => {
  const bold = held("Open **the guide** with `x`");
  it.each([
    ['Öffne <g id="1">den Leitfaden</g> mit <x id="3"/>', "Öffne ⟦1⟧den Leitfaden⟦2⟧ mit ⟦3⟧"],
    ['Mit <x id="3"></x> öffne<g id="1"> den Leitfaden </g>!', "Mit ⟦3⟧ öffne ⟦1⟧den Leitfaden⟦2⟧ !"],
    ["Öffne <k>Copydesk</k> &amp; <b>mehr</b>", "Öffne Copydesk & <b>mehr</b>"],
    ["Öffne </g> den <g>Leitfaden", "Öffne  den Leitfaden"],
    ['<x id="9"/>', "⟦9⟧"],
  ])("is read from %j as %j", (answer, expected) => {
    expect(readTagged(answer, bold, unescaped)).toEqual({ text: expected });
  });

  it.each([
    "Open **the [*old* guide](a.md)** now",
    "**[a](b)** [**c**](d) ![e](f) and <b>*x*</b>",
    "*a **b*** [c *d*](e) [`f` g][h]",
  ])("is restored with nested marks: %j", (source) => {
    const segment = held(source);
    expect(readTagged(tagged(segment, {}, form), segment, unescaped)).toEqual({ text: segment.text });
  });

  it("is restored with entities and tags of the text itself", () => {
    for (const source of ["a &amp; b < c", 'x="1" &lt;g id="1"&gt;', "AT&T 5 > 4 &#39;x&#39;"]) {
      const segment = holdPlain(source, "plain");
      expect(readTagged(tagged(segment, {}, form), segment, unescaped)).toEqual({ text: source });
    }
  });

  it("keeps spaces inside marks if the text has them there", () => {
    const segment = held("Read [ the guide ](a.md) now");
    const sent = tagged(segment, {}, form);
    expect(readTagged(sent, segment, unescaped)).toEqual({ text: segment.text });
  });
});

describe("a hostile response", () => {
  const text = "word ".repeat(4_000);
  const segment = held(`**a** ${text}`);

  it.each([
    ["an open tag before spaces", (length: number) => `<x${" ".repeat(length)}`],
    ["spaces before no mark", (length: number) => `a${" ".repeat(length)}b`],
    ["tags that do not end", (length: number) => '<x "'.repeat(length / 4)],
    ["marks amid spaces", (length: number) => `<g id="1">${" ".repeat(length)}`],
  ])("is read in time proportional to its length: %s", async (_, answer) => {
    await expectLinearCost((length) => readTagged(answer(length), segment, unescaped), 10_000);
  });

  it.each(["**a** b ", "**a ", "[a](b) c ", "`a` b ", "<b>a</b> ", "<b>a ", "[a ", "![a](b) "])(
    "is read and checked in linear time for a text of many marks: %j",
    async (unit) => {
      await expectLinearCost((length) => {
        const full = held(unit.repeat(Math.ceil(length / unit.length)));
        const sent = tagged(full, {}, form);
        const answer = readTagged(sent.replaceAll(">", "> "), full, unescaped);
        findProblem(full, "text" in answer ? answer.text : "");
      }, 10_000);
    },
  );

  it("is read in linear time when marks that close two others in a chain enclose nothing", async () => {
    const chain = (length: number) =>
      findSpans([...Array(length).fill("*["), "](b)", ...Array(length - 1).fill("*](b)")]).named;
    expect(chain(8_000).size).toBe(0);
    await expectLinearCost(chain, 1_000);
  });

  it("is not read if it is far longer than its text", () => {
    const answer = readTagged("a".repeat(1_000_000), held("**a** b"), unescaped);
    expect(answer).toEqual({ problem: "it is far longer than what it translates" });
  });
});
