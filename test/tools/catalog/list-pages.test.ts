import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { estimateTokens } from "../../../src/present/budget.ts";
import { listPages } from "../../../src/tools/catalog/list-pages.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";
import { callTool, cursorIn, fenced, refusal } from "./call-tool.ts";

let workspace: Workspace;

let space: SeededSpace;

let large: SeededSpace;

beforeAll(async () => {
  workspace = await openWorkspace();
  space = await workspace.makeSpace("API docs", [
    {
      markdown: "# Guides\n",
      pages: [
        { markdown: "# Billing\n", pages: [{ markdown: "# Refunds\n" }, { markdown: "# Taxes\n" }] },
        { markdown: "# Drafts\n", hidden: true },
      ],
    },
    { markdown: "# Start\n" },
  ]);
  large = await workspace.makeSpace(
    "Large",
    Array.from({ length: 60 }, (_, at) => ({ markdown: `# Page number ${at + 1}\n` })),
  );
});

afterAll(() => workspace.close());

const list = (input: Readonly<Record<string, unknown>>, tokens?: number) =>
  callTool(listPages, workspace.client, input, tokens);

it("outlines every page with its path, id and marks", async () => {
  const answer = await list({ space: "API docs" });
  expect(answer.split("\n")[0]).toBe(`Pages in space "API docs" (${space.id}):`);
  expect(fenced(answer)).toEqual([
    [
      `- Guides (guides, id ${space.page("guides")})`,
      `  - Billing (guides/billing, id ${space.page("guides/billing")})`,
      `    - Refunds (guides/billing/refunds, id ${space.page("guides/billing/refunds")})`,
      `    - Taxes (guides/billing/taxes, id ${space.page("guides/billing/taxes")})`,
      `  - Drafts (guides/drafts, id ${space.page("guides/drafts")}, hidden)`,
      `- Start (start, id ${space.page("start")})`,
      "",
    ].join("\n"),
  ]);
});

it("shows the requested levels, and how many pages are below", async () => {
  expect(fenced(await list({ space: space.id, depth: 1 }))).toEqual([
    `- Guides (guides, id ${space.page("guides")}, 4 more under it)\n- Start (start, id ${space.page("start")})\n`,
  ]);
});

it("shows the pages under one, given by path, title or id, indented from there", async () => {
  for (const under of ["guides/billing", "Billing", space.page("guides/billing")]) {
    const answer = await list({ space: space.id, under });
    expect(answer).toContain(`Pages under "Billing" (${space.page("guides/billing")}) in space "API docs"`);
    expect(fenced(answer)).toEqual([
      `- Refunds (guides/billing/refunds, id ${space.page("guides/billing/refunds")})\n- Taxes (guides/billing/taxes, id ${space.page("guides/billing/taxes")})\n`,
    ]);
  }
  expect(await list({ space: space.id, under: "start" })).toMatch(/^Pages under "Start" .* none\.$/);
});

it("lists a change request's pages", async () => {
  const { number } = await workspace.openChangeRequest(space.id, [
    { operation: "delete_page", page: space.page("guides") },
  ]);
  expect(fenced(await list({ space: space.id, change_request: String(number) }))).toEqual([
    `- Start (start, id ${space.page("start")})\n`,
  ]);
});

it("returns a long list in parts within the budget, each page once", async () => {
  const titles: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const answer = await list({ space: large.id, cursor }, 700);
    expect(estimateTokens(answer)).toBeLessThanOrEqual(700);
    titles.push(...[...answer.matchAll(/^- (Page number \d+) /gm)].map((match) => match[1] ?? ""));
    cursor = cursorIn(answer);
    if (cursor === undefined) break;
  }
  expect(titles).toEqual(Array.from({ length: 60 }, (_, at) => `Page number ${at + 1}`));
});

it("shows a list of more than 60 pages by path only, relative to the parent", async () => {
  const pages = Array.from({ length: 61 }, (_, at) => ({
    markdown: `# Sub ${at}\n`,
    pages: [{ markdown: "# Leaf\n" }],
  }));
  const deep = await workspace.makeSpace("Deep", [{ markdown: "# Top\n", pages }]);
  const whole = await list({ space: deep.id });
  expect(fenced(whole)[0]?.split("\n").slice(0, 4)).toEqual([
    "- Top (top)",
    "  - Sub 0 (/sub-0)",
    "    - Leaf (/leaf)",
    "  - Sub 1 (/sub-1)",
  ]);
  expect(whole).toContain("Calls need the whole path; shorter lists show ids (`under`, `depth`).");
  expect(await list({ space: deep.id, under: "top/sub-0" })).toContain(
    `- Leaf (top/sub-0/leaf, id ${deep.page("top/sub-0/leaf")})`,
  );
  const part = await list({ space: deep.id }, 500);
  const next = await list({ space: deep.id, cursor: cursorIn(part) }, 500);
  expect(fenced(next)[0]).toMatch(/^ *- (?:Sub|Leaf) [^(]*\(top\/sub-/);
});

it("refuses a cursor of another list, and says if its page is gone", async () => {
  const other = await workspace.makeSpace(
    "Fleeting",
    Array.from({ length: 30 }, (_, at) => ({ markdown: `# Page ${at + 1}\n` })),
  );
  const answer = await list({ space: other.id }, 600);
  const cursor = cursorIn(answer);
  expect(await refusal(list({ space: large.id, cursor }))).toContain(
    "This cursor belongs to a call with other arguments.",
  );
  expect(await refusal(list({ space: other.id, depth: 1, cursor }))).toContain("belongs to a call with other");
  const last = [...answer.matchAll(/, id (\w+)\)/g)].at(-1)?.[1] ?? "";
  await workspace.edit(other.id, [{ operation: "delete_page", page: last }]);
  expect(await refusal(list({ space: other.id, cursor }, 600))).toBe(
    "The pages have changed since this cursor was issued. Leave it out to start over.",
  );
});

it("says that an empty space has no pages and how to create some", async () => {
  const empty = await workspace.makeSpace("Empty");
  expect(await list({ space: "Empty" })).toBe(`Pages in space "Empty" (${empty.id}): none. write_pages creates some.`);
});

describe("with headings", () => {
  it("shows those of a page and its subpages, and the anchors that differ from the heading", async () => {
    const outlined = await workspace.makeSpace("Outlined", [
      {
        markdown: "# Guides\n\n## Rules\n",
        pages: [{ markdown: "# Billing\n\n## Refund\n\n### Of taxes\n\n## Refund\n" }],
      },
      { markdown: "# Start\n\n## First\n" },
    ]);
    const answer = await list({ space: outlined.id, under: "guides", headings: true });
    expect(fenced(answer)).toEqual([
      [
        `- Guides (guides, id ${outlined.page("guides")})`,
        "  ## Rules",
        `- Billing (guides/billing, id ${outlined.page("guides/billing")})`,
        "  ## Refund",
        "  ### Of taxes",
        "  ## Refund (#refund-1)",
        "",
      ].join("\n"),
    ]);
    expect(fenced(await list({ space: outlined.id, headings: true, depth: 1 }))[0]).not.toContain("Billing");
  });

  it("pages through every heading once, within the budget", async () => {
    const outlined = await workspace.makeSpace(
      "Many headings",
      Array.from({ length: 30 }, (_, at) => ({ markdown: `# Page ${at}\n\n## One of ${at}\n\n## Two of ${at}\n` })),
    );
    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const answer = await list({ space: outlined.id, headings: true, cursor }, 700);
      expect(estimateTokens(answer)).toBeLessThanOrEqual(700);
      found.push(...(answer.match(/## \w+ of \d+/g) ?? []));
      cursor = cursorIn(answer);
      if (cursor === undefined) break;
    }
    expect(found).toEqual(Array.from({ length: 30 }, (_, at) => [`## One of ${at}`, `## Two of ${at}`]).flat());
  });

  it("counts the headings omitted from one overlong page, and says how to read them", async () => {
    const long = await workspace.makeSpace("Long outline", [
      { markdown: `# Long\n\n${Array.from({ length: 300 }, (_, at) => `## Heading number ${at}\n\n`).join("")}` },
    ]);
    const answer = await list({ space: long.id, headings: true }, 700);
    expect(estimateTokens(answer)).toBeLessThanOrEqual(700);
    expect(answer).toMatch(/\d+ more: read_page with "format": "outline" shows them/);
  });
});
