import { getEventListeners } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { inProcess, json, rejection } from "./in-process.ts";
import { sendJson, serve } from "./loopback-server.ts";

const reason = new Error("the person closed the window");

test("a call cancelled before it begins rejects with the reason and sends nothing", async () => {
  const { client, sent } = inProcess(() => json(200, {}));
  const call = client.spaces.get({ spaceId: "s1" }, { signal: AbortSignal.abort(reason) });
  expect(await rejection(call)).toBe(reason);
  expect(sent).toEqual([]);
});

test("a call cancelled while the service works rejects with the reason and closes the connection", async () => {
  const controller = new AbortController();
  let closed = false;
  const { url } = await serve((_, response) => {
    response.on("close", () => {
      closed = true;
    });
    controller.abort(reason);
  });
  const call = createClient({ baseUrl: url }).spaces.create({ organizationId: "o1" }, { signal: controller.signal });
  expect(await rejection(call)).toBe(reason);
  await expect.poll(() => closed).toBe(true);
});

test("a call cancelled in the middle of the body rejects with the reason", async () => {
  const controller = new AbortController();
  const { url } = await serve((_, response) => {
    response.writeHead(200).write('{"id":');
    setTimeout(() => controller.abort(reason), 20);
  });
  const call = createClient({ baseUrl: url }).spaces.get({ spaceId: "s1" }, { signal: controller.signal });
  expect(await rejection(call)).toBe(reason);
});

test("a call cancelled while it waits to be repeated rejects with the reason", async () => {
  const controller = new AbortController();
  const { url, received } = await serve((_, response) => {
    sendJson(response, 503, {}, { "retry-after": "20" });
    setTimeout(() => controller.abort(reason), 20);
  });
  const call = createClient({ baseUrl: url }).spaces.get({ spaceId: "s1" }, { signal: controller.signal });
  expect(await rejection(call)).toBe(reason);
  expect(received).toHaveLength(1);
});

test("a call cancelled while others use all slots rejects with the reason and is never sent", async () => {
  const controller = new AbortController();
  let release = () => {};
  const { client, sent } = inProcess(
    () =>
      new Promise((resolve) => {
        release = () => resolve(json(200, { id: "s1" }));
      }),
    { concurrency: 1 },
  );
  const first = client.spaces.get({ spaceId: "s1" });
  const second = client.spaces.get({ spaceId: "s2" }, { signal: controller.signal });
  controller.abort(reason);
  expect(await rejection(second)).toBe(reason);
  release();
  expect(await first).toEqual({ id: "s1" });
  expect(sent).toHaveLength(1);
});

test("a fetch that ignores cancellation blocks neither the caller nor a slot", async () => {
  const controller = new AbortController();
  const { client } = inProcess(
    (_, number) => {
      if (number > 1) return json(200, { id: "s2" });
      queueMicrotask(() => controller.abort(reason));
      return new Promise<Response>(() => {});
    },
    { concurrency: 1 },
  );
  expect(await rejection(client.spaces.get({ spaceId: "s1" }, { signal: controller.signal }))).toBe(reason);
  expect(await client.spaces.get({ spaceId: "s2" })).toEqual({ id: "s2" });
});

test("fifty concurrent calls can share a signal without a warning", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  const { signal } = new AbortController();
  const { client } = inProcess(() => json(200, {}));
  await Promise.all(Array.from({ length: 50 }, () => client.spaces.get({ spaceId: "s1" }, { signal })));
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});

test("calls leave no listener on the caller's signal", async () => {
  const { signal } = new AbortController();
  const { client } = inProcess((_, number) => json(number % 2 === 0 ? 200 : 503, {}));
  for (let call = 0; call < 20; call += 1) await client.spaces.get({ spaceId: "s1" }, { signal });
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("a body slower than the deadline is a timeout, and the outcome of a write is unknown", async () => {
  const { url, received } = await serve((_, response) => {
    response.writeHead(200).write('{"id":');
  });
  const client = createClient({ baseUrl: url });
  expect(await rejection(client.spaces.get({ spaceId: "s1" }, { deadline: 400 }))).toMatchObject({
    name: "TimeoutError",
    deadline: 400,
    attempts: 1,
    write: "none",
    message: `getSpaceById: ${url.slice(7)} did not respond within 400 ms. Request less in one call, or allow a longer deadline.`,
  });
  expect(await rejection(client.spaces.create({ organizationId: "o1" }, { deadline: 400 }))).toMatchObject({
    name: "TimeoutError",
    write: "unknown",
  });
  expect(received).toHaveLength(2);
});

test("a deadline that passes while others use all slots sends nothing", async () => {
  const { client, sent } = inProcess(() => new Promise<Response>(() => {}), {
    concurrency: 1,
    timeouts: { call: 200 },
  });
  const first = rejection(client.spaces.get({ spaceId: "s1" }));
  const second = rejection(client.spaces.create({ organizationId: "o1" }, { deadline: 30 }));
  expect(await second).toMatchObject({ name: "TimeoutError", attempts: 0, write: "not_sent" });
  expect(await first).toMatchObject({ name: "TimeoutError", attempts: 1 });
  expect(sent).toHaveLength(1);
});

test.each([0, -1, Number.NaN])("a deadline of %d ms is rejected", async (deadline) => {
  const { client } = inProcess(() => json(200, {}));
  expect(await rejection(client.spaces.get({ spaceId: "s1" }, { deadline }))).toMatchObject({ name: "InputError" });
});

test.each([2 ** 40, Number.POSITIVE_INFINITY])("a deadline of %d ms does not expire immediately", async (deadline) => {
  const { client } = inProcess(async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    return json(200, { id: "s1" });
  });
  expect(await client.spaces.get({ spaceId: "s1" }, { deadline })).toEqual({ id: "s1" });
});
