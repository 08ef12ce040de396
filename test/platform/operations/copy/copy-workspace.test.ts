import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Kysely, type KyselyPlugin, sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSqlite } from "../../../../src/platform/kernel/database/engine/sqlite/connection.ts";
import { openFolder } from "../../../../src/platform/kernel/database/engine/sqlite/open.ts";
import { migrations } from "../../../../src/platform/kernel/database/migrations.ts";
import { copyWorkspace, openSource } from "../../../../src/platform/operations/copy/index.ts";
import { temporaryFolder } from "../../exchange/space-files/temporary-folder.ts";

const megabyte = 1024 * 1024;

/** A closed data folder with uploads of this many megabytes each. */
async function folderWith(uploads: number, megabytes: number): Promise<string> {
  const folder = await temporaryFolder();
  const database = await openFolder(folder);
  for (let number = 0; number < uploads; number += 1) {
    await database.write((queries) =>
      queries
        .insertInto("upload")
        .values({
          key: `upload ${number}`,
          user: "somebody",
          name: "docs.zip",
          data: Buffer.alloc(megabytes * megabyte, number),
          expires_at: "2030-01-01T00:00:00.000Z",
        })
        .execute(),
    );
  }
  await database.close();
  return folder;
}

/** Modifies the file of a closed data folder. */
async function alter(folder: string, statement: string): Promise<void> {
  const opened = await openSqlite(join(folder, "copydesk.sqlite"), "alone");
  await sql.raw(statement).execute(new Kysely({ dialect: opened.dialect }));
  opened.close();
}

async function open(folder: string) {
  const source = await openSource(folder);
  onTestFinished(() => source.close());
  return source;
}

describe("the source of a copy", () => {
  it("is never written to", async () => {
    const folder = await folderWith(1, 1);
    await alter(folder, "select 1");
    const before = readFileSync(join(folder, "copydesk.sqlite"));
    const source = await openSource(folder);
    await expect(source.read((queries) => queries.deleteFrom("upload").execute())).rejects.toThrow();
    await source.close();
    expect(readFileSync(join(folder, "copydesk.sqlite")).equals(before)).toBe(true);
  });

  it("is refused if a later release has added to its tables, because that would be left behind", async () => {
    const folder = await folderWith(1, 1);
    await alter(folder, "alter table comment add column origin text");
    await alter(folder, "insert into schema_step (name, applied_at) values ('9000-add-origins', '2030-01-01')");
    const target = await openFolder(await temporaryFolder());
    onTestFinished(() => target.close());
    await expect(copyWorkspace(await open(folder), target)).rejects.toMatchObject({
      code: "conflict",
      message:
        "The source has columns that this release does not know (comment.origin): a later release added them. Copy it with that release.",
    });
  });

  it("is refused with the release to copy it with if this one cannot use it", async () => {
    const folder = await folderWith(1, 1);
    await alter(folder, "insert into schema_step (name, applied_at) values ('9000-from-7.0.0-drop-a', '2030-01-01')");
    await expect(openSource(folder)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Install Copydesk 7.0.0 or newer"),
    });
  });

  it("is reported as older if its tables are, and is not changed", async () => {
    const last = Object.keys(migrations).at(-1) ?? "";
    const folder = await folderWith(0, 0);
    await alter(folder, `delete from schema_step where name = '${last}'`);
    const before = readFileSync(join(folder, "copydesk.sqlite"));
    await expect(openSource(folder)).rejects.toThrow(`has the tables of an older Copydesk (without ${last})`);
    expect(readFileSync(join(folder, "copydesk.sqlite")).equals(before)).toBe(true);
  });

  it("is rejected if its tables are newer", async () => {
    const folder = await folderWith(0, 0);
    await alter(folder, "insert into schema_step (name, applied_at) values ('9000-what-is-to-come', '')");
    await expect(openSource(folder)).rejects.toThrow("schema step 9000-what-is-to-come");
  });

  it("is rejected without a workspace", async () => {
    const folder = await temporaryFolder();
    await expect(openSource(folder)).rejects.toThrow(`There is no data folder at ${folder}.`);
    await alter(folder, "create table other (id text)");
    await expect(openSource(folder)).rejects.toThrow(`There is no workspace in ${folder}.`);
  });
});

describe("large files", () => {
  it("are copied one at a time", async () => {
    const source = await open(await folderWith(3, 8));
    const target = await openFolder(await temporaryFolder());
    onTestFinished(() => target.close());
    let most = 0;
    const watched: typeof source = {
      ...source,
      read: (work) => source.read((queries) => work(queries.withPlugin(watch))),
    };
    const watch: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const values = result.rows.flatMap((row) => Object.values(row));
        const sizes = values.map((value) => (value instanceof Uint8Array ? value.length : 0));
        most = Math.max(
          most,
          sizes.reduce((sum, size) => sum + size, 0),
        );
        return result;
      },
    };
    const { rows } = await copyWorkspace(watched, target);
    expect(rows).toBe(3);
    expect(most / megabyte).toBe(8);
  });
});
