import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiError } from "../../../../../../src/client/errors.ts";
import { readNodes } from "../../../../../../src/platform/content/content-rows.ts";
import { limitCaches } from "../../../../../../src/platform/kernel/caches.ts";
import { checkDatabase } from "../../../../../../src/platform/operations/backup/check-database-rows.ts";
import { openWorkspaceAt, type PlatformWorkspace } from "../../../../../support/platform-workspace.ts";

const manyPages = 60;

let folder: string;

let log: string[];

let opened: PlatformWorkspace[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-damage-"));
  log = [];
  opened = [];
});

afterEach(async () => {
  for (const { platform } of opened) await platform.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(): Promise<PlatformWorkspace> {
  const workspace = await openWorkspaceAt(folder, (line) => log.push(line));
  opened.push(workspace);
  return workspace;
}

/** A space with one page that has this text. */
async function makeSpace({ client, organization }: PlatformWorkspace, title: string, markdown: string) {
  const { id: spaceId } = await client.spaces.create({ organizationId: organization, title });
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId });
  const names = { spaceId, changeRequestId };
  await client.changeRequestContent.apply({
    ...names,
    changes: [{ operation: "insert_page", document: { markdown } }],
  });
  await client.changeRequests.merge(names);
  const [page] = (await client.pages.list({ spaceId })).pages;
  return { spaceId, pageId: page?.id ?? "" };
}

const failureOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error("It did not fail.")),
    (error: ApiError) => error,
  );

/** The process forgets the text, too: it remembers what was just written. */
async function changeOneLetter(text: string): Promise<void> {
  await opened[0]?.platform.database.write((queries) =>
    sql`update blob set data = replace(cast(data as text), ${text}, ${`${text.slice(0, -1)}?`}) where instr(data, ${text}) > 0`.execute(
      queries,
    ),
  );
  limitCaches(0);
  limitCaches(48_000_000);
}

describe("a text with a changed letter", () => {
  it("is reported as damage that a backup repairs, and is not read again automatically", async () => {
    const workspace = await open();
    const names = await makeSpace(workspace, "Docs", "# Ships\n\nFour masts.\n");
    await changeOneLetter("Four masts");
    const error = await failureOf(workspace.client.pages.get({ ...names, format: "markdown" }));
    expect(error).toMatchObject({ status: 500, code: "damaged", write: "none", attempts: 1 });
    expect(error.message).toContain("copydesk restore");
  });

  it("stops writing in this process, in others and after a restart; undamaged data can still be read", async () => {
    const first = await open();
    const damaged = await makeSpace(first, "Damaged", "# Ships\n\nFour masts.\n");
    const whole = await makeSpace(first, "Whole", "# Boats\n\nOne mast.\n");
    const second = await open();
    await changeOneLetter("Four masts");
    await failureOf(first.client.pages.get({ ...damaged, format: "markdown" }));

    for (const { client, organization } of [first, second, await open()]) {
      const error = await failureOf(client.spaces.create({ organizationId: organization, title: "New" }));
      expect(error).toMatchObject({ code: "damaged", write: "refused", attempts: 1 });
      expect(error.message).toContain("nothing was changed");
      expect(error.message).not.toContain("not known");
      expect(await client.pages.get({ ...whole, format: "markdown" })).toMatchObject({ title: "Boats" });
    }
  });

  it("allows writing again once the mark is deleted", async () => {
    const { client, organization } = await open();
    const names = await makeSpace({ client, organization } as PlatformWorkspace, "Docs", "# Ships\n\nFour masts.\n");
    await changeOneLetter("Four masts");
    await failureOf(client.pages.get({ ...names, format: "markdown" }));
    const mark = join(folder, "copydesk.damaged");
    expect(readFileSync(mark, "utf8")).toMatch(/^\d{4}-\S+Z the content \S+ is not what was stored\n$/);
    rmSync(mark);
    await client.spaces.create({ organizationId: organization, title: "New" });
  });
});

it("a changed page title is reported as damage", async () => {
  const { platform, ...workspace } = await open();
  await makeSpace({ platform, ...workspace }, "Docs", "# Clippers\n\nFour masts.\n");
  await platform.database.write((queries) =>
    sql`update node set data = replace(data, 'Clippers', 'Clippert')`.execute(queries),
  );
  // Read as by a process that does not have it in memory.
  const read = platform.database.read(async (queries) => {
    const changed = await queries.selectFrom("node").select("address").where("data", "like", "%Clippert%").execute();
    return readNodes(
      queries,
      changed.map(({ address }) => address),
    );
  });
  await expect(read).rejects.toMatchObject({ name: "DataFolderError", problem: "damaged" });
  const { problems } = await checkDatabase(join(folder, "copydesk.sqlite"));
  expect(problems.length).toBeGreaterThan(0);
});

it("a changed space title, name, setting or comment is not reported as damage, because these have no hash", async () => {
  const workspace = await open();
  const { client, organization: organizationId, platform } = workspace;
  const { spaceId } = await makeSpace(workspace, "Docs", "# Ships\n\nFour masts.\n");
  const { id: commentId } = await client.spaceComments.create({ spaceId, body: { markdown: "Rather three." } });
  const before = await client.spaces.get({ spaceId });
  await platform.database.write(async (queries) => {
    await queries.updateTable("space").set({ title: "Dogs", language: "xx" }).execute();
    await sql`update comment set body = replace(body, 'three', 'thirty')`.execute(queries);
    await queries.updateTable("user").set({ display_name: "Lokal user" }).execute();
  });
  const space = await client.spaces.get({ spaceId });
  expect([before.title, space.title]).toEqual(["Docs", "Dogs"]);
  expect((await client.users.getAuthenticated({})).displayName).toBe("Lokal user");
  const comment = await client.spaceComments.get({ spaceId, commentId, format: "markdown" });
  expect(JSON.stringify(comment)).toContain("Rather thirty.");
  await client.spaces.create({ organizationId, title: "New" });
  expect(existsSync(join(folder, "copydesk.damaged"))).toBe(false);
  expect((await checkDatabase(join(folder, "copydesk.sqlite"))).problems).toEqual([]);
});

it("a missing part of a revision is reported as damage", async () => {
  const workspace = await open();
  await makeSpace(workspace, "Docs", "# Ships\n");
  const { platform, client } = workspace;
  const root = `z${"0".repeat(21)}`;
  await platform.database.write((queries) => queries.updateTable("revision").set({ root }).execute());
  const { items } = await client.spaces.list({ organizationId: workspace.organization });
  // Earlier reads are cached.
  const error = await failureOf(client.pages.list({ spaceId: items[0]?.id ?? "", computed: false }));
  expect(error).toMatchObject({ code: "damaged" });
  expect(existsSync(join(folder, "copydesk.damaged"))).toBe(true);
});

it("overwritten pages of the file are reported as damage, whatever finds them first", async () => {
  const before = await open();
  for (let count = 0; count < 20; count += 1)
    await makeSpace(before, `Space ${count}`, `# Ships\n\n${"mast ".repeat(2000)}\n`);
  await before.platform.close();
  opened = [];
  const file = openSync(join(folder, "copydesk.sqlite"), "r+");
  for (let page = 2; page < 2 + manyPages; page += 1) writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096);
  closeSync(file);

  await expect(open()).rejects.toMatchObject({ name: "DataFolderError", problem: "damaged" });
});
