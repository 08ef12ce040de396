import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorkspace, type Workspace } from "../../support/workspace.ts";
import { connectHost, type Host } from "./host.ts";

/** Characters that reverse the line, hide words in tags, and control a terminal. */
const hidden = "a\u202eb\u{e0041}\u{e0042}\u200b\u009b2J\u2066c";
const shown = "a\\u{202e}b\\u{e0041}\\u{e0042}\\u{200b}\\u{9b}2J\\u{2066}c";

let workspace: Workspace;
let host: Host;
beforeAll(async () => {
  workspace = await openWorkspace();
  const { id } = await workspace.makeSpace("Guides", [{ markdown: "# Start\n\n## Fees\n\nFlat.\n" }]);
  await workspace.openChangeRequest(id);
  host = await connectHost(workspace.client);
});
afterAll(async () => {
  await host.close();
  await workspace.close();
});

it.each([
  ["a tool", hidden, {}],
  ["a space", "list_pages", { space: hidden }],
  ["a page", "read_page", { page: hidden }],
  ["a section", "read_page", { page: "Start", section: hidden }],
  ["a change request", "show_changes", { space: "Guides", change_request: hidden }],
  ["a page of a change request", "list_pages", { space: "Guides", under: hidden }],
  ["a query", "search_docs", { query: hidden }],
  ["a title", "list_spaces", { query: hidden }],
  ["an operation", "read_operation", { operation: hidden }],
  ["an argument", "list_spaces", { [hidden]: 1 }],
])("invisible characters in an unknown name of %s are shown", async (_what, tool, input) => {
  const { text } = await host.call(tool, input);
  expect(text).toContain(shown);
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u0080-\u009f]|[\u{e0000}-\u{e0fff}]/u);
});
