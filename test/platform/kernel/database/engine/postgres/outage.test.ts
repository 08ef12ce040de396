import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openPlatform } from "../../../../../../src/platform/index.ts";
import { openServer } from "../../../../../../src/platform/kernel/database/engine/postgres/open.ts";
import { ensureLocalToken, ensureWorkspace } from "../../../../../../src/platform/workspace/spaces/local-workspace.ts";
import { type PostgresServer, startPostgres } from "../../../../../support/postgres-server.ts";

/** Without a separate server, uses that of all tests. */
async function openOn(server?: PostgresServer) {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-outage-"));
  const log: string[] = [];
  const platform = await openPlatform({ folder, database: server?.url, log: (line) => log.push(line) });
  onTestFinished(async () => {
    await platform.close();
    rmSync(folder, { recursive: true });
  });
  const { organization, user } = await ensureWorkspace(platform.database, platform.now());
  const token = await ensureLocalToken(platform.database, folder, user, platform.now());
  const send = (method: string, path: string, body?: object) =>
    platform.fetch(
      new Request(`http://localhost/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  return { send, organization, log };
}

it("when a server dies under load and comes back, no acknowledged write is lost, and requests get 503 meanwhile", async () => {
  const server = await startPostgres({ durable: true });
  // Registered first, so it runs last.
  onTestFinished(() => server.stop());
  const { send, organization, log } = await openOn(server);
  const acknowledged: string[] = [];
  const refused: { status: number; retryAfter: string | null; changed: unknown }[] = [];
  let writing = true;
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let count = 0; writing; count += 1) {
      const answer = await send("POST", `/orgs/${organization}/spaces`, { title: `Space ${writer}.${count}` });
      const json = (await answer.json()) as { id: string; error?: { changed?: boolean } };
      if (answer.status === 201) acknowledged.push(json.id);
      else {
        const { status, headers } = answer;
        refused.push({ status, retryAfter: headers.get("retry-after"), changed: json.error?.changed });
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  });
  const until = (count: number) =>
    expect.poll(() => acknowledged.length, { timeout: 120_000 }).toBeGreaterThanOrEqual(count);
  for (let round = 0; round < 2; round += 1) {
    await until(acknowledged.length + 8);
    await server.crash();
    const before = refused.length;
    await expect.poll(() => refused.length, { timeout: 120_000 }).toBeGreaterThan(before + 3);
    await server.start();
  }
  await until(acknowledged.length + 8);
  writing = false;
  await Promise.all(writers);
  expect([...new Set(refused.map(({ status }) => status))]).toEqual([503]);
  expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
  expect(log.filter((line) => line.startsWith("Unexpected"))).toEqual([]);
  const missing: string[] = [];
  for (const id of acknowledged) {
    const answer = await send("GET", `/spaces/${id}`);
    if (answer.status !== 200) missing.push(id);
  }
  expect(missing).toEqual([]);
});

it("an unreachable server is named without user and password", async () => {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-outage-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const opening = openServer(folder, "postgres://ada:hidden-password@127.0.0.1:1/handbook");
  const error = await opening.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(error).toMatchObject({
    name: "DatabaseServerError",
    problem: "unreachable",
    message: "The database at 127.0.0.1:1/handbook does not respond. Try again soon.",
  });
});

it("a text that the server cannot store is rejected with the name of its field", async () => {
  const { send, organization } = await openOn();
  const answer = await send("POST", `/orgs/${organization}/spaces`, { title: "zero \0 here" });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { message: expect.stringMatching(/^title: .*U\+0000/) } });
});
