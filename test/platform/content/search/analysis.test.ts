import { describe, expect, it } from "vitest";
import { indexTerms } from "../../../../src/platform/content/search/analysis.ts";
import { expectLinearCost } from "../../../support/cost.ts";

describe("indexTerms", () => {
  it.each([
    ["Configuring the servers", ["configur", "the", "server"]],
    ["getUserById", ["getuserbyid", "get", "user", "by", "id"]],
    ["HTTPServer", ["httpserver", "http", "server"]],
    ["--flag-name", ["flagnam", "flag", "name"]],
    ["__snake_case__", ["snakecas", "snake", "case"]],
    ["a.b.c", ["abc", "a", "b", "c"]],
    ["src/index.ts", ["src", "indext", "index", "ts"]],
    ["v1.20.3 and 2.0", ["1.20.3", "and", "2.0"]],
    ["10,000 of 2024-01-15", ["10000", "of", "20240115", "2024", "01", "15"]],
    ["the user's e-mail, don’t", ["the", "user", "email", "e", "mail", "dont", "don", "t"]],
    ["Café Straße Øre naïve", ["cafe", "strass", "or", "naiv"]],
    ["Привет мир", ["привет", "мир"]],
    ["ＡＢＣ", ["abc"]],
    ["中文文档", ["中文", "文文", "文档", "档"]],
    ["API文档", ["api", "文档", "档"]],
    ["ガイド", ["ガイ", "イド", "ド"]],
    ["한국어", ["한국", "국어", "어"]],
    ["🎉 -- … \ud83d", []],
  ])("reads %j", (text, terms) => {
    expect(indexTerms(text)).toEqual(terms);
  });

  it("keeps words apart that have the same hash", () => {
    expect(indexTerms("Ea FB Ea FB FB")).toEqual(["ea", "fb", "ea", "fb", "fb"]);
  });

  it("gives a decomposed text the terms of the composed one", () => {
    expect(indexTerms("re\u0301sume\u0301 が")).toEqual(["resum", "が"]);
    expect(indexTerms("か\u3099")).toEqual(["が"]);
  });

  it("cuts endless words, in linear time", async () => {
    const endless = indexTerms("a".repeat(200_000));
    const joined = indexTerms("a.".repeat(100_000));
    const camel = indexTerms("aB".repeat(100_000));
    expect(endless).toEqual(["a".repeat(64)]);
    expect(Math.max(...joined.map((term) => term.length))).toBeLessThanOrEqual(64);
    expect(camel.length).toBeLessThanOrEqual(13);
    for (const part of ["a", "a.", "aB"]) {
      await expectLinearCost((length) => indexTerms(part.repeat(length / part.length)), 10_000);
    }
  });
});
