import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { expect, inject, it, onTestFinished } from "vitest";
import { openPlatform } from "../../../../../../src/platform/index.ts";
import { clientOf } from "../../../../../support/client-ways.ts";
import { contentFaults } from "../../../../../support/content-integrity.ts";
import { openWorkspace } from "../../../../../support/platform-workspace.ts";
import { databaseOf } from "../../../../../support/postgres-databases.ts";

const run = (program: string, ...args: string[]) =>
  promisify(execFile)(join(process.env.TEST_POSTGRES ?? "", "bin", program), args);

/** Makes a change request with a page, and merges it. */
async function merge({ client, spaceId }: { client: ReturnType<typeof clientOf>; spaceId: string }, title: string) {
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId, subject: title });
  const names = { spaceId, changeRequestId };
  const document = { markdown: `# ${title}\n\nSalt the water, then boil it.\n` };
  await client.changeRequestContent.apply({ ...names, changes: [{ operation: "insert_page", document }] });
  expect(await client.changeRequests.merge(names)).toMatchObject({ result: "merge" });
}

it("what pg_dump wrote during writes is a whole workspace once pg_restore has read it", async () => {
  const { client, organization, folder, token } = await openWorkspace();
  const { id: spaceId } = await client.spaces.create({ organizationId: organization, title: "Kitchen" });
  await merge({ client, spaceId }, "Pasta");

  const beside = mkdtempSync(join(tmpdir(), "copydesk-dump-"));
  onTestFinished(() => rmSync(beside, { recursive: true }));
  const file = join(beside, "workspace.dump");
  const writing = (async () => {
    for (let count = 0; count < 5; count += 1) await merge({ client, spaceId }, `During ${count}`);
  })();
  await run("pg_dump", "--format=custom", "--file", file, await databaseOf(folder));
  await writing;

  const server = new pg.Client({ connectionString: inject("postgres") });
  await server.connect();
  await server.query("create database restored encoding 'UTF8'").finally(() => server.end());
  const url = inject("postgres").replace(/\/postgres$/, "/restored");
  await run("pg_restore", "--dbname", url, "--no-owner", "--exit-on-error", file);

  const platform = await openPlatform({ folder: beside, database: url });
  onTestFinished(() => platform.close());
  const restored = clientOf(platform, token);
  const { pages } = await restored.pages.list({ spaceId });
  expect(pages.map(({ title }) => title)).toContain("Pasta");
  const { items } = await restored.search.space({ spaceId, query: "salt water" });
  expect(items.map(({ title }) => title)).toContain("Pasta");
  expect(await contentFaults(platform)).toEqual([]);
  await merge({ client: restored, spaceId }, "Afterwards");
});
