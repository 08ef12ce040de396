import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../../../src/platform/kernel/database/database.ts";
import { findForeignObjects } from "../../../../src/platform/operations/backup/check-schema-rows.ts";
import { makeBackup } from "../../../../src/platform/operations/backup/make-backup.ts";
import { restoreBackup } from "../../../../src/platform/operations/backup/restore-backup.ts";
import { openWorkspaceAt } from "../../../support/platform-workspace.ts";

const root = mkdtempSync(join(tmpdir(), "copydesk-schema-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const folder = join(root, "data");
let count = 0;

beforeAll(async () => {
  const { client, organization, platform } = await openWorkspaceAt(folder);
  await client.spaces.create({ organizationId: organization, title: "Handbook" });
  await platform.close();
});

/** A backup in which these statements were run afterwards. */
async function backupWith(...statements: string[]): Promise<string> {
  count += 1;
  const file = join(root, `${count}.backup`);
  await makeBackup({ folder, file, force: false, version: "0.1.0" });
  const database = new Database(file);
  database.unsafeMode();
  for (const statement of statements) database.exec(statement);
  database.close();
  return file;
}

const restore = (file: string) => restoreBackup({ file, folder: `${file}-restored`, force: false });

describe("a backup with parts beyond the schema", () => {
  it.each([
    [
      "a trigger",
      'the trigger "copy" of the table "space"',
      "create trigger copy after insert on space begin update setting set value = ''; end",
    ],
    ["a view", 'the view "titles"', "create view titles as select title from space"],
    ["another table", 'the table "extra"', "create table extra (id text primary key)"],
    ["another virtual table", 'the virtual table "extra"', "create virtual table extra using fts5(body)"],
    [
      "an index over an expression",
      'the index "upper_title" of the table "space"',
      "create index upper_title on space (upper(title))",
    ],
    ["another index", 'the index "by_title" of the table "space"', "create index by_title on space (title)"],
    ["another column", 'the table "space", which was changed', "alter table space add column extra text"],
    [
      "a generated column",
      'the table "space", which was changed',
      "alter table space add column extra text as (upper(title))",
    ],
    [
      "a check on a table",
      'the table "setting", which was changed',
      "drop table setting; create table setting (name text primary key, value text not null check (length(value) > 0))",
    ],
    ["no table of its own", 'the table "setting", which is missing', "drop table setting"],
    [
      "an index of its own, changed",
      'the index "change_request_space" of the table "change_request", which was changed',
      "drop index change_request_space; create index change_request_space on change_request (space) where space <> ''",
    ],
    [
      "a trigger that a later step would have added",
      'the trigger "copy" of the table "space"',
      "insert into schema_step values ('9999-add-copy', '2030-01-01T00:00:00.000Z')",
      "create trigger copy after insert on space begin update setting set value = ''; end",
    ],
    [
      "an index over an expression that a later step would have added",
      'the index "upper_title" of the table "space"',
      "insert into schema_step values ('9999-add-index', '2030-01-01T00:00:00.000Z')",
      "create index upper_title on space (upper(title))",
    ],
  ])("is not restored if it has %s", async (_, named, ...statements) => {
    const file = await backupWith(...statements);
    const failure = await restore(file).catch((error: Error) => error);
    expect(failure).toMatchObject({
      name: "BackupError",
      message: expect.stringContaining(`parts that Copydesk did not create: ${named}`),
    });
    expect(existsSync(`${file}-restored`)).toBe(false);
  });
});

describe("a backup", () => {
  it("is restored as it was made", async () => {
    expect(await restore(await backupWith())).toMatchObject({ spaces: 1 });
  });

  it("is restored with the tables, columns and indexes of a later release's step that only adds", async () => {
    const file = await backupWith(
      "insert into schema_step values ('9999-add-ratings', '2030-01-01T00:00:00.000Z')",
      "create table rating (id text primary key, stars integer not null default 0)",
      "alter table space add column rating text default 'none'",
      "create index space_rating on space (rating, id)",
    );
    expect(await restore(file)).toMatchObject({ spaces: 1 });
  });

  it("of an earlier step is restored, and migrated when it is opened", async () => {
    const file = await backupWith(
      "delete from schema_step where name in ('0019-add-processes', '0020-add-section-parts')",
      "drop table serving_process",
      "drop table repeatable_request",
      "drop table section_space_part",
    );
    const { folder: restored } = await restore(file);
    const database = await openDatabase(restored);
    await database.read((queries) => queries.selectFrom("serving_process").selectAll().execute());
    await database.close();
  });

  it("of the tables of builds before the first release has no foreign parts", async () => {
    const early = join(root, "early.sqlite");
    const text = readFileSync(
      join(import.meta.dirname, "../../kernel/database/engine/sqlite/early-database.sql"),
      "utf8",
    );
    const database = new Database(early);
    database.exec(text);
    database.close();
    expect(await findForeignObjects(early)).toEqual([]);
  });
});

it("a data folder with a part beyond the schema is not backed up, because that could not be restored", async () => {
  const { platform } = await openWorkspaceAt(join(root, "own"));
  await platform.close();
  const database = new Database(join(root, "own/copydesk.sqlite"));
  database.exec("create index by_title on space (title)");
  database.close();
  const making = makeBackup({ folder: join(root, "own"), file: join(root, "own.backup"), force: false, version: "0" });
  await expect(making).rejects.toThrow('the index "by_title" of the table "space"');
  expect(existsSync(join(root, "own.backup"))).toBe(false);
});
