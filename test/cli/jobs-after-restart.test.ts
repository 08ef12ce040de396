import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "../../src/platform/kernel/database/database.ts";
import { startModelEndpoint } from "../support/model-endpoint.ts";
import { serve, start, temporaryFolder } from "./program.ts";
import { initialize, initialized, listTools } from "./protocol.ts";
import { tokenOf } from "./workspace.ts";

const conversation = {
  id: "c1",
  subject: "Invoices",
  parts: [{ type: "message", role: "user", body: "I cannot pay my invoice by card." }],
};

const folder = temporaryFolder();

const killed = join(folder, "killed");

/** A server was killed during a job, some time ago. */
beforeAll(async () => {
  let asked = () => {};
  const begun = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const { settings } = await startModelEndpoint(() => asked() as undefined, afterAll);
  const server = await serve(["--data", killed, "--model-url", settings.url, "--model", settings.model]);
  const sent = await fetch(`${server.ready.api}/orgs/${server.ready.organization}/conversations`, {
    method: "POST",
    headers: { Authorization: `Bearer ${tokenOf(killed)}`, "Content-Type": "application/json" },
    body: JSON.stringify(conversation),
  });
  expect(sent.status).toBe(204);
  await begun;
  server.child.kill("SIGKILL");
  await server.ended;
  const database = await openDatabase(killed);
  const [job] = await jobs(database);
  expect(job).toMatchObject({ kind: "conversations", state: "running", attempts_left: 9 });
  const past = new Date(Date.now() - 1000).toISOString();
  await database.write((queries) => queries.updateTable("job").set({ lease_until: past }).execute());
  await database.close();
});

async function copyOfKilled(name: string): Promise<{ data: string; database: Database }> {
  const data = join(folder, name);
  cpSync(killed, data, { recursive: true });
  return { data, database: await openDatabase(data) };
}

const jobs = (database: Database) => database.read((queries) => queries.selectFrom("job").selectAll().execute());

async function untilDone(database: Database): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(50)) {
    if ((await jobs(database)).every(({ state }) => state === "succeeded")) return;
  }
  throw new Error(`Still there: ${JSON.stringify(await jobs(database))}`);
}

it("a server resumes the jobs of a killed one", async () => {
  const { data, database } = await copyOfKilled("http");
  const next = await serve(["--data", data]);
  await untilDone(database);
  await database.close();
  await next.stop();
});

it("a server over stdio does so even if its host calls nothing, and creates no data folder", async () => {
  const { data, database } = await copyOfKilled("stdio");
  const none = join(folder, "none");
  const hosts = [none, data].map((own) => start(["--data", own]));
  for (const { child } of hosts) child.stdin.write(`${initialize}\n${initialized}\n${listTools(2)}\n`);
  await untilDone(database);
  await database.close();
  expect(existsSync(none)).toBe(false);
  for (const { child } of hosts) child.stdin.end();
  for (const { ended } of hosts) expect(await ended).toMatchObject({ code: 0, stderr: "" });
});
