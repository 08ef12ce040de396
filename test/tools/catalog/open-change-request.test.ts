import { afterAll, beforeAll, expect, it } from "vitest";
import { toDocument } from "../../../src/present/document.ts";
import { openChangeRequest } from "../../../src/tools/catalog/open-change-request.ts";
import { showChanges } from "../../../src/tools/catalog/show-changes.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";
import { callTool, fenced, refusal } from "./call-tool.ts";

let workspace: Workspace;
let space: SeededSpace;

beforeAll(async () => {
  workspace = await openWorkspace();
  space = await workspace.makeSpace("API docs");
});
afterAll(() => workspace.close());

const open = (input: Readonly<Record<string, unknown>>, client = workspace.client) =>
  callTool(openChangeRequest, client, { space: "API docs", subject: "Faster refunds", ...input });
const find = (changeRequestId: string) => workspace.client.changeRequests.get({ spaceId: space.id, changeRequestId });

it("opens one and returns its number, id, revision and the next step", async () => {
  const answer = await open({});
  const made = await find("1");
  expect(made.status).toBe("open");
  expect(answer).toBe(
    [
      `Change request #1 "Faster refunds" (${made.id}) of space "API docs" (${space.id}) is open, revision ${space.revision}.`,
      'Next: edit_page or write_pages with "change_request": "1".',
    ].join("\n"),
  );
});

it("leaves it a draft if asked", async () => {
  expect(await open({ draft: true })).toContain("is a draft, revision");
  expect((await find("2")).status).toBe("draft");
});

it("keeps the description, which show_changes shows as its author's", async () => {
  await open({ description: "Because **we** can.\n\n- fast\n" });
  const answer = await callTool(showChanges, workspace.client, { space: space.id, change_request: "3" });
  expect(answer).toContain("It changes nothing yet.");
  await workspace.client.changeRequestContent.apply({
    spaceId: space.id,
    changeRequestId: "3",
    changes: [{ operation: "insert_page", document: { markdown: "# New\n" } }],
  });
  const shown = await callTool(showChanges, workspace.client, { space: space.id, change_request: "3" });
  expect(fenced(shown)[0]).toBe("Because **we** can.\n\n- fast\n");
  expect(shown).toContain('Description, by "Local user":');
});

it("says that a change request exists if it cannot be opened for review", async () => {
  const client = workspace.clientThrough(async (request, send) =>
    request.method === "PATCH"
      ? Response.json({ error: { code: 403, message: "Not you." } }, { status: 403 })
      : send(request),
  );
  const message = await refusal(open({}, client));
  const made = await find("4");
  expect(message).toContain(`Change request #4 "Faster refunds" (${made.id}) was created and is still a draft:`);
  expect(message).toContain("Not you.");
  expect(message).toContain("Use it; do not create another.");
});

it("lists the existing spaces for an unknown one", async () => {
  expect(await refusal(open({ space: "Handbook" }))).toContain(`- "API docs" (id ${space.id})`);
});

it("includes short house rules in full between marks, and says where to read longer ones", async () => {
  const own = await openWorkspace();
  const { id } = await own.makeSpace("Ruled");
  const openIn = () => callTool(openChangeRequest, own.client, { space: id, subject: "Fees" });
  const rule = async (markdown: string) =>
    own.client.agentInstructions.update({ organizationId: own.organization, instructions: await toDocument(markdown) });
  expect(await openIn()).not.toContain("House rules");
  await rule("Write in the present tense.");
  const short = await openIn();
  await rule("Write in the present tense. ".repeat(200));
  const long = await openIn();
  await own.close();
  expect(fenced(short)).toEqual(["Write in the present tense.\n"]);
  expect(short).toContain(`House rules for agents of ${own.organization}, between two marks.`);
  expect(fenced(long)).toEqual([]);
  expect(long).toContain('show_organization with "about": "agent_instructions" first.');
});
