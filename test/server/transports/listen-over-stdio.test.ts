import { PassThrough } from "node:stream";
import { afterEach, expect, it } from "vitest";
import { serveStdioTransport } from "../../../src/server/transports/stdio.ts";
import { createResourceWatches } from "../../../src/server/watches/resource-watches.ts";
import { changingPage } from "../changing-page.ts";
import { endpoint } from "../endpoint.ts";

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const subscriptionId = "io.modelcontextprotocol/subscriptionId";

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A host of the newer protocol on a pipe, and the page it may watch. */
function host() {
  const page = changingPage();
  const client = page.client();
  const watches = createResourceWatches({
    client: async () => client,
    clock: async () => ({ delay: () => 1_000_000 }),
  });
  const { factory, handler } = endpoint({ client, watches });
  const input = new PassThrough();
  const output = new PassThrough({ encoding: "utf8" });
  const ended = serveStdioTransport(factory, { watches, streams: { input, output } });
  const lines = output.iterator() as AsyncIterator<string>;
  const waiting: unknown[] = [];
  const close = async () => {
    input.end();
    await ended;
    await handler.close();
  };
  closing.push(close);
  const send = (message: Record<string, unknown>) => {
    input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  return {
    page,
    watches,
    close,
    send,
    listen(id: string, notifications: Record<string, unknown>) {
      send({ id, method: "subscriptions/listen", params: { _meta: meta, notifications } });
    },
    async next() {
      if (waiting.length === 0) {
        const { value = "" } = await lines.next();
        waiting.push(
          ...value
            .trim()
            .split("\n")
            .map((line: string) => JSON.parse(line) as unknown),
        );
      }
      return waiting.shift();
    },
  };
}

it("a change is sent only to subscriptions that name the page", async () => {
  const { page, watches, listen, send, next } = host();
  const { uri } = page;
  listen("one", { resourceSubscriptions: [uri] });
  expect(await next()).toMatchObject({ method: "notifications/subscriptions/acknowledged" });
  listen("two", { resourceSubscriptions: [uri, "docs://spaces/api"] });
  expect(await next()).toMatchObject({
    params: {
      notifications: { resourceSubscriptions: [uri, "docs://spaces/api"] },
      _meta: { [subscriptionId]: "two" },
    },
  });
  expect(watches.size).toBe(2);
  await page.seen();
  page.write();
  await watches.poll();
  for (const id of ["one", "two"]) {
    expect(await next()).toMatchObject({ params: { uri, _meta: { [subscriptionId]: id } } });
  }
  expect(await next()).toMatchObject({ params: { uri: "docs://spaces/api", _meta: { [subscriptionId]: "two" } } });
  send({ method: "notifications/cancelled", params: { requestId: "two" } });
  await expect.poll(() => watches.size).toBe(1);
  page.write();
  await watches.poll();
  expect(await next()).toEqual({
    jsonrpc: "2.0",
    method: "notifications/resources/updated",
    params: { uri, _meta: { [subscriptionId]: "one" } },
  });
});

it("a subscription that names too many resources is refused before any is watched", async () => {
  const { watches, listen, next } = host();
  const resourceSubscriptions = Array.from({ length: 201 }, (_, page) => `docs://spaces/api/pages/${page}`);
  listen("many", { resourceSubscriptions });
  expect(await next()).toEqual({
    jsonrpc: "2.0",
    id: "many",
    error: { code: -32602, message: "A subscription may name at most 200 resources." },
  });
  expect(watches.size).toBe(0);
});

it("a subscription ends cleanly, and watches nothing, once the host closes its side", async () => {
  const { page, watches, listen, next, close } = host();
  listen("one", { resourceSubscriptions: [page.uri] });
  await next();
  expect(watches.size).toBe(1);
  await close();
  expect(watches.size).toBe(0);
});
