import { afterAll, beforeAll, expect, it } from "vitest";
import { estimateTokens } from "../../../src/present/budget.ts";
import { showChanges } from "../../../src/tools/catalog/show-changes.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";
import { callTool, cursorIn, fenced } from "./call-tool.ts";

let workspace: Workspace;

let guides: SeededSpace;

let handbook: SeededSpace;

beforeAll(async () => {
  workspace = await openWorkspace();
  guides = await workspace.makeSpace("Guides", [{ markdown: "# A\n" }]);
  handbook = await workspace.makeSpace("Handbook");
  for (const status of ["open", "draft"] as const) await workspace.openChangeRequest(guides.id, [], status);
  await workspace.openChangeRequest(handbook.id);
});

afterAll(() => workspace.close());

const list = (input: Readonly<Record<string, unknown>> = {}, tokens?: number) =>
  callTool(showChanges, workspace.client, input, tokens);

const lines = (answer: string) => (fenced(answer)[0] ?? "").trim().split("\n");

it("lists a space's open change requests when none is named", async () => {
  const answer = await list({ space: "Guides" });
  expect(answer).toContain(`Change requests of space "Guides" (${guides.id}) that are open:`);
  expect(lines(answer)).toEqual([
    expect.stringMatching(/^- #2 "Seed" \(\w+\) \(by Local user, updated \d{4}-\d\d-\d\d\)$/),
  ]);
});

it("lists those of a status, and of every space with the space's id", async () => {
  expect(lines(await list({ space: "Guides", status: "draft" }))).toHaveLength(1);
  const merged = lines(await list({ status: "merged" }));
  expect(merged).toEqual([expect.stringContaining(`space ${guides.id}`)]);
  const open = lines(await list());
  expect(open).toHaveLength(2);
  expect(open.join("\n")).toContain(`space ${handbook.id}`);
});

it("says that there are none", async () => {
  const answer = await list({ space: "Handbook", status: "archived" });
  expect(answer).toBe(
    `No change request of space "Handbook" (${handbook.id}) is archived. \`status\` asks for others.`,
  );
});

it("pages within the budget", async () => {
  for (let count = 0; count < 30; count += 1) await workspace.openChangeRequest(handbook.id);
  const seen: string[] = [];
  for (let cursor: string | undefined, rounds = 0; rounds === 0 || cursor !== undefined; rounds += 1) {
    const answer = await list({ space: "Handbook", ...(cursor === undefined ? {} : { cursor }) }, 600);
    expect(estimateTokens(answer)).toBeLessThanOrEqual(600);
    seen.push(...lines(answer));
    cursor = cursorIn(answer);
    expect(rounds).toBeLessThan(20);
  }
  expect(new Set(seen.map((line) => /#\d+/.exec(line)?.[0])).size).toBe(31);
  expect(seen).toHaveLength(31);
});

it("asks for the space, which it takes, if there are several organizations", async () => {
  await workspace.client.organizations.create({ title: "Tern Rigging" });
  await expect(list()).rejects.toThrow(
    `Say which \`space\` is meant:\n- "Guides" (id ${guides.id})\n- "Handbook" (id ${handbook.id})`,
  );
});
