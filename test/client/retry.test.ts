import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { inProcess, json, rejection } from "./in-process.ts";
import { freePort, sendJson, serve } from "./loopback-server.ts";
import { quickTiming } from "./quick-timing.ts";

const space = { id: "s1" };

test.each([429, 502, 503, 504])("a read with the response %i is repeated with growing waits", async (status) => {
  const { client, sent, waits } = inProcess((_, number) => (number < 4 ? json(status, {}) : json(200, space)));
  expect(await client.spaces.get({ spaceId: "s1" })).toEqual(space);
  expect(sent).toHaveLength(4);
  expect(waits).toEqual([250, 500, 1000]);
});

test("a fourth failure is final and reports the number of attempts", async () => {
  const { client, sent } = inProcess(() => json(502, { error: { message: "upstream is down" } }));
  expect(await rejection(client.spaces.get({ spaceId: "s1" }))).toMatchObject({
    status: 502,
    attempts: 4,
    write: "none",
    message: expect.stringContaining('answered 502 (bad_gateway): "upstream is down" (after 4 attempts).'),
  });
  expect(sent).toHaveLength(4);
});

test.each([400, 401, 403, 404, 408, 409, 412, 422, 500, 501])(
  "a read with the response %i is not repeated",
  async (status) => {
    const { client, sent } = inProcess(() => json(status, {}));
    expect(await rejection(client.spaces.get({ spaceId: "s1" }))).toMatchObject({ status });
    expect(sent).toHaveLength(1);
  },
);

test("updates and deletions are repeated like reads", async () => {
  const { client, sent } = inProcess((_, number) => (number % 2 === 1 ? json(503, {}) : json(200, space)));
  expect(await client.spaces.update({ spaceId: "s1", title: "New" })).toEqual(space);
  expect(await client.spaces.remove({ spaceId: "s1" })).toEqual({ deleted: true });
  expect(sent.map(({ method }) => method)).toEqual(["PATCH", "PATCH", "DELETE", "DELETE"]);
  expect(sent[0]).toEqual(sent[1]);
});

test.each([502, 503, 504])(
  "a create with the response %i is not repeated, with or without a time to wait",
  async (status) => {
    const { client, sent } = inProcess(() => json(status, {}, { "retry-after": "1" }));
    expect(await rejection(client.spaces.create({ organizationId: "o1" }))).toMatchObject({ status, attempts: 1 });
    expect(await rejection(client.changeRequests.merge({ spaceId: "s1", changeRequestId: "1" }))).toMatchObject({
      status,
      attempts: 1,
    });
    expect(sent).toHaveLength(2);
  },
);

test("a create with the response 429 was refused and is left to the caller, with the time to wait", async () => {
  const { client, sent } = inProcess(() => json(429, {}, { "retry-after": "2" }));
  expect(await rejection(client.spaces.create({ organizationId: "o1" }))).toMatchObject({
    write: "refused",
    message: expect.stringMatching(
      /The service did not carry it out, so nothing was changed\. Wait for .* It asks to wait 2 s\.$/,
    ),
  });
  expect(sent).toHaveLength(1);
});

test.each([
  [{ "retry-after": "0" }, 100],
  [{ "retry-after": "3" }, 3000],
  [{ "retry-after": "Sun, 01 Mar 2026 12:00:04 GMT" }, 4000],
  [{ "retry-after": "later" }, 250],
  [{ "retry-after": "45" }, 30_000],
  [{ "x-ratelimit-reset": "1772366405" }, 5000],
])("a throttled read with %j waits %i ms", async (headers, wait) => {
  const { client, waits } = inProcess((_, number) => (number === 1 ? json(429, {}, headers) : json(200, space)));
  expect(await client.spaces.get({ spaceId: "s1" })).toEqual(space);
  expect(waits).toEqual([wait]);
});

test.each(["60", "3600", "9".repeat(400)])(
  "a wait of %s seconds does not fit the deadline and fails at once",
  async (asked) => {
    const { client, sent, waits } = inProcess(() => json(429, {}, { "retry-after": asked }));
    expect(await rejection(client.spaces.get({ spaceId: "s1" }))).toMatchObject({ name: "ApiError", status: 429 });
    expect(sent).toHaveLength(1);
    expect(waits).toEqual([]);
  },
);

test("waits of several attempts share one deadline", async () => {
  const { client, sent, waits } = inProcess(() => json(503, {}, { "retry-after": "25" }));
  expect(await rejection(client.spaces.get({ spaceId: "s1" }))).toMatchObject({ retryAfter: 25, attempts: 3 });
  expect(sent).toHaveLength(3);
  expect(waits).toEqual([25_000, 25_000]);
});

test("a refusal after a lost response does not prove that nothing was changed", async () => {
  const { client } = inProcess((_, number) => (number === 1 ? json(504, {}) : json(409, {})));
  expect(await rejection(client.spaces.update({ spaceId: "s1", title: "New" }))).toMatchObject({
    status: 409,
    write: "unknown",
  });
});

test("a deletion that finds nothing after a lost response counts as done", async () => {
  const { client } = inProcess((_, number) => (number === 1 ? json(504, {}) : new Response(null, { status: 204 })));
  expect(await client.spaces.remove({ spaceId: "s1" })).toEqual({ deleted: true });
});

test("a create is repeated until it finds a service, and is received once", async () => {
  const port = await freePort();
  let server: Awaited<ReturnType<typeof serve>> | undefined;
  const { timing, waits } = quickTiming(async () => {
    if (waits.length === 2) server = await serve((_, response) => sendJson(response, 201, space), port);
  });
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, timing });
  expect(await client.spaces.create({ organizationId: "o1", title: "One" })).toEqual(space);
  expect(waits).toEqual([250, 500]);
  expect(server?.received.map(({ method, body }) => [method, body])).toEqual([["POST", '{"title":"One"}']]);
});

test("a service that never comes up fails after four attempts, with nothing sent", async () => {
  const port = await freePort();
  const { timing, waits } = quickTiming();
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, timing });
  expect(await rejection(client.spaces.create({ organizationId: "o1" }))).toMatchObject({
    name: "NetworkError",
    code: "ECONNREFUSED",
    stage: "connect",
    write: "not_sent",
    message: `createSpace: no connection to 127.0.0.1:${port} could be made (ECONNREFUSED) (after 4 attempts). Nothing was sent, so nothing was changed. Check the base URL and that the service is running.`,
  });
  expect(waits).toEqual([250, 500, 1000]);
});

test("a host without an address is looked up four times, with nothing sent", async () => {
  const { timing } = quickTiming();
  const client = createClient({ baseUrl: "http://docs.invalid", timing });
  expect(await rejection(client.spaces.create({ organizationId: "o1" }))).toMatchObject({
    name: "NetworkError",
    code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
    stage: "connect",
    attempts: 4,
    write: "not_sent",
  });
});

test("an error of a fetch that is not a network error is not repeated", async () => {
  const { client, sent } = inProcess(() => {
    throw new TypeError("undefined is not a function");
  });
  expect(await rejection(client.spaces.get({ spaceId: "s1" }))).toMatchObject({
    name: "NetworkError",
    code: undefined,
  });
  expect(sent).toHaveLength(1);
});

test("Node's own fetch distinguishes a refused connection from a lost one", async () => {
  const port = await freePort();
  const { timing } = quickTiming();
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, timing, fetch: (request) => fetch(request) });
  expect(await rejection(client.spaces.create({ organizationId: "o1" }))).toMatchObject({
    code: "ECONNREFUSED",
    stage: "connect",
    attempts: 4,
    write: "not_sent",
  });
});
