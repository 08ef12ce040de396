import { afterEach, describe, expect, it } from "vitest";
import { clientKinds, connect, textOf } from "../server/clients.ts";
import { serve } from "./program.ts";
import { slowService as openSlowService } from "./slow-service.ts";

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

const slowService = (length: number) => openSlowService(length, (end) => endings.push(end));

const whoAmI = { operation: "getAuthenticatedUser", arguments: {} };

/** Resolves when nothing listens there any more. */
async function untilClosed(url: string): Promise<void> {
  while (
    await fetch(url, { headers: { Connection: "close" } }).then(
      () => true,
      () => false,
    )
  ) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe("a signal during a call", () => {
  it.each([...clientKinds.map((kind) => ["SIGTERM", kind] as const), ["SIGINT", "v2 modern"] as const])(
    "ends the server with %s only after a %s client has its complete answer",
    async (signal, kind) => {
      const length = 3_000_000;
      const service = await slowService(length);
      const server = await serve(["--base-url", service.url, "--answer-tokens", "1000000"]);
      const client = await connect(kind, new URL(server.ready.mcp ?? ""));
      const called = client.callTool("read_operation", whoAmI);
      await service.asked;
      server.child.kill(signal);
      await untilClosed(server.ready.health ?? "");
      service.release();
      expect(textOf(await called)).toContain("x".repeat(length));
      expect((await server.ended).code).toBe(0);
      await client.close().catch(() => {});
    },
  );
});

it("a second signal ends the server immediately", async () => {
  const service = await slowService(1);
  const server = await serve(["--base-url", service.url]);
  const client = await connect("v2 modern", new URL(server.ready.mcp ?? ""));
  const called = client.callTool("read_operation", whoAmI).catch(() => "cut off");
  await service.asked;
  server.child.kill("SIGTERM");
  await untilClosed(server.ready.health ?? "");
  server.child.kill("SIGTERM");
  expect((await server.ended).code).toBe(130);
  expect(await called).toBe("cut off");
});

it("a server with --drain-seconds keeps answering that long after a signal, and is not ready", async () => {
  const server = await serve(["--base-url", "http://127.0.0.1:9", "--drain-seconds", "3"]);
  const { health = "", ready = "" } = server.ready;
  const statuses = async () => [(await fetch(health)).status, (await fetch(ready)).status];
  expect(await statuses()).toEqual([200, 200]);
  server.child.kill("SIGTERM");
  await expect.poll(statuses, { interval: 20 }).toEqual([200, 503]);
  expect((await server.ended).code).toBe(0);
});
