import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { rejection } from "./in-process.ts";
import { sendJson, serve, serveSockets } from "./loopback-server.ts";
import { quickTiming } from "./quick-timing.ts";

const connect = (baseUrl: string) => createClient({ baseUrl, timing: quickTiming().timing });
const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

test("a connection reset after the request was received repeats reads, and never creates", async () => {
  const { url, received } = await serve((_, response, number) => {
    if (number < 3) response.socket?.resetAndDestroy();
    else sendJson(response, 200, { id: "s1" });
  });
  const client = connect(url);
  expect(await rejection(client.spaces.create({ organizationId: "o1" }))).toMatchObject({
    name: "NetworkError",
    stage: "exchange",
    write: "unknown",
    attempts: 1,
    message: expect.stringContaining("Whether the change was made is not known. Read the object to see"),
  });
  expect(received.map(({ method }) => method)).toEqual(["POST"]);
  expect(await client.spaces.get({ spaceId: "s1" })).toEqual({ id: "s1" });
  expect(received.map(({ method }) => method)).toEqual(["POST", "GET", "GET"]);
});

test("a connection reset before the request was read tries a create on one connection only", async () => {
  let connections = 0;
  const url = await serveSockets((socket) => {
    connections += 1;
    socket.resetAndDestroy();
  });
  // The reset may come before or after the connection counts as made.
  expect(await rejection(connect(url).spaces.create({ organizationId: "o1" }))).toMatchObject({
    name: "NetworkError",
    write: expect.stringMatching(/^(unknown|not_sent)$/),
    attempts: 1,
  });
  expect(connections).toBe(1);
  expect(await rejection(connect(url).spaces.get({ spaceId: "s1" }))).toMatchObject({ attempts: 4, write: "none" });
  expect(connections).toBe(5);
});

test("a create is not sent again when its kept connection dies", async () => {
  const { url, received } = await serve((_, response, number) => {
    if (number === 1) sendJson(response, 200, { id: "s1" });
    else response.socket?.destroy();
  });
  const client = connect(url);
  await client.spaces.get({ spaceId: "s1" });
  expect(await rejection(client.spaces.create({ organizationId: "o1" }))).toMatchObject({ write: "unknown" });
  expect(received.map(({ method }) => method)).toEqual(["GET", "POST"]);
});

test.each([
  ["with a length", `${head}Content-Length: 100\r\n\r\n{"id":`],
  ["in chunks", `${head}Transfer-Encoding: chunked\r\n\r\n6\r\n{"id":\r\n`],
])("half a body %s is a lost response", async (_, answer) => {
  let requests = 0;
  const url = await serveSockets((socket) =>
    socket.on("data", () => {
      requests += 1;
      socket.end(answer);
    }),
  );
  const lost = { name: "NetworkError", stage: "exchange" };
  expect(await rejection(connect(url).spaces.create({ organizationId: "o1" }))).toMatchObject({
    ...lost,
    write: "unknown",
    attempts: 1,
  });
  expect(requests).toBe(1);
  expect(await rejection(connect(url).spaces.get({ spaceId: "s1" }))).toMatchObject({ ...lost, attempts: 4 });
  expect(requests).toBe(5);
});

test("half a body without a length is not JSON", async () => {
  const url = await serveSockets((socket) =>
    socket.on("data", () => socket.end(`${head}Connection: close\r\n\r\n{"id":`)),
  );
  expect(await rejection(connect(url).spaces.get({ spaceId: "s1" }))).toMatchObject({
    name: "UnexpectedResponseError",
    message: expect.stringContaining('answered 200 with application/json beginning "{\\"id\\":"'),
  });
});

test("an error whose body is lost keeps its status", async () => {
  const url = await serveSockets((socket) =>
    socket.on("data", () => socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 100\r\n\r\nHere is wh")),
  );
  expect(await rejection(connect(url).spaces.create({ organizationId: "o1" }))).toMatchObject({
    name: "ApiError",
    status: 403,
    write: "refused",
    serviceMessage: 'a body without Content-Type beginning "Here is wh"',
  });
});

test("a service that does not speak HTTP is named as such", async () => {
  const url = await serveSockets((socket) => socket.write("SSH-2.0-OpenSSH_9.7\r\n"));
  expect(await rejection(connect(url).spaces.get({ spaceId: "s1" }))).toMatchObject({
    name: "UnexpectedResponseError",
    message: expect.stringContaining("answered something that is not HTTP."),
  });
});

test("a service that does not speak TLS was sent nothing", async () => {
  const { url, received } = await serve((_, response) => sendJson(response, 200, {}));
  const client = connect(url.replace("http:", "https:"));
  expect(await rejection(client.spaces.create({ organizationId: "o1" }))).toMatchObject({
    name: "NetworkError",
    stage: "connect",
    write: "not_sent",
  });
  expect(received).toEqual([]);
});

test("requests carry the token, name the client and keep their connections", async () => {
  const ports = new Set<number | undefined>();
  const { url, received } = await serve((_, response) => {
    ports.add(response.socket?.remotePort);
    sendJson(response, 200, { id: "s1" });
  });
  const client = createClient({ baseUrl: `${url}/`, token: "cd_secret_0123456789", userAgent: "desk/9" });
  for (let call = 0; call < 20; call += 1) await client.spaces.get({ spaceId: "s1" });
  // The pool may open a second one while the first is being checked for having been closed.
  expect(ports.size).toBeLessThanOrEqual(2);
  expect(received[0]).toMatchObject({
    method: "GET",
    url: "/v1/spaces/s1",
    body: "",
    headers: { authorization: "Bearer cd_secret_0123456789", "user-agent": "desk/9", accept: "application/json" },
  });
});
