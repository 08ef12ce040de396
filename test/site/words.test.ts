import { expect, it } from "vitest";
import { Locale } from "../../src/contract/models/site-customization.ts";
import { dateText, getWords, locales, type Words } from "../../src/site/words/words.ts";

it("the interface is available in every language of the contract", () => {
  expect([...locales].sort()).toEqual([...Locale.options].sort());
});

it("every language has exactly the same words", () => {
  const english = getWords("en");
  for (const locale of locales) {
    const words = getWords(locale);
    for (const name of Object.keys(english) as (keyof Words)[]) {
      expect(words[name], `${locale}.${name}`).toMatch(/\S/);
      expect(words[name].includes("{}"), `${locale}.${name}`).toBe(english[name].includes("{}"));
    }
    expect(words.danger, locale).not.toContain("|");
  }
  // Checks the last word of each language: none has slipped.
  expect(locales.map((locale) => getWords(locale).danger)).toEqual([
    "Danger",
    "Danger",
    "Peligro",
    "危险",
    "危険",
    "Gefahr",
    "Gevaar",
    "Fare",
    "Perigo",
    "Опасно",
  ]);
});

it("dates are the same for every reader, and written in the language", () => {
  expect(dateText("2026-03-01T00:00:00.000Z", "en")).toBe("March 1, 2026");
  expect(dateText("2026-03-01T23:59:59.000Z", "de")).toBe("1. März 2026");
  expect(dateText("no date", "en")).toBe("no date");
});
