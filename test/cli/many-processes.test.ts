import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { Client as Client2025 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, createClient } from "../../src/client/client.ts";
import { startBalancer } from "../support/balancer.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { type Served, serve, temporaryFolder } from "./program.ts";

interface Process extends Served {
  readonly client: Client;
  readonly base: string;
  readonly token: string;
}

const folder = temporaryFolder();
let postgres: PostgresServer;
let first: Process;
let second: Process;
let organizationId = "";

/** Accepts connections and says nothing: a message to it is pending for as long as the sender waits. */
const mail = createServer();
let mailsBegun = 0;
mail.on("connection", () => {
  mailsBegun += 1;
});

/** Makes a Node.js program see a clock that is this many milliseconds ahead. */
const clockAhead = (milliseconds: number) =>
  `--import "data:text/javascript,${encodeURIComponent(`
    const Present = Date;
    globalThis.Date = class extends Present {
      constructor(...parts) {
        if (parts.length === 0) super(Present.now() + ${milliseconds});
        else super(...parts);
      }
      static now() {
        return Present.now() + ${milliseconds};
      }
    };`)}"`;

/** A process with a separate data folder, as on another machine. */
async function begin(name: string, options = "", database = postgres.url): Promise<Process> {
  const data = join(folder, name);
  const { port } = mail.address() as AddressInfo;
  const server = await serve(
    [
      "--data",
      data,
      "--drain-seconds",
      "2",
      "--smtp-url",
      `smtp://127.0.0.1:${port}`,
      "--mail-from",
      "desk@example.com",
    ],
    { COPYDESK_DATABASE: database, NODE_OPTIONS: options },
  );
  const base = new URL(server.ready.mcp ?? "").origin;
  organizationId = server.ready.organization ?? "";
  const token = readFileSync(join(data, "token"), "utf8").trim();
  return { ...server, base, token, client: createClient({ baseUrl: base, token }) };
}

beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  mail.listen(0, "127.0.0.1");
  await once(mail, "listening");
  first = await begin("first");
  second = await begin("second");
});

afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()]);
  mail.close();
  await postgres?.stop();
});

async function makeSpace(client: Client, title: string) {
  const space = await client.spaces.create({ organizationId, title });
  return space.id;
}

/** Creates a page in a change request and merges it. */
async function addPage(client: Client, spaceId: string, title: string, markdown: string) {
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId, subject: title });
  await client.changeRequestContent.apply({
    spaceId,
    changeRequestId,
    changes: [{ operation: "insert_page", title, document: { markdown } }],
  });
  await client.changeRequests.merge({ spaceId, changeRequestId });
}

const listTools = { jsonrpc: "2.0", id: 2, method: "tools/list" };

/** Sends one request of the older era to a process: whichever it is, with the same token. */
function ask({ base }: Process, session: string, method: string, body?: object, bearer = first.token) {
  return fetch(new URL("/mcp", base), {
    method,
    headers: {
      "content-type": "application/json",
      accept: method === "GET" ? "text/event-stream" : "application/json, text/event-stream",
      authorization: `Bearer ${bearer}`,
      "mcp-protocol-version": "2025-11-25",
      ...(session === "" ? {} : { "mcp-session-id": session }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function openSession(process: Process): Promise<string> {
  const clientInfo = { name: "test", version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const response = await ask(process, "", "POST", { jsonrpc: "2.0", id: 1, method: "initialize", params });
  await response.text();
  return response.headers.get("mcp-session-id") ?? "";
}

async function toolsOf(process: Process, session: string): Promise<string[]> {
  const response = await ask(process, session, "POST", listTools);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return [...text.matchAll(/"name":"(\w+)"/g)].map(([, name = ""]) => name);
}

/** A text of words in a different order for each `turn`. */
function newWords(title: string, turn: number): string {
  const words = Array.from({ length: 12 }, (_, at) => `word${title.replace(/\W/g, "").toLowerCase()}x${at}`);
  return [...words.slice(turn * 3), ...words.slice(0, turn * 3)].join(" ");
}

/** The URL of a new database on the same server. */
async function makeDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${name}`).finally(() => client.end());
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

const titlesIn = async ({ client }: Process, spaceId: string) =>
  (await client.pages.list({ spaceId })).pages.map(({ title }) => title);

describe("two processes on one PostgreSQL database", () => {
  it("share a workspace: what one writes, the other reads and finds at once", async () => {
    const spaceId = await makeSpace(first.client, "Rigging");
    await second.client.pages.list({ spaceId });
    await addPage(first.client, spaceId, "Shrouds", "Tension the shrouds.");
    expect(await titlesIn(second, spaceId)).toContain("Shrouds");
    const found = await second.client.search.space({ spaceId, query: "tension" });
    expect(JSON.stringify(found)).toContain("Shrouds");
    await addPage(second.client, spaceId, "Stays", "Forestay and backstay.");
    expect(await titlesIn(first, spaceId)).toContain("Stays");
  });

  it("number change requests of one space without gaps or repeats", async () => {
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

  it("lose nothing when both merge in one space", async () => {
    const spaceId = await makeSpace(first.client, "Merges");
    const titles = Array.from({ length: 8 }, (_, at) => `Page ${at}`);
    await Promise.all(
      titles.map((title, at) =>
        addPage(at % 2 === 0 ? first.client : second.client, spaceId, title, `Text of ${title}.`),
      ),
    );
    expect((await titlesIn(second, spaceId)).sort()).toEqual(titles);
  });

  it("write to several spaces concurrently and lose nothing", async () => {
    const spaces = await Promise.all(["A", "B", "C", "D"].map((title) => makeSpace(first.client, title)));
    const pages = spaces.flatMap((spaceId) => Array.from({ length: 6 }, (_, at) => ({ spaceId, title: `Page ${at}` })));
    await Promise.all(
      pages.map(({ spaceId, title }, at) =>
        // Words that no other space contains, in a different order in each: all spaces share the index of words.
        addPage(at % 2 === 0 ? first.client : second.client, spaceId, title, newWords(title, spaces.indexOf(spaceId))),
      ),
    );
    for (const spaceId of spaces) {
      expect((await titlesIn(first, spaceId)).sort()).toEqual(Array.from({ length: 6 }, (_, at) => `Page ${at}`));
      const { items } = await second.client.search.space({ spaceId, query: "wordpage5x7" });
      expect(items.map(({ title }) => title)).toEqual(["Page 5"]);
    }
  });

  it("run a job once even if one's clock is five minutes ahead", async () => {
    const ahead = await begin("ahead", clockAhead(300_000));
    await first.client.invites.inviteUsers({ organizationId, emails: ["ada@example.com"], role: "edit" });
    await expect.poll(() => mailsBegun).toBe(1);
    // The process that is ahead checks the queue every half second.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(mailsBegun).toBe(1);
    const spaceId = await makeSpace(ahead.client, "Ahead");
    const { createdAt } = await ahead.client.spaces.get({ spaceId });
    expect(Math.abs(Date.parse(createdAt ?? "") - Date.now())).toBeLessThan(60_000);
    await ahead.stop();
  });

  it("answer for each other's sessions", async () => {
    const session = await openSession(first);
    const names = await toolsOf(second, session);
    expect(names).toContain("search_docs");
    expect(names).toEqual(await toolsOf(first, session));
    const stream = await ask(second, session, "GET");
    expect([stream.status, stream.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    await stream.body?.cancel();
    expect((await ask(second, session, "DELETE")).status).toBe(200);
    for (const process of [first, second]) expect((await ask(process, session, "POST", listTools)).status).toBe(404);
  });

  it("accept no forged session, nor one of a process that is gone", async () => {
    const third = await begin("third");
    const session = await openSession(third);
    expect(await toolsOf(first, session)).toContain("search_docs");
    const forged = await ask(second, session, "POST", listTools, "cpd_somebody_else_entirely_0123456789");
    expect(forged.status).toBe(401);
    third.child.kill("SIGKILL");
    await third.ended;
    for (const id of [session, `x${session}`, session.replace(/^\w+/, "127.0.0.1:9")]) {
      const gone = await ask(first, id, "POST", listTools);
      expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining("Initialize again")]);
    }
  });

  it("serve a client of 2025 behind a round-robin balancer", async () => {
    const balancer = await startBalancer([first, second].map(({ base }) => base));
    try {
      const transport = new StreamableHTTPClientTransport(new URL("/mcp", balancer.url), {
        requestInit: { headers: { authorization: `Bearer ${first.token}` } },
      });
      const client = new Client2025({ name: "balanced", version: "1" });
      await client.connect(transport);
      for (let count = 0; count < 6; count += 1) {
        const { content } = await client.callTool({ name: "search_docs", arguments: { query: "tension" } });
        expect(JSON.stringify(content)).toContain("Shrouds");
      }
      await client.close();
      expect(Math.min(...balancer.counts)).toBeGreaterThan(2);
    } finally {
      await balancer.close();
    }
  });

  it("are not ready while the database is down, and recover by themselves", async () => {
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

  it("that start at the same time on an empty database import the manual once", async () => {
    const database = await makeDatabase("empty");
    const started = await Promise.all(["one", "two", "three"].map((name) => begin(`empty ${name}`, "", database)));
    expect(new Set(started.map(({ ready }) => ready.organization)).size).toBe(1);
    const [{ client, ready }] = started as [Process, ...Process[]];
    const { items } = await client.spaces.list({ organizationId: ready.organization ?? "" });
    expect(items.map(({ title }) => title)).toEqual(["Copydesk"]);
    await Promise.all(started.map((process) => process.stop()));
    organizationId = second.ready.organization ?? "";
  });

  it("hand over: a process told to stop finishes its work, and the other continues", async () => {
    first.child.kill("SIGTERM");
    await expect.poll(async () => (await fetch(`${first.base}/ready`)).status, { interval: 20 }).toBe(503);
    const spaceId = await makeSpace(first.client, "Last words");
    expect((await first.ended).code).toBe(0);
    expect((await second.client.spaces.get({ spaceId })).title).toBe("Last words");
  });
});
