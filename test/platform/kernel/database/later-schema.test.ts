import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../../../src/platform/kernel/database/database.ts";
import { getEngineWords } from "../../../../src/platform/kernel/database/engine/engine.ts";
import { openWorkspaceAt, type PlatformWorkspace } from "../../../support/platform-workspace.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-later-schema-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Simulates the schema step of a future build. */
async function applyStep(name: string, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  const database = await openDatabase(folder);
  await database.write(async (queries) => {
    for (const statement of statements) await statement.execute(queries);
    await sql`insert into schema_step values (${name}, '2030-01-01T00:00:00.000Z')`.execute(queries);
  });
  await database.close();
}

/** An extra column in every table, and an extra table. */
async function additions(): Promise<RawBuilder<unknown>[]> {
  const database = await openDatabase(folder);
  const tables = await database.read((queries) => getEngineWords(queries).catalogue.tables(queries));
  await database.close();
  expect(tables.length).toBeGreaterThan(60);
  return [
    ...tables.map(({ name }) => sql`alter table ${sql.table(name)} add column of_a_later_build text default 'new'`),
    sql`create table of_a_later_build (id text primary key)`,
  ];
}

/** Writes pages through a change request, comments, merges and reads: a typical day in miniature. */
async function work({ client, organization }: PlatformWorkspace, title: string): Promise<void> {
  const { id: spaceId } = await client.spaces.create({ organizationId: organization, title });
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId, subject: "Pages" });
  const names = { spaceId, changeRequestId };
  const document = { markdown: `# ${title}\n\nSalt the water, then boil it.\n` };
  await client.changeRequestContent.apply({ ...names, changes: [{ operation: "insert_page", document }] });
  await client.changeRequestComments.create({ ...names, body: { markdown: "Before it boils?" } });
  await client.changeRequests.update({ ...names, status: "open" });
  expect(await client.changeRequests.merge(names)).toMatchObject({ result: "merge" });
  const found = await client.search.organization({ organizationId: organization, query: "salt water" });
  expect(found.items.map((item) => item.title)).toContain(title);
  const { pages } = await client.pages.list({ spaceId });
  expect(pages.map((page) => page.title)).toEqual([title]);
}

describe("a database that a later build has added to", () => {
  it("is used by this build as before, and by both in turn", async () => {
    const before = await openWorkspaceAt(folder);
    await work(before, "Pasta");
    await before.platform.close();
    await applyStep("9000-add-of-a-later-build", await additions());
    const after = await openWorkspaceAt(folder);
    await work(after, "Rice");
    const { items } = await after.client.spaces.list({ organizationId: after.organization });
    expect(items.map((space) => space.title).sort()).toEqual(["Pasta", "Rice"]);
    await after.platform.close();
  });

  it("is used on by processes that have it open while it is added to", async () => {
    const open = await openWorkspaceAt(folder);
    await work(open, "Pasta");
    await applyStep("9000-add-of-a-later-build", await additions());
    await Promise.all(["Rice", "Bread", "Soup"].map((title) => work(open, title)));
    await open.platform.close();
  });

  it("is rejected as newer if a step does more than add", async () => {
    const before = await openWorkspaceAt(folder);
    await before.platform.close();
    await applyStep("9000-add-of-a-later-build", []);
    await applyStep("9001-drop-what-nobody-reads", []);
    await expect(openDatabase(folder)).rejects.toMatchObject({
      problem: "newer_version",
      message: expect.stringContaining("9001-drop-what-nobody-reads"),
    });
  });
});
