import { afterAll, beforeAll, expect, it } from "vitest";
import { editPage } from "../../../src/tools/catalog/edit-page.ts";
import { readPage } from "../../../src/tools/catalog/read-page.ts";
import { showChanges } from "../../../src/tools/catalog/show-changes.ts";
import type { Tool } from "../../../src/tools/tool.ts";
import { parseToolArguments } from "../../../src/tools/tool-arguments.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";

let workspace: Workspace;
let space: SeededSpace;
let draft: { id: string; number: number };

beforeAll(async () => {
  workspace = await openWorkspace();
  space = await workspace.makeSpace("Guides", [{ markdown: "# Billing\n\nFlat.\n" }]);
  draft = await workspace.openChangeRequest(space.id);
});
afterAll(() => workspace.close());

async function linksOf(tool: unknown, input: object): Promise<readonly string[]> {
  const subject = tool as Tool;
  const checked = parseToolArguments(subject, { space: space.id, ...input });
  if (!checked.ok) throw new Error(checked.problem);
  const { client } = workspace;
  const context = { client, answerTokens: 6000, signal: new AbortController().signal, progress: () => undefined };
  const { links = [] } = await subject.run(checked.parsed, context);
  return links.map(({ name, uri }) => `${name}: ${uri}`);
}

it("lead to the page that was read, in the space or in a change request", async () => {
  const page = space.page("billing");
  expect(await linksOf(readPage, { page: "billing" })).toEqual([`Billing: docs://spaces/${space.id}/pages/${page}`]);
  expect(await linksOf(readPage, { page: "billing", change_request: String(draft.number) })).toEqual([
    `Billing: docs://spaces/${space.id}/change-requests/${draft.number}/pages/${page}`,
  ]);
});

it("lead to the change request and the page that was edited in it", async () => {
  const named = { change_request: String(draft.number) };
  const edits = [{ old_text: "Flat.", new_text: "Tiered." }];
  const changes = `#${draft.number} Seed: docs://spaces/${space.id}/change-requests/${draft.number}`;
  expect(await linksOf(editPage, { ...named, page: "billing", edits })).toEqual([
    changes,
    `Billing: docs://spaces/${space.id}/change-requests/${draft.number}/pages/${space.page("billing")}`,
  ]);
  expect(await linksOf(showChanges, named)).toEqual([changes]);
});
