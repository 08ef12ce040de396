import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "../../../src/client/client.ts";
import { estimateTokens } from "../../../src/present/budget.ts";
import { mergeChangeRequest } from "../../../src/tools/catalog/merge-change-request.ts";
import { postComment } from "../../../src/tools/catalog/post-comment.ts";
import { updateChangeRequest } from "../../../src/tools/catalog/update-change-request.ts";
import { writePages } from "../../../src/tools/catalog/write-pages.ts";
import { addColleague } from "../../support/colleague.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";
import { callTool, fenced, refusal } from "./call-tool.ts";

let workspace: Workspace;

let space: SeededSpace;

beforeAll(async () => {
  workspace = await openWorkspace();
});

afterAll(() => workspace.close());

beforeEach(async () => {
  space = await workspace.makeSpace("API docs", [{ markdown: "# A\n\nOne.\n" }, { markdown: "# B\n\nBee.\n" }]);
});

const merge = (input: Readonly<Record<string, unknown>>, tokens?: number) =>
  callTool(mergeChangeRequest, workspace.client, { space: space.id, ...input }, tokens);

const rewrite = (path: string, markdown: string) => ({
  operation: "update_page" as const,
  page: space.page(path),
  document: { markdown },
});

const openWith = async (...changes: Parameters<Workspace["openChangeRequest"]>[1] & object) =>
  String((await workspace.openChangeRequest(space.id, changes)).number);

async function published(path: string): Promise<string | undefined> {
  const call = { spaceId: space.id, pagePath: path, format: "markdown" } as const;
  return (await workspace.client.pages.getByPath(call)).markdown;
}

it("merges the change request and returns the space's new revision", async () => {
  const number = await openWith(rewrite("a", "# A\n\nTwo.\n"));
  const answer = await merge({ change_request: number });
  const { revision } = await workspace.client.spaces.get({ spaceId: space.id });
  const { id } = await workspace.client.changeRequests.get({ spaceId: space.id, changeRequestId: number });
  expect(answer).toBe(
    `Merged change request #${number} "Seed" (${id}) into space "API docs" (${space.id}), which is now at revision ${revision}.`,
  );
  expect(await published("a")).toBe("# A\n\nTwo.\n");
});

it("is named by its subject when one open change request has it", async () => {
  const number = await openWith(rewrite("a", "# A\n\nTwo.\n"));
  await openWith(rewrite("b", "# B\n\nTwo.\n"));
  expect(await refusal(merge({ change_request: "Seed" }))).toContain('2 change requests have the subject "Seed".');
  await workspace.client.changeRequests.update({ spaceId: space.id, changeRequestId: number, subject: "Only one" });
  expect(await merge({ change_request: "Only one" })).toContain(`Merged change request #${number} "Only one"`);
});

it("refuses one that is merged or archived", async () => {
  const number = await openWith(rewrite("a", "# A\n\nTwo.\n"));
  await merge({ change_request: number });
  expect(await refusal(merge({ change_request: number }))).toContain("is already merged, and that is final.");
  const archived = await workspace.openChangeRequest(space.id, [rewrite("b", "# B\n")], "archived");
  expect(await refusal(merge({ change_request: String(archived.number) }))).toContain("is archived.");
});

it("is refused by merge rules until they are met, saying what is missing and which tools help", async () => {
  const { client } = workspace;
  const number = await openWith(rewrite("a", "# A\n\nTwo.\n"));
  const rules = [
    { rule: "require_at_least_one_approved_review" },
    { rule: "require_change_request_description" },
  ] as const;
  await client.spaces.update({ spaceId: space.id, mergeRules: { type: "rules", rules: [...rules] } });
  const reviewer = await addColleague(workspace.platform, workspace.organization, { role: "review", name: "Rita" });
  const told = await refusal(merge({ change_request: number }));
  expect(told).toContain(
    `"Change request ${number} cannot be merged yet, by 2 merge rules of the space. (1) It needs approval by a user with at least the role \\"review\\" who did not create or edit it, such as \\"Rita\\" (${reviewer.user}): your own does not count. (2) It has no description: anyone who may edit it can set one."`,
  );
  expect(told).toContain("nothing was changed");
  expect(told).toContain(`update_change_request with "change_request": "${number}" sets subject and description`);
  expect(told).toContain(`post_comment with "change_request": "${number}" and "verdict"`);
  const names = { space: space.id, change_request: number };
  await callTool(updateChangeRequest, client, { ...names, description: "Because." });
  await callTool(postComment, client, { ...names, verdict: "approved", text: "Good." });
  expect(await refusal(merge({ change_request: number }))).toContain("your own does not count");
  await callTool(postComment, workspace.clientOf(reviewer.token), { ...names, verdict: "approved" });
  expect(await merge({ change_request: number })).toMatch(/^Merged change request/);
});

it("previews the verdicts with what would be merged", async () => {
  const { client } = workspace;
  const number = await openWith(rewrite("a", "# A\n\nTwo.\n"));
  await callTool(postComment, client, { space: space.id, change_request: number, verdict: "changes-requested" });
  const context = { client, answerTokens: 6000, signal: new AbortController().signal, progress: () => undefined };
  const input = { space: space.id, change_request: number, update_first: false };
  expect(await mergeChangeRequest.consequence?.(input, context)).toMatch(
    /: 1 page edited\. Reviews: changes asked for by "Local user"\.$/,
  );
});

describe("the preview", () => {
  const preview = (client: Client, number: string, update = false) => {
    const context = { client, answerTokens: 6000, signal: new AbortController().signal, progress: () => undefined };
    const input = { space: space.id, change_request: number, update_first: update };
    return Promise.resolve(mergeChangeRequest.consequence?.(input, context)).then(String);
  };
  /** A service that does not preview merges. */
  const silent = () =>
    workspace.clientThrough(async (request, send) => {
      const answer = await send(request);
      if (!request.url.includes("/changes")) return answer;
      const { merge: _merge, ...rest } = (await answer.json()) as Record<string, unknown>;
      return Response.json(rest, { status: answer.status });
    });
  const services = [
    ["the platform", () => workspace.client],
    ["a service without previews", silent],
  ] as const;

  it.each(services)("returns conflicts instead of a question, and changes nothing: %s", async (_name, client) => {
    const number = await openWith(rewrite("a", "# A\n\nMine.\n"));
    await workspace.edit(space.id, [rewrite("a", "# A\n\nTheirs.\n")]);
    const names = { spaceId: space.id, changeRequestId: number };
    const before = await workspace.client.changeRequests.get(names);
    for (const update of [false, true]) {
      const told = await refusal(preview(client(), number, update));
      expect(told).toMatch(/^Not merged: 1 conflict between change request #\d+ "Seed" /);
      expect(fenced(told).map((text) => text.trim())).toEqual(["One.", "Theirs.", "Mine."]);
      expect(told).toContain(`1. update_change_request with "change_request": "${number}", "update_from_space": true`);
      expect(told).toMatch(/Nothing was changed\.$/);
    }
    expect(await workspace.client.changeRequests.get(names)).toEqual(before);
  });

  it.each(services)("says that both sides together exceed the size of a page: %s", async (_name, client) => {
    space = await workspace.makeSpace("Long", [{ markdown: "# A\n\nOne.\n" }]);
    const lines = "a\n".repeat(60_000);
    const number = await openWith(rewrite("a", `# A\n\n${lines}\nOne.\n`));
    await workspace.edit(space.id, [rewrite("a", `# A\n\nOne.\n\n${lines}`)]);
    for (const update of [false, true]) {
      const told = await refusal(preview(client(), number, update));
      expect(told).toMatch(/^Not merged: 1 conflict between change request #\d+ "Seed" /);
      expect(told).toContain("a page holds at most 100,000 lines");
      expect(told).toContain("60,004 lines");
    }
  });

  it.each(services)("asks if the sides can be merged: %s", async (_name, client) => {
    space = await workspace.makeSpace("Apart", [{ markdown: "# A\n\nOne.\n\nTwo.\n\nThree.\n" }]);
    const number = await openWith(rewrite("a", "# A\n\nMine.\n\nTwo.\n\nThree.\n"));
    await workspace.edit(space.id, [rewrite("a", "# A\n\nOne.\n\nTwo.\n\nTheirs.\n")]);
    expect(await preview(client(), number)).toMatch(/^Merge change request #\d+ "Seed"/);
  });

  it.each(services)("names the unmet merge rules: %s", async (_name, client) => {
    const number = await openWith(rewrite("a", "# A\n\nTwo.\n"));
    await workspace.edit(space.id, [rewrite("b", "# B\n\nElse.\n")]);
    const rules = [
      { rule: "require_at_least_one_approved_review" },
      { rule: "require_up_to_date_change_request" },
      { rule: "require_change_request_description" },
    ] as const;
    await workspace.client.spaces.update({ spaceId: space.id, mergeRules: { type: "rules", rules: [...rules] } });
    const told = await refusal(preview(client(), number));
    expect(told).toContain("(1) It needs approval by ");
    expect(told).toContain("(2) The space has changed since");
    expect(told).toContain("(3) It has no description");
    const names = { space: space.id, change_request: number };
    await callTool(updateChangeRequest, workspace.client, { ...names, description: "Because." });
    const { token } = await addColleague(workspace.platform, workspace.organization, { role: "review" });
    await callTool(postComment, workspace.clientOf(token), { ...names, verdict: "approved" });
    expect(await refusal(preview(client(), number))).not.toContain("approval");
    expect(await preview(client(), number, true)).toMatch(/^Merge change request/);
  });

  it("says which rules a service without previews checks only when merging", async () => {
    const number = await openWith(rewrite("a", "# A\n\nTwo.\n"));
    const mergeRules = { type: "rules" as const, rules: [{ rule: "require_author_to_merge" as const }] };
    await workspace.client.spaces.update({ spaceId: space.id, mergeRules });
    expect(await preview(silent(), number)).toContain("Not checked: merge rule require_author_to_merge.");
  });
});

describe("conflicts", () => {
  it("are returned with the base and both sides, fenced, and how to resolve them, and nothing is merged", async () => {
    const number = await openWith(rewrite("a", "# A\n\nMine.\n"));
    await workspace.edit(space.id, [rewrite("a", "# A\n\nTheirs.\n")]);
    const answer = await merge({ change_request: number });
    expect(answer).toMatch(/^Not merged: 1 conflict between change request #\d+ "Seed" /);
    expect(answer).toContain(`1. page "A" (path "a", id ${space.page("a")}): a passage of its text.`);
    expect(fenced(answer)).toEqual(["One.\n", "Theirs.\n", "Mine.\n"]);
    expect(answer).toContain(`The space's side:`);
    expect(answer).toContain(`1. update_change_request with "change_request": "${number}", "update_from_space": true`);
    expect(await published("a")).toBe("# A\n\nTheirs.\n");
  });

  it("end once the change request is updated and its page edited", async () => {
    const number = await openWith(rewrite("a", "# A\n\nMine.\n"), rewrite("b", "# B\n\nMine too.\n"));
    await workspace.edit(space.id, [rewrite("a", "# A\n\nTheirs.\n")]);
    const updated = await merge({ change_request: number, update_first: true });
    expect(updated).toContain("Not merged: 1 conflict");
    expect(updated).toContain(`1. edit_page with "change_request": "${number}" on each of these pages`);
    expect(await merge({ change_request: number })).toContain("Not merged: 1 conflict");
    const call = { spaceId: space.id, changeRequestId: number };
    await workspace.client.changeRequestContent.apply({ ...call, changes: [rewrite("a", "# A\n\nOurs.\n")] });
    expect(await merge({ change_request: number, update_first: true })).toMatch(/^Merged change request/);
    expect(await published("a")).toBe("# A\n\nOurs.\n");
    expect(await published("b")).toBe("# B\n\nMine too.\n");
  });

  it("also end when a page keeps its side by a rename to its own title, or stays deleted", async () => {
    const number = await openWith(rewrite("a", "# A\n\nMine.\n"), { operation: "delete_page", page: space.page("b") });
    await workspace.edit(space.id, [rewrite("a", "# A\n\nTheirs.\n"), rewrite("b", "# B\n\nKept.\n")]);
    const answer = await merge({ change_request: number, update_first: true });
    expect(answer).toContain(
      `page "B" (path "b", id ${space.page("b")}): edited in the space, deleted in the change request.`,
    );
    const pages = [
      { action: "rename", page: space.page("a"), title: "A" },
      { action: "delete", page: space.page("b") },
    ];
    await callTool(writePages, workspace.client, { space: space.id, change_request: number, pages });
    expect(await merge({ change_request: number })).toMatch(/^Merged change request/);
    expect(await published("a")).toBe("# A\n\nMine.\n");
    await expect(published("b")).rejects.toThrow(/404/);
  });

  it("describe where each side has a page that both moved, and end after a move", async () => {
    space = await workspace.makeSpace("Places", [{ markdown: "# A\n" }, { markdown: "# B\n" }, { markdown: "# C\n" }]);
    const move = (into: string) => ({ operation: "update_page" as const, page: space.page("c"), into });
    const number = await openWith(move(space.page("a")));
    await workspace.edit(space.id, [move(space.page("b"))]);
    const answer = await merge({ change_request: number, update_first: true });
    expect(answer).toContain(
      `its position. It was at the root; the space has it under page ${space.page("b")}, the change request under page ${space.page("a")}. Resolve it with write_pages "move".`,
    );
    const pages = [{ action: "move", page: space.page("c"), parent: "b" }];
    await callTool(writePages, workspace.client, { space: space.id, change_request: number, pages });
    expect(await merge({ change_request: number })).toMatch(/^Merged change request/);
  });

  it("do not occur if the two sides changed different pages", async () => {
    const number = await openWith(rewrite("a", "# A\n\nMine.\n"));
    await workspace.edit(space.id, [rewrite("b", "# B\n\nTheirs.\n")]);
    expect(await merge({ change_request: number })).toMatch(/^Merged change request/);
    expect([await published("a"), await published("b")]).toEqual(["# A\n\nMine.\n", "# B\n\nTheirs.\n"]);
  });

  it("stay within the budget, whatever their number and length", async () => {
    const paragraphs = (word: string) =>
      `# A\n\n${Array.from({ length: 20 }, (_, at) => `${`${word} ${at} `.repeat(60)}\n\nSame ${at}.`).join("\n\n")}\n`;
    space = await workspace.makeSpace("Long", [{ markdown: paragraphs("base") }]);
    const number = await openWith(rewrite("a", paragraphs("mine")));
    await workspace.edit(space.id, [rewrite("a", paragraphs("theirs"))]);
    const answer = await merge({ change_request: number }, 2000);
    expect(estimateTokens(answer)).toBeLessThanOrEqual(2000);
    expect(answer).toMatch(/And \d+ more, on the pages with the ids \w+\./);
    expect(answer).toMatch(/\(\d+ more characters; read_page shows them\)/);
  });
});

it("trusts a service that merges despite conflicts, and says to check", async () => {
  const number = await openWith(rewrite("a", "# A\n\nTwo.\n"));
  const client = workspace.clientThrough(async (request, send) => {
    const answer = await send(request);
    if (!new URL(request.url).pathname.endsWith("/merge")) return answer;
    const { revision } = (await answer.json()) as { revision: string };
    return Response.json({ revision, result: "conflicts" });
  });
  const answer = await callTool(mergeChangeRequest, client, { space: space.id, change_request: number });
  expect(answer).toMatch(/^Merged change request #/);
  expect(answer).toContain("The service resolved conflicts by itself: read the pages it changed.");
});
