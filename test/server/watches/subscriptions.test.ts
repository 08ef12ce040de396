import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, it } from "vitest";
import { createResourceWatches } from "../../../src/server/watches/resource-watches.ts";
import { anySpace, changingPage } from "../changing-page.ts";
import { type EndpointOptions, listen } from "../endpoint.ts";
import { withResolvers } from "../fixture-tools.ts";

/** Checks when a test says so, and not by itself. */
const clock = async () => ({ delay: () => 1_000_000 });

const info = { name: "subscriber", version: "1.0.0" };

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function served(options: EndpointOptions = {}) {
  const page = changingPage();
  const client = options.client ?? page.client();
  const watches = createResourceWatches({ client: async () => client, clock });
  const server = await listen({ ...options, client, watches });
  closing.push(server.close);
  return { page, watches, url: server.url };
}

async function earlierClient(url: URL, headers: Record<string, string> = {}) {
  const client = new EarlierClient(info);
  const updates: string[] = [];
  const updated = withResolvers();
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    updates.push(params.uri);
    updated.resolve();
  });
  await client.connect(new EarlierTransport(url, { requestInit: { headers } }));
  closing.push(() => client.close());
  return { client, updates, updated: updated.promise };
}

async function newerClient(url: URL, headers: Record<string, string> = {}) {
  const client = new Client(info, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  const updates: string[] = [];
  const updated = withResolvers();
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    updates.push(params.uri);
    updated.resolve();
  });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  closing.push(() => client.close());
  return { client, updates, updated: updated.promise };
}

describe("a client of the 2025 era", () => {
  it("is notified of a page it subscribed to, until it unsubscribes", async () => {
    const { page, watches, url } = await served();
    const { client, updates, updated } = await earlierClient(url);
    expect(client.getServerCapabilities()?.resources).toMatchObject({ subscribe: true });
    await client.subscribeResource({ uri: page.uri });
    page.write();
    await watches.poll();
    await updated;
    expect(updates).toEqual([page.uri]);
    await client.unsubscribeResource({ uri: page.uri });
    expect(watches.size).toBe(0);
  });

  it("can subscribe twice and is notified once", async () => {
    const { page, watches, url } = await served();
    const { client } = await earlierClient(url);
    await client.subscribeResource({ uri: page.uri });
    await client.subscribeResource({ uri: page.uri });
    expect(watches.size).toBe(1);
  });

  it("cannot subscribe to what does not exist", async () => {
    const { watches, url } = await served();
    const { client } = await earlierClient(url);
    const uri = "docs://spaces/api/pages/nothing";
    await expect(client.subscribeResource({ uri })).rejects.toMatchObject({ code: -32002, data: { uri } });
    expect(watches.size).toBe(0);
  });

  it("may subscribe to two hundred resources and no more", async () => {
    const { watches, url } = await served({ client: anySpace });
    const { client } = await earlierClient(url);
    for (let space = 0; space < 200; space++) await client.subscribeResource({ uri: `docs://spaces/${space}` });
    const one = client.subscribeResource({ uri: "docs://spaces/more" });
    await expect(one).rejects.toMatchObject({ code: -32600 });
    expect(watches.size).toBe(200);
  });

  it("stops watching when its session ends", async () => {
    const { page, watches, url } = await served();
    const transport = new EarlierTransport(url);
    const client = new EarlierClient(info);
    await client.connect(transport);
    await client.subscribeResource({ uri: page.uri });
    await transport.terminateSession();
    await client.close();
    expect(watches.size).toBe(0);
  });

  it("is notified at once of changes by a call on this server", async () => {
    const { page, url } = await served();
    const { client, updated } = await earlierClient(url);
    await client.subscribeResource({ uri: page.uri });
    page.write();
    await client.callTool({ name: "open_draft" });
    await updated;
  });
});

describe("a client of the 2026 protocol", () => {
  it("is notified of the pages its stream names, until it closes the stream", async () => {
    const { page, watches, url } = await served();
    const { client, updates, updated } = await newerClient(url);
    const subscription = await client.listen({ resourceSubscriptions: [page.uri], toolsListChanged: true });
    // The list of tools does not change, so no notification is promised.
    expect(subscription.honoredFilter).toEqual({ resourceSubscriptions: [page.uri] });
    await page.seen();
    page.write();
    await watches.poll();
    await updated;
    expect(updates).toEqual([page.uri]);
    await subscription.close();
    await expect.poll(() => watches.size).toBe(0);
  });

  it("cannot name more than two hundred resources", async () => {
    const { watches, url } = await served();
    const { client } = await newerClient(url);
    const resourceSubscriptions = Array.from({ length: 201 }, (_, page) => `docs://spaces/api/pages/${page}`);
    await expect(client.listen({ resourceSubscriptions })).rejects.toThrow("at most 200 resources");
    expect(watches.size).toBe(0);
  });

  it("is refused a stream that would get nothing because too many resources are watched", async () => {
    const { page, watches, url } = await served();
    const all = Array.from({ length: 1999 }, () => watches.watch(page.uri, undefined, () => {}));
    const { client } = await newerClient(url);
    const resourceSubscriptions = [page.uri, `${page.uri}x`];
    await expect(client.listen({ resourceSubscriptions })).rejects.toThrow("Too many resources");
    expect(watches.size).toBe(1999);
    for (const watch of all) watch?.end();
    const subscription = await client.listen({ resourceSubscriptions });
    expect(watches.size).toBe(2);
    await subscription.close();
  });

  it("may open a limited number of streams", async () => {
    const { watches, url } = await served({ maxPerCaller: 2 });
    const { client } = await newerClient(url);
    const first = await client.listen({ resourcesListChanged: true });
    await client.listen({ resourcesListChanged: true });
    await expect(client.listen({ resourcesListChanged: true })).rejects.toThrow("too many streams");
    await first.close();
    await expect.poll(() => watches.size).toBe(1);
    await client.listen({ resourcesListChanged: true });
  });

  it("is told when the server ends its stream", async () => {
    const page = changingPage();
    const client = page.client();
    const watches = createResourceWatches({ client: async () => client });
    const server = await listen({ client, watches });
    const subscriber = await newerClient(server.url);
    const subscription = await subscriber.client.listen({ resourceSubscriptions: [page.uri] });
    await server.close();
    expect(await subscription.closed).toBe("graceful");
    expect(watches.size).toBe(0);
  });
});

describe.each([
  [
    "of the 2025 era",
    earlierClient,
    (client: unknown, uri: string) => (client as EarlierClient).subscribeResource({ uri }),
  ],
  [
    "of the 2026 protocol",
    newerClient,
    (client: unknown, uri: string) => (client as Client).listen({ resourceSubscriptions: [uri] }),
  ],
])("subscribers %s on one page", (_era, connect, subscribe) => {
  it("are notified only of what each may read", async () => {
    const page = changingPage();
    const authorize = async (request: Request) => {
      const token = request.headers.get("authorization")?.replace("Bearer ", "") ?? "";
      return { client: page.client(token), principal: token };
    };
    const watches = createResourceWatches({ client: async () => page.client(), clock });
    const server = await listen({ watches, authorize });
    closing.push(server.close);
    const stranger = await connect(server.url, { authorization: "Bearer stranger" });
    const member = await connect(server.url, { authorization: "Bearer member" });
    // The older protocol says so; the newer one opens the stream and stays silent.
    await subscribe(stranger.client, page.uri).catch(() => {});
    await subscribe(member.client, page.uri);
    await page.seen();
    page.write();
    await watches.poll();
    await member.updated;
    expect(member.updates).toEqual([page.uri]);
    expect(stranger.updates).toEqual([]);
  });
});
