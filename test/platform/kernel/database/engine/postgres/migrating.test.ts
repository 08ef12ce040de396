import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { openServer } from "../../../../../../src/platform/kernel/database/engine/postgres/open.ts";
import { migrations } from "../../../../../../src/platform/kernel/database/migrations.ts";
import { openWorkspaceAt } from "../../../../../support/platform-workspace.ts";
import { type PostgresServer, startPostgres } from "../../../../../support/postgres-server.ts";

const folder = mkdtempSync(join(tmpdir(), "copydesk-migrating-"));
let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

const urlOf = (database: string, user = "copydesk") =>
  server.url.replace("copydesk@", `${user}@`).replace(/\/postgres$/, `/${database}`);

async function connect(url = server.url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const later = {
  ...migrations,
  "9000-add-origins": async (database: Kysely<unknown>) => {
    await sql`alter table comment add column origin text`.execute(database);
  },
};

/** A database with the tables of this release, and a user who may use them and not change them, as the manual says. */
async function makeGuarded(name: string): Promise<string> {
  await (await connect()).query(`create database ${name}`);
  await (await openServer(folder, urlOf(name))).close();
  const owner = await connect(urlOf(name));
  for (const statement of [
    `create role ${name}_server login`,
    "revoke create on schema public from public",
    `grant usage on schema public to ${name}_server`,
    `grant select, insert, update, delete on all tables in schema public to ${name}_server`,
    `alter default privileges in schema public grant select, insert, update, delete on tables to ${name}_server`,
  ]) {
    await owner.query(statement);
  }
  return urlOf(name, `${name}_server`);
}

it("a user who may not change tables works on a database that is up to date", async () => {
  const database = await makeGuarded("current");
  const { client, organization, platform } = await openWorkspaceAt(join(folder, "current"), undefined, { database });
  const { id: spaceId } = await client.spaces.create({ organizationId: organization, title: "Rigging" });
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId, subject: "Shrouds" });
  const names = { spaceId, changeRequestId };
  await client.changeRequestContent.apply({
    ...names,
    changes: [{ operation: "insert_page", document: { markdown: "# Shrouds\n\nTension them.\n" } }],
  });
  await client.changeRequestComments.create({ ...names, body: { markdown: "How far?" } });
  await client.changeRequests.merge(names);
  const found = await client.search.space({ spaceId, query: "tension" });
  expect(found.items.map(({ title }) => title)).toEqual(["Shrouds"]);
  await platform.close();
});

it("a user who may not change tables is told who has to run which steps, and can work once they have run", async () => {
  const url = await makeGuarded("older");
  await expect(openServer(folder, url, { steps: later })).rejects.toMatchObject({
    name: "DatabaseServerError",
    problem: "refused",
    message: expect.stringMatching(
      /^The database at 127\.0\.0\.1:\d+\/older lacks the schema steps of this release \(9000-add-origins\), and its user may not run them: must be owner of table comment\. Run "copydesk migrate" with the URL of a user who owns the tables, then start again\.$/,
    ),
  });
  await (await openServer(folder, urlOf("older"), { steps: later })).close();
  for (const steps of [later, migrations]) await (await openServer(folder, url, { steps })).close();
});

it("migrating gives way to others while a long read has a table, and runs when it has ended", async () => {
  await (await connect()).query("create database busy");
  const running = await openServer(folder, urlOf("busy"));
  onTestFinished(() => running.close());
  // As pg_dump does.
  const reader = await connect(urlOf("busy"));
  await reader.query("begin isolation level repeatable read read only");
  await reader.query("select count(*) from comment");
  const begun: string[] = [];
  const onStep = (name: string) => begun.push(name);
  const migrating = openServer(folder, urlOf("busy"), { steps: later, onStep });
  await expect.poll(() => begun.length).toBeGreaterThan(0);
  // Waits for the step's turn to end, and is not held up for as long as the read takes.
  await running.write((queries) => queries.insertInto("setting").values({ name: "meanwhile", value: "1" }).execute());
  const read = await running.read((queries) => queries.selectFrom("comment").select("id").execute());
  expect(read).toEqual([]);
  await expect.poll(() => begun.length).toBeGreaterThan(1);
  await reader.query("commit");
  const migrated = await migrating;
  onTestFinished(() => migrated.close());
  const { rows } = await migrated.read((queries) => sql`select origin from comment`.execute(queries));
  expect(rows).toEqual([]);
});
