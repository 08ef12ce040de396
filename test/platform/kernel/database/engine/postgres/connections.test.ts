import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, inject, it, onTestFinished } from "vitest";
import { openPool, queriesOver } from "../../../../../../src/platform/kernel/database/engine/postgres/connection.ts";
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

/**
 * A network before the server that can lose what is sent on the connections there are, or from a text onward, and let
 * new ones through, at once, late or not at all.
 */
async function losingNetwork(server: string) {
  const { port: target } = new URL(server);
  const connections = new Set<{ isLost: boolean }>();
  let admit = async () => true;
  let fatal: string | undefined;
  const network = createServer({ pauseOnConnect: true }, async (client) => {
    if (!(await admit())) return client.destroy();
    const onward = connect(Number(target), "127.0.0.1");
    const connection = { isLost: false };
    connections.add(connection);
    const pass = (from: Socket, to: Socket) => {
      from.on("data", (bytes) => {
        if (fatal !== undefined && bytes.includes(fatal)) connection.isLost = true;
        if (!connection.isLost) to.write(bytes);
      });
      from.on("close", () => !connection.isLost && to.destroy());
      from.on("error", () => {});
      onTestFinished(() => void from.destroy());
    };
    pass(client, onward);
    pass(onward, client);
    return client.resume();
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
    loseFrom: (text: string) => {
      fatal = text;
    },
    /** Replaces what decides whether a new connection is let through. */
    setAdmission: (given: () => Promise<boolean>) => {
      admit = given;
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

it("a connection whose statement ends while it is looked up stays open", { tags: ["long"] }, async () => {
  const network = await losingNetwork(await databaseOf(join(tmpdir(), "copydesk-ending")));
  const database = await openBehind(network.url);
  const { promise: looking, resolve: looks } = withResolvers();
  const { promise: ended, resolve: end } = withResolvers();
  await database.write(async (queries) => {
    await sql`select 1`.execute(queries);
    network.setAdmission(async () => {
      looks();
      await ended;
      return true;
    });
    await sql`select pg_sleep(16)`.execute(queries);
    await looking;
    end();
    // Time for both looks.
    await sleep(3_000);
    await sql`select 1`.execute(queries);
  });
});

it("a statement is waited for if its state is hidden", { tags: ["long"] }, async () => {
  const options = ["-crole=pg_signal_backend", "-ctrack_activities=off"];
  await Promise.all(
    options.map(async (option) => {
      const opened = await openPool(`${inject("postgres")}?options=${encodeURIComponent(option)}`, 1);
      onTestFinished(() => opened.pool.end());
      await sql`select pg_sleep(18)`.execute(queriesOver(opened, "here"));
    }),
  );
});

it("a statement is waited for if one look fails", { tags: ["long"] }, async () => {
  const network = await losingNetwork(await databaseOf(join(tmpdir(), "copydesk-failing")));
  const database = await openBehind(network.url);
  let refused = 0;
  await database.read(async (queries) => {
    await sql`select 1`.execute(queries);
    network.setAdmission(async () => ++refused > 1);
    await sql`select pg_sleep(18)`.execute(queries);
  });
  expect(refused).toBe(2);
});

it("a statement is not waited for if looks get no answer", { tags: ["long"] }, async () => {
  const network = await losingNetwork(await databaseOf(join(tmpdir(), "copydesk-unanswered")));
  const database = await openBehind(network.url);
  const reading = database.read(async (queries) => {
    await sql`select 1`.execute(queries);
    network.loseFrom("pg_stat_activity");
    await sql`select pg_sleep(30)`.execute(queries);
  });
  await expect(reading).rejects.toMatchObject({ problem: "unreachable" });
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
