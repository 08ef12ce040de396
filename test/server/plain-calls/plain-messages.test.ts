import { isInitializeRequest, isJSONRPCRequest } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findPlainMessage } from "../../../src/server/plain-calls/plain-messages.ts";

const hosts = [
  { capabilities: {}, clientInfo: { name: "host", version: "1" } },
  {
    capabilities: { elicitation: {}, roots: {} },
    clientInfo: {
      name: "host",
      title: "Host",
      version: "1",
      websiteUrl: "https://example.com",
      description: "Edits",
      icons: [{ src: "https://example.com/icon.png", mimeType: "image/png", sizes: ["48x48"] }],
    },
  },
  {
    capabilities: {
      roots: { listChanged: true },
      sampling: { context: {}, tools: {} },
      elicitation: { form: { applyDefaults: true }, url: {} },
      extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html"] } },
      experimental: { fast: {} },
    },
    clientInfo: { name: "host", version: "1", vendor: 7 },
  },
];

const read = (message: unknown) => findPlainMessage(message, { channel: "early stdio" }, () => true);

const opens = (params: unknown, id: unknown = 1) =>
  read(JSON.parse(JSON.stringify({ jsonrpc: "2.0", id, method: "initialize", params })));

describe("a message before the server is loaded", () => {
  it.each(hosts)("qualifies if it is the handshake of a host that declares %j", (host) => {
    expect(opens({ protocolVersion: "2025-06-18", ...host }, "a")).toMatchObject({ id: "a", method: "initialize" });
  });

  it.each([
    '{"jsonrpc":"2.0","id":0,"method":"ping"}',
    '{"jsonrpc":"2.0","id":"","method":"ping","params":{}}\r',
    '{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"progressToken":2}}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized","params":{}}',
  ])("qualifies: %s", (line) => {
    expect(read(JSON.parse(line))).toEqual(JSON.parse(line));
  });

  it.each([
    "null",
    "[]",
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
    '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"x"}}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"progressToken":{}}}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"who_am_i"}}',
  ])("does not qualify: %s", (line) => {
    expect(read(JSON.parse(line))).toBeUndefined();
  });

  it("does not qualify if it is deeply nested", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(500)}1${"}".repeat(500)}`);
    const [host] = hosts;
    expect(opens({ protocolVersion: "x", ...host, capabilities: { experimental: { deep } } })).toBeUndefined();
  });

  it("does not qualify if the protocol's schemas refuse it", () => {
    const odd = fc.oneof(
      fc.constantFrom(undefined, null, true, 1, "x", [], [{}], {}, { listChanged: 1 }, { a: { b: [] } }),
      fc.jsonValue({ maxDepth: 2 }),
    );
    // Each change puts something odd at one place of a known host's message.
    const change = fc.record({
      path: fc.constantFrom(...paths()),
      value: odd,
      host: fc.constantFrom(...hosts),
    });
    let taken = 0;
    fc.assert(
      fc.property(change, ({ path, value, host }) => {
        const params = replaced({ protocolVersion: "2025-06-18", ...host }, path, value);
        const message = JSON.parse(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }));
        if (read(message) === undefined) return;
        taken += 1;
        expect(isJSONRPCRequest(message) && isInitializeRequest(message)).toBe(true);
      }),
      { numRuns: 3000 },
    );
    expect(taken).toBeGreaterThan(100);
  });
});

/** Every place in a handshake that the schemas define. */
function paths(): string[][] {
  const members = {
    protocolVersion: [],
    _meta: [],
    "clientInfo/name": [],
    "clientInfo/icons": ["0", "0/src", "0/mimeType", "0/sizes", "0/theme"],
    "capabilities/roots": ["listChanged"],
    "capabilities/sampling": ["context", "tools"],
    "capabilities/elicitation": ["form", "url", "form/applyDefaults"],
    "capabilities/tasks": ["list", "requests"],
    "capabilities/extensions": ["x"],
    "capabilities/experimental": ["x"],
  };
  const inner = ["title", "version", "websiteUrl", "description", "vendor"].map((name) => `clientInfo/${name}`);
  const all = Object.entries(members).flatMap(([name, own]) => [name, ...own.map((member) => `${name}/${member}`)]);
  return ["clientInfo", "capabilities", "capabilities/x", ...inner, ...all].map((path) => path.split("/"));
}

function replaced(within: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(within))
    return within.map((member, index) => (index === 0 ? replaced(member, rest, value) : member));
  const fields = typeof within === "object" && within !== null ? within : {};
  const member: unknown = Object.hasOwn(fields, name) ? Reflect.get(fields, name) : undefined;
  return { ...fields, [name]: replaced(member, rest, value) };
}
