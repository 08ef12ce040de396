import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPage } from "../../../src/tools/catalog/read-page.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";
import { callTool, cursorIn, fenced, refusal } from "./call-tool.ts";

const billing = "# Billing\n\nHow we bill.\n\n## Refunds\n\nRefunds take 5 days.\n\n## Taxes\n\nVAT applies.\n";

const long = `${[
  "# Reference",
  ...Array.from({ length: 60 }, (_, at) => `## Part ${at + 1}\n\nWord ${"lorem ipsum dolor ".repeat(12)}${at + 1}.`),
].join("\n\n")}\n`;

let workspace: Workspace;

let space: SeededSpace;

beforeAll(async () => {
  workspace = await openWorkspace();
  space = await workspace.makeSpace("API docs", [
    { markdown: "# Guides\n", pages: [{ markdown: billing }, { markdown: "# Setup\n\nFirst setup.\n" }] },
    { markdown: "# Other\n", pages: [{ markdown: "# Setup\n\nSecond setup.\n" }] },
    { markdown: long },
    { markdown: "# Crlf\r\n\r\nOne\r\ntwo.\r\n" },
  ]);
});

afterAll(() => workspace.close());

const read = (input: Readonly<Record<string, unknown>>, tokens?: number) =>
  callTool(readPage, workspace.client, input, tokens);

describe("naming a page", () => {
  it("accepts an id, a path, a path with slashes and file extension, a title, and addresses", async () => {
    const id = space.page("guides/billing");
    const names = [
      id,
      "guides/billing",
      "/guides/billing.md",
      "Billing",
      "billing ",
      `http://localhost/app/${workspace.organization}/s/${space.id}/guides/billing`,
      `/v1/spaces/${space.id}/content/page/${id}`,
      `/spaces/${space.id}/content/path/guides%2Fbilling`,
      `docs://spaces/${space.id}/pages/${id}`,
    ];
    for (const page of names) {
      expect(fenced(await read({ space: space.id, page })), page).toEqual([billing]);
    }
  });

  it("returns the title, id, path, space and revision that edit_page requires", async () => {
    expect((await read({ space: space.id, page: "guides/billing" })).split("\n")[0]).toBe(
      `Page "Billing" (id ${space.page("guides/billing")}, path "guides/billing") in space "API docs" (${space.id}), revision ${space.revision}.`,
    );
  });

  it("requires no space if there is only one", async () => {
    expect(fenced(await read({ page: "Billing" }))).toEqual([billing]);
  });

  it("returns the candidates for a title that two pages have", async () => {
    expect(await refusal(read({ space: space.id, page: "Setup" }))).toBe(
      [
        '2 pages are called "Setup". Name one by its path or id:',
        `- "Setup" ("guides/setup", id ${space.page("guides/setup")})`,
        `- "Setup" ("other/setup", id ${space.page("other/setup")})`,
      ].join("\n"),
    );
  });

  it("returns the closest pages for a name that matches none", async () => {
    const message = await refusal(read({ space: space.id, page: "Biling plans" }));
    expect(message).toContain('There is no page "Biling plans" in space "API docs"');
    expect(message).toContain(`- "Billing" ("guides/billing", id ${space.page("guides/billing")})`);
    expect(message).not.toContain("Reference");
  });

  it("refuses an address of another space than the one named", async () => {
    const address = "http://localhost/app/o/s/elsewhere/guides/billing";
    expect(await refusal(read({ space: space.id, page: address }))).toContain(
      `The address leads to space elsewhere, and \`space\` names ${space.id}.`,
    );
  });

  it("does not let a path escape the content", async () => {
    expect(await refusal(read({ space: space.id, page: "../../orgs" }))).toContain('There is no page "../../orgs"');
  });
});

describe("reading a part", () => {
  it("reads one section by heading, path or anchor, with the sections in it", async () => {
    for (const section of ["Refunds", "## Refunds", "Billing > Refunds", "#refunds"]) {
      const answer = await read({ space: space.id, page: "guides/billing", section });
      expect(fenced(answer), section).toEqual(["## Refunds\n\nRefunds take 5 days.\n\n"]);
    }
  });

  it("reads the section that a pasted address points to", async () => {
    const page = `http://localhost/app/o/s/${space.id}/guides/billing#taxes`;
    expect(fenced(await read({ page }))).toEqual(["## Taxes\n\nVAT applies.\n"]);
  });

  it("returns the closest headings for an unknown section", async () => {
    expect(await refusal(read({ space: space.id, page: "guides/billing", section: "Refund policy" }))).toContain(
      '- "Billing > Refunds" ("#refunds")',
    );
  });

  it("returns the headings with their sizes as an outline", async () => {
    expect(fenced(await read({ space: space.id, page: "guides/billing", format: "outline" }))).toEqual([
      "- Billing (#billing), about 23 tokens\n  - Refunds (#refunds), about 9 tokens\n  - Taxes (#taxes), about 7 tokens\n",
    ]);
  });
});

describe("a page longer than one answer", () => {
  it("comes in parts that add up to the page exactly, each within the budget and ending before a heading", async () => {
    const { estimateTokens } = await import("../../../src/present/budget.ts");
    const parts: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await read({ space: space.id, page: "reference", ...(cursor && { cursor }) }, 900);
      expect(estimateTokens(answer)).toBeLessThanOrEqual(900);
      parts.push(lastPart(answer));
      cursor = cursorIn(answer);
    } while (cursor !== undefined);
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.join("")).toBe(long);
    for (const part of parts.slice(1)) expect(part).toMatch(/^## Part \d+\n/);
  });

  it("names its headings in the first part", async () => {
    const answer = await read({ space: space.id, page: "reference" }, 900);
    expect(fenced(answer)[0]).toContain("- Reference (#reference)");
    expect(fenced(answer)[0]).toContain("  - Part 1 (#part-1)");
  });

  it("continues with the cursor's revision if the page changes between two parts", async () => {
    const other = await workspace.makeSpace("Moving", [{ markdown: long }]);
    const first = await read({ space: other.id, page: "reference" }, 900);
    const page = other.page("reference");
    await workspace.edit(other.id, [
      { operation: "update_page", page, document: { markdown: "# Reference\n\nShort.\n" } },
    ]);
    const second = await read({ space: other.id, page: "reference", cursor: cursorIn(first) }, 900);
    expect(second).toContain("The page has changed since; this continues the text that the cursor came from.");
    expect(long.startsWith(lastPart(first) + lastPart(second))).toBe(true);
  });

  it("refuses a cursor of another page, and an invalid one", async () => {
    const cursor = cursorIn(await read({ space: space.id, page: "reference" }, 900));
    expect(await refusal(read({ space: space.id, page: "guides/billing", cursor }))).toContain(
      "This cursor belongs to a call with other arguments.",
    );
    expect(await refusal(read({ space: space.id, page: "reference", cursor: "bm9uZQ" }))).toContain(
      "This is not a cursor.",
    );
  });
});

describe("a page without line ends", () => {
  it("comes in parts, each of which says that it ends within a line", async () => {
    const text = `# Blob\n\n${"x".repeat(9000)}\n`;
    const other = await workspace.makeSpace("Blobs", [{ markdown: text }]);
    let [answer, whole] = ["", ""];
    for (let cursor: string | undefined; ; cursor = cursorIn(answer)) {
      answer = await read({ space: other.id, page: "blob", cursor }, 900);
      whole += answer.includes("This part ends within a line.") ? lastPart(answer).slice(0, -1) : lastPart(answer);
      if (cursorIn(answer) === undefined) break;
    }
    expect(whole).toBe(text);
  });
});

describe("versions", () => {
  it("reads a page in a change request, by number, #number, id and address", async () => {
    const page = space.page("guides/billing");
    const { id, number } = await workspace.openChangeRequest(space.id, [
      { operation: "update_page", page, document: { markdown: "# Billing\n\nNew.\n" } },
    ]);
    for (const name of [String(number), `#${number}`, id, `http://localhost/app/o/s/${space.id}/~/changes/${number}`]) {
      const answer = await read({ space: space.id, page, change_request: name });
      expect(fenced(answer), name).toEqual(["# Billing\n\nNew.\n"]);
      expect(answer).toContain(`change request #${number} "Seed" (${id})`);
    }
    const address = `http://localhost/app/o/s/${space.id}/~/changes/${number}/guides/billing`;
    expect(fenced(await read({ page: address }))).toEqual(["# Billing\n\nNew.\n"]);
  });

  it("reads a page as of a revision, even if deleted since", async () => {
    const other = await workspace.makeSpace("Past", [{ markdown: "# Old\n\nText.\n" }]);
    const page = other.page("old");
    await workspace.edit(other.id, [{ operation: "delete_page", page }]);
    expect(fenced(await read({ space: other.id, page, revision: other.revision }))).toEqual(["# Old\n\nText.\n"]);
    expect(await refusal(read({ space: other.id, page }))).toContain(`There is no page "${page}"`);
    expect(await refusal(read({ space: space.id, page: "Billing", revision: "nowhere" }))).toContain(
      "has no revision nowhere",
    );
  });

  it("keeps every byte of a page with CRLF line ends", async () => {
    expect(fenced(await read({ space: space.id, page: "crlf" }))).toEqual(["# Crlf\r\n\r\nOne\r\ntwo.\r\n"]);
  });
});

/** The part of the page in an answer: its last fence, which may follow one with the headings. */
const lastPart = (answer: string) => fenced(answer).at(-1) ?? "";
