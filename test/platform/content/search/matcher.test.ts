import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Matcher } from "../../../../src/platform/content/search/matcher.ts";
import { readQuery } from "../../../../src/platform/content/search/query.ts";
import { computeStem } from "../../../../src/platform/content/search/word-forms.ts";

function matches(query: string, text: string): string[] {
  const found: string[] = [];
  new Matcher(readQuery(query)).visit(text, (_match, _position, start, end) => found.push(text.slice(start, end)));
  return found;
}

const endings = [
  "",
  "s",
  "e",
  "ed",
  "es",
  "ing",
  "y",
  "ies",
  "ied",
  "ation",
  "ational",
  "izer",
  "ization",
  "ness",
  "ly",
];
const beginning = fc.string({ unit: fc.constantFrom(..."aeiouybdlnrstz"), minLength: 1, maxLength: 6 });
const form = fc.constantFrom(...endings);

describe("Matcher", () => {
  it("finds only the forms of a word", () => {
    expect(matches("key ", "Key, keys, keyed and Keyboard; donkey")).toEqual(["Key", "keys", "keyed"]);
    expect(matches("use ", "use using used us user")).toEqual(["use", "using", "used", "us"]);
    expect(matches("retry ", "retry retries retried retrying trial")).toEqual([
      "retry",
      "retries",
      "retried",
      "retrying",
    ]);
    expect(matches("ca", "cat call cab c CA Cç")).toEqual(["cat", "call", "cab", "CA"]);
  });

  it("finds parts of compounds", () => {
    expect(matches("user ", "getUser user_id USER.name superuser x-user")).toEqual([
      "getUser",
      "user_id",
      "USER.name",
      "x-user",
    ]);
  });

  it("finds words written with diacritics and invisible characters", () => {
    expect(matches("resume ", "Résumé re\u0301sume\u0301 re\u00adsume ＲＥＳＵＭＥ")).toHaveLength(4);
  });

  it("finds every word with the same stem", () => {
    fc.assert(
      fc.property(beginning, form, form, (start, one, other) => {
        fc.pre(computeStem(start + one) === computeStem(start + other));
        expect(matches(`${start + one} `, start + other)).toEqual([start + other]);
      }),
      { numRuns: 1_000 },
    );
  });
});
