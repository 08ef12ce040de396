import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { observeRequests, type RequestEvent } from "../../src/client/request-events.ts";
import { rejection } from "./in-process.ts";

const space = { id: "s1", title: "Guide" };

/** A client of a service that has the answer to each call ready, unless `isReady` says that it does not. */
function service(isReady = true) {
  const asked: string[] = [];
  const client = createClient({
    baseUrl: "http://localhost",
    values: async ({ operation }) => {
      asked.push(operation);
      return { status: 200, result: space };
    },
    ready: () => (isReady ? { status: 200, result: space } : undefined),
  });
  return { client, asked };
}

test("an answer that the service has ready is not asked for", async () => {
  const { client, asked } = service();
  expect(await client.spaces.get({ spaceId: "s1" })).toEqual(space);
  expect(asked).toEqual([]);
});

test("a service that has no answer ready is asked", async () => {
  const { client, asked } = service(false);
  expect(await client.spaces.get({ spaceId: "s1" })).toEqual(space);
  expect(asked).toEqual(["getSpaceById"]);
});

test("a change is always asked for", async () => {
  const { client, asked } = service();
  await client.spaces.update({ spaceId: "s1", title: "Manual" });
  expect(asked).toEqual(["updateSpaceById"]);
});

test("a read whose answer is ready is observed as one request", async () => {
  const { client } = service();
  const { signal } = new AbortController();
  const events: RequestEvent[] = [];
  observeRequests(signal, { ended: (event) => events.push(event) });
  await client.spaces.get({ spaceId: "s1" }, { signal });
  expect(events).toEqual([
    {
      ...{ operation: "getSpaceById", method: "GET", host: "localhost", attempt: 1, status: 200 },
      ...{ span: undefined, failure: undefined, began: expect.any(Number), milliseconds: expect.any(Number) },
    },
  ]);
});

test("a cancelled call gets no answer, not even one that is ready", async () => {
  const { client } = service();
  const reason = new Error("the person closed the window");
  expect(await rejection(client.spaces.get({ spaceId: "s1" }, { signal: AbortSignal.abort(reason) }))).toBe(reason);
});
