import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { calls } from "./every-call.ts";
import { rejection } from "./in-process.ts";
import { freePort, sendJson, serve, serveSockets } from "./loopback-server.ts";
import { quickTiming } from "./quick-timing.ts";

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{"id":"s1"}';
const damaged = gzipSync("{}").subarray(0, 10);

test.each<[string, string | Uint8Array | undefined]>([
  ["an error", "HTTP/1.1 500 Broken\r\nContent-Length: 0\r\n\r\n"],
  ["a throttled attempt", "HTTP/1.1 429 Slow\r\nContent-Length: 0\r\n\r\n"],
  ["a redirect", "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n"],
  ["a reset connection", undefined],
  ["no HTTP", "SSH-2.0-OpenSSH_9.7\r\n"],
  ["too large headers", `HTTP/1.1 200 OK\r\nX: ${"a".repeat(100_000)}\r\n\r\n`],
  ["no JSON", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n<p>"],
  [
    "damaged gzip",
    Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 10\r\n\r\n"), damaged]),
  ],
])("the only slot is free again after %s", async (_, answer) => {
  let requests = 0;
  const url = await serveSockets((socket) =>
    socket.on("data", () => {
      requests += 1;
      if (requests > 1) socket.write(ok);
      else if (answer === undefined) socket.resetAndDestroy();
      else socket.write(answer);
    }),
  );
  const client = createClient({ baseUrl: url, concurrency: 1, timing: quickTiming().timing });
  await rejection(calls.create(client));
  expect(await calls.read(client, { deadline: 10_000 })).toEqual({ id: "s1" });
});

test.each([
  ["half a body", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"],
  ["half the headers", "HTTP/1.1 200 OK\r\nContent-"],
  ["nothing", ""],
])("the only slot is free again after a deadline that passed with %s", async (_, answer) => {
  let requests = 0;
  const url = await serveSockets((socket) =>
    socket.on("data", () => {
      requests += 1;
      socket.write(requests > 1 ? ok : answer);
    }),
  );
  const client = createClient({ baseUrl: url, concurrency: 1 });
  expect(await rejection(calls.read(client, { deadline: 30 }))).toMatchObject({ name: "TimeoutError" });
  expect(await calls.read(client, { deadline: 10_000 })).toEqual({ id: "s1" });
});

test("the only slot is free again after a connection that was never accepted", async () => {
  const port = await freePort();
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, concurrency: 1, timing: quickTiming().timing });
  expect(await rejection(calls.create(client))).toMatchObject({ code: "ECONNREFUSED" });
  await serve((_, response) => sendJson(response, 200, { id: "s1" }), port);
  expect(await calls.read(client)).toEqual({ id: "s1" });
});

test("the only slot is free again after a connection that was never ready", async () => {
  const url = await serveSockets(() => {});
  const client = createClient({ baseUrl: url.replace("http:", "https:"), concurrency: 1 });
  expect(await rejection(calls.read(client, { deadline: 30 }))).toMatchObject({ write: "none", attempts: 1 });
  expect(await rejection(calls.create(client, { deadline: 30 }))).toMatchObject({ write: "not_sent", attempts: 1 });
});

test("no more connections than slots are open, however many calls fail", async () => {
  let open = 0;
  let most = 0;
  const url = await serveSockets((socket) => {
    open += 1;
    most = Math.max(most, open);
    socket.on("close", () => {
      open -= 1;
    });
    socket.on("data", () => setTimeout(() => socket.resetAndDestroy(), 2));
  });
  const client = createClient({ baseUrl: url, concurrency: 3, timing: quickTiming().timing });
  const failed = await Promise.all(Array.from({ length: 30 }, () => rejection(calls.read(client))));
  expect(failed.every((error) => error instanceof Error && error.name === "NetworkError")).toBe(true);
  expect(most).toBe(3);
});
