import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, describe, expect, it } from "vitest";
import { ceiling, hasCapacity } from "../../src/server/fair-share.ts";
import { createResourceWatches } from "../../src/server/watches/resource-watches.ts";
import { changingPage } from "./changing-page.ts";
import { docsClient } from "./docs-service.ts";
import { type EndpointOptions, listen } from "./endpoint.ts";

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const info = { name: "fair-share-test", version: "1.0.0" };

const page = changingPage();

/** A server whose callers are identified by their tokens. */
async function served(options: EndpointOptions) {
  const server = await listen({
    authorize: async (request) => {
      const name = request.headers.get("authorization")?.replace("Bearer ", "") ?? "";
      return { client: docsClient(name), principal: name };
    },
    ...options,
  });
  closing.push(server.close);
  return {
    /** Opens a session of the 2025 era and its stream of notifications; returns the status of a refusal. */
    async inUse(name: string) {
      const headers = {
        authorization: `Bearer ${name}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      };
      const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: info };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
      const opened = await fetch(server.url, { method: "POST", headers, body });
      await opened.text();
      if (!opened.ok) return opened.status;
      const session = { ...headers, "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
      const stream = await fetch(server.url, { headers: session });
      expect(stream.status).toBe(200);
      closing.push(async () => stream.body?.cancel());
      const list = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" });
      return async () => {
        const answer = await fetch(server.url, { method: "POST", headers: session, body: list });
        await answer.text();
        return answer.status;
      };
    },
    async earlier(name: string) {
      const client = new EarlierClient(info);
      const requestInit = { headers: { authorization: `Bearer ${name}` } };
      await client.connect(new EarlierTransport(server.url, { requestInit }));
      closing.push(() => client.close());
      return client;
    },
    async newer(name: string) {
      const client = new Client(info, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
      const requestInit = { headers: { authorization: `Bearer ${name}` } };
      await client.connect(new StreamableHTTPClientTransport(server.url, { requestInit }));
      closing.push(() => client.close());
      return client;
    },
  };
}

describe("callers at all their limits", () => {
  it("leave everyone else a first session, and lose none of their own in use", async () => {
    const { inUse, earlier } = await served({ maxSessions: 4, maxPerCaller: 2 });
    const taken = [];
    for (const name of ["ann", "ann", "bob", "bob"]) taken.push(await inUse(name));
    expect(await inUse("ann")).toBe(429);
    const cid = await earlier("cid");
    expect((await cid.listTools()).tools.length).toBeGreaterThan(0);
    for (const list of taken) expect(typeof list === "function" ? await list() : list).toBe(200);
  });

  it("leave everyone else a first stream of notifications", async () => {
    const { newer } = await served({ maxStreams: 4, maxPerCaller: 2 });
    const [ann, bob, cid] = [await newer("ann"), await newer("bob"), await newer("cid")];
    for (const client of [ann, ann, bob, bob]) await client.listen({ resourcesListChanged: true });
    await expect(ann.listen({ resourcesListChanged: true })).rejects.toThrow("too many streams");
    await cid.listen({ resourcesListChanged: true });
    await expect(cid.listen({ resourcesListChanged: true })).rejects.toThrow("too many streams");
  });

  it("leave everyone else a first resource to watch", () => {
    const client = page.client();
    const watches = createResourceWatches({ client: async () => client });
    const take = (principal: string, times: number) =>
      Array.from({ length: times }, () => watches.watch(page.uri, { client, principal }, () => {}));
    const taken = [...take("ann", 1000), ...take("bob", 1000)];
    expect(taken).not.toContain(undefined);
    expect([...take("ann", 1), ...take("bob", 1)]).toEqual([undefined, undefined]);
    const late = take("cid", 700);
    expect(late.filter((watch) => watch !== undefined)).toHaveLength(666);
    for (const watch of [...taken, ...late]) watch?.end();
    expect(watches.size).toBe(0);
  });
});

describe("hasCapacity", () => {
  const shares = { max: 100, maxPerCaller: 50 };
  it.each<[string, [all: number, own: number, others: number], boolean]>([
    ["there is room", [99, 49, 1], true],
    ["the caller has all it may have", [60, 50, 1], false],
    ["all is taken and the caller has more than an equal share", [100, 34, 2], false],
    ["all is taken and the caller has less than an equal share", [100, 32, 2], true],
    ["all is taken by very many, and the caller has none", [150, 0, 150], true],
    ["all is taken by very many, and the caller has one", [150, 1, 149], false],
    ["no more can be borne", [1000, 0, 1000], false],
  ])("is correct when %s", (_what, [all, own, others], room) => {
    expect(hasCapacity(shares, { all, own, others })).toBe(room);
  });

  it("keeps the total bounded when more and more callers take their maximum", () => {
    const taken: number[] = [];
    let all = 0;
    for (let caller = 0; caller < 200; caller += 1) {
      let own = 0;
      while (hasCapacity(shares, { all, own, others: taken.length })) {
        own += 1;
        all += 1;
      }
      expect(own).toBeGreaterThan(0);
      taken.push(own);
    }
    expect(all).toBeLessThan(100 * (1 + Math.log(200)));
    expect(all).toBeLessThan(ceiling(shares.max));
  });
});
