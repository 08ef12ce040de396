import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openChangeRequest } from "../../../src/tools/catalog/open-change-request.ts";
import { showChanges } from "../../../src/tools/catalog/show-changes.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";
import { callTool, fenced, refusal } from "./call-tool.ts";

let workspace: Workspace;
let space: SeededSpace;
/** Numbers of the change requests merged below. */
const merged: number[] = [];

const text = (...lines: readonly string[]) => `# A\n\n${lines.join("\n\n")}\n`;
const rewrite = (path: string, markdown: string) => ({
  operation: "update_page" as const,
  page: space.page(path),
  document: { markdown },
});

async function mergeNew(...changes: Parameters<Workspace["openChangeRequest"]>[1] & object) {
  const { number } = await workspace.openChangeRequest(space.id, changes);
  await mergeOf(number);
}
async function mergeOf(number: number) {
  await workspace.client.changeRequests.merge({ spaceId: space.id, changeRequestId: String(number) });
  merged.push(number);
}
const show = (input: Readonly<Record<string, unknown>>) =>
  callTool(showChanges, workspace.client, { space: space.id, ...input });
const open = (input: Readonly<Record<string, unknown>>) =>
  callTool(openChangeRequest, workspace.client, { space: space.id, subject: "Back", ...input });
const changeRequest = (number: number) =>
  workspace.client.changeRequests.get({ spaceId: space.id, changeRequestId: String(number) });
const markdownIn = async (answer: string, path: string) => {
  const number = /#(\d+)/.exec(answer)?.[1] ?? "";
  const call = { spaceId: space.id, changeRequestId: number, pageId: space.page(path), format: "markdown" } as const;
  return (await workspace.client.changeRequestContent.page(call)).markdown;
};

beforeAll(async () => {
  workspace = await openWorkspace();
  space = await workspace.makeSpace("History", [
    { markdown: text("One.", "Two.", "Three."), slug: "a" },
    { markdown: "# B\n\nBee.\n" },
  ]);
  const late = await workspace.openChangeRequest(space.id, [rewrite("b", "# B\n\nBumble.\n")]);
  await mergeNew(rewrite("a", text("First.", "Two.", "Three.")), {
    operation: "insert_page",
    document: { markdown: "# C\n" },
  });
  await mergeOf(late.number);
  await mergeNew(rewrite("a", text("First.", "Two.", "Third.")));
});
afterAll(() => workspace.close());

describe("show_changes", () => {
  it("lists what was merged by the time of the merge, with its revision", async () => {
    const lines = (await show({ status: "merged" })).split("\n").filter((line) => line.startsWith("- #"));
    expect(lines.slice(0, 3).map((line) => Number(/#(\d+)/.exec(line)?.[1]))).toEqual([...merged].reverse());
    const { revisionMerged } = await changeRequest(merged[2] ?? 0);
    expect(lines[0]).toMatch(new RegExp(`merged \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC as revision ${revisionMerged}`));
  });

  it("lists those that changed one page, and what they did to it", async () => {
    const lines = (await show({ status: "merged", page: "a" })).split("\n").filter((line) => line.startsWith("- #"));
    expect(lines.slice(0, 2).map((line) => Number(/#(\d+)/.exec(line)?.[1]))).toEqual([merged[2], merged[0]]);
    expect(lines[0]).toMatch(/: edited$/);
    const { number } = await workspace.openChangeRequest(space.id, [rewrite("b", "# B\n\nWasp.\n")]);
    await workspace.openChangeRequest(space.id, [rewrite("a", text("Elsewhere."))]);
    const touching = (await show({ page: "b" })).split("\n").filter((line) => line.startsWith("- #"));
    expect(touching.map((line) => Number(/#(\d+)/.exec(line)?.[1]))).toEqual([number]);
  });

  it("shows how a page differs between two revisions, and from now", async () => {
    const [one, , three] = await Promise.all(merged.map(changeRequest));
    const both = await show({ page: "a", revisions: `${one?.revisionMerged}..${three?.revisionMerged}` });
    expect(both).toContain("+1 −1 lines");
    expect(fenced(both)[0]).toContain("-Three.\n+Third.\n");
    const toNow = await show({ page: "a", revisions: String(one?.revisionInitial) });
    expect(toNow).toContain("+2 −2 lines");
    expect(await refusal(show({ page: "a", revisions: ".." }))).toContain("give an earlier revision");
    expect(await refusal(show({ revisions: "x" }))).toContain("compares one page");
  });
});

describe("open_change_request with undo", () => {
  it("undoes a change request on one page, and keeps later edits", async () => {
    const answer = await open({ undo: String(merged[0]), page: "a" });
    expect(await markdownIn(answer, "a")).toBe(text("One.", "Two.", "Third."));
    expect(answer).toContain("+1 −1 lines");
    expect(fenced(answer)[0]).toContain("-First.\n+One.\n");
    expect(answer).not.toContain('"C"');
  });

  it("undoes every page of it, and deletes those it created", async () => {
    const answer = await open({ undo: String(merged[0]) });
    expect(answer).toMatch(/- "C" \(\w+\): deleted/);
    expect(await markdownIn(answer, "a")).toBe(text("One.", "Two.", "Third."));
  });

  it("leaves passages edited since, and shows both sides", async () => {
    const old = await workspace.makeSpace("Clash", [{ markdown: "# P\n\nOne.\n\nTwo.\n\nThree.\n" }]);
    const write = (words: string) => ({
      operation: "update_page" as const,
      page: old.page("p"),
      document: { markdown: `# P\n\n${words}\n` },
    });
    const { number } = await workspace.openChangeRequest(old.id, [write("Uno.\n\nTwo.\n\nTres.")]);
    await workspace.client.changeRequests.merge({ spaceId: old.id, changeRequestId: String(number) });
    await workspace.edit(old.id, [write("Eins.\n\nTwo.\n\nTres.")]);
    const answer = await callTool(openChangeRequest, workspace.client, {
      space: old.id,
      subject: "Back",
      undo: String(number),
    });
    expect(answer).toContain("Edited since, and left as in the space: 1 passage.");
    expect(
      fenced(answer)
        .slice(1)
        .map((side) => side.trim()),
    ).toEqual(["Uno.", "Eins.", "One."]);
    const made = /#(\d+)/.exec(answer)?.[1] ?? "";
    const call = { spaceId: old.id, changeRequestId: made, pageId: old.page("p"), format: "markdown" } as const;
    expect((await workspace.client.changeRequestContent.page(call)).markdown).toBe("# P\n\nEins.\n\nTwo.\n\nThree.\n");
  });

  it("keeps a page it created if others added subpages since", async () => {
    const other = await workspace.makeSpace("Tree", [{ markdown: "# P\n" }]);
    const insert = (name: string, into?: string) => ({
      operation: "insert_page" as const,
      document: { markdown: `# ${name}\n` },
      ...(into === undefined ? {} : { into }),
    });
    const { number } = await workspace.openChangeRequest(other.id, [insert("Made"), insert("Lone")]);
    await workspace.client.changeRequests.merge({ spaceId: other.id, changeRequestId: String(number) });
    const { pages } = await workspace.client.pages.list({ spaceId: other.id });
    await workspace.edit(other.id, [insert("Below", pages.find(({ title }) => title === "Made")?.id)]);
    const answer = await callTool(openChangeRequest, workspace.client, {
      space: other.id,
      subject: "Back",
      undo: String(number),
    });
    expect(answer).toMatch(/- "Made" \(\w+\): there are pages under it, and it stays/);
    expect(answer).toMatch(/- "Lone" \(\w+\): deleted/);
  });

  it("creates nothing if nothing can be undone", async () => {
    const count = async () => (await workspace.client.changeRequests.listInSpace({ spaceId: space.id })).count;
    const before = await count();
    const { number } = await workspace.openChangeRequest(space.id, [], "draft");
    expect(await refusal(open({ undo: String(number) }))).toContain("nothing of it to undo");
    expect(await refusal(open({ undo: String(merged[1]), page: "a" }))).toContain('changed no page "a"');
    expect(await refusal(open({ page: "a" }))).toContain("give that too");
    expect(await count()).toBe(before);
  });
});
