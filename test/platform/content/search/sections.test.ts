import { describe, expect, it } from "vitest";
import { sectionsOfPage as readSections } from "../../../../src/platform/content/search/page-sections.ts";

const sectionsOfPage = (page: Parameters<typeof readSections>[0]) => [...readSections(page)];

describe("the sections of a page", () => {
  it("begin with the page's lead under the page's title", () => {
    const markdown = "# Billing\n\nHow we **charge**.\n\n## Refunds\n\nWithin `30` days.\n\n### Partial\n\nHalf.\n";
    expect(sectionsOfPage({ title: "Billing", markdown })).toEqual([
      { anchor: "", title: "Billing", body: "How we charge." },
      { anchor: "refunds", title: "Refunds", body: "Within 30 days." },
      { anchor: "partial", title: "Partial", body: "Half." },
    ]);
  });

  it("include a first heading that is not the page's title", () => {
    expect(sectionsOfPage({ title: "Billing", markdown: "Lead.\n\n# Prices\n\nLow.\n" })).toEqual([
      { anchor: "", title: "Billing", body: "Lead." },
      { anchor: "prices", title: "Prices", body: "Low." },
    ]);
  });

  it("consist of its title if it has no text", () => {
    expect(sectionsOfPage({ title: "Empty", markdown: "" })).toEqual([{ anchor: "", title: "Empty", body: "" }]);
  });

  it("are split into pieces between words if they are long", () => {
    const body = Array.from({ length: 2_000 }, (_, index) => `word${index}`).join(" ");
    const pieces = sectionsOfPage({ title: "Long", markdown: `## Part\n\n${body}\n` }).slice(1);
    expect(pieces).toHaveLength(5);
    expect(new Set(pieces.map(({ anchor, title }) => `${anchor} ${title}`))).toEqual(new Set(["part Part"]));
    expect(pieces.every((piece) => piece.body.length <= 4_000)).toBe(true);
    expect(pieces.map((piece) => piece.body).join(" ")).toBe(body);
  });

  it("are split between characters if the text has no spaces", () => {
    const pieces = sectionsOfPage({ title: "Long", markdown: `x${"😀".repeat(5_000)}\n` });
    expect(pieces.map((piece) => piece.body).join("")).toBe(`x${"😀".repeat(5_000)}`);
    expect(pieces.every((piece) => piece.body.length <= 4_000 && !/\p{Cs}/u.test(piece.body))).toBe(true);
  });

  it("make text below thousands of headings searchable", () => {
    const markdown = Array.from({ length: 8_000 }, (_, index) => `## Heading${index}\n\nWords${index}.\n`).join("\n");
    const sections = sectionsOfPage({ title: "Long", markdown });
    expect(sections.length).toBeLessThan(6_000);
    expect(sections.map(({ title }) => title)).toContain("Heading4999");
    expect(sections.map(({ title }) => title)).not.toContain("Heading7000");
    expect(sections.find(({ body }) => body.includes("Words7000"))?.body).toContain("Heading7000");
  });
});
