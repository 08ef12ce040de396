import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/platform/kernel/database/database.ts";
import { clientKinds, connect, textOf } from "../server/clients.ts";
import { startModelEndpoint } from "../support/model-endpoint.ts";
import { serve, start, temporaryFolder } from "./program.ts";
import { callTool, initialize, initialized } from "./protocol.ts";
import { slowService } from "./slow-service.ts";
import { tokenOf } from "./workspace.ts";

const endings: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const folder = temporaryFolder();

const told = "The server had an unexpected error and is restarting or has stopped.";

/** A program in which a signal triggers a fault of ours. */
const faulty = (fault: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`process.on("SIGUSR2", () => { ${fault} });`)}`,
});

const thrown = faulty('throw new Error("a fault, with cpd_abcdefghijklmnopqrstuvwxyz")');

const rejected = faulty('Promise.reject(new Error("a fault, with cpd_abcdefghijklmnopqrstuvwxyz"))');

describe.each([
  ["an uncaught error", thrown, "Uncaught error, the process ends"],
  ["an unhandled rejection", rejected, "Unhandled rejection, the process ends"],
] as const)("%s", (_, variables, named) => {
  it("stops a server over stdio after its running call was answered", async () => {
    const service = await slowService(1, (end) => endings.push(end));
    const { child, ended, line } = start(["--base-url", service.url], variables);
    const call = callTool(77, "read_operation", { operation: "getAuthenticatedUser", arguments: {} });
    child.stdin.write(`${initialize}\n${initialized}\n${call}\n`);
    await service.asked;
    child.kill("SIGUSR2");
    const answer = JSON.parse(await line("stdout", /"id":77/)) as { error: { code: number; message: string } };
    expect(answer.error).toMatchObject({ code: -32603, message: expect.stringContaining(told) });
    const { code, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr).toContain(`error: ${named}: Error: a fault, with [token]\n        at`);
  });

  it.each(clientKinds)("stops a server over HTTP after the running call of a %s client was answered", async (kind) => {
    const service = await slowService(1, (end) => endings.push(end));
    const server = await serve(["--base-url", service.url], variables);
    const client = await connect(kind, new URL(server.ready.mcp ?? ""));
    const call = { operation: "getAuthenticatedUser", arguments: {} };
    const calling = client.callTool("read_operation", call).then(textOf, String);
    await service.asked;
    server.child.kill("SIGUSR2");
    expect(await calling).toContain(told);
    const { code, stderr } = await server.ended;
    expect(code).toBe(1);
    expect(stderr).toContain(`${named}: Error: a fault, with [token]`);
    await client.close().catch(() => {});
  });
});

it("a job that crashed two processes is set aside by the third", async () => {
  const data = join(folder, "crashing");
  let asked = () => {};
  const { settings } = await startModelEndpoint(
    () => asked() as undefined,
    (end) => endings.push(end),
  );
  const flags = ["--data", data, "--model-url", settings.url, "--model", settings.model];
  for (let crash = 1; crash <= 2; crash += 1) {
    const running = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const server = await serve(flags, thrown);
    if (crash === 1) {
      const sent = await fetch(`${server.ready.api}/orgs/${server.ready.organization}/conversations`, {
        method: "POST",
        headers: { Authorization: `Bearer ${tokenOf(data)}`, "Content-Type": "application/json" },
        body: JSON.stringify({
          id: "c1",
          subject: "Invoices",
          parts: [{ type: "message", role: "user", body: "I cannot pay my invoice by card." }],
        }),
      });
      expect(sent.status).toBe(204);
    }
    await running;
    server.child.kill("SIGUSR2");
    expect((await server.ended).code).toBe(1);
    expect(await jobOf(data)).toMatchObject({ state: "waiting", crashes: crash, lease_owner: null });
  }
  const third = await serve(flags, thrown);
  for (const end = Date.now() + 120_000; Date.now() < end && (await jobOf(data))?.state !== "failed"; ) await sleep(50);
  expect(await jobOf(data)).toMatchObject({
    state: "failed",
    error: expect.stringContaining("It is set aside, because 2 processes crashed while running it"),
  });
  expect((await third.stop()).stderr).toMatch(/Job \w+ \(conversations\) is set aside/);
});

async function jobOf(data: string) {
  const database = await openDatabase(data);
  const [job] = await database.read((queries) => queries.selectFrom("job").selectAll().execute());
  await database.close();
  return job;
}
