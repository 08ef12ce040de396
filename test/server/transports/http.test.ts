import { request as rawRequest } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { expectCost } from "../../support/cost.ts";
import { clientKinds, connect, textOf } from "../clients.ts";
import { docsClient } from "../docs-service.ts";
import { type EndpointOptions, endpoint, listen } from "../endpoint.ts";
import { fixtureTools } from "../fixture-tools.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function handlerOf(options: EndpointOptions = {}) {
  const { handler } = endpoint(options);
  closing.push(() => handler.close());
  return handler;
}

async function served(options: EndpointOptions = {}) {
  const server = await listen(options);
  closing.push(() => server.close());
  return server;
}

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

function post(body: unknown, headers: Record<string, string> = {}, url = "http://127.0.0.1/mcp"): Request {
  return new Request(url, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
  });
}

describe("Host and Origin", () => {
  it.each([
    [{ host: "evil.example" }, 403],
    [{ host: "127.0.0.1.evil.example:80" }, 403],
    [{ host: "localhost:4000" }, 200],
    [{ host: "[::1]:4000" }, 200],
    [{ host: "docs.acme.test" }, 200],
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ origin: "http://localhost:5173" }, 403],
    [{ origin: "vscode-webview://localhost" }, 403],
    [{ origin: "ftp://localhost" }, 403],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ origin: "http://127.0.0.1" }, 200],
    [{ origin: "http://localhost:6274" }, 200],
    [{ origin: "https://docs.acme.test" }, 403],
  ])("are checked: %j is answered with %i", async (headers, status) => {
    const response = await handlerOf({ hosts: ["Docs.acme.test"], origins: ["http://localhost:6274"] }).fetch(
      post(initialize, headers),
    );
    expect(response.status).toBe(status);
    if (status !== 403) return;
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32000 } });
  });

  it("are checked on a real connection too", async () => {
    const { url } = await served();
    const status = await new Promise((resolve, reject) => {
      const request = rawRequest(url, { method: "POST", headers: { host: "rebound.example" } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on("error", reject).end("{}");
    });
    expect(status).toBe(403);
  });

  it("are answered without CORS headers to unlisted pages, which can neither call nor read", async () => {
    const headers = { origin: "http://localhost:5173", "access-control-request-method": "POST" };
    const asked = await handlerOf().fetch(new Request("http://127.0.0.1/mcp", { method: "OPTIONS", headers }));
    expect(asked.status).toBe(403);
    expect([...asked.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(await asked.text()).toContain("--allowed-origins (COPYDESK_ALLOWED_ORIGINS)");
  });

  it("lets a page of an allowed origin send a preflight and read the answer", async () => {
    const origin = "http://localhost:6274";
    const handler = handlerOf({ origins: [origin] });
    const headers = { origin, "access-control-request-headers": "mcp-session-id, x-copydesk-read-only" };
    const asked = await handler.fetch(new Request("http://127.0.0.1/mcp", { method: "OPTIONS", headers }));
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe(origin);
    expect(asked.headers.get("access-control-allow-headers")).toBe("mcp-session-id, x-copydesk-read-only");
    const answered = await handler.fetch(post(initialize, { origin }));
    expect(answered.headers.get("access-control-allow-origin")).toBe(origin);
    expect(answered.headers.get("access-control-expose-headers")).toContain("Mcp-Session-Id");
  });
});

describe("a request that cannot be served", () => {
  it.each<[string, Request, number, number]>([
    ["another method", new Request("http://127.0.0.1/mcp", { method: "PUT" }), 405, -32000],
    ["a body that is not JSON", post("{"), 400, -32700],
    ["an empty body", post(""), 400, -32700],
    ["another media type", post(initialize, { "content-type": "text/plain" }), 415, -32000],
    ["a body over the limit", post({ ...initialize, padding: "x".repeat(3000) }), 413, -32000],
    ["a call before initialize", post({ jsonrpc: "2.0", id: 1, method: "tools/list" }), 400, -32000],
    [
      "an unknown session",
      post({ jsonrpc: "2.0", id: 1, method: "tools/list" }, { "mcp-session-id": "x" }),
      404,
      -32001,
    ],
    ["an unknown toolset", post(initialize, {}, "http://127.0.0.1/mcp?toolsets=writing"), 400, -32602],
    ["a limit that says nothing", post(initialize, {}, "http://127.0.0.1/mcp?exclude_tools="), 400, -32602],
    ["a limit that is nonsense", post(initialize, {}, "http://127.0.0.1/mcp?read_only=perhaps"), 400, -32602],
  ])("is refused: %s", async (_what, request, status, code) => {
    const response = await handlerOf({ maxBodyBytes: 2000 }).fetch(request);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code } });
  });

  it("is refused unparsed if it has 900,000 members", async () => {
    const members = Array.from({ length: 900_000 }, (_, at) => `"member${at}":1`).join();
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{${members}}}}`;
    const handler = handlerOf({ maxBodyBytes: 16 * 1024 * 1024 });
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const body = new TextEncoder().encode(call);
    const send = () => handler.fetch(new Request("http://127.0.0.1/mcp", { method: "POST", headers, body }));
    await expectCost(send, { times: 1, reference: () => JSON.parse(call) });
    const response = await send();
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: -32600, message: "Invalid Request: the body has objects of more than 100000 members." },
    });
  });

  it("is measured as it arrives if it does not declare its length", async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode("[".repeat(500))),
    });
    const streaming = { duplex: "half", headers: { "content-type": "application/json" } };
    const request = new Request("http://127.0.0.1/mcp", { method: "POST", body, ...streaming });
    expect((await handlerOf({ maxBodyBytes: 2000 }).fetch(request)).status).toBe(413);
  });

  it("names the existing toolsets", async () => {
    const response = await handlerOf().fetch(post(initialize, { "x-copydesk-toolsets": "writing" }));
    expect(await response.json()).toMatchObject({
      error: {
        message:
          'There is no toolset "writing". Toolsets: default, content, changes, comments, git, openapi, conversations, translations, sites, organization, integrations, all.',
      },
    });
  });
});

describe.each(clientKinds)("tool selection by a %s client", (kind) => {
  const names = async (url: URL, headers: Record<string, string> = {}) => {
    const client = await connect(kind, url, headers);
    const { tools } = await client.listTools();
    const opened = await client.callTool("open_draft");
    await client.close();
    return { tools: tools.map(({ name }) => name), opened: textOf(opened), refused: opened.isError === true };
  };

  it.each(["?read_only=true", "?read_only"])("hides and refuses writing tools for %s", async (query) => {
    const { url } = await served();
    url.search = query;
    const { tools, opened, refused } = await names(url);
    expect(tools).not.toContain("open_draft");
    expect(refused).toBe(true);
    expect(opened).toContain("read-only");
  });

  it("also reads the selection from headers", async () => {
    const { url } = await served();
    const { tools, refused } = await names(url, { "x-copydesk-toolsets": "changes" });
    expect(tools).toEqual(["open_draft"]);
    expect(refused).toBe(false);
  });

  it("never widens what the process allows", async () => {
    const { url } = await served({ selection: { readOnly: true } });
    url.search = "?toolsets=all&read_only=false";
    const { tools, refused } = await names(url);
    expect(tools).not.toContain("open_draft");
    expect(refused).toBe(true);
  });
});

it.each([
  ["readonly=true", "read_only"],
  ["READ_ONLY=true", "read_only"],
  ["Toolset=content", "toolsets"],
  ["exclude-tools=open_draft", "exclude_tools"],
])("the misspelled limit %s is refused rather than ignored", async (query, meant) => {
  const request = new Request(`http://127.0.0.1/mcp?${query}`, post(initialize));
  const response = await handlerOf().fetch(request);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(`; write ${meant}.`);
});

it("unknown parameters of the URL are ignored", async () => {
  const request = new Request("http://127.0.0.1/mcp?key=1", post(initialize));
  expect((await handlerOf().fetch(request)).status).toBe(200);
});

describe("authorization", () => {
  const authorize = async (request: Request) => {
    const token = request.headers.get("authorization")?.replace("Bearer ", "");
    if (token === undefined) return new Response(null, { status: 401, headers: { "www-authenticate": "Bearer" } });
    return { client: docsClient(token), principal: token };
  };

  it("rejects a request with the hook's response", async () => {
    const response = await handlerOf({ authorize }).fetch(post(initialize));
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
  });

  it.each(clientKinds)("acts as the caller of each request for a %s client", async (kind) => {
    const { url } = await served({ authorize });
    const ann = await connect(kind, url, { authorization: "Bearer ann" });
    const bob = await connect(kind, url, { authorization: "Bearer bob" });
    expect(textOf(await ann.callTool("who_am_i"))).toBe("ann");
    expect(textOf(await bob.callTool("who_am_i"))).toBe("bob");
    await ann.close();
    await bob.close();
  });

  it("does not let a caller use another's session", async () => {
    const handler = handlerOf({ authorize });
    const opened = await handler.fetch(post(initialize, { authorization: "Bearer ann" }));
    const session = opened.headers.get("mcp-session-id") ?? "";
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    const headers = { "mcp-session-id": session };
    const stranger = await handler.fetch(post(list, { ...headers, authorization: "Bearer bob" }));
    expect(stranger.status).toBe(404);
    const owner = await handler.fetch(post(list, { ...headers, authorization: "Bearer ann" }));
    expect(owner.status).toBe(200);
    expect(await owner.text()).toContain(`"name":"${fixtureTools[0]?.name}"`);
  });
});
