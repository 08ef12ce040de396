import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import { openSqlite } from "../../../../src/platform/kernel/database/engine/sqlite/connection.ts";
import { addPeople } from "../../../../src/platform/kernel/database/migrations/0002-people.ts";
import { addMemberOrder } from "../../../../src/platform/kernel/database/migrations/0003-members.ts";
import { createSchema } from "../../../../src/platform/kernel/database/schema-sqlite.ts";
import { ensureLocalToken, ensureWorkspace } from "../../../../src/platform/workspace/spaces/local-workspace.ts";
import { addPerson } from "../../http/people.ts";
import { running } from "../../http/running.ts";

const service = running();

it("a removed local user stays the local user, without rights, and no one else becomes it", async () => {
  const admin = await addPerson(service, service.organization, "admin");
  const removal = `DELETE /v1/orgs/${service.organization}/members/${service.user}`;
  expect((await service.send(removal, { headers: admin.headers })).status).toBe(205);
  const { database, now } = service.platform;
  const workspace = await ensureWorkspace(database, now());
  expect(workspace).toEqual({ organization: service.organization, user: service.user });
  const token = await ensureLocalToken(database, service.folder, workspace.user, now());
  expect(token).not.toBe(service.token);
  const headers = { Authorization: `Bearer ${token}` };
  expect((await service.send("GET /v1/orgs", { headers })).json).toEqual({ count: 0, items: [] });
});

it("the local user of an older data folder is the first member of its first organization", async () => {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-older-"));
  const opened = await openSqlite(join(folder, "older.db"), "alone");
  const older = new Kysely<unknown>({ dialect: opened.dialect });
  for (const step of [createSchema, addPeople]) await step(older);
  for (const [id, day] of [
    ["second", 2],
    ["first", 1],
  ]) {
    const time = `2026-01-0${day}T00:00:00.000Z`;
    await sql`insert into organization (id, title, created_at) values (${`${id}-org`}, ${id}, ${time})`.execute(older);
    for (const user of ["later", "sooner"]) {
      const joined = user === "sooner" ? time : "2026-02-01T00:00:00.000Z";
      await sql`insert into member (organization, user, joined_at) values (${`${id}-org`}, ${`${id}-${user}`}, ${joined})`.execute(
        older,
      );
    }
  }
  await addMemberOrder(older);
  const { rows } = await sql`select value from setting where name = 'local-user'`.execute(older);
  await older.destroy();
  opened.close();
  rmSync(folder, { recursive: true });
  expect(rows).toEqual([{ value: "first-sooner" }]);
});
