import { once } from "node:events";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { type CallName, calls } from "./every-call.ts";
import { rejection } from "./in-process.ts";
import { sendJson, serve, serveSockets } from "./loopback-server.ts";
import { quickTiming } from "./quick-timing.ts";

const connect = (baseUrl: string) => createClient({ baseUrl, timing: quickTiming().timing });
const once200 = 'HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{"id":"s1"}';
const names: CallName[] = ["read", "update", "delete", "create", "run"];
const repeated: Record<CallName, number> = { read: 4, update: 4, delete: 4, create: 1, run: 1 };
const fate = (name: CallName) => (name === "read" ? "none" : "unknown");

test.each(names)("a connection reset after a %s was read leaves its change unknown", async (name) => {
  let requests = 0;
  const url = await serveSockets((socket) =>
    socket.on("data", () => {
      requests += 1;
      socket.resetAndDestroy();
    }),
  );
  expect(await rejection(calls[name](connect(url)))).toMatchObject({
    name: "NetworkError",
    stage: "exchange",
    write: fate(name),
  });
  expect(requests).toBe(repeated[name]);
});

test.each(names)("a connection closed before a %s was read is not treated as one that was never made", async (name) => {
  let connections = 0;
  const url = await serveSockets((socket) => {
    connections += 1;
    socket.end();
  });
  expect(await rejection(calls[name](connect(url)))).toMatchObject({ name: "NetworkError", write: fate(name) });
  expect(connections).toBe(repeated[name]);
});

test.each(names)("half a response to a %s leaves its change unknown", async (name) => {
  let requests = 0;
  const url = await serveSockets((socket) =>
    socket.on("data", () => {
      requests += 1;
      socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"id"\r\n');
    }),
  );
  expect(await rejection(calls[name](connect(url)))).toMatchObject({ name: "NetworkError", write: fate(name) });
  expect(requests).toBe(repeated[name]);
});

/** Responds to the first request and returns the connection it keeps. */
async function keptConnection(onSecond: (socket: Socket) => void = () => {}) {
  const requests: string[] = [];
  const sockets: Socket[] = [];
  const url = await serveSockets((socket) => {
    sockets.push(socket);
    socket.on("data", (data) => {
      requests.push(String(data).split(" ", 1).join());
      if (requests.length === 2) onSecond(socket);
      else socket.write(once200);
    });
  });
  const client = connect(url);
  await calls.read(client);
  return { client, requests, sockets };
}

test("a kept connection that the service closed is replaced, and a create is received once", async () => {
  const { client, requests, sockets } = await keptConnection((socket) => socket.write(once200));
  const [kept] = sockets;
  kept?.end();
  await once(kept as Socket, "close");
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await calls.create(client)).toEqual({ id: "s1" });
  expect([requests, sockets.length]).toEqual([["GET", "POST"], 2]);
});

test.each<CallName>(["create", "run"])("a %s on a kept connection that dies is received once", async (name) => {
  const { client, requests } = await keptConnection((socket) => socket.resetAndDestroy());
  expect(await rejection(calls[name](client))).toMatchObject({ name: "NetworkError", write: "unknown", attempts: 1 });
  expect(requests).toEqual(["GET", "POST"]);
});

test.each<[CallName, string]>([
  ["read", "GET"],
  ["update", "PATCH"],
])("a %s on a kept connection that dies is repeated", async (name, method) => {
  const { client, requests } = await keptConnection((socket) => socket.resetAndDestroy());
  expect(await calls[name](client)).toEqual({ id: "s1" });
  expect(requests).toEqual(["GET", method, method]);
});

test("creates that race the closing of kept connections are each received at most once", async () => {
  const received = new Map<string, number>();
  const { url } = await serve((request, response) => {
    received.set(request.body, (received.get(request.body) ?? 0) + 1);
    sendJson(response, 201, { id: "s1" });
    response.on("finish", () => response.socket?.destroy());
  });
  const client = connect(url);
  let failed = 0;
  for (let number = 0; number < 60; number += 1) {
    const title = `Guide ${number}`;
    await client.spaces.create({ organizationId: "o1", title }).catch((error) => {
      failed += 1;
      expect(error).toMatchObject({ name: "NetworkError", write: "unknown" });
    });
  }
  expect(Math.max(...received.values())).toBe(1);
  expect(received.size).toBeGreaterThanOrEqual(60 - failed);
});

test("a second response on one connection is not used for the next call", async () => {
  const url = await serveSockets((socket) =>
    socket.on("data", (data) => {
      const planted = 'HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{"id":"planted"}';
      socket.write(String(data).includes("/spaces/s1") ? once200 + planted : once200);
    }),
  );
  const client = connect(url);
  await calls.read(client);
  expect(await client.spaces.get({ spaceId: "s2" })).toEqual({ id: "s1" });
});

test("a refusal that arrives while a large body is being sent is reported, or else the lost connection", async () => {
  const url = await serveSockets((socket) =>
    socket.once("data", () => socket.end("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")),
  );
  const template = { id: "t".repeat(8 * 1024 * 1024) };
  const call = connect(url).changeRequests.create({ spaceId: "s1", template });
  const error = await rejection(call);
  expect(["ApiError refused", "NetworkError unknown"]).toContain(
    `${(error as Error).name} ${(error as { write: string }).write}`,
  );
});
