import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { type CallName, calls } from "./every-call.ts";
import { rejection } from "./in-process.ts";
import { sendJson, serve } from "./loopback-server.ts";

const token = "cd_secret_0123456789";

async function redirecting(status: number, location: (own: string) => string) {
  const { url, received } = await serve((_, response) => {
    response.writeHead(status, { location: location(url) }).end();
  });
  return { url, client: createClient({ baseUrl: url, token }), received };
}

test.each<[number, CallName]>([
  [301, "read"],
  [302, "read"],
  [301, "update"],
  [302, "delete"],
  [303, "create"],
  [307, "create"],
  [308, "run"],
])("a redirect %i of a %s to another host is not followed", async (status, name) => {
  const other = await serve((_, response) => sendJson(response, 200, { id: "stolen" }));
  const { client, received } = await redirecting(status, () => `${other.url}/v1/spaces/s1`);
  expect(await rejection(calls[name](client))).toMatchObject({
    name: "UnexpectedResponseError",
    status,
    write: name === "read" ? "none" : "unknown",
    message: expect.stringContaining(`answered ${status}, a redirect to "${other.url}", which is not followed. `),
  });
  expect([received.length, other.received.length]).toEqual([1, 0]);
});

test("Node's own fetch does not follow redirects either", async () => {
  const other = await serve((_, response) => sendJson(response, 200, { id: "stolen" }));
  const { url } = await redirecting(307, () => other.url);
  const client = createClient({ baseUrl: url, token, fetch: (request) => fetch(request) });
  expect(await rejection(calls.update(client))).toMatchObject({ status: 307 });
  expect(other.received).toEqual([]);
});

test.each<CallName>(["read", "update", "create", "run"])(
  "a redirect of a %s to itself causes no loop",
  async (name) => {
    const { client, received } = await redirecting(307, (own) => `${own}/v1/spaces/s1`);
    expect(await rejection(calls[name](client))).toMatchObject({
      status: 307,
      message: expect.stringContaining("a redirect to another path of the same host, which is not followed"),
    });
    expect(received).toHaveLength(1);
  },
);

test.each([
  ["file:///etc/passwd", ' to "file:",'],
  ["javascript:alert(1)", ' to "javascript:",'],
  [`https://${token}:x@evil.example/?t=${token}`, ' to "https://evil.example",'],
  [`https://${"a".repeat(200)}.example/`, ` to "https://${"a".repeat(112)}…",`],
  ["https://[", ", which"],
  ["", " to another path of the same host,"],
])("a redirect to %j is reported without its path", async (location, named) => {
  const { client } = await redirecting(302, () => location);
  expect(await rejection(calls.read(client))).toMatchObject({
    message: expect.stringContaining(`answered 302, a redirect${named}`),
  });
});

test("a redirect without a target is not followed either", async () => {
  const { url } = await serve((_, response) => void response.writeHead(302).end());
  expect(await rejection(calls.create(createClient({ baseUrl: url })))).toMatchObject({
    write: "unknown",
    message: expect.stringContaining("answered 302, a redirect, which is not followed."),
  });
});
