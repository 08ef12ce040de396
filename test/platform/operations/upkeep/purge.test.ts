import { sql } from "kysely";
import { expect, it } from "vitest";
import type { Queries } from "../../../../src/platform/kernel/database/tables.ts";
import { purgeSpace } from "../../../../src/platform/operations/upkeep/purge-job.ts";
import { insertPages, makeChangeRequest, makePublishedSpace, member } from "../../http/content.ts";
import { running } from "../../http/running.ts";

const service = running();

/** Where an id occurs, in every column of every table. A job says what it was about, but is not part of the space. */
async function tracesOf(queries: Queries, ids: readonly string[]): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select m.name as "table", p.name as "column" from sqlite_master m join pragma_table_info(m.name) p
    where m.type = 'table' and m.name <> 'integration_picture' and m.name not like 'section_text%' and m.name <> 'job'`.execute(
    queries,
  );
  const traces: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(ids)})`.execute(
      queries,
    );
    if ((rows[0]?.count ?? 0) > 0) traces.push(`${table}.${column}`);
  }
  return traces;
}

async function makeBusySpace(): Promise<string[]> {
  const { space } = await makePublishedSpace(service, [
    { title: "Zebra", markdown: "A [zebra](https://example.com).\n" },
  ]);
  const draft = await makeChangeRequest(service, space);
  const changeRequest = draft.slice(draft.lastIndexOf("/") + 1);
  await insertPages(service, draft, [{ title: "More" }]);
  const body = '{"body":{"markdown":"Hm."}}';
  const ids = [space, changeRequest];
  for (const place of [`/v1/spaces/${space}`, draft]) {
    const comment = String(member(await service.send(`POST ${place}/comments`, { body }), "id"));
    const reply = String(member(await service.send(`POST ${place}/comments/${comment}/replies`, { body }), "id"));
    await service.send(`PUT ${place}/comments/${comment}`, { body: '{"addedReactions":["1f44d"]}' });
    ids.push(comment, reply);
  }
  await service.send(`POST ${draft}/reviews`, { body: '{"status":"approved"}' });
  await service.send(`POST ${draft}/requested-reviewers`, { body: JSON.stringify({ users: [service.user] }) });
  await service.send(`GET /v1/spaces/${space}/links`);
  await service.send(`POST /v1/spaces/${space}/permissions`, {
    body: JSON.stringify({ users: [service.user], role: "read" }),
  });
  return ids;
}

const traces = (ids: readonly string[]) => service.platform.database.read((queries) => tracesOf(queries, ids));

it("a deleted space leaves nothing behind once it can no longer be restored, and a restored one stays", async () => {
  service.setTime("2026-01-02T03:04:05.000Z");
  const [gone, restored] = [await makeBusySpace(), await makeBusySpace()];
  expect((await traces(gone)).length).toBeGreaterThan(15);
  for (const [space] of [gone, restored]) await service.send(`DELETE /v1/spaces/${space}`);
  service.setTime("2026-01-09T03:04:05.000Z");
  await service.platform.jobsSettled();
  expect((await service.send(`POST /v1/spaces/${restored[0]}/restore`)).status).toBe(200);
  expect((await traces(gone)).length).toBeGreaterThan(15);
  service.setTime("2026-01-09T03:04:06.000Z");
  await service.platform.jobsSettled();
  expect(await traces(gone)).toEqual([]);
  expect(member(await service.send(`GET /v1/spaces/${restored[0]}`), "comments")).toBe(1);
  expect(member(await service.send(`GET /v1/spaces/${restored[0]}/search?query=zebra`), "count")).toBe(1);
});

/** Ensures that every table that refers to a space, a change request or either has a row. */
async function insertRowsNaming(queries: Queries, space: string, changeRequest: string): Promise<string[]> {
  const names = new Map([
    ["space", space],
    ["place", space],
    ["change_request", changeRequest],
  ]);
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select m.name as "table", p.name as "column", p.type as "type"
    from sqlite_master m join pragma_table_info(m.name) p
    where m.type = 'table' and m.name not like 'sqlite%' and m.sql not like 'create virtual%'`.execute(queries);
  const columnsOf = new Map<string, typeof rows>();
  for (const row of rows) columnsOf.set(row.table, [...(columnsOf.get(row.table) ?? []), row]);
  const naming = [...columnsOf].filter(([, columns]) => columns.some(({ column }) => names.has(column)));
  for (const [table, columns] of naming) {
    const values = columns.map(
      ({ column, type }) => names.get(column) ?? (type.toLowerCase() === "integer" ? 7777 : "x"),
    );
    await sql`insert or ignore into ${sql.table(table)} (${sql.join(columns.map(({ column }) => sql.ref(column)))})
      values (${sql.join(values)})`.execute(queries);
  }
  return naming.map(([table]) => table);
}

it("no table that refers to a space or a change request keeps a row of a purged space", async () => {
  const { space } = await makePublishedSpace(service, [{ title: "Start" }]);
  const draft = await makeChangeRequest(service, space);
  const changeRequest = draft.slice(draft.lastIndexOf("/") + 1);
  const left = await service.platform.database.write(async (queries) => {
    const tables = await insertRowsNaming(queries, space, changeRequest);
    expect(tables).toEqual(expect.arrayContaining(["revision", "comment", "review", "import_run", "git_sync"]));
    await purgeSpace(queries, space);
    return tracesOf(queries, [space, changeRequest]);
  });
  expect(left).toEqual([]);
});
