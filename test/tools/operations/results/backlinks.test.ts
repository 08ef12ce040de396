import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readOperation } from "../../../../src/tools/operations/long-tail.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../../support/workspace.ts";
import { callTool, fenced } from "../../catalog/call-tool.ts";

let workspace: Workspace;

let space: SeededSpace;

beforeAll(async () => {
  workspace = await openWorkspace();
  space = await workspace.makeSpace("Guides", [
    { markdown: "# Fees\n\nFlat.\n" },
    {
      markdown:
        "# Billing\n\nSee [the *fees*](fees.md).\n\n## Cards\n\n[Flat rate](/fees) and [all fees](fees.md#x).\n",
    },
  ]);
  await workspace.edit(space.id, [
    {
      operation: "insert_page",
      document: { markdown: `# Start\n\n## Prices\n\n[What it costs](/pages/${space.page("fees")})\n` },
    },
  ]);
});

afterAll(() => workspace.close());

const backlinks = (more: Record<string, unknown> = {}) =>
  callTool(readOperation, workspace.client, {
    operation: "listSpacePageBacklinks",
    arguments: { spaceId: space.id, pageId: space.page("fees") },
    ...more,
  });

describe("backlinks", () => {
  it("include the sections and texts of the links, so that no page has to be read for them", async () => {
    const answer = await backlinks();
    const { items } = JSON.parse(fenced(answer)[0] ?? "") as { items: { from: string }[] };
    expect(items.sort((one, other) => one.from.localeCompare(other.from))).toEqual([
      { from: "billing", at: ['top "the fees"', '#cards "Flat rate"', '#cards "all fees"'] },
      { from: "start", at: ['#prices "What it costs"'] },
    ]);
    expect(answer).toMatch(/\n3 sections with links to it in all\.$/);
  });

  it("are returned as the service has them if members are selected", async () => {
    expect(fenced(await backlinks({ fields: "page.title" }))[0]).toContain('{"page":{"title":"Billing"}}');
  });
});
