import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, createClient } from "../../src/client/client.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { type Served, serve, temporaryFolder } from "./program.ts";

interface Process extends Served {
  readonly client: Client;
  readonly base: string;
}

const folder = temporaryFolder();
let postgres: PostgresServer;
let first: Process;
let second: Process;
let organizationId = "";

/** A process with a data folder of its own, as on another machine. */
async function begin(name: string): Promise<Process> {
  const data = join(folder, name);
  const server = await serve(["--data", data, "--drain-seconds", "2"], { COPYDESK_DATABASE: postgres.url });
  const base = new URL(server.ready.mcp ?? "").origin;
  organizationId = server.ready.organization ?? "";
  const token = readFileSync(join(data, "token"), "utf8").trim();
  return { ...server, base, client: createClient({ baseUrl: base, token }) };
}

beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  first = await begin("first");
  second = await begin("second");
}, 120_000);

afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()]);
  await postgres?.stop();
});

async function makeSpace(client: Client, title: string) {
  const space = await client.spaces.create({ organizationId, title });
  return space.id;
}

/** Makes a page in a change request and merges that. */
async function addPage(client: Client, spaceId: string, title: string, markdown: string) {
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId, subject: title });
  await client.changeRequestContent.apply({
    spaceId,
    changeRequestId,
    changes: [{ operation: "insert_page", title, document: { markdown } }],
  });
  await client.changeRequests.merge({ spaceId, changeRequestId });
}

const titlesIn = async ({ client }: Process, spaceId: string) =>
  (await client.pages.list({ spaceId })).pages.map(({ title }) => title);

describe("two processes on one PostgreSQL database", () => {
  it("are one workspace: what is written through one is read and found through the other at once", async () => {
    const spaceId = await makeSpace(first.client, "Rigging");
    await second.client.pages.list({ spaceId });
    await addPage(first.client, spaceId, "Shrouds", "Tension the shrouds.");
    expect(await titlesIn(second, spaceId)).toContain("Shrouds");
    const found = await second.client.search.space({ spaceId, query: "tension" });
    expect(JSON.stringify(found)).toContain("Shrouds");
    await addPage(second.client, spaceId, "Stays", "Forestay and backstay.");
    expect(await titlesIn(first, spaceId)).toContain("Stays");
  });

  it("number change requests of one space without a gap or a repetition", async () => {
    const spaceId = await makeSpace(second.client, "Numbers");
    const both = [first.client, second.client];
    const opened = await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        (both[at % 2] as Client).changeRequests.create({ spaceId, subject: `Request ${at}` }),
      ),
    );
    expect(opened.map(({ number }) => number).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 24 }, (_, at) => at + 1),
    );
  });

  it("lose nothing of merges that both make in one space", async () => {
    const spaceId = await makeSpace(first.client, "Merges");
    const titles = Array.from({ length: 8 }, (_, at) => `Page ${at}`);
    await Promise.all(
      titles.map((title, at) =>
        addPage(at % 2 === 0 ? first.client : second.client, spaceId, title, `Text of ${title}.`),
      ),
    );
    expect((await titlesIn(second, spaceId)).sort()).toEqual(titles);
  });

  it("say that they are not ready while the database is away, and go on by themselves when it is back", async () => {
    const spaceId = await makeSpace(first.client, "Away");
    const statuses = () =>
      Promise.all(
        [first, second].flatMap(({ base }) =>
          ["/health", "/ready"].map(async (path) => (await fetch(base + path)).status),
        ),
      );
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await postgres.crash();
    await expect.poll(statuses).toEqual([200, 503, 200, 503]);
    await expect(second.client.spaces.get({ spaceId })).rejects.toMatchObject({ status: 503 });
    await postgres.start();
    await expect.poll(statuses).toEqual([200, 200, 200, 200]);
    expect((await second.client.spaces.get({ spaceId })).title).toBe("Away");
  });

  it("hand over: one that is told to end finishes what it has, and the other goes on", async () => {
    first.child.kill("SIGTERM");
    await expect.poll(async () => (await fetch(`${first.base}/ready`)).status, { interval: 20 }).toBe(503);
    const spaceId = await makeSpace(first.client, "Last words");
    expect((await first.ended).code).toBe(0);
    expect((await second.client.spaces.get({ spaceId })).title).toBe("Last words");
  });
});
