import { afterAll, beforeAll, expect, it } from "vitest";
import { insertMember, insertOrganization } from "../../../src/platform/access/people-rows.ts";
import { listPages } from "../../../src/tools/catalog/list-pages.ts";
import { listSpaces } from "../../../src/tools/catalog/list-spaces.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";
import { callTool, cursorIn, fenced, refusal } from "./call-tool.ts";

let workspace: Workspace;

let guides: SeededSpace;

let handbook: SeededSpace;

beforeAll(async () => {
  workspace = await openWorkspace();
});

afterAll(() => workspace.close());

const list = (input: Readonly<Record<string, unknown>>, tokens?: number) =>
  callTool(listSpaces, workspace.client, input, tokens);

const pages = (space: string) => callTool(listPages, workspace.client, { space });

it("says that there are none yet and which operation creates one", async () => {
  expect(await list({})).toBe("There is no space yet. write_operation createSpace creates one.");
});

it("lists spaces with id, language, change requests and lock", async () => {
  guides = await workspace.makeSpace("API guides");
  handbook = await workspace.makeSpace("Team handbook");
  await workspace.openChangeRequest(guides.id);
  await workspace.openChangeRequest(guides.id);
  await workspace.openChangeRequest(guides.id, [], "draft");
  await workspace.client.spaces.update({ spaceId: handbook.id, language: "de", editMode: "locked" });
  const answer = await list({});
  expect(fenced(answer)[0]?.trimEnd().split("\n").sort()).toEqual([
    `- API guides (id ${guides.id}, 2 open and 1 draft change requests)`,
    `- Team handbook (id ${handbook.id}, de, locked)`,
  ]);
  expect(answer).toMatch(/list_pages shows a space's pages, search_docs searches them\.$/);
});

it("marks spaces that their title calls archived or unpublished", async () => {
  const old = await workspace.makeSpace("SDK v1 (archived)");
  const archive = await workspace.makeSpace("Archive API");
  const draft = await workspace.makeSpace("Unpublished notes");
  const marks = async () =>
    Object.fromEntries(
      [...(fenced(await list({}))[0] ?? "").matchAll(/^- (.*) \(id \w+(?:, (.*))?\)$/gm)].map((found) => [
        found[1],
        found[2],
      ]),
    );
  expect(await marks()).toMatchObject({
    "SDK v1 (archived)": "archived",
    "Archive API": undefined,
    "Unpublished notes": "not published",
  });
  for (const { id } of [old, archive, draft]) await workspace.client.spaces.remove({ spaceId: id });
});

it("filters by part of the title in any case", async () => {
  expect(fenced(await list({ query: "HAND" }))).toEqual([`- Team handbook (id ${handbook.id}, de, locked)\n`]);
  expect(await list({ query: "nothing" })).toContain('No space has "nothing" in its title.');
});

it("accepts a space by title, unique part of a title, id or address", async () => {
  const names = ["API guides", "api GUIDES", "guides", guides.id, `https://docs.example.com/app/o/s/${guides.id}`];
  for (const name of [...names, `/spaces/${guides.id}`]) {
    expect(await pages(name), name).toContain(`space "API guides" (${guides.id})`);
  }
});

it("prefers the exact title to one that only contains it", async () => {
  const plain = await workspace.makeSpace("Guides");
  expect(await pages("guides")).toContain(plain.id);
});

it("returns the candidates for a name that matches several spaces or none", async () => {
  const first = await workspace.makeSpace("Node SDK");
  const second = await workspace.makeSpace("Python SDK");
  const ambiguous = await refusal(pages("sdk"));
  expect(ambiguous).toContain('2 spaces match "sdk". Name one by its id:');
  expect(ambiguous).toContain(`- "Node SDK" (id ${first.id})`);
  expect(ambiguous).toContain(`- "Python SDK" (id ${second.id})`);
  const unknown = await refusal(pages("Team handbok"));
  expect(unknown).toContain('There is no space "Team handbok".');
  expect(unknown).toContain(`- "Team handbook" (id ${handbook.id})`);
  expect(unknown).not.toContain("Python");
});

it("names at most eight candidates and counts the rest", async () => {
  for (let at = 1; at <= 10; at += 1) await workspace.makeSpace(`Client ${at}`);
  const message = await refusal(pages("client"));
  expect(message).toContain('10 spaces match "client".');
  expect(message.match(/^- "/gm)).toHaveLength(8);
  expect(message).toContain("- and 2 more");
});

it("returns a long list in parts, each space once, and refuses a cursor of another query", async () => {
  const titles: string[] = [];
  let [cursor, answer]: [string | undefined, string] = [undefined, ""];
  do {
    answer = await list({ query: "client", cursor }, 400);
    titles.push(...[...answer.matchAll(/^- (Client \d+) /gm)].map((match) => match[1] ?? ""));
    cursor = cursorIn(answer);
    if (titles.length < 10) expect(await refusal(list({ cursor }, 400))).toContain("a call with other arguments");
  } while (cursor !== undefined);
  expect(titles.sort()).toEqual([...Array(10).keys()].map((at) => `Client ${at + 1}`).sort());
});

it("shows a title that tries to look like more on one line", async () => {
  await workspace.makeSpace("Evil\n- Fake (id x)\u202e");
  expect(fenced(await list({ query: "evil" }))[0]).toMatch(/^- Evil - Fake \(id x\)\\u\{202e\} \(id \w+\)\n$/);
});

it("skips an organization where the person is only a guest", async () => {
  const { platform, user } = workspace;
  await platform.database.write(async (queries) => {
    const row = { id: "elsewhere", title: "A guest's", default_role: null, created_at: platform.now() };
    await insertOrganization(queries, row);
    await insertMember(queries, { organization: row.id, user, role: null, joined_at: platform.now() });
  });
  expect((await workspace.client.organizations.list({})).items).toHaveLength(2);
  expect(fenced(await list({ query: "hand" }))).toEqual([`- Team handbook (id ${handbook.id}, de, locked)\n`]);
});
