import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findSections } from "../../../../../../src/platform/content/search/sections-rows.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../../../../support/workspace.ts";

let workspace: Workspace;
let space: SeededSpace;

beforeAll(async () => {
  workspace = await openWorkspace();
  space = await workspace.makeSpace("Rigging", [{ markdown: "# Ropes\n\nCoil them.\n" }]);
  await workspace.platform.jobsSettled();
});
afterAll(() => workspace.close());

/** How many statements work sends on average, including those of transactions; its first run is not counted. */
async function statementsOf(work: (turn: number) => Promise<unknown>): Promise<number> {
  const turns = 10;
  for (let turn = 0; turn < turns; turn += 1) await work(turn);
  let count = 0;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    count += 1;
    return Reflect.apply(query, this, given) as ReturnType<typeof query>;
  } as typeof query;
  try {
    for (let turn = 0; turn < turns; turn += 1) await work(turns + turn);
    return count / turns;
  } finally {
    pg.Client.prototype.query = query;
  }
}

it("a page is read with at most 4 statements", async () => {
  const names = { spaceId: space.id, pageId: space.page("ropes"), format: "markdown" as const };
  expect(await statementsOf(() => workspace.client.pages.get(names))).toBeLessThanOrEqual(4);
});

it("the first sections of spaces that are no neighbours are read from where these begin", async () => {
  const conditions: string[] = [];
  const { query } = pg.Client.prototype;
  await workspace.platform.database.read(async (queries) => {
    pg.Client.prototype.query = function noted(this: pg.Client, ...given: unknown[]) {
      const [asked] = given as [{ text?: string } | string];
      conditions.push(typeof asked === "string" ? asked : (asked.text ?? ""));
      return Reflect.apply(query, this, given) as ReturnType<typeof query>;
    } as typeof query;
    try {
      const options = { ranked: false, limit: 10, common: true };
      await findSections(queries, { numbers: [2, 4] }, { term: "rope", beginning: false }, options);
    } finally {
      pg.Client.prototype.query = query;
    }
  });
  expect(conditions.join("\n")).toMatch(/id between \$\d+ and \$\d+ and \(\s*id between \$\d+ and \$\d+ or id between/);
});

it("a change request is opened, edited and merged with at most 45 statements", async () => {
  const { client } = workspace;
  const merged = await statementsOf(async (turn) => {
    const { id: changeRequestId } = await client.changeRequests.create({ spaceId: space.id });
    const names = { spaceId: space.id, changeRequestId };
    const document = { markdown: `# Knot ${turn}\n\nTie it.\n` };
    await client.changeRequestContent.apply({ ...names, changes: [{ operation: "insert_page", document }] });
    await client.changeRequests.merge(names);
  });
  expect(merged).toBeLessThanOrEqual(45);
});

it("a page is edited with at most 18 statements", async () => {
  const { client } = workspace;
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId: space.id });
  const edited = await statementsOf((turn) => {
    const document = { markdown: `# Ropes\n\nCoil them ${turn} times.\n` };
    const changes = [{ operation: "update_page" as const, page: space.page("ropes"), document }];
    return client.changeRequestContent.apply({ spaceId: space.id, changeRequestId, changes });
  });
  expect(edited).toBeLessThanOrEqual(18);
});

it("a comment is posted with at most 12 statements", async () => {
  const { client } = workspace;
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId: space.id });
  const posted = await statementsOf(() =>
    client.changeRequestComments.create({ spaceId: space.id, changeRequestId, body: { markdown: "Why?" } }),
  );
  expect(posted).toBeLessThanOrEqual(12);
});
