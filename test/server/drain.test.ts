import { afterEach, describe, expect, it } from "vitest";
import { defineTool } from "../../src/tools/tool.ts";
import { clientKinds, connect, textOf } from "./clients.ts";
import { listen } from "./endpoint.ts";
import { fixtureTools, withResolvers } from "./fixture-tools.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** An endpoint with a tool that returns when the test says so. */
async function served() {
  const started = withResolvers();
  const released = withResolvers();
  const tool = defineTool({
    name: "take_time",
    title: "Take time",
    description: "Answers later.",
    toolset: "content",
    uses: [],
    input: {},
    async run() {
      started.resolve();
      await released.promise;
      return { text: "done" };
    },
  });
  const server = await listen({ tools: [...fixtureTools, tool] });
  closing.push(() => server.close());
  return { ...server, started: started.promise, release: released.resolve };
}

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

const post = (url: URL, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
  });

describe.each(clientKinds)("a server that drains, for a %s client", (kind) => {
  it("answers the call under way, and then reports it is done", async () => {
    const { url, drain, started, release } = await served();
    const client = await connect(kind, url);
    const called = client.callTool("take_time");
    await started;
    const drained = drain(10_000);
    await expect(client.callTool("who_am_i")).rejects.toThrow("This server is shutting down.");
    release();
    expect(textOf(await called)).toBe("done");
    expect(await drained).toBe(true);
    await client.close().catch(() => {});
  });
});

describe("a server that drains", () => {
  it("waits no longer than configured", async () => {
    const { url, drain, started, release } = await served();
    const client = await connect("v2 modern", url);
    const called = client.callTool("take_time");
    await started;
    expect(await drain(5)).toBe(false);
    release();
    await called;
    await client.close();
  });

  it("is done immediately if only endless streams are open", async () => {
    const { url, drain } = await served();
    const opened = await post(url, initialize);
    await opened.text();
    const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    const stream = await fetch(url, { headers: { accept: "text/event-stream", ...session } });
    expect(stream.status).toBe(200);
    expect(await drain(10_000)).toBe(true);
    await stream.body?.cancel();
  });

  it("opens no session and no stream, and tells clients to come back on another connection", async () => {
    const { url, drain } = await served();
    await drain(0);
    const refused = await post(url, initialize);
    expect([refused.status, refused.headers.get("retry-after"), refused.headers.get("connection")]).toEqual([
      503,
      "5",
      "close",
    ]);
    expect((await fetch(url, { headers: { accept: "text/event-stream" } })).status).toBe(503);
  });

  it("still accepts what a call under way needs: answers and cancellations", async () => {
    const { url, drain } = await served();
    const opened = await post(url, initialize);
    await opened.text();
    const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    await drain(0);
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
    expect((await post(url, cancelled, session)).status).toBe(202);
    expect((await post(url, { jsonrpc: "2.0", id: 7, result: { action: "decline" } }, session)).status).toBe(202);
  });
});
