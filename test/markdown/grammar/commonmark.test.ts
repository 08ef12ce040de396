import specification from "commonmark-spec";
import { describe, expect, test } from "vitest";
import { comparable, htmlOf } from "./commonmark-html.ts";

/** Examples of CommonMark 0.31.2 that are read differently, by what is decided instead. */
const others: Readonly<Record<string, readonly number[]>> = {
  "entities that pages do not use stay as they are written": [25],
  "character references in destinations, titles and languages stay as they are written": [32, 33, 34, 503, 506],
  "an address is a link without marks, as on GitHub": [602, 608, 611, 612],
};

const reasons = new Map(
  Object.entries(others).flatMap(([reason, numbers]) => numbers.map((number) => [number, reason] as const)),
);

const shown = (text: string) => text.replaceAll("→", "\t");

const agrees = ({ markdown, html }: { markdown: string; html: string }) =>
  expect(comparable(htmlOf(shown(markdown)))).toBe(comparable(shown(html)));

describe("an example of the CommonMark specification", () => {
  test.each(specification.tests.filter(({ number }) => !reasons.has(number)))(
    "has the same result: $section, $number",
    agrees,
  );
});

describe("a known difference from the specification", () => {
  test.each(
    specification.tests
      .filter(({ number }) => reasons.has(number))
      .map((example) => ({
        ...example,
        reason: reasons.get(example.number),
      })),
  )("is still there: $reason ($number)", (example) => {
    expect(() => agrees(example)).toThrow();
  });
});
