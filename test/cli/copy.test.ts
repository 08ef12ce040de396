import { mkdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../../src/cli/copy.ts";
import { openPlatform } from "../../src/platform/index.ts";
import { ensureLocalToken, ensureWorkspace } from "../../src/platform/spaces/local-workspace.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { temporaryFolder } from "./program.ts";

const folder = temporaryFolder();
let postgres: PostgresServer;
let token = "";
let space = "";
let other = "";

/** What a caller with the token of the source reads of the workspace there. */
async function withPlatform<Result>(
  place: { folder: string; database?: string },
  work: (send: (method: string, path: string, body?: object) => Promise<Response>) => Promise<Result>,
): Promise<Result> {
  mkdirSync(place.folder, { recursive: true });
  const platform = await openPlatform(place);
  try {
    if (token === "") {
      const { user } = await ensureWorkspace(platform.database, platform.now());
      token = await ensureLocalToken(platform.database, place.folder, user, platform.now());
    }
    return await work((method, path, body) =>
      platform.fetch(
        new Request(`http://localhost/v1${path}`, {
          method,
          headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      ),
    );
  } finally {
    await platform.close();
  }
}

const spaceAt = (place: { folder: string; database?: string }) =>
  withPlatform(place, async (send) => {
    const answer = await send("GET", `/spaces/${space}`);
    return { status: answer.status, json: await answer.json() };
  });

beforeAll(async () => {
  postgres = await startPostgres({ durable: false });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query("create database copied").finally(() => client.end());
  other = Object.assign(new URL(postgres.url), { pathname: "/copied" }).href;
  await withPlatform({ folder, database: postgres.url }, async (send) => {
    const { organization } = await openOrganization(send);
    const answer = await send("POST", `/orgs/${organization}/spaces`, { title: "Handbook ü 文档" });
    space = ((await answer.json()) as { id: string }).id;
  });
}, 180_000);

afterAll(() => postgres?.stop());

async function openOrganization(send: (method: string, path: string) => Promise<Response>) {
  const { items } = (await (await send("GET", "/orgs")).json()) as { items: { id: string }[] };
  return { organization: items[0]?.id ?? "" };
}

describe("copydesk copy", () => {
  it("moves a workspace between PostgreSQL databases, with its tokens", async () => {
    const original = await spaceAt({ folder, database: postgres.url });
    expect(original).toMatchObject({ status: 200, json: { title: "Handbook ü 文档" } });
    expect(await run(["--from", postgres.url, "--to", other])).toBe(0);
    expect(await spaceAt({ folder: join(folder, "elsewhere"), database: other })).toEqual(original);
  }, 180_000);

  it("refuses a target that is in use, and a source that is not there", async () => {
    await expect(run(["--from", other, "--to", postgres.url])).rejects.toThrow(/is in use/);
    await expect(run(["--from", join(folder, "missing"), "--to", other])).rejects.toThrow(/no data folder/);
  }, 180_000);
});
