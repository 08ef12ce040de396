import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchDocs } from "../../../src/tools/catalog/search-docs.ts";
import { scriptedService } from "../../support/scripted-service.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";
import { callTool, fenced } from "./call-tool.ts";

let workspace: Workspace;
let space: SeededSpace;

beforeAll(async () => {
  workspace = await openWorkspace();
  space = await workspace.makeSpace("Guides", [
    { markdown: "# Fees\n\nFlat.\n" },
    { markdown: "# Billing\n\nSee [the fees](fees.md), [cards](/fees#cards) or [others](charges.md).\n" },
    { markdown: "# Charges\n\nNone.\n" },
  ]);
  await workspace.edit(space.id, [
    { operation: "insert_page", document: { markdown: `# Start\n\n[Costs](/pages/${space.page("fees")}) today.\n` } },
  ]);
});
afterAll(() => workspace.close());

const find = (query: string) => callTool(searchDocs, workspace.client, { space: space.id, query, match: "exact" });

describe("an exact search for the address of a page", () => {
  it("finds the links to it however they are written", async () => {
    for (const query of [`/pages/${space.page("fees")}`, "fees.md", "../fees.md", "/fees"]) {
      const answer = await find(query);
      expect(answer.split("\n")[0]).toBe(
        `"${query}" or a link to "Fees" written in any way occurs in 3 places on 2 pages of space "Guides" (${space.id}):`,
      );
      expect(fenced(answer)[0]).toContain("[the fees](«fees.md»), [cards](«/fees#cards») or [others](charges.md)");
      expect(fenced(answer)[0]).toContain(`[Costs](«/pages/${space.page("fees")}») today.`);
    }
  });

  it("finds the links to one section if the address has an anchor", async () => {
    expect(fenced(await find("fees.md#cards"))[0]).toContain("[the fees](fees.md), [cards](«/fees#cards»)");
  });

  it("finds only the text if it is not an address of a page", async () => {
    expect(await find("gone.md")).toMatch(/^"gone\.md" is not in the Markdown/);
    expect((await find("fees")).split("\n")[0]).toMatch(/^"fees" occurs in 3 places on 1 page /);
  });
});

it("links are found in the same way in the pages of another service", async () => {
  const id = "sP4c3I0fGu1d3s4nD5e6";
  const page = (name: string, markdown: string) => ({
    id: name,
    title: name,
    type: "document",
    path: `guides/${name}`,
    git: { oid: name, path: `docs/guides/${name}.md` },
    markdown,
  });
  const [one, two] = [page("fees", "# fees\n"), page("cards", "# cards\n\n[Fees](fees.md)\n")];
  const { client } = scriptedService({
    [`GET /v1/spaces/${id}`]: { id, title: "Guides", organization: "o1", revision: "r1" },
    [`GET /v1/spaces/${id}/content/pages`]: { pages: [one, two] },
    [`GET /v1/spaces/${id}/content/page/fees`]: one,
    [`GET /v1/spaces/${id}/content/page/cards`]: two,
  });
  const answer = await callTool(searchDocs, client, { space: id, query: "/pages/fees", match: "exact" });
  expect(fenced(answer)[0]).toContain("[Fees](«fees.md»)");
});
