import { afterAll, describe, expect, it } from "vitest";
import { defineTool } from "../../../src/tools/tool.ts";
import { endpoint } from "../endpoint.ts";
import { fixtureTools, waitingTool } from "../fixture-tools.ts";
import { callVariations } from "./call-variations.ts";

const waiting = waitingTool();
const later = defineTool({
  name: "answer_later",
  title: "Answer later",
  description: "Answers after longer than a call may take to be answered at once.",
  toolset: "content",
  uses: [],
  input: {},
  run: async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { text: "later" };
  },
});
const tools = [...fixtureTools, waiting.tool, later];
const direct = endpoint({ tools });
const through = endpoint({ tools, withoutDirectCalls: true });
afterAll(() => Promise.all([direct.handler.close(), through.handler.close()]));

type Endpoint = typeof direct;

interface Variation {
  readonly version?: string;
  readonly params?: Record<string, unknown>;
  readonly message?: Record<string, unknown>;
  readonly headers?: Record<string, string | null>;
  /** Sent first, in the same session. */
  readonly before?: Record<string, unknown>;
}

function send({ handler }: Endpoint, message: object, headers: Readonly<Record<string, string | null>>) {
  const sent = new Headers({ "content-type": "application/json", accept: "application/json, text/event-stream" });
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) sent.delete(name);
    else sent.set(name, value);
  }
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  return handler.fetch(new Request("http://127.0.0.1/mcp", { method: "POST", body, headers: sent }));
}

async function open(by: Endpoint, protocolVersion: string) {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: "raw", version: "1.0.0" } };
  const response = await send(by, { id: 0, method: "initialize", params }, {});
  await response.text();
  const session = response.headers.get("mcp-session-id") ?? "";
  const headers = { "mcp-session-id": session, "mcp-protocol-version": protocolVersion };
  await send(by, { method: "notifications/initialized" }, headers);
  return { session, headers };
}

const callOf = (variation: Variation) => ({
  id: 7,
  method: "tools/call",
  params: { name: "join_words", arguments: { words: [{ text: "a" }, { text: "b" }] }, ...variation.params },
  ...variation.message,
});

async function answered(by: Endpoint, variation: Variation) {
  const { session, headers } = await open(by, variation.version ?? "2025-11-25");
  if (variation.before !== undefined) await (await send(by, variation.before, headers)).text();
  const response = await send(by, callOf(variation), { ...headers, ...variation.headers });
  const text = await response.text();
  const ofStream = ["cache-control", "connection", "x-accel-buffering"];
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    headers: ofStream.map((name) => response.headers.get(name)),
    ownSession: response.headers.get("mcp-session-id") === session,
    // Ids of events and errors are random, and log messages tell how long a call took.
    text: text
      .replace(/^id: .*$/gm, "id")
      .replace(/"milliseconds":\d+/g, "")
      .replace(/error [0-9a-f]{8}/, ""),
  };
}

const variations: Readonly<Record<string, Variation>> = {
  ...callVariations,
  "metadata of the revision after": {
    params: { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } },
  },
  "a result that comes late": { params: { name: "answer_later", arguments: {} } },
  "a header that names another revision": { headers: { "mcp-protocol-version": "2030-01-01" } },
  "another session": { headers: { "mcp-session-id": "another" } },
  "an answer taken as JSON alone": { headers: { accept: "application/json" } },
};

describe("a call answered in its session without the SDK gets the same answer as from the SDK", () => {
  it.each(Object.entries(variations))("%s", async (_name, variation) => {
    expect(await answered(direct, variation)).toEqual(await answered(through, variation));
  });

  it.each<[string, Variation]>([
    ["2025-06-18", { version: "2025-06-18" }],
    ["2025-03-26, which has no header", { version: "2025-03-26", headers: { "mcp-protocol-version": null } }],
  ])("but for the ids of events, in a revision whose streams cannot be resumed: %s", async (_name, variation) => {
    const own = await answered(direct, variation);
    const sdk = await answered(through, variation);
    expect(own).toEqual({ ...sdk, text: sdk.text.replace(/^id\n/m, "") });
  });
});

it("replays an answer to a client that lost its connection after the stream began", async () => {
  const { headers } = await open(direct, "2025-11-25");
  const text = await (await send(direct, callOf({}), headers)).text();
  const [, first = ""] = /^id: (.*)$/m.exec(text) ?? [];
  const again = await direct.handler.fetch(
    new Request("http://127.0.0.1/mcp", {
      headers: { ...headers, accept: "text/event-stream", "last-event-id": first },
    }),
  );
  expect(text).toContain(await again.text());
});

it.each([
  ["at once", 0],
  ["after its stream has begun", 200],
])("cancels a call %s", async (_when, wait) => {
  const { tool, started, cancelled } = waitingTool();
  const by = endpoint({ tools: [tool] });
  const { headers } = await open(by, "2025-06-18");
  const response = send(by, { id: 7, method: "tools/call", params: { name: tool.name } }, headers);
  await started;
  await new Promise((resolve) => setTimeout(resolve, wait));
  await send(by, { method: "notifications/cancelled", params: { requestId: 7 } }, headers);
  await cancelled;
  await by.handler.close();
  expect(await (await response).text()).toBe("");
});

it("cancels calls when their session ends", async () => {
  const { tool, started, cancelled } = waitingTool();
  const by = endpoint({ tools: [tool] });
  const { headers } = await open(by, "2025-06-18");
  const response = send(by, { id: 7, method: "tools/call", params: { name: tool.name } }, headers);
  await started;
  await by.handler.close();
  await cancelled;
  expect(await (await response).text()).toBe("");
});
