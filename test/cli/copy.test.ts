import { randomBytes } from "node:crypto";
import { cpSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { openEngine } from "../../src/platform/kernel/database/engine/open.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { serve, start, temporaryFolder } from "./program.ts";

const folder = temporaryFolder();
const source = join(folder, "source");
const back = join(folder, "back");
let postgres: PostgresServer;

/** What a client finds in a workspace: titles, texts, a search, an order, and bytes. */
async function lookInto(data: string, database?: string) {
  const server = await serve(["--data", data], database === undefined ? {} : { COPYDESK_DATABASE: database });
  const organizationId = server.ready.organization ?? "";
  const baseUrl = new URL(server.ready.mcp ?? "").origin;
  const client = createClient({ baseUrl, token: readFileSync(join(data, "token"), "utf8").trim() });
  const { items: spaces } = await client.spaces.list({ organizationId });
  const spaceId = spaces.find(({ title }) => title === "Copydesk")?.id ?? "";
  const [{ pages }, { items: requests }, found] = [
    await client.pages.list({ spaceId }),
    await client.changeRequests.listInSpace({ spaceId, status: "draft" }),
    await client.search.space({ spaceId, query: "backup restore", limit: 5 }),
  ];
  const page = await client.pages.getByPath({ spaceId, pagePath: "guides/back-up-and-restore", format: "markdown" });
  await server.stop();
  const seen = {
    organizationId,
    spaces: spaces.map(({ id, title, revision }) => ({ id, title, revision })),
    pages,
    requests: requests.map(({ number, subject, status }) => ({ number, subject, status })),
    found: found.items.map(({ title }) => title),
    page,
  };
  // The port is different at each start.
  return JSON.parse(JSON.stringify(seen).replaceAll(baseUrl, "https://desk")) as typeof seen;
}

const megabyte = 1024 * 1024;

const uploads = 12;

/** A folder with files of 8 MB each in addition to the source's content. */
async function largeSource(name: string): Promise<string> {
  const large = join(folder, name);
  cpSync(source, large, { recursive: true });
  const database = await openEngine(large);
  for (let number = 0; number < uploads; number += 1) {
    await database.write((queries) =>
      queries
        .insertInto("upload")
        .values({
          key: `upload ${number}`,
          user: "somebody",
          name: "docs.zip",
          // Noise: a server compresses what repeats.
          data: randomBytes(8 * megabyte),
          expires_at: "2030-01-01T00:00:00.000Z",
        })
        .execute(),
    );
  }
  await database.close();
  return large;
}

interface Target {
  readonly place: string;
  /** Bytes on disk, including rows that are not committed. */
  weight(): Promise<number>;
}

const folderTarget = (name: string): Target => {
  const place = join(folder, name);
  const sizeOf = (file: string) => statSync(join(place, file), { throwIfNoEntry: false })?.size ?? 0;
  return { place, weight: async () => sizeOf("copydesk.sqlite") + sizeOf("copydesk.sqlite-wal") };
};

async function databaseTarget(name: string): Promise<Target> {
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    return client.query(text).finally(() => client.end());
  };
  await query(`create database ${name}`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return {
    place: url.href,
    weight: async () => Number((await query(`select pg_database_size('${name}') as size`)).rows[0]?.size),
  };
}

async function uploadsIn({ place }: Target): Promise<number> {
  const isServer = place.startsWith("postgres:");
  const database = await openEngine(isServer ? join(folder, "beside") : place, isServer ? place : undefined);
  const rows = await database.read((queries) => queries.selectFrom("upload").select("key").execute());
  await database.close();
  return rows.length;
}

async function run(...args: string[]) {
  const { code, stdout, stderr } = await start(["copy", ...args]).ended;
  return { code, stdout, stderr };
}

beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  // The first start imports the manual.
  const server = await serve(["--data", source]);
  const organizationId = server.ready.organization ?? "";
  const baseUrl = new URL(server.ready.mcp ?? "").origin;
  const client = createClient({ baseUrl, token: readFileSync(join(source, "token"), "utf8").trim() });
  const { items } = await client.spaces.list({ organizationId });
  for (const subject of ["One", "Two", "Three"]) {
    await client.changeRequests.create({ spaceId: items[0]?.id ?? "", subject });
  }
  await server.stop();
});
afterAll(() => postgres?.stop());

describe("copydesk copy", () => {
  it("moves a workspace to PostgreSQL and back, with nothing lost or changed for clients", async () => {
    const before = await lookInto(source);
    expect(before.requests.map(({ subject }) => subject)).toEqual(["Three", "Two", "One"]);
    expect(before.found.length).toBeGreaterThan(0);

    const there = await run("--from", source, "--to", postgres.url, "--json");
    expect(there).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Copied \d+ rows of \d+ tables, and verified/),
    });
    const over = JSON.parse(there.stdout);
    expect(over.rows).toBeGreaterThan(100);
    expect(await lookInto(join(folder, "away"), postgres.url)).toEqual(before);

    expect((await run("--from", postgres.url, "--to", back)).code).toBe(0);
    expect(await lookInto(back)).toEqual(before);
  });

  it("refuses a target in use, and names it without its password", async () => {
    const { code, stderr } = await run("--from", source, "--to", postgres.url.replace("copydesk@", "copydesk:secret@"));
    expect(code).not.toBe(0);
    expect(stderr).toContain("The target database is in use");
    expect(stderr).not.toContain("secret");
  });

  it("creates no folder if the source does not exist", async () => {
    const nowhere = join(folder, "nowhere");
    expect(await run("--from", nowhere, "--to", postgres.url)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`--from: there is no data folder at ${nowhere}.`),
    });
    expect(existsSync(nowhere)).toBe(false);
  });

  it.each([
    ["a folder", async () => folderTarget("killed")],
    ["PostgreSQL", () => databaseTarget("killed")],
  ])(
    "leaves %s empty when it is killed, so that it can be copied to again",
    async (name, make) => {
      const large = await largeSource(`large for ${name}`);
      const target = await make();
      // It cannot itself remove what it stores next to a server.
      const copying = start(["copy", "--from", large, "--to", target.place], { TMPDIR: folder });
      await expect.poll(() => target.weight(), { timeout: 120_000, interval: 5 }).toBeGreaterThan(25 * megabyte);
      copying.child.kill("SIGKILL");
      expect((await copying.ended).code).toBeNull();
      expect(await uploadsIn(target)).toBe(0);
      expect(await run("--from", large, "--to", target.place)).toMatchObject({ code: 0 });
      expect(await uploadsIn(target)).toBe(uploads);
    },
    120_000,
  );

  it("says what it requires", async () => {
    expect((await run("--from", source)).stderr).toContain("Usage: copydesk copy --from <folder or URL> --to");
    expect((await run("--from", source, "--to", `${postgres.url}?schema=docs`)).stderr).toContain(
      '--to: the URL has the option "schema", which is not supported.',
    );
  });
});
