import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPlatform } from "../../../../../../src/platform/index.ts";
import { DataFolderError } from "../../../../../../src/platform/kernel/database/data-folder.ts";
import { openSqlite } from "../../../../../../src/platform/kernel/database/engine/sqlite/connection.ts";
import { startService } from "../../../../../pins/service.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "copydesk-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The error thrown when opening a folder: its problem, checking that the message names the folder. */
async function problemOf(path: string): Promise<string> {
  const error = await openPlatform({ folder: path }).then(
    (platform) => platform.close().then(() => undefined),
    (failure: unknown) => failure,
  );
  if (!(error instanceof DataFolderError)) throw new Error(`No DataFolderError: ${String(error)}`);
  expect(error.message).toContain(path);
  return error.problem;
}

/** Simulates that the log is deleted before the first checkpoint. */
async function loseTables(file: string): Promise<void> {
  rmSync(file, { force: true });
  (await openSqlite(file, "write")).close();
}

describe("a data folder", () => {
  it("is created with its parent folders, accessible only to its owner", async () => {
    const path = join(folder, "a", "b");
    await (await openPlatform({ folder: path })).close();
    expect(readdirSync(path)).toContain("copydesk.sqlite");
    expect((statSync(path).mode & 0o777).toString(8)).toBe("700");
  });

  it("keeps its permissions if it already existed", async () => {
    const path = join(folder, "shared");
    mkdirSync(path);
    chmodSync(path, 0o755);
    await (await openPlatform({ folder: path })).close();
    expect((statSync(path).mode & 0o777).toString(8)).toBe("755");
  });

  it("stays the same when it is opened repeatedly", async () => {
    for (let time = 0; time < 3; time += 1) await (await openPlatform({ folder })).close();
    await (await openPlatform({ folder })).close();
  });

  it("is not writable below a file", async () => {
    writeFileSync(join(folder, "file"), "");
    expect(await problemOf(join(folder, "file", "data"))).toBe("not_writable");
  });

  it("is not writable if it is a file", async () => {
    writeFileSync(join(folder, "file"), "");
    expect(await problemOf(join(folder, "file"))).toBe("not_writable");
  });

  it.runIf(process.platform === "linux")("is not writable on a file system that accepts no files", async () => {
    expect(await problemOf("/proc")).toBe("not_writable");
  });

  it("is not writable if its database is a folder", async () => {
    mkdirSync(join(folder, "copydesk.sqlite"));
    expect(await problemOf(folder)).toBe("not_writable");
  });

  it("is not changed if a newer version wrote it", async () => {
    const platform = await openPlatform({ folder });
    await platform.database.write(async (queries) => {
      await sql`insert into schema_step values ('999-from-the-future', '2030-01-01T00:00:00.000Z')`.execute(queries);
    });
    await platform.close();
    expect(await problemOf(folder)).toBe("newer_version");
    expect(await problemOf(folder)).toBe("newer_version");
  });

  it.each([
    ["text", Buffer.from("this is no database, it is a text that goes on for a while\n".repeat(100))],
    ["zeros", Buffer.alloc(8192)],
    ["a truncated header", Buffer.from("SQLite format 3\0")],
  ])("is damaged if its database is %s", async (_kind, bytes) => {
    writeFileSync(join(folder, "copydesk.sqlite"), bytes);
    expect(await problemOf(folder)).toBe("damaged");
  });

  it("is damaged if its database is truncated", async () => {
    const service = await startService(folder);
    expect((await service.send("GET /v1/user")).status).toBe(200);
    await service.platform.close();
    expect(readdirSync(folder).sort()).toEqual(["copydesk.lock", "copydesk.sqlite", "token"]);
    truncateSync(join(folder, "copydesk.sqlite"), 5000);
    expect(await problemOf(folder)).toBe("damaged");
  });

  it("keeps its database in one file if it is closed before anything was read", async () => {
    await (await openPlatform({ folder })).close();
    expect(readdirSync(folder).sort()).toEqual(["copydesk.lock", "copydesk.sqlite"]);
  });

  it("gets a new database if its database was always empty", async () => {
    writeFileSync(join(folder, "copydesk.sqlite"), "");
    await (await openPlatform({ folder })).close();
  });

  it.each([
    ["is gone", (file: string) => rmSync(file, { force: true })],
    ["is empty", (file: string) => writeFileSync(file, "")],
    ["lost its tables with its log", loseTables],
  ])("is not recreated if it was used and its database %s", async (_how, lose) => {
    await (await startService(folder)).platform.close();
    await lose(join(folder, "copydesk.sqlite"));
    expect(await problemOf(folder)).toBe("database_lost");
    expect(await problemOf(folder)).toBe("database_lost");
    await lose(join(folder, "copydesk.sqlite"));
    expect(await problemOf(folder)).toBe("database_lost");
  });

  it("keeps the log of the last writes if its database is gone", async () => {
    const log = join(folder, "copydesk.sqlite-wal");
    writeFileSync(log, "last writes");
    expect(await problemOf(folder)).toBe("database_lost");
    expect(statSync(log).size).toBe(11);
  });
});
