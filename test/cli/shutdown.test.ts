import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { clientKinds, connect, textOf } from "../server/clients.ts";
import { withResolvers } from "../server/fixture-tools.ts";
import { serve } from "./program.ts";

const services: Server[] = [];
afterEach(() => {
  for (const service of services.splice(0)) service.close().closeAllConnections();
});

/** A service that answers who the user is when the test says so, with a name of that many characters. */
async function slowService(length: number) {
  const asked = withResolvers();
  const released = withResolvers();
  const service = createServer(async (request, response) => {
    if (request.url !== "/v1/user") return void response.writeHead(404).end();
    asked.resolve();
    await released.promise;
    const user = { object: "user", id: "u1", displayName: "x".repeat(length) };
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(user));
  });
  services.push(service);
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const { port } = service.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked: asked.promise, release: released.resolve };
}

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

describe("a signal while a call is under way", () => {
  it.each([...clientKinds.map((kind) => ["SIGTERM", kind] as const), ["SIGINT", "v2 modern"] as const])(
    "is obeyed, be it %s, after a %s client has its whole answer",
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

it("a second signal ends the server at once", async () => {
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
