import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { freePort } from "./free-port.ts";
import { type Running, start, temporaryFolder } from "./program.ts";
import { callTool, initialize, initialized } from "./protocol.ts";

const folder = temporaryFolder();
let postgres: PostgresServer;
let databases = 0;

beforeAll(async () => {
  postgres = await startPostgres();
}, 120_000);

afterAll(() => postgres?.stop());

interface Starting extends Running {
  readonly proxy: TcpProxy;
  readonly database: string;
  get(path: string): Promise<{ status: number; body: unknown }>;
}

/** Starts a server on a new database, behind a proxy that can be cut. */
async function startServer(prepare: (proxy: TcpProxy) => void = () => {}, args: string[] = []): Promise<Starting> {
  databases += 1;
  const database = `start_${databases}`;
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${database}`);
  await client.end();
  const { hostname: host, port } = new URL(postgres.url);
  const proxy = await startTcpProxy({ host, port: Number(port) });
  prepare(proxy);
  const served = await freePort();
  const url = `postgres://copydesk:secret-of-the-database@127.0.0.1:${proxy.port}/${database}`;
  const program = start(
    ["serve", "--port", String(served), "--data", join(folder, database), "--log-format", "json", ...args],
    { COPYDESK_DATABASE: url },
  );
  return {
    ...program,
    proxy,
    database,
    async get(path) {
      const answer = await fetch(`http://127.0.0.1:${served}${path}`).catch(() => undefined);
      return { status: answer?.status ?? 0, body: await answer?.json().catch(() => undefined) };
    },
  };
}

/** Resolves when the program sends a statement that matches. */
const whenSent = (proxy: TcpProxy, pattern: RegExp) =>
  new Promise<void>((resolve) => {
    proxy.onSent = (text) => {
      if (pattern.test(text)) resolve();
    };
  });

/** What the program does at a moment of its start, by a statement that it then sends. */
const moments: readonly (readonly [string, RegExp])[] = [
  ["connecting", /user\0copydesk/],
  ["migrating", /create table/i],
  ["importing the manual", /insert into "(?:blob|node)"/],
  ["registering its address", /insert into "serving_process"/],
  ["making the first sign-in link", /insert into "(?:sign_in_link|setting)"[\s\S]*/],
];

const linesOf = (stderr: string) =>
  stderr
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { time: string; level: string; message: string; signIn?: string });

describe("a start whose database connection is lost", () => {
  it.each(moments)("while %s goes on when the database is back", { timeout: 120_000 }, async (_, pattern) => {
    let sent: Promise<void> | undefined;
    const server = await startServer((proxy) => {
      sent = whenSent(proxy, pattern);
    });
    await sent;
    server.proxy.refuse(true);
    await server.line("stderr", /does not respond.*The start waits for up to 60 s/);
    expect(await server.get("/health")).toMatchObject({ status: 200, body: { status: "ok" } });
    expect(await server.get("/ready")).toMatchObject({
      status: 503,
      body: { error: { message: "The server is starting. A service that it needs does not respond." } },
    });
    expect((await server.get("/v1/user")).status).toBe(503);
    server.proxy.refuse(false);
    await server.line("stdout", /^\{"mcp"/);
    expect(await server.get("/ready")).toMatchObject({ status: 200, body: { status: "ready" } });
    server.child.kill("SIGTERM");
    const { code, stderr } = await server.ended;
    expect(code).toBe(0);
    expect(stderr).not.toContain("secret-of-the-database");
    expect(linesOf(stderr).some(({ signIn }) => signIn?.includes("/app/sign-in/link?code="))).toBe(true);
  });
});

describe("SIGTERM", () => {
  it.each(moments)("ends a start that waits for its database while %s", { timeout: 60_000 }, async (_, pattern) => {
    let sent: Promise<void> | undefined;
    const server = await startServer((proxy) => {
      sent = whenSent(proxy, pattern);
    });
    await sent;
    server.proxy.silence(true);
    server.child.kill("SIGTERM");
    expect((await server.ended).code).toBe(130);
  });
});

it("a server whose database is silent ends at the first signal all the same", { timeout: 60_000 }, async () => {
  const server = await startServer();
  await server.line("stdout", /^\{"mcp"/);
  server.proxy.silence(true);
  server.child.kill("SIGTERM");
  const { code, stderr } = await server.ended;
  expect(code).toBe(0);
  expect(linesOf(stderr).at(-1)).toMatchObject({ level: "warn", message: "Not everything could be closed in time." });
});

it("a stdio server whose database is silent ends when its host leaves", { timeout: 60_000 }, async () => {
  const served = await startServer();
  await served.line("stdout", /^\{"mcp"/);
  served.child.kill("SIGTERM");
  await served.ended;
  const { child, ended, line } = start(["--data", join(folder, "stdio")], {
    COPYDESK_DATABASE: `postgres://copydesk@127.0.0.1:${served.proxy.port}/${served.database}`,
  });
  child.stdin.write(`${initialize}\n${initialized}\n${callTool(5, "list_spaces")}\n`);
  await line("stdout", /"id":5/);
  served.proxy.silence(true);
  child.stdin.end();
  expect((await ended).code).toBe(0);
});

it("a start that its database refuses ends with 1 and one record", { timeout: 60_000 }, async () => {
  const { ended } = start(["serve", "--port", "0", "--data", join(folder, "refused"), "--log-format", "json"], {
    COPYDESK_DATABASE: postgres.url.replace(/\/postgres$/, "/missing"),
  });
  const { code, stderr } = await ended;
  expect(code).toBe(1);
  expect(linesOf(stderr)).toEqual([
    { time: expect.any(String), level: "error", message: expect.stringContaining('database "missing" does not exist') },
  ]);
});
