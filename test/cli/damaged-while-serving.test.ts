import { closeSync, fstatSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { clientKinds, connect, textOf } from "../server/clients.ts";
import { serve, temporaryFolder } from "./program.ts";
import { initialize } from "./protocol.ts";
import { tokenOf } from "./workspace.ts";

const folder = temporaryFolder();

/** Overwrites all pages of the database but the first, while it is in use. */
function damage(file: string): void {
  const database = new Database(file);
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  const handle = openSync(file, "r+");
  const { size } = fstatSync(handle);
  for (let at = 4096; at < size; at += 4096) writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, at);
  closeSync(handle);
}

it("damage that a server finds while it reads is called damage wherever it is asked", async () => {
  const data = join(folder, "data");
  const server = await serve(["--data", data]);
  const { origin } = new URL(server.ready.mcp ?? "");
  const authorization = { Authorization: `Bearer ${tokenOf(data)}` };
  const accept = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  const mcp = (body: string, headers = {}) =>
    fetch(`${origin}/mcp`, { method: "POST", body, headers: { ...accept, ...headers } });
  const clients = await Promise.all(clientKinds.map((kind) => connect(kind, new URL(`${origin}/mcp`))));
  damage(join(data, "copydesk.sqlite"));
  const api = await Promise.all(
    ["/user", `/orgs/${server.ready.organization}/spaces`].map((path) =>
      fetch(`${server.ready.api}${path}`, { headers: authorization }),
    ),
  );
  for (const answer of api) {
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { error: { code: 500, name: "damaged", message: expect.stringContaining("copydesk restore"), changed: false } },
    ]);
  }
  const refused = await mcp(initialize, authorization);
  expect([refused.status, await refused.text()]).toEqual([500, expect.stringContaining("copydesk restore")]);
  for (const client of clients) expect(textOf(await client.callTool("list_spaces", {}))).toContain("copydesk restore");
  const signIn = await fetch(`${origin}/app/sign-in/link?code=guess`);
  expect([signIn.status, await signIn.text()]).toEqual([500, expect.stringContaining("copydesk restore")]);
  await Promise.all(clients.map((client) => client.close()));
  const { code, stderr } = await server.stop();
  expect(code).toBe(0);
  expect(stderr).not.toMatch(/SqliteError|Unexpected failure|^\s+at /m);
});
