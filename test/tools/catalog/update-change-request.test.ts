import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { updateChangeRequest } from "../../../src/tools/catalog/update-change-request.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";
import { callTool, fenced, refusal } from "./call-tool.ts";

let workspace: Workspace;
let space: SeededSpace;
let number: string;

beforeAll(async () => {
  workspace = await openWorkspace();
});
afterAll(() => workspace.close());
beforeEach(async () => {
  space = await workspace.makeSpace("API docs", [{ markdown: "# A\n\nOne.\n" }, { markdown: "# B\n\nBee.\n" }]);
  number = String((await workspace.openChangeRequest(space.id, [rewrite("a", "# A\n\nTwo.\n")])).number);
});

const rewrite = (path: string, markdown: string) => ({
  operation: "update_page" as const,
  page: space.page(path),
  document: { markdown },
});
const update = (input: Readonly<Record<string, unknown>>) =>
  callTool(updateChangeRequest, workspace.client, { space: space.id, change_request: number, ...input });
const stored = () => workspace.client.changeRequests.get({ spaceId: space.id, changeRequestId: number });

it("sets subject, description and status in one call and says so", async () => {
  const answer = await update({ subject: "Fees", description: "Flat **now**.", status: "draft" });
  expect(answer.split("\n").at(-1)).toBe('Now the subject is "Fees", the description is new, the status is draft.');
  expect(await stored()).toMatchObject({ subject: "Fees", status: "draft", description: { object: "document" } });
});

it("archives and reopens", async () => {
  expect(await update({ status: "archived" })).toContain("Now the status is archived.");
  expect(await update({ status: "open" })).toContain("Now the status is open.");
  expect((await stored()).status).toBe("open");
});

it("updates from the space's newest content", async () => {
  await workspace.edit(space.id, [rewrite("b", "# B\n\nBees.\n")]);
  expect((await stored()).outdated).toBe(true);
  const answer = await update({ update_from_space: true });
  const { revision, outdated } = await stored();
  expect(answer).toContain(`It has the space's newest content, revision ${revision}.`);
  expect(outdated).toBe(false);
});

it("shows both sides of each conflict, and what to do", async () => {
  await workspace.edit(space.id, [rewrite("a", "# A\n\nThree.\n")]);
  const answer = await update({ update_from_space: true });
  expect(answer).toContain("It keeps its own side of 1 conflict:");
  expect(fenced(answer)).toEqual(["One.\n", "Three.\n", "Two.\n"]);
  expect(answer).toContain("Before merging, edit_page each of these pages");
});

it("does nothing without an action", async () => {
  expect(await refusal(update({}))).toBe(
    "Nothing to do: give update_from_space, subject, description, status or reviewers.",
  );
});

it("reports the steps done before one failed", async () => {
  const client = workspace.clientThrough((request, send) =>
    request.method === "PATCH"
      ? Promise.resolve(
          Response.json({ error: { code: 409, message: "The change request is locked." } }, { status: 409 }),
        )
      : send(request),
  );
  const input = { space: space.id, change_request: number, update_from_space: true, status: "draft" };
  const problem = await refusal(callTool(updateChangeRequest, client, input));
  expect(problem).toContain("The change request is locked.");
  expect(problem).toContain("Done before that, do not repeat it: It has the space's newest content");
});

it("refuses a merged one", async () => {
  await workspace.client.changeRequests.merge({ spaceId: space.id, changeRequestId: number });
  await expect(update({ status: "draft" })).rejects.toThrow(/merged/);
  expect(await refusal(update({ update_from_space: true }))).toContain("is already merged, and that is final.");
});
