import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { estimateTokens } from "../../../src/present/budget.ts";
import { searchDocs } from "../../../src/tools/catalog/search-docs.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";
import { callTool, cursorIn, fenced, refusal } from "./call-tool.ts";

let workspace: Workspace;

let docs: SeededSpace;

let many: SeededSpace;

beforeAll(async () => {
  workspace = await openWorkspace();
  docs = await workspace.makeSpace("API docs", [
    {
      markdown: "# Guides\n\nStart with `acme login`.\n",
      pages: [
        {
          markdown:
            "# Billing\n\n## Refunds\n\nRun `acme login`, then Acme Login again: acme login.\n\nSee [rates](https://acme.test/rates?v=1).\n\n## Refund rules\n\nNone; acme login.\n",
        },
      ],
    },
    { markdown: "# Webhooks\n\n## Refund events\n\nNothing of the kind.\n" },
  ]);
  many = await workspace.makeSpace(
    "Many",
    Array.from({ length: 20 }, (_, at) => ({
      markdown: `# Page ${at + 1}\n\n${"A line with `needle` in it.\n\n".repeat(at === 7 ? 40 : 3)}`,
    })),
  );
});

afterAll(() => workspace.close());

const find = (input: Readonly<Record<string, unknown>>, tokens?: number) =>
  callTool(searchDocs, workspace.client, { space: docs.id, ...input }, tokens);

describe("exact", () => {
  it("shows every match with its page, section and line, marked, and counts them", async () => {
    const answer = await find({ query: "acme login", match: "exact" });
    expect(answer.split("\n")[0]).toBe(`"acme login" occurs in 4 places on 2 pages of space "API docs" (${docs.id}):`);
    expect(fenced(answer)).toEqual([
      [
        `- Guides (guides, id ${docs.page("guides")}, 1 place)`,
        "  - Guides (#guides): Start with `«acme login»`.",
        `- Billing (guides/billing, id ${docs.page("guides/billing")}, 3 places)`,
        "  - Refunds (#refunds): Run `«acme login»`, then Acme Login again: «acme login».",
        "  - Refund rules (#refund-rules): None; «acme login».",
        "",
      ].join("\n"),
    ]);
    expect(cursorIn(answer)).toBeUndefined();
  });

  it("is case-sensitive unless any_case is set", async () => {
    expect(await find({ query: "Acme Login", match: "exact" })).toContain("in 1 place on 1 page of");
    expect(await find({ query: "ACME login", match: "any_case" })).toContain("in 5 places on 2 pages of");
    expect(await find({ query: "ACME login", match: "exact" })).toMatch(/^"ACME login" is not in the Markdown/);
  });

  it("finds link addresses, and treats no character as a pattern", async () => {
    expect(fenced(await find({ query: "acme.test/rates?v=1)", match: "exact" }))[0]).toContain(
      "  - Refunds (#refunds): See [rates](https://«acme.test/rates?v=1)».",
    );
    expect(await find({ query: "acme.login", match: "exact" })).toContain("is not in the Markdown");
  });

  it("searches only one page and its subpages if asked", async () => {
    const answer = await find({ query: "acme login", match: "exact", under: "guides/billing" });
    expect(answer).toContain(`in 3 places on 1 page of "Billing" (${docs.page("guides/billing")}) and the pages under`);
    expect(answer).not.toContain("Start with");
    expect(await find({ query: "acme login", match: "exact", under: "Guides" })).toContain("in 4 places on 2 pages of");
  });

  it("finds what a change request adds, and not what it removes", async () => {
    const { number } = await workspace.openChangeRequest(docs.id, [
      { operation: "insert_page", document: { markdown: "# New\n\nacme logout\n" } },
      { operation: "delete_page", page: docs.page("guides/billing") },
    ]);
    const names = { match: "exact", change_request: String(number) };
    expect(await find({ ...names, query: "acme logout" })).toContain(", change request #");
    expect(await find({ ...names, query: "acme login" })).toContain("in 1 place on 1 page of");
    expect(await find({ match: "exact", query: "acme logout" })).toContain("is not in the Markdown");
  });

  it("pages through every line once, within the budget, within a page too", async () => {
    const pages = new Map<string, number>();
    let calls = 0;
    for (let cursor: string | undefined; ; calls += 1) {
      const answer = await find({ query: "needle", match: "exact", space: many.id, cursor }, 900);
      expect(estimateTokens(answer)).toBeLessThanOrEqual(900);
      let page = "";
      for (const line of fenced(answer)[0]?.split("\n") ?? []) {
        page = /^- (Page \d+) \(/.exec(line)?.[1] ?? page;
        if (line.includes("«needle»")) pages.set(page, (pages.get(page) ?? 0) + 1);
      }
      cursor = cursorIn(answer);
      if (cursor === undefined) break;
    }
    expect(calls).toBeGreaterThan(2);
    expect(Object.fromEntries(pages)).toEqual(
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`Page ${at + 1}`, at === 7 ? 40 : 3])),
    );
  });

  it("shows as many pages as `limit` says, and counts the others", async () => {
    const answer = await find({ query: "needle", match: "exact", space: many.id, limit: 2 });
    expect(answer).toContain("in 97 places on 20 pages of");
    expect(fenced(answer)[0]?.match(/^- Page/gm)).toHaveLength(2);
    expect(cursorIn(answer)).toBeDefined();
  });

  it("shows the part of a long line around the match", async () => {
    const space = await workspace.makeSpace("Long lines", [
      { markdown: `# Long\n\n${"before ".repeat(500)}needle${" after".repeat(500)} needle\n` },
    ]);
    const [shown = ""] = fenced(await find({ query: "needle", match: "exact", space: space.id }));
    expect(shown).toMatch(/: ….*before «needle» after .*… \(and 1 more in this line\)\n$/);
    expect(shown.length).toBeLessThan(500);
  });

  it("finds a text across several lines", async () => {
    expect(await find({ query: "again: acme login.\n\nSee", match: "exact" })).toContain("in 1 place on 1 page");
  });
});

describe("heading", () => {
  it("shows headings that contain the query in any case, with their anchors", async () => {
    const answer = await find({ query: "REFUND", match: "heading" });
    expect(answer).toContain('3 headings with "REFUND" on 2 pages of');
    expect(fenced(answer)).toEqual([
      [
        `- Billing (guides/billing, id ${docs.page("guides/billing")})`,
        "  - ## Refunds (#refunds)",
        "  - ## Refund rules (#refund-rules)",
        `- Webhooks (webhooks, id ${docs.page("webhooks")})`,
        "  - ## Refund events (#refund-events)",
        "",
      ].join("\n"),
    ]);
  });

  it("counts a page's title once", async () => {
    expect(await find({ query: "Webhooks", match: "heading" })).toContain('1 heading with "Webhooks" on 1 page of');
  });
});

describe("words", () => {
  it("searches one page and its subpages if asked", async () => {
    expect(fenced(await find({ query: "refund", under: "webhooks" }))[0]?.match(/^- .*/gm)).toHaveLength(1);
    expect(await find({ query: "kind", under: "guides" })).toContain("Nothing matches");
  });

  it("refuses a change request, and says what to send instead", async () => {
    expect(await refusal(find({ query: "refund", change_request: "1" }))).toBe(
      'Words are searched in merged content alone. For `change_request` send "match": "exact", "any_case" or "heading", or leave it out.',
    );
  });
});
