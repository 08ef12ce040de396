import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../../src/present/budget.ts";
import { fits, itemsWithin, partFrom, resultText } from "../../../../src/tools/operations/results/present-result.ts";

const inFence = (text: string) => /<(text-[0-9a-f]{10})>\n([\s\S]*)\n<\/\1>/.exec(text)?.[2];

describe("an operation's result", () => {
  it("is compact JSON, with one list item per line", () => {
    const result = {
      items: [
        { id: "a", owner: { id: "u" } },
        { id: "b", tags: [] },
      ],
      next: { page: "c2" },
    };
    expect(resultText(result)).toBe(
      '{"items":[\n{"id":"a","owner":{"id":"u"}},\n{"id":"b","tags":[]}],\n"next":{"page":"c2"}}',
    );
  });

  it("has multiline texts after the JSON, unchanged", () => {
    expect(resultText({ id: "p", markdown: '# Fees\n\nA "flat" fee.\n', title: "Fees" })).toBe(
      '{"id":"p",\n"title":"Fees"}\nmarkdown:\n# Fees\n\nA "flat" fee.\n',
    );
  });

  it("stays unchanged if it is a text", () => {
    expect(resultText('openapi: 3.1.0\ninfo: {"title": null}\n')).toBe('openapi: 3.1.0\ninfo: {"title": null}\n');
  });

  it("is absent if the operation returns nothing", () => {
    expect(resultText(undefined)).toBeUndefined();
    expect(resultText(null)).toBeUndefined();
  });

  it("states how many of its items fit completely", () => {
    const items = Array.from({ length: 100 }, (_, index) => ({ id: `page-${index}`, title: "A page of the handbook" }));
    const count = itemsWithin({ items, next: { page: "c2" } }, 400);
    expect(count).toBeGreaterThan(5);
    expect(fits(resultText({ items: items.slice(0, count), next: { page: "c2" } }) ?? "", 400)).toBe(true);
    expect(itemsWithin({ items: [{ markdown: "Many words of text. ".repeat(500) }] }, 400)).toBe(0);
    expect(itemsWithin({ pages: items }, 400)).toBe(0);
  });

  it("comes in parts within the budget that together are complete", () => {
    const whole = resultText({ id: "p", body: { markdown: "Many words 🙂 of text.\n\n".repeat(500) } }) ?? "";
    let read = "";
    while (read.length < whole.length) {
      const { text, end } = partFrom(whole, read.length, 600);
      expect(estimateTokens(text)).toBeLessThanOrEqual(600);
      read += inFence(text) ?? "";
      expect(read.length).toBe(end);
    }
    expect(read).toBe(whole);
  });
});
