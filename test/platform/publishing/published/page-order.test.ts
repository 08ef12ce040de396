import { expect, it } from "vitest";
import type { PageRecord } from "../../../../src/platform/content/records.ts";
import { PageOrder } from "../../../../src/platform/publishing/published/page-order.ts";
import { tableOfContents } from "../../../../src/site/layout/toc.ts";
import { getWords } from "../../../../src/site/words/words.ts";

const page = (id: string, parent: string | null) =>
  ({ id, type: "document", title: id, slug: id, parent, position: id }) as unknown as PageRecord;

const pages = [page("a", null), page("a1", "a"), page("a2", "a"), page("b", null), page("b1", "b")];

const drawn = (order: PageOrder, current: string, basePath: string, language: "en" | "de" = "en") => {
  const hrefOf = ({ encodedPath }: { readonly encodedPath: string }) => basePath + encodedPath;
  const entries = order.contents(order.find(current), { basePath, findHref: hrefOf });
  const markup = tableOfContents(entries, getWords(language), { style: "default", icon: () => undefined }).text;
  return { entries, markup };
};

it("entries far from the current page are made once for all pages", () => {
  const order = new PageOrder(pages, () => true);
  const [one, other] = [drawn(order, "a1", "/s/").entries, drawn(order, "a2", "/s/").entries];
  expect(other[1]).toBe(one[1]);
  expect(other[0]).not.toBe(one[0]);
});

it("each page has its own entry marked, whatever was drawn before, at each address and in each language", () => {
  const order = new PageOrder(pages, () => true);
  for (const [current, basePath, language] of [
    ["a1", "/s/", "en"],
    ["b1", "/s/", "en"],
    ["a", "/s/", "en"],
    ["a1", "/t/", "en"],
    ["a1", "/s/", "de"],
    ["a1", "/s/", "en"],
  ] as const) {
    const { markup } = drawn(order, current, basePath, language);
    expect(markup).toBe(drawn(new PageOrder(pages, () => true), current, basePath, language).markup);
    expect(markup.match(/aria-current="page"/g)).toHaveLength(1);
    expect(markup).toMatch(new RegExp(`href="${basePath}(?:\\w+/)?${current}" aria-current="page"`));
  }
});
