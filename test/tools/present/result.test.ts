import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../src/tools/present/budget.ts";
import { presentResult } from "../../../src/tools/present/result.ts";

const inFence = (text: string) => /<(text-[0-9a-f]{10})>\n([\s\S]*)\n<\/\1>/.exec(text)?.[2];

describe("an operation's result", () => {
  it("is compact JSON without nulls and links, list items one a line", () => {
    const result = {
      items: [
        { id: "a", parent: null, urls: { app: "https://x" }, owner: { id: "u", urls: {} } },
        { id: "b", tags: [] },
      ],
      next: { page: "c2" },
    };
    const { text, shownItems } = presentResult(result, 1000);
    expect(inFence(text)).toBe(
      '{"items":[\n{"id":"a","owner":{"id":"u"}},\n{"id":"b","tags":[]}],\n"next":{"page":"c2"}}',
    );
    expect(shownItems).toBeUndefined();
  });

  it("says so when there is none", () => {
    expect(presentResult(undefined, 1000).text).toBe("Done. The operation answers nothing.");
  });

  it("keeps as many items as fit, whole, and drops a cursor that would skip the others", () => {
    const items = Array.from({ length: 100 }, (_, index) => ({ id: `page-${index}`, title: "A page of the handbook" }));
    const { text, shownItems } = presentResult({ items, next: { page: "c2" }, count: 100 }, 400);
    const shown = JSON.parse(inFence(text) ?? "") as { items: unknown[]; count: number };
    expect(shownItems).toBeGreaterThan(5);
    expect(shown).toEqual({ items: items.slice(0, shownItems), count: 100 });
    expect(estimateTokens(text)).toBeLessThanOrEqual(400);
  });

  it("cuts one large object and says how much is left", () => {
    const { text } = presentResult({ id: "p", markdown: "Many words of text. ".repeat(500) }, 300);
    expect(text).toMatch(/Cut to the answer budget: \d+ of 10\d{3} characters\./);
    expect(estimateTokens(text)).toBeLessThanOrEqual(320);
  });

  it("cuts a list whose first item alone is too large", () => {
    const { text, shownItems } = presentResult({ items: [{ markdown: "Many words of text. ".repeat(500) }] }, 300);
    expect(shownItems).toBeUndefined();
    expect(text).toContain("Cut to the answer budget");
  });
});
