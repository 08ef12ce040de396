import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { endpoint } from "./endpoint.ts";

const capabilities = {
  tools: {},
  resources: { subscribe: true, listChanged: true },
  prompts: {},
  completions: {},
  logging: {},
};

let handler: ReturnType<typeof endpoint>["handler"];
beforeEach(() => {
  handler = endpoint().handler;
});
afterEach(() => handler.close());

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A correct request of the protocol, with a test's changes. */
function request(
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string | undefined> = {},
) {
  const named = params.name ?? params.uri;
  const all = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(typeof named === "string" ? { "mcp-name": named } : {}),
    ...headers,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const body = JSON.stringify({ jsonrpc: "2.0", id: "r1", method, params: { _meta: meta, ...params } });
  return new Request("http://127.0.0.1/mcp", { method: "POST", body, headers: given });
}

async function ask(...parts: Parameters<typeof request>) {
  const response = await handler.fetch(request(...parts));
  return { status: response.status, message: (await response.json()) as { result?: unknown; error?: unknown } };
}

it("the server is discovered without a handshake", async () => {
  const { status, message } = await ask("server/discover");
  expect(status).toBe(200);
  expect(message).toMatchObject({
    jsonrpc: "2.0",
    id: "r1",
    result: {
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities,
      instructions: expect.stringContaining("search_docs"),
      ttlMs: 300_000,
      cacheScope: "private",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "copydesk", title: "Copydesk", version: "9.8.7" } },
    },
  });
});

it.each([
  ["tools/list", {}, 300_000],
  ["prompts/list", {}, 300_000],
  ["resources/templates/list", {}, 300_000],
  ["resources/list", {}, 0],
  ["resources/read", { uri: "docs://spaces/api/pages/p2" }, 0],
])("the result of %s is marked as complete, with how long it is valid", async (method, params, ttlMs) => {
  const { status, message } = await ask(method, params);
  expect(status).toBe(200);
  expect(message.result).toMatchObject({ resultType: "complete", ttlMs, cacheScope: "private" });
});

it("a call is marked as complete, without caching", async () => {
  const { message } = await ask("tools/call", { name: "who_am_i", arguments: {} });
  expect(message.result).toMatchObject({ resultType: "complete", content: [{ type: "text", text: "process" }] });
  expect(message.result).not.toHaveProperty("ttlMs");
});

it.each(["tools/list", "prompts/list", "resources/templates/list", "server/discover"])(
  "the result of %s has the same bytes for every caller",
  async (method) => {
    const capable = {
      ...meta,
      "io.modelcontextprotocol/clientInfo": { name: "other", version: "2.0.0" },
      "io.modelcontextprotocol/clientCapabilities": { elicitation: {}, sampling: {}, roots: {} },
    };
    const first = await (await handler.fetch(request(method))).text();
    const second = await (await handler.fetch(request(method, { _meta: capable }))).text();
    expect(second).toBe(first);
    expect(first).toContain('"resultType":"complete"');
  },
);

describe("headers that contradict the body", () => {
  const call = { name: "who_am_i", arguments: {} };
  it.each<[string, string, Record<string, unknown>, Record<string, string | undefined>]>([
    ["another method", "tools/list", {}, { "mcp-method": "tools/call" }],
    ["a method in another case", "tools/list", {}, { "mcp-method": "TOOLS/LIST" }],
    ["no method", "tools/list", {}, { "mcp-method": undefined }],
    ["another tool", "tools/call", call, { "mcp-name": "join_words" }],
    ["no tool", "tools/call", call, { "mcp-name": undefined }],
    ["another resource", "resources/read", { uri: "docs://spaces/api" }, { "mcp-name": "docs://spaces/guides" }],
    ["another protocol version", "tools/list", {}, { "mcp-protocol-version": "2025-11-25" }],
    ["no protocol version", "tools/list", {}, { "mcp-protocol-version": undefined }],
  ])("are refused: %s", async (_what, method, params, headers) => {
    const { status, message } = await ask(method, params, headers);
    expect(status).toBe(400);
    expect(message).toMatchObject({ id: "r1", error: { code: -32020 } });
  });

  it("may have spaces around them", async () => {
    expect((await ask("tools/call", call, { "mcp-name": " who_am_i " })).status).toBe(200);
  });
});

describe("a request that cannot be served", () => {
  const without = (key: keyof typeof meta) => ({ _meta: { ...meta, [key]: undefined } });
  const later = { _meta: { ...meta, "io.modelcontextprotocol/protocolVersion": "2031-01-01" } };
  it.each<[string, string, Record<string, unknown>, Record<string, string>, number, unknown]>([
    [
      "a version of the future",
      "tools/list",
      later,
      { "mcp-protocol-version": "2031-01-01" },
      400,
      { code: -32022, data: { supported: ["2026-07-28"], requested: "2031-01-01" } },
    ],
    ["no capabilities", "tools/list", without("io.modelcontextprotocol/clientCapabilities"), {}, 400, { code: -32602 }],
    [
      "parameters of the wrong form",
      "tools/list",
      { cursor: 3 },
      {},
      200,
      { code: -32602, message: "Invalid params: cursor must be a string, not a number." },
    ],
    [
      "a call of no tool",
      "tools/call",
      {},
      { "mcp-name": "x" },
      200,
      { code: -32602, message: "Invalid params: name is missing (string)." },
    ],
    [
      "a call whose arguments are a list",
      "tools/call",
      { name: "x", arguments: [1] },
      { "mcp-name": "x" },
      200,
      { code: -32602, message: "Invalid params: arguments must be an object, not an array." },
    ],
    ["an unknown method", "tools/guess", {}, {}, 404, { code: -32601 }],
    ["ping, which is gone", "ping", {}, {}, 404, { code: -32601 }],
    ["initialize, which is gone", "initialize", {}, {}, 404, { code: -32601 }],
    ["logging/setLevel, which is gone", "logging/setLevel", { level: "info" }, {}, 404, { code: -32601 }],
    ["resources/subscribe, which is gone", "resources/subscribe", { uri: "docs://x" }, {}, 404, { code: -32601 }],
    [
      "a resource that does not exist",
      "resources/read",
      { uri: "docs://spaces/api/pages/nothing" },
      {},
      200,
      { code: -32602, data: { uri: "docs://spaces/api/pages/nothing" } },
    ],
  ])("is refused: %s", async (_what, method, params, headers, expected, error) => {
    const { status, message } = await ask(method, params, headers);
    expect(status).toBe(expected);
    expect(message).toMatchObject({ jsonrpc: "2.0", id: "r1", error });
  });
});

describe("log messages", () => {
  const call = { name: "who_am_i", arguments: {} };
  const messagesOf = async (level?: string) => {
    const asked = level === undefined ? meta : { ...meta, "io.modelcontextprotocol/logLevel": level };
    const response = await handler.fetch(request("tools/call", { ...call, _meta: asked }));
    return [...(await response.text()).matchAll(/"method":"notifications\/message"/g)].length;
  };

  it("come only with the answer to a request that asks for them", async () => {
    expect(await messagesOf("info")).toBe(1);
    expect(await messagesOf("error")).toBe(0);
    expect(await messagesOf()).toBe(0);
  });
});

describe("a stream of notifications", () => {
  const framesOf = async (params: Record<string, unknown>) => {
    const response = await handler.fetch(request("subscriptions/listen", params));
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();
    return JSON.parse(/data: (.*)/.exec(new TextDecoder().decode(value))?.[1] ?? "{}") as unknown;
  };

  it("begins with what it will notify of, limited to what the server supports", async () => {
    const notifications = { resourceSubscriptions: ["docs://spaces/api"], promptsListChanged: true };
    expect(await framesOf({ notifications })).toEqual({
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: {
        notifications: { resourceSubscriptions: ["docs://spaces/api"] },
        _meta: { "io.modelcontextprotocol/subscriptionId": "r1" },
      },
    });
  });

  it("is refused without a filter", async () => {
    const { message } = await ask("subscriptions/listen");
    expect(message.error).toMatchObject({ code: -32602 });
  });
});
