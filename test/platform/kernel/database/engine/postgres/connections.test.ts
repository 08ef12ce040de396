import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, it, onTestFinished } from "vitest";
import { openPool } from "../../../../../../src/platform/kernel/database/engine/postgres/connection.ts";
import { openServer } from "../../../../../../src/platform/kernel/database/engine/postgres/open.ts";

/** Milliseconds, more than a server may take to accept a connection. */
const moreThanConnecting = 6_000;

it("who waits for a connection that others use gets it, however long they use it", { tags: ["long"] }, async () => {
  const pool = await openPool(inject("postgres"), 1);
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
