import { spawnSync } from "node:child_process";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { openPlatform } from "../../src/platform/index.ts";
import { openDatabase } from "../../src/platform/kernel/database/database.ts";
import { openSqlite } from "../../src/platform/kernel/database/engine/sqlite/connection.ts";
import { processIdentity } from "../../src/platform/kernel/jobs/runner.ts";
import { contentFaults } from "../support/content-integrity.ts";
import { answered } from "./in-process.ts";
import { copydesk, serve, start, temporaryFolder } from "./program.ts";
import { callOperation, spaceTitles, tokenOf, writeFolder } from "./workspace.ts";

const folder = temporaryFolder();

const data = join(folder, "data");

const backup = join(folder, "docs.backup");

beforeAll(async () => {
  const docs = writeFolder(join(folder, "docs"), {
    "README.md": "# Ships\n",
    "masts.md": "# Masts\n\nFour of them.\n",
  });
  expect((await answered(["import", docs, "--title", "Ships", "--data", data])).code).toBe(0);
  writeFolder(join(data, "fonts"), { "own.ttf": "a font" });
  const { code, stderr } = await answered(["backup", backup, "--data", data]);
  expect(stderr).toMatch(/^Wrote and checked .*docs\.backup, \d+\.\d MB\.$/m);
  expect(code).toBe(0);
}, 60_000);

/** A copy of the good backup that a test may spoil. */
function copyOfBackup(name: string): string {
  const file = join(folder, name);
  cpSync(backup, file);
  return file;
}

describe("copydesk backup", () => {
  it("writes one file that only its owner may read, and leaves nothing beside it", async () => {
    const into = temporaryFolder();
    const file = join(into, "a.backup");
    const { code, stdout } = await answered(["backup", file, "--json", "--data", data]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      file,
      size: statSync(file).size,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(readdirSync(into)).toEqual(["a.backup"]);
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    expect(readFileSync(file).includes(tokenOf(data))).toBe(false);
  });

  it("removes what killed backups to the same file left behind, and nothing else", async () => {
    const into = temporaryFolder();
    const file = join(into, "a.backup");
    const killed = spawnSync(process.execPath, ["-e", ""]).pid;
    const [place = ""] = processIdentity().split(".");
    const yesterday = new Date(Date.now() - 25 * 60 * 60_000);
    const ended = `a.backup.${place}.${killed}.1.new`;
    const kept = [
      "a.backup.elsewhere.1.1.new",
      `b.backup.${place}.${killed}.1.new`,
      "a.backup.of-mine.new",
      "a.backup.new",
    ];
    const old = "a.backup.elsewhere.2.1.new";
    for (const name of [ended, `${ended}-journal`, old, ...kept]) writeFileSync(join(into, name), "half a backup");
    for (const name of [old, "a.backup.of-mine.new"]) utimesSync(join(into, name), yesterday, yesterday);
    expect((await answered(["backup", file, "--data", data])).code).toBe(0);
    expect(readdirSync(into).sort()).toEqual(["a.backup", ...kept].sort());
  });

  it("leaves nothing behind for good when it is killed", { timeout: 60_000 }, async () => {
    const into = temporaryFolder();
    const file = join(into, "a.backup");
    for (let delay = 0; ; delay += 20) {
      const { child, ended } = start(["backup", file, "--force", "--data", data]);
      while (child.exitCode === null && readdirSync(into).every((name) => !name.endsWith(".new"))) await sleep(1);
      await sleep(delay % 60);
      child.kill("SIGKILL");
      await ended;
      if (readdirSync(into).some((name) => name.endsWith(".new"))) break;
    }
    expect((await answered(["backup", file, "--force", "--data", data])).code).toBe(0);
    expect(readdirSync(into)).toEqual(["a.backup"]);
  });

  it("replaces a file only with --force", async () => {
    const file = join(folder, "there.backup");
    writeFileSync(file, "mine");
    const refused = await answered(["backup", file, "--data", data]);
    expect(refused.stderr).toContain("there.backup already exists. Choose another name, or replace it with --force.");
    expect(readFileSync(file, "utf8")).toBe("mine");
    const forced = await answered(["backup", file, "--force", "--data", data]);
    expect([refused.code, forced.code]).toEqual([1, 0]);
    expect(statSync(file).size).toBeGreaterThan(10_000);
  });

  it.each([
    ["a folder", () => [folder], "is a folder. Name the backup file."],
    ["a folder that is not there", () => [join(folder, "no", "a")], "Create it first, or choose another."],
    ["a place in the data folder", () => [join(data, "copydesk.sqlite"), "--force"], "is in the data folder itself."],
    ["no file", () => [], "Usage: copydesk backup <file> [--force] [--json]"],
    ["another service", () => ["a", "--base-url", "http://127.0.0.1:1"], "Leave out --base-url."],
  ])("refuses %s", async (_what, args, told) => {
    const { code, stderr } = await answered(["backup", ...args(), "--data", data]);
    expect(stderr).toContain(told);
    expect(code).toBe(1);
    expect(await spaceTitles(data)).toEqual(["Ships"]);
  });

  it("fails where there is no data, and creates no data folder", async () => {
    const none = join(folder, "none");
    const { code, stderr } = await answered(["backup", join(folder, "b"), "--data", none]);
    expect(stderr).toContain(`The data folder ${none} contains no data.`);
    expect(code).toBe(1);
    expect([existsSync(none), existsSync(join(folder, "b"))]).toEqual([false, false]);
  });

  it("refuses damaged data", async () => {
    const spoilt = join(folder, "spoilt");
    cpSync(data, spoilt, { recursive: true });
    await spoilText(spoilt);
    const { code, stderr } = await answered(["backup", join(folder, "b"), "--data", spoilt]);
    expect(stderr).toContain(`The data in ${spoilt} is damaged, so no backup was made:\n  The content `);
    expect(code).toBe(1);
    expect(readdirSync(folder).filter((name) => name.startsWith("b"))).toEqual([]);
  });
});

async function spoilText(of: string): Promise<void> {
  const database = await openDatabase(of);
  await database.write((queries) =>
    sql`update blob set data = replace(cast(data as text), 'Four', 'Five') where instr(data, 'Four') > 0`.execute(
      queries,
    ),
  );
  await database.close();
}

describe("copydesk restore", () => {
  it("restores what was backed up, including fonts, without the source machine's token", async () => {
    const to = join(folder, "elsewhere");
    const { code, stdout } = await answered(["restore", backup, "--json", "--data", to]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ folder: to, spaces: 1 });
    expect(readdirSync(to).sort()).toEqual(["copydesk.lock", "copydesk.sqlite", "fonts"]);
    expect((statSync(join(to, "copydesk.sqlite")).mode & 0o777).toString(8)).toBe("600");
    expect(readFileSync(join(to, "fonts", "own.ttf"), "utf8")).toBe("a font");
    expect(await spaceTitles(to)).toEqual(["Ships"]);
    expect(tokenOf(to)).not.toBe(tokenOf(data));
    expect((await answered(["doctor", "--data", to])).code).toBe(0);
  });

  it("replaces data only with --force, and keeps what was there", async () => {
    const to = join(folder, "used");
    const docs = writeFolder(join(folder, "boats"), { "README.md": "# Boats\n" });
    await answered(["import", docs, "--title", "Boats", "--data", to]);
    const token = tokenOf(to);
    const refused = await answered(["restore", backup, "--data", to]);
    expect(refused.stderr).toContain(`The data folder ${to} contains data.`);
    expect(refused.code).toBe(1);
    expect(await spaceTitles(to)).toEqual(["Boats"]);

    const forced = await answered(["restore", backup, "--force", "--json", "--data", to]);
    const { replaced } = JSON.parse(forced.stdout) as { replaced: string };
    expect(await spaceTitles(to)).toEqual(["Ships"]);
    expect(tokenOf(to)).not.toBe(token);
    expect(await spaceTitles(replaced)).toEqual(["Boats"]);
  });

  it("removes what a killed restore left behind", async () => {
    const to = join(folder, "interrupted");
    mkdirSync(join(to, "restoring-1"), { recursive: true });
    writeFileSync(join(to, "restoring-1", "copydesk.sqlite"), "half a copy");
    expect((await answered(["restore", backup, "--data", to])).code).toBe(0);
    expect(readdirSync(to).filter((name) => name.startsWith("restoring"))).toEqual([]);
  });

  it("repairs a folder whose data is damaged or missing", async () => {
    const spoilt = join(folder, "to-mend");
    cpSync(data, spoilt, { recursive: true });
    writeFileSync(join(spoilt, "copydesk.sqlite"), "no database");
    writeFileSync(join(spoilt, "copydesk.damaged"), "found\n");
    expect((await answered(["restore", backup, "--force", "--data", spoilt])).code).toBe(0);
    expect((await answered(["doctor", "--data", spoilt])).code).toBe(0);
    rmSync(join(spoilt, "copydesk.sqlite"));
    expect((await answered(["doctor", "--data", spoilt])).stdout).toContain("FAIL data folder: ");
    expect((await answered(["restore", backup, "--data", spoilt])).code).toBe(0);
    expect(await spaceTitles(spoilt)).toEqual(["Ships"]);
  });

  it.each<[string, (file: string) => void, RegExp]>([
    ["an empty file", (file) => truncateSync(file, 0), /is empty, so it is not a backup/],
    ["a text", (file) => writeFileSync(file, "a text\n".repeat(1000)), /is not a Copydesk backup/],
    ["a database that is no backup", (file) => cpSync(join(data, "copydesk.sqlite"), file), /is not a Copydesk backup/],
    [
      "one that lost its end",
      (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
      /is damaged and was not restored/,
    ],
    ["one with pages overwritten", (file) => overwrite(file), /is damaged and was not restored/],
    [
      "one whose text is another",
      (file) => replaceBytes(file, "Four of them", "Nine of them"),
      /The content \S+ is not what was stored/,
    ],
  ])("refuses %s, and changes nothing", async (what, spoil, told) => {
    const file = copyOfBackup(`${what.replaceAll(" ", "-")}.backup`);
    spoil(file);
    const to = join(folder, `from ${what}`);
    const fresh = await answered(["restore", file, "--data", to]);
    expect(fresh.stderr).toMatch(told);
    const used = await answered(["restore", file, "--force", "--data", data]);
    expect(used.stderr).toMatch(told);
    expect([fresh.code, used.code]).toEqual([1, 1]);
    expect(await spaceTitles(data)).toEqual(["Ships"]);
    expect(readdirSync(data).filter((name) => /^re(placed|storing)/.test(name))).toEqual([]);
  });

  it("refuses a backup made by a newer Copydesk", async () => {
    const newer = join(folder, "newer");
    cpSync(data, newer, { recursive: true });
    const database = await openDatabase(newer);
    await database.write((queries) => sql`insert into schema_step values ('999-later', '2030-01-01')`.execute(queries));
    await database.close();
    const file = join(folder, "newer.backup");
    expect((await answered(["backup", file, "--data", newer])).code).toBe(0);
    const { code, stderr } = await answered(["restore", file, "--data", join(folder, "older")]);
    expect(stderr).toMatch(
      /was made by Copydesk (\S+), and this release cannot use it \(schema step 999-later\)\. Restore it with Copydesk \1 or newer\./,
    );
    expect(code).toBe(1);
    expect(existsSync(join(folder, "older"))).toBe(false);
  });

  it("restores a backup of a pre-release build, unless its data was not up to date", async () => {
    const early = readFileSync(
      new URL("../platform/kernel/database/engine/sqlite/early-database.sql", import.meta.url),
      "utf8",
    )
      .trim()
      .split("\n");
    const steps = early.filter((line) => line.startsWith("INSERT INTO schema_step"));
    const columns = await withDatabase(join(folder, "early.sqlite"), async (database) => {
      for (const statement of early) await sql.raw(statement).execute(database);
      return columnsOf(database);
    });
    const withSteps = async (statements: readonly string[]) => {
      const file = copyOfBackup(`early-${statements.length}.backup`);
      await withDatabase(file, async (database) => {
        await undoLaterSteps(database, columns);
        for (const statement of [
          "delete from schema_step",
          "delete from setting where name = 'local-user'",
          ...statements,
        ])
          await sql.raw(statement).execute(database);
      });
      return file;
    };
    const finished = await withSteps(steps);
    expect(await answered(["restore", finished, "--data", join(folder, "from early")])).toMatchObject({ code: 0 });
    expect(await spaceTitles(join(folder, "from early"))).toEqual(["Ships"]);
    const unfinished = await withSteps(steps.slice(0, -1));
    const { code, stderr } = await answered(["restore", unfinished, "--data", join(folder, "unfinished")]);
    expect(stderr).toMatch(
      /was made by a Copydesk from before the first release\. Restore it with Copydesk 0\.1\.0 built from commit [0-9a-f]{7}, and make a new backup there\./,
    );
    expect(code).toBe(1);
    expect(existsSync(join(folder, "unfinished"))).toBe(false);
  });

  it("refuses while a process has the folder open, even if its database is damaged", async () => {
    const open = join(folder, "open");
    cpSync(data, open, { recursive: true });
    const platform = await openPlatform({ folder: open });
    writeFileSync(join(open, "copydesk.sqlite"), "no database");
    const refused = await answered(["restore", backup, "--force", "--data", open]);
    expect(refused.stderr).toContain(`A process has the data folder ${open} open. Stop every server`);
    expect(refused.code).toBe(1);
    await platform.close();
    expect((await answered(["restore", backup, "--force", "--data", open])).code).toBe(0);
  });
});

async function withDatabase<Result>(
  file: string,
  work: (database: Kysely<unknown>) => Promise<Result>,
): Promise<Result> {
  const opened = await openSqlite(file, "alone");
  try {
    return await work(new Kysely<unknown>({ dialect: opened.dialect }));
  } finally {
    opened.close();
  }
}

/** Columns of tables; an index has the one column "index". */
type Columns = ReadonlyMap<string, readonly string[]>;

async function columnsOf(database: Kysely<unknown>): Promise<Columns> {
  const { rows } = await sql<{ name: string; columns: string }>`
    select name, case type when 'index' then '["index"]'
      else (select json_group_array(name) from pragma_table_info(sqlite_schema.name)) end as columns
    from sqlite_schema where type = 'table' or (type = 'index' and sql is not null) order by type`.execute(database);
  return new Map(rows.map(({ name, columns }) => [name, JSON.parse(columns) as string[]]));
}

/** Removes the indexes, tables and columns that a database of early builds does not have. */
async function undoLaterSteps(database: Kysely<unknown>, early: Columns): Promise<void> {
  for (const [name, columns] of await columnsOf(database)) {
    const kept = early.get(name);
    if (kept !== undefined) {
      for (const column of columns.filter((one) => !kept.includes(one))) {
        await sql`alter table ${sql.table(name)} drop column ${sql.ref(column)}`.execute(database);
      }
    } else if (columns[0] === "index") await sql`drop index ${sql.table(name)}`.execute(database);
    else if (!name.startsWith("backup")) await sql`drop table ${sql.table(name)}`.execute(database);
  }
}

function overwrite(file: string): void {
  const handle = openSync(file, "r+");
  for (let page = 2; page < 62; page += 1) writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096);
  closeSync(handle);
}

function replaceBytes(file: string, from: string, to: string): void {
  const bytes = readFileSync(file);
  let at = bytes.indexOf(from);
  expect(at).toBeGreaterThan(0);
  for (; at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at);
  writeFileSync(file, bytes);
}

it("doctor reports overwritten pages and exits with 1", async () => {
  const spoilt = join(folder, "overwritten");
  cpSync(data, spoilt, { recursive: true });
  overwrite(join(spoilt, "copydesk.sqlite"));
  const { code, stdout } = await answered(["doctor", "--data", spoilt]);
  expect(stdout).toContain(`FAIL data folder: ${spoilt} is damaged. Restore a backup with "copydesk restore".`);
  expect(code).toBe(1);
});

it("doctor reports changed text, and says how to make the folder writable again", async () => {
  const spoilt = join(folder, "changed");
  cpSync(data, spoilt, { recursive: true });
  writeFileSync(join(spoilt, "copydesk.damaged"), "2026-01-02 the content x is missing\n");
  const marked = await answered(["doctor", "--data", spoilt]);
  expect(marked.stdout).toContain(
    `To allow writing again, make a backup, then delete ${join(spoilt, "copydesk.damaged")}.`,
  );
  rmSync(join(spoilt, "copydesk.damaged"));
  await spoilText(spoilt);
  const changed = await answered(["doctor", "--data", spoilt]);
  expect(changed.stdout).toMatch(/^FAIL data folder: .*The content \S+ is not what was stored/m);
  expect([marked.code, changed.code]).toEqual([1, 1]);
});

it("a backup taken under three writers holds everything acknowledged before it began", {
  timeout: 120_000,
}, async () => {
  const busy = join(folder, "busy");
  const server = await serve(["--data", busy]);
  const { api = "", organization = "" } = server.ready;
  const client = createClient({ baseUrl: api, token: tokenOf(busy) });
  const acknowledged = new Set<string>();
  let writing = true;
  const writers = [1, 2, 3].map(async (writer) => {
    for (let count = 0; writing; count += 1) {
      const title = `Space ${writer}-${count}`;
      const { id: spaceId } = await client.spaces.create({ organizationId: organization, title });
      const { id: changeRequestId } = await client.changeRequests.create({ spaceId });
      const names = { spaceId, changeRequestId };
      await client.changeRequestContent.apply({
        ...names,
        changes: [{ operation: "insert_page", document: { markdown: `# ${title}\n\nText of ${title}.\n` } }],
      });
      await client.changeRequests.merge(names);
      acknowledged.add(title);
    }
  });
  await expect.poll(() => acknowledged.size).toBeGreaterThan(8);
  const before = [...acknowledged];
  const file = join(folder, "busy.backup");
  const made = await copydesk(["backup", file, "--data", busy]);
  expect(made.stderr).toContain("Wrote and checked");
  writing = false;
  await Promise.all(writers);
  await server.stop();

  const to = join(folder, "after-busy");
  expect((await copydesk(["restore", file, "--data", to])).code).toBe(0);
  const platform = await openPlatform({ folder: to });
  expect(await contentFaults(platform)).toEqual([]);
  await platform.close();
  const titles = new Set(await allSpaces(to));
  expect(before.filter((title) => !titles.has(title))).toEqual([]);
});

async function organizationOf(of: string): Promise<string> {
  const { items } = (await callOperation(of, "organizations.list")) as { items: { id: string }[] };
  return items[0]?.id ?? "";
}

async function allSpaces(of: string): Promise<string[]> {
  const input = { organizationId: await organizationOf(of), limit: 1000 };
  const { items } = (await callOperation(of, "spaces.list", input)) as { items: { title: string }[] };
  return items.map(({ title }) => title);
}
