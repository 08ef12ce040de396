import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { editPage } from "../../../src/tools/catalog/edit-page.ts";
import { readPage } from "../../../src/tools/catalog/read-page.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";
import { callTool, refusal } from "./call-tool.ts";

let workspace: Workspace;
let space: SeededSpace;
let number: string;

const file = (name: string, text: string) => ({
  name: `.gitbook/includes/${name}`,
  contentType: "text/markdown",
  base64: Buffer.from(text).toString("base64"),
});

beforeAll(async () => {
  workspace = await openWorkspace();
  space = await workspace.makeSpace("Docs", [
    { markdown: '# Billing\n\nOurs.\n\n{% include ".gitbook/includes/outer.md" %}\n' },
    { markdown: "# Plain\n\nText.\n" },
  ]);
  const outer = file("outer.md", 'Outer words.\n\n{% include "support.md" %}\n');
  const support = file("support.md", "---\ntitle: How to get help\n---\n\nCall 555.\n");
  await workspace.edit(space.id, [{ operation: "insert_files", files: [outer, support] }]);
  number = String((await workspace.openChangeRequest(space.id)).number);
});
afterAll(() => workspace.close());

const edit = (page: string, edits: readonly object[]) =>
  callTool(editPage, workspace.client, { space: space.id, change_request: number, page, edits });

describe("read_page", () => {
  it("says how to read and edit what a page includes", async () => {
    const shown = await callTool(readPage, workspace.client, { space: space.id, page: "billing" });
    expect(shown.split("\n").at(-1)).toBe(
      '{% include %} includes reusable contents: read_page and edit_page take ".gitbook/includes/outer.md" as `page`. An edit there shows on every page that includes it.',
    );
    expect(await callTool(readPage, workspace.client, { space: space.id, page: "plain" })).not.toContain("include");
  });

  it("reads a reusable content by its path", async () => {
    const shown = await callTool(readPage, workspace.client, { space: space.id, page: ".gitbook/includes/support.md" });
    expect(shown).toContain('Page "How to get help"');
    expect(shown).toContain("Call 555.");
  });
});

describe("edit_page", () => {
  it("refuses a passage of an included reusable content, naming where it is", async () => {
    expect(await refusal(edit("billing", [{ old_text: "Call 555.", new_text: "Call 556." }]))).toBe(
      'Edit 1: `old_text` is not on the page: it comes from the reusable content "How to get help", which the page includes. To change it there, and on every page that includes it: edit_page with "page": ".gitbook/includes/support.md". To change it here alone: put text in the place of the {% include %} line. Nothing was changed.',
    );
  });

  it("accepts a passage that an earlier edit of the same call inserted", async () => {
    const edits = [
      { old_text: "Ours.", new_text: "Outer words." },
      { old_text: "Outer words.", new_text: "Yours." },
    ];
    expect(await edit("billing", edits)).toContain("+Yours.");
  });

  it("edits the reusable content at the path it named", async () => {
    expect(await edit(".gitbook/includes/support.md", [{ old_text: "555", new_text: "556" }])).toContain("+Call 556.");
    const page = await workspace.client.changeRequestContent.page({
      spaceId: space.id,
      changeRequestId: number,
      pageId: space.page("billing"),
      format: "markdown",
      dereferenced: true,
    });
    expect(page.markdown).toContain("Outer words.\n\nCall 556.\n");
  });
});
