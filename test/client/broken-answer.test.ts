import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { type CallName, calls } from "./every-call.ts";
import { rejection } from "./in-process.ts";
import { serveSockets } from "./loopback-server.ts";
import { quickTiming } from "./quick-timing.ts";

const body = '{"id":"s1"}';
const ok = "HTTP/1.1 200 OK\r\n";

/** A service that responds to every request with these bytes and closes. */
async function answering(...answer: (string | Uint8Array)[]) {
  const bytes = Buffer.concat(answer.map((part) => Buffer.from(part)));
  let requests = 0;
  const url = await serveSockets((socket) =>
    socket.on("data", () => {
      requests += 1;
      socket.end(bytes);
    }),
  );
  const client = createClient({ baseUrl: url, timing: quickTiming().timing });
  return { client, requests: () => requests };
}

const withLength = (bytes: string | Uint8Array) =>
  answering(`${ok}Content-Length: ${Buffer.byteLength(bytes)}\r\n\r\n`, bytes);

test.each([
  ["a status that is no number", "HTTP/1.1 banana\r\n\r\n", "something that is not HTTP"],
  ["a status of four digits", "HTTP/1.1 2000 OK\r\n\r\n", "something that is not HTTP"],
  ["a version there is not", `HTTP/9.9 200 OK\r\nContent-Length: 11\r\n\r\n${body}`, "something that is not HTTP"],
  ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "something that is not HTTP"],
  ["a negative length", `${ok}Content-Length: -1\r\n\r\n${body}`, "something that is not HTTP"],
  ["a chunk of no size", `${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\n${body}`, "something that is not HTTP"],
  ["a zero byte in a header", `${ok}X: a\0b\r\n\r\n`, "something that is not HTTP"],
  ["a header of a megabyte", `${ok}X: ${"a".repeat(1e6)}\r\n\r\n`, "headers that are too large"],
  ["a hundred thousand headers", `${ok}${"X: a\r\n".repeat(1e5)}\r\n`, "headers that are too large"],
  ["two lengths", `${ok}Content-Length: 11\r\nContent-Length: 5\r\n\r\n${body}`, "a body of another length than its"],
  [
    "a length and chunks",
    `${ok}Content-Length: 11\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n${body}\r\n0\r\n\r\n`,
    "a body of another length than its headers say",
  ],
])("%s is not a response, and the request is not repeated", async (_, answer, problem) => {
  const { client, requests } = await answering(answer);
  expect(await rejection(calls.update(client))).toMatchObject({
    name: "UnexpectedResponseError",
    status: undefined,
    write: "unknown",
    message: expect.stringContaining(`answered ${problem}`),
  });
  expect(requests()).toBe(1);
});

test.each<[string, string]>([
  ["a switch of protocols", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"],
  ["nothing", ""],
  ["a status without a digit", "HTTP/1.1 000 \r\nContent-Length: 0\r\n\r\n"],
])("%s in response to a create leaves its change unknown", async (_, answer) => {
  const { client, requests } = await answering(answer);
  expect(await rejection(calls.create(client))).toMatchObject({ name: "NetworkError", write: "unknown" });
  expect(requests()).toBe(1);
});

test.each<[string, string]>([
  ["a thousand notes that it works", "HTTP/1.1 102 Processing\r\n\r\n".repeat(1000) + ok],
  ["early hints", `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${ok}`],
  ["HTTP/1.0", "HTTP/1.0 200 OK\r\n"],
  ["no reason", "HTTP/1.1 200\r\n"],
])("a response with %s is read", async (_, head) => {
  const { client } = await answering(`${head}Content-Length: 11\r\n\r\n${body}`);
  expect(await calls.read(client)).toEqual({ id: "s1" });
});

test.each<CallName>(["read", "create"])("a body for a %s that is not UTF-8 is rejected, not repaired", async (name) => {
  const { client } = await withLength(Buffer.from([...Buffer.from('{"id":"'), 0xff, 0xfe, ...Buffer.from('"}')]));
  expect(await rejection(calls[name](client))).toMatchObject({
    name: "UnexpectedResponseError",
    message: expect.stringContaining("answered 200 with a body that is not UTF-8"),
  });
});

test("a body in UTF-16 is rejected", async () => {
  const { client } = await withLength(Buffer.from(`\ufeff${body}`, "utf16le"));
  expect(await rejection(calls.read(client))).toMatchObject({ name: "UnexpectedResponseError" });
});

test("an error that is not UTF-8 keeps its status and what can be read", async () => {
  const { client } = await answering("HTTP/1.1 409 Conflict\r\n\r\n", Buffer.from("Gr\xfc\xdfe", "latin1"));
  expect(await rejection(calls.create(client))).toMatchObject({
    status: 409,
    write: "refused",
    serviceMessage: 'a body without Content-Type beginning "Gr\ufffd\ufffde"',
  });
});

test("a byte order mark is skipped", async () => {
  const { client } = await withLength(`\ufeff${body}`);
  expect(await calls.read(client)).toEqual({ id: "s1" });
});

test.each<[CallName, string]>([
  ["read", "[]"],
  ["read", "5"],
  ["read", '"text"'],
  ["read", "null"],
  ["update", "[]"],
  ["create", '"made"'],
  ["create", ""],
  ["create", "<h1>Sign in</h1>"],
  ["run", "true"],
])("a %s with the response 200 and %j is unexpected and not repeated", async (name, text) => {
  const { client, requests } = await withLength(text);
  expect(await rejection(calls[name](client))).toMatchObject({
    name: "UnexpectedResponseError",
    status: 200,
    write: name === "read" ? "none" : "unknown",
    message: expect.stringContaining(" where a JSON object is expected."),
  });
  expect(requests()).toBe(1);
});

test.each<CallName>(["update", "create", "run"])("a %s with the response 204 may have happened", async (name) => {
  const { client } = await answering("HTTP/1.1 204 No Content\r\n\r\n");
  expect(await rejection(calls[name](client))).toMatchObject({
    write: "unknown",
    message: expect.stringContaining(
      "answered 204 where a body is expected. Whether the change was made is not known.",
    ),
  });
});
