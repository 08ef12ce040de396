import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, inject, it, onTestFinished } from "vitest";
import { openPool } from "../../../../../../src/platform/kernel/database/engine/postgres/connection.ts";
import { openServer } from "../../../../../../src/platform/kernel/database/engine/postgres/open.ts";
import { databaseOf } from "../../../../../support/postgres-databases.ts";

/** Milliseconds, more than a server may take to accept a connection. */
const moreThanConnecting = 6_000;

it("a caller that waits for a connection gets it, however long others use it", { tags: ["long"] }, async () => {
  const { pool } = await openPool(inject("postgres"), 1);
  onTestFinished(() => pool.end());
  const first = await pool.connect();
  const second = pool.connect();
  second.catch(() => {});
  await sleep(moreThanConnecting);
  first.release();
  const given = await second;
  expect((await given.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  given.release();
});

it("a server that accepts a connection and says nothing is soon abandoned", { tags: ["long"] }, async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const folder = mkdtempSync(join(tmpdir(), "copydesk-silent-"));
  onTestFinished(() => {
    silent.close();
    rmSync(folder, { recursive: true });
  });
  const { port } = silent.address() as AddressInfo;
  await expect(openServer(folder, `postgres://127.0.0.1:${port}/docs`)).rejects.toMatchObject({
    message: `The database at 127.0.0.1:${port}/docs does not respond. Try again soon.`,
  });
});

/** A network before the server that can lose what is sent on the connections there are, and let new ones through. */
async function losingNetwork(server: string) {
  const { port: target } = new URL(server);
  const connections = new Set<{ isLost: boolean }>();
  const network = createServer((client) => {
    const onward = connect(Number(target), "127.0.0.1");
    const connection = { isLost: false };
    connections.add(connection);
    const pass = (from: Socket, to: Socket) => {
      from.on("data", (bytes) => !connection.isLost && to.write(bytes));
      from.on("close", () => !connection.isLost && to.destroy());
      from.on("error", () => {});
      onTestFinished(() => void from.destroy());
    };
    pass(client, onward);
    pass(onward, client);
  }).listen(0, "127.0.0.1");
  await once(network, "listening");
  onTestFinished(() => void network.close());
  const url = new URL(server);
  url.port = String((network.address() as AddressInfo).port);
  return {
    url: url.href,
    lose: () => {
      for (const connection of connections) connection.isLost = true;
    },
  };
}

async function openBehind(url: string) {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-lost-"));
  const database = await openServer(folder, url);
  onTestFinished(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  return database;
}

it("what the network loses silently is not waited for, and locks of lost writes are released", {
  tags: ["long"],
}, async () => {
  const server = await databaseOf(join(tmpdir(), "copydesk-lost"));
  const network = await losingNetwork(server);
  const [database, other] = [await openBehind(network.url), await openBehind(server)];
  const read = (seconds: number) => database.read((queries) => sql`select pg_sleep(${seconds})`.execute(queries));
  await Promise.all([read(0.1), read(0.1), read(0.1)]);
  const { promise: losing, resolve: lose } = withResolvers();
  const writing = database.write(async (queries) => {
    network.lose();
    lose();
    await sql`select 1`.execute(queries);
  });
  await losing;
  const lost = { problem: "unreachable", message: expect.stringContaining("does not respond") };
  await Promise.all([writing, read(0)].map((work) => expect(work).rejects.toMatchObject(lost)));
  await other.write((queries) => sql`select 1`.execute(queries));
  // Nor are the connections used that were idle when they were lost.
  await database.write((queries) => sql`select 1`.execute(queries));
  await read(0);
});

it("a statement that takes long is waited for", { tags: ["long"] }, async () => {
  const database = await openBehind(await databaseOf(join(tmpdir(), "copydesk-long")));
  await database.read(async (queries) => sql`select pg_sleep(18)`.execute(queries));
});

it("a write waits a minute at most for a lock, and holds one without a statement no longer than that", async () => {
  const database = await openBehind(await databaseOf(join(tmpdir(), "copydesk-limits")));
  const limits = await database.write(async (queries) => {
    const { rows } = await sql`
      select current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(queries);
    return rows;
  });
  expect(limits).toEqual([{ lock: "1min", idle: "1min" }]);
});

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
