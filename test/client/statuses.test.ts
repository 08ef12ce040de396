import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import type { WriteState } from "../../src/client/errors.ts";
import { type CallName, calls } from "./every-call.ts";
import { rejection } from "./in-process.ts";
import { sendJson, serve } from "./loopback-server.ts";
import { quickTiming } from "./quick-timing.ts";

const readFirst = "Read the object to see whether the change was made before sending it again.";

test.each<[CallName, number, number, WriteState]>([
  ["read", 429, 4, "none"],
  ["read", 500, 1, "none"],
  ["read", 501, 1, "none"],
  ["read", 502, 4, "none"],
  ["read", 503, 4, "none"],
  ["read", 504, 4, "none"],
  ["update", 429, 4, "refused"],
  ["update", 500, 1, "unknown"],
  ["update", 501, 1, "refused"],
  ["update", 502, 4, "unknown"],
  ["update", 503, 4, "unknown"],
  ["update", 504, 4, "unknown"],
  ["delete", 429, 4, "refused"],
  ["delete", 500, 1, "unknown"],
  ["delete", 502, 4, "unknown"],
  ["create", 408, 1, "unknown"],
  ["create", 429, 1, "refused"],
  ["create", 500, 1, "unknown"],
  ["create", 501, 1, "refused"],
  ["create", 502, 1, "unknown"],
  ["create", 503, 1, "unknown"],
  ["create", 504, 1, "unknown"],
  ["run", 429, 1, "refused"],
  ["run", 500, 1, "unknown"],
  ["run", 502, 1, "unknown"],
  ["run", 503, 1, "unknown"],
  ["run", 504, 1, "unknown"],
])("a %s with the response %i is received %i times and its change is %s", async (name, status, times, write) => {
  const { url, received } = await serve((_, response) => sendJson(response, status, {}));
  const client = createClient({ baseUrl: url, timing: quickTiming().timing });
  expect(await rejection(calls[name](client))).toMatchObject({ name: "ApiError", status, write, attempts: times });
  expect(received).toHaveLength(times);
});

test.each([408, 500, 502, 503, 504])(
  "a create with the response %i may have happened, and no advice says to send it again at once",
  async (status) => {
    const { url } = await serve((_, response) => sendJson(response, status, { message: "broken" }));
    expect(await rejection(calls.create(createClient({ baseUrl: url })))).toMatchObject({
      advice: readFirst,
      message: expect.stringMatching(
        /\): "broken"\. Whether the change was made is not known\. Read the object to see whether the change was made before sending it again\.$/,
      ),
    });
  },
);

test("a proxy's web page in place of an error is quoted in one line", async () => {
  const { url } = await serve((_, response) => {
    response.writeHead(502, { "content-type": "text/html" }).end("<html>\n<h1>502 Bad Gateway</h1>");
  });
  expect(await rejection(calls.run(createClient({ baseUrl: url })))).toMatchObject({
    serviceMessage: 'text/html beginning "<html>\\n<h1>502 Bad Gateway</h1>"',
  });
});

test.each<[string, string | string[], number]>([
  ["nought", "0", 100],
  ["seconds", "3", 3000],
  ["a date to come", "Sun, 01 Mar 2026 12:00:04 GMT", 4000],
  ["a date gone by", "Sun, 01 Mar 2020 12:00:00 GMT", 100],
  ["a word", "later", 250],
  ["a negative number", "-5", 250],
  ["nothing", "", 250],
  ["several numbers", ["1", "5", "2"], 5000],
  ["a number and a word", ["1", "later"], 250],
])("a throttled update waits as a Retry-After of %s requires", async (_, value, wait) => {
  const { url, received } = await serve((_request, response, number) => {
    if (number === 1) sendJson(response, 429, {}, { "retry-after": value });
    else sendJson(response, 200, { id: "s1" });
  });
  const { timing, waits } = quickTiming();
  expect(await calls.update(createClient({ baseUrl: url, timing }))).toEqual({ id: "s1" });
  expect(waits).toEqual([wait]);
  expect(received.map(({ body }) => body)).toEqual(['{"title":"Guide"}', '{"title":"Guide"}']);
});

test.each(["99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])(
  "a throttled read told to wait %s fails at once",
  async (value) => {
    const { url, received } = await serve((_, response) => sendJson(response, 429, {}, { "retry-after": value }));
    const { timing, waits } = quickTiming();
    expect(await rejection(calls.read(createClient({ baseUrl: url, timing })))).toMatchObject({
      retryAfter: 31_536_000,
    });
    expect([received.length, waits]).toEqual([1, []]);
  },
);

test.each<[CallName, Record<string, string>]>([
  ["create", {}],
  ["create", { "retry-after": "0" }],
  ["create", { "x-ratelimit-reset": "1" }],
  ["run", { "retry-after": "0" }],
])("a throttled %s with %j is left to the caller", async (name, headers) => {
  const { url, received } = await serve((_, response) => sendJson(response, 429, {}, headers));
  expect(await rejection(calls[name](createClient({ baseUrl: url })))).toMatchObject({ write: "refused" });
  expect(received).toHaveLength(1);
});

test("a refused change whose repetition finds no service was refused, not unsent", async () => {
  const { url, close } = await serve((_, response) => {
    close();
    sendJson(response, 429, {}, { connection: "close" });
  });
  expect(await rejection(calls.update(createClient({ baseUrl: url, timing: quickTiming().timing })))).toMatchObject({
    name: "NetworkError",
    stage: "connect",
    write: "refused",
  });
});

test.each([500, 503])(
  "a create with the response %i that says nothing was changed says so, and nothing else",
  async (status) => {
    const error = { code: status, message: "The disk is full.", changed: false };
    const { url, received } = await serve((_, response) => sendJson(response, status, { error }));
    const rejected = await rejection(calls.create(createClient({ baseUrl: url })));
    expect(rejected).toMatchObject({ write: "refused", status });
    expect((rejected as Error).message).toContain("nothing was changed");
    expect((rejected as Error).message).not.toContain("not known");
    expect(received).toHaveLength(1);
  },
);

test("a lost response before one that says nothing was changed leaves the change unknown", async () => {
  let count = 0;
  const { url } = await serve((_, response) => {
    count += 1;
    if (count === 1) response.destroy();
    else sendJson(response, 500, { error: { code: 500, message: "Damaged.", name: "damaged", changed: false } });
  });
  const client = createClient({ baseUrl: url, timing: quickTiming().timing });
  const rejected = await rejection(calls.update(client));
  expect(rejected).toMatchObject({ code: "damaged", write: "unknown", attempts: 2 });
  expect((rejected as Error).message).not.toContain("nothing was changed");
});
