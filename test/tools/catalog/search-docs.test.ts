import { afterAll, beforeAll, expect, it } from "vitest";
import { estimateTokens } from "../../../src/present/budget.ts";
import { searchDocs } from "../../../src/tools/catalog/search-docs.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";
import { callTool, cursorIn, fenced, refusal } from "./call-tool.ts";

let workspace: Workspace;

let docs: SeededSpace;

let handbook: SeededSpace;

beforeAll(async () => {
  workspace = await openWorkspace();
  docs = await workspace.makeSpace("API docs", [
    { markdown: "# Guides\n", pages: [{ markdown: "# Billing\n\n## Refunds\n\nRefunds take 5 days.\n" }] },
    { markdown: "# Webhooks\n\nEvents are sent.\n" },
  ]);
  handbook = await workspace.makeSpace(
    "Handbook",
    Array.from({ length: 25 }, (_, at) => ({
      markdown: `# Holiday ${at + 1}\n\n${"A rule on holidays. ".repeat(20)}\n`,
    })),
  );
});

afterAll(() => workspace.close());

const search = (input: Readonly<Record<string, unknown>>, tokens?: number) =>
  callTool(searchDocs, workspace.client, input, tokens);

it("returns pages with matching passages, headings, ids and space, and what to call next", async () => {
  const answer = await search({ query: "refunds" });
  expect(fenced(answer)).toEqual([
    [
      `- Guides > Billing (id ${docs.page("guides/billing")}, path guides/billing, space API docs ${docs.id})`,
      "  - Refunds (#refunds): **Refunds** take 5 days.",
      "",
    ].join("\n"),
  ]);
  expect(answer).toContain("read_page with a page's id and space reads it; `section` takes the #anchor.");
});

it("searches one space if asked", async () => {
  expect(await search({ query: "refunds", space: "Handbook" })).toBe(
    'Nothing matches "refunds" in this space. Try fewer or other words; leave `space` out to search everywhere.',
  );
  expect(fenced(await search({ query: "holiday 7", space: handbook.id, limit: 1 }))[0]).toContain("- Holiday 7 (");
});

it.each([undefined, "Handbook"])(
  "pages by cursor through every result once, within the budget (space %s)",
  async (space) => {
    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const answer = await search({ query: "holidays", space, limit: 10, cursor }, 900);
      expect(estimateTokens(answer)).toBeLessThanOrEqual(900);
      found.push(...[...answer.matchAll(/^- (Holiday \d+) \(/gm)].map((match) => match[1] ?? ""));
      cursor = cursorIn(answer);
      if (cursor === undefined) break;
    }
    expect(found).toHaveLength(25);
    expect(new Set(found).size).toBe(25);
  },
);

it("refuses the cursor of another query", async () => {
  const cursor = cursorIn(await search({ query: "holidays", limit: 5 }));
  expect(await refusal(search({ query: "refunds", limit: 5, cursor }))).toContain("a call with other arguments");
});
