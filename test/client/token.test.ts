import { inspect } from "node:util";
import { expect, test } from "vitest";
import { type Client, createClient } from "../../src/client/client.ts";
import { inProcess, json, rejection } from "./in-process.ts";
import { freePort, serve, serveSockets, serveTls } from "./loopback-server.ts";
import { quickTiming } from "./quick-timing.ts";

const token = "cd_Secret_0123456789/+";

function textsOf(error: unknown): string {
  const properties = error instanceof Error ? [error.message, error.stack, String(error.cause), String(error)] : [];
  return [JSON.stringify(error), inspect(error, { depth: 20, showHidden: true }), ...properties].join("\n");
}

async function texts(client: Client): Promise<string> {
  const secretKey = "share-key-5577";
  const failures = await Promise.all([
    rejection(client.spaces.get({ spaceId: "s1", shareKey: secretKey })),
    rejection(client.spaces.create({ organizationId: "o1", title: "a title" })),
    rejection(client.spaces.remove({ spaceId: "s1" }, { deadline: 50 })),
  ]);
  const all = failures.map(textsOf).join("\n");
  expect(all).not.toContain(secretKey);
  return all;
}

const echo = `you sent ${token}${token}, or ${encodeURIComponent(token)}`;

test.each<[string, (request: Request) => Response | Promise<Response>]>([
  ["an error message", () => json(401, { error: { message: echo } })],
  ["an error page", () => new Response(`${"-".repeat(110)}${echo}`, { status: 500 })],
  ["an error that is no object", () => json(500, [echo, token.toUpperCase()])],
  ["JSON with escaped slashes", () => new Response(`<p>["${token.replaceAll("/", "\\/")}"]`)],
  ["a web page", () => new Response(`${"-".repeat(110)}${echo}`)],
  ["a content type", () => new Response("?", { headers: { "content-type": `text/plain; x=${echo}` } })],
  [
    "a redirect",
    () =>
      new Response(null, {
        status: 302,
        headers: { location: `https://${encodeURIComponent(token)}:${token.slice(0, 20)}@evil.example/${token}` },
      }),
  ],
  [
    "a failing fetch",
    (request) => Promise.reject(new TypeError(`failed ${inspect(Object.fromEntries(request.headers))}`)),
  ],
  ["a failing fetch's cause", () => Promise.reject(new TypeError("fetch failed", { cause: new Error(echo) }))],
  ["a fetch that never answers", () => new Promise(() => {})],
])("the token repeated in %s does not appear in the error", async (_, answer) => {
  const all = await texts(inProcess(answer, { token, timeouts: { call: 50 } }).client);
  expect(all.toLowerCase()).not.toContain("secret_0123");
  expect(all.toLowerCase()).not.toContain("cd_s");
});

test("a host that contains the token is not named", async () => {
  const answer = () => new Response(null, { status: 302, headers: { location: "https://abcdef123456.evil.example/" } });
  const error = await rejection(inProcess(answer, { token: "ABCdef123456" }).client.spaces.get({ spaceId: "s1" }));
  expect(textsOf(error)).toContain('a redirect to "https://[token].evil.example"');
});

test("network errors do not reveal the token", async () => {
  const urls = [
    `http://127.0.0.1:${await freePort()}`,
    await serveSockets((socket) => socket.on("data", (data) => socket.end(data))),
    await serveSockets((socket) => socket.on("data", () => socket.resetAndDestroy())),
    await serveSockets((socket) => socket.on("data", () => socket.end(`HTTP/1.1 ${token}\r\n\r\n`))),
    await serveSockets((socket) =>
      socket.on("data", () => socket.end(`HTTP/1.1 200 ${token}\r\nX: ${token.repeat(5000)}\r\n\r\n`)),
    ),
    await serveSockets((socket) =>
      socket.on("data", () => socket.end(`HTTP/1.1 200 OK\r\nContent-Encoding: ${token}\r\n\r\n${token}`)),
    ),
    (await serveTls((response) => response.end())).url,
    (await serve((_, response) => response.writeHead(200, { "content-length": 50 }).write("{"))).url,
  ];
  for (const baseUrl of urls) {
    const client = createClient({ baseUrl, token, timing: quickTiming().timing, timeouts: { call: 50 } });
    expect((await texts(client)).toLowerCase()).not.toContain("secret_0123");
  }
});

test.each(["two words", "line\nbreak", "schlüssel", "tab\t"])("the token %j is rejected and not repeated", (bad) => {
  let error: unknown;
  try {
    createClient({ baseUrl: "https://docs.example.com", token: bad });
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({ name: "InputError" });
  expect(textsOf(error)).not.toContain(bad);
});
