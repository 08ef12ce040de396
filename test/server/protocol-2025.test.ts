import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defineTool } from "../../src/tools/tool.ts";
import { endpoint } from "./endpoint.ts";
import { fixtureTools, waitingTool, withResolvers } from "./fixture-tools.ts";

const waiting = waitingTool();
const gate = withResolvers();
const slow = defineTool({
  name: "answer_late",
  title: "Answer late",
  description: "Answers when the test lets it.",
  toolset: "content",
  uses: [],
  input: {},
  run: async () => {
    await gate.promise;
    return { text: "late" };
  },
});

const capabilities = {
  tools: {},
  resources: { subscribe: true, listChanged: true },
  prompts: {},
  completions: {},
  logging: {},
};

let handler: ReturnType<typeof endpoint>["handler"];
beforeEach(() => {
  handler = endpoint({ tools: [...fixtureTools, waiting.tool, slow] }).handler;
});
afterEach(() => handler.close());

function send(message: Record<string, unknown> | undefined, headers: Record<string, string> = {}, method = "POST") {
  const body = message === undefined ? {} : { body: JSON.stringify({ jsonrpc: "2.0", ...message }) };
  const accept = method === "GET" ? "text/event-stream" : "application/json, text/event-stream";
  const request = new Request("http://127.0.0.1/mcp", {
    method,
    headers: { "content-type": "application/json", accept, ...headers },
    ...body,
  });
  return handler.fetch(request);
}

async function open(protocolVersion = "2025-11-25") {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: "raw", version: "1.0.0" } };
  const response = await send({ id: 1, method: "initialize", params });
  const session = response.headers.get("mcp-session-id") ?? "";
  const [initialized] = await messagesOf(response);
  const headers = { "mcp-session-id": session, "mcp-protocol-version": protocolVersion };
  expect((await send({ method: "notifications/initialized" }, headers)).status).toBe(202);
  return { session, headers, initialized };
}

interface SseEvent {
  readonly id: string | undefined;
  readonly data: string;
}

/** The events of a stream, as they arrive. */
async function* eventsOf(response: Response): AsyncGenerator<SseEvent> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const event = text.slice(0, end);
      text = text.slice(end + 2);
      yield { id: /^id: (.*)$/m.exec(event)?.[1], data: /^data: (.*)$/m.exec(event)?.[1] ?? "" };
    }
  }
}

async function messagesOf(response: Response): Promise<unknown[]> {
  const messages: unknown[] = [];
  for await (const { data } of eventsOf(response)) if (data !== "") messages.push(JSON.parse(data));
  return messages;
}

/** Parameters that no request of the protocol has. */
const wrong: readonly [string, Record<string, unknown>, string][] = [
  ["resources/read", {}, "Invalid params: uri is missing (string)."],
  ["tools/list", { cursor: 3 }, "Invalid params: cursor must be a string, not a number."],
  ["prompts/get", { name: 3 }, "Invalid params: name must be a string, not a number."],
  ["tools/call", {}, "Invalid params: name is missing (string)."],
  ["tools/call", { name: "x", arguments: [1] }, "Invalid params: arguments must be an object, not an array."],
];

const result = async (response: Promise<Response>) => (await messagesOf(await response)).at(-1);

describe("initialize", () => {
  it("opens a session whose id has only visible characters", async () => {
    const { session, initialized } = await open();
    expect(session).toMatch(/^[\x21-\x7e]{20,}$/);
    expect(initialized).toMatchObject({
      id: 1,
      result: {
        protocolVersion: "2025-11-25",
        capabilities,
        serverInfo: { name: "copydesk", version: "9.8.7" },
      },
    });
  });

  it.each([
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-03-26"],
    ["2024-11-05", "2024-11-05"],
    ["1999-01-01", "2025-11-25"],
  ])("is answered for %s with %s", async (asked, answered) => {
    const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: "raw", version: "1.0.0" } };
    expect(await result(send({ id: 1, method: "initialize", params }))).toMatchObject({
      result: { protocolVersion: answered },
    });
  });

  it("puts no member of the newer protocol into results", async () => {
    const { headers, initialized } = await open();
    const listed = await result(send({ id: 2, method: "tools/list" }, headers));
    const read = await result(
      send({ id: 3, method: "resources/read", params: { uri: "docs://spaces/api/pages/p2" } }, headers),
    );
    for (const message of [initialized, listed, read]) {
      expect(JSON.stringify(message)).not.toMatch(/resultType|ttlMs|cacheScope/);
    }
  });
});

it("a ping is answered with an empty result", async () => {
  const { headers } = await open();
  expect(await result(send({ id: "p", method: "ping" }, headers))).toEqual({ jsonrpc: "2.0", id: "p", result: {} });
});

it("an unsupported protocol version is refused", async () => {
  const { headers } = await open();
  const response = await send({ id: 2, method: "ping" }, { ...headers, "mcp-protocol-version": "1999-01-01" });
  expect(response.status).toBe(400);
});

it("a session that its client has ended returns 404", async () => {
  const { headers } = await open();
  expect((await send(undefined, headers, "DELETE")).status).toBe(200);
  const response = await send({ id: 2, method: "ping" }, headers);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: -32001 } });
});

it.each(wrong)(
  "invalid parameters are an invalid-params error, not an internal one, for %s %j",
  async (method, params, message) => {
    const { headers } = await open();
    const answer = await result(send({ id: 2, method, params }, headers));
    expect(answer).toEqual({ jsonrpc: "2.0", id: 2, error: { code: -32602, message } });
  },
);

describe("the stream of a session", () => {
  it("is unique: a second one is refused", async () => {
    const { headers } = await open();
    const stream = await send(undefined, headers, "GET");
    expect(stream.status).toBe(200);
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    expect((await send(undefined, headers, "GET")).status).toBe(409);
    await stream.body?.cancel();
  });

  it("requires a session", async () => {
    expect((await send(undefined, {}, "GET")).status).toBe(400);
  });
});

it("a client that reconnects with Last-Event-ID gets the answer", async () => {
  const { headers } = await open();
  const call = await send({ id: 7, method: "tools/call", params: { name: "answer_late", arguments: {} } }, headers);
  const events = eventsOf(call);
  const { value: first } = await events.next();
  expect(first).toMatchObject({ id: expect.stringMatching(/./), data: "" });
  await events.return(undefined);
  gate.resolve();
  // The answer may be stored before or after the client is back; the client gets it in either case.
  const resumed = await send(undefined, { ...headers, "last-event-id": first?.id ?? "" }, "GET");
  expect(resumed.status).toBe(200);
  for await (const { data } of eventsOf(resumed)) {
    if (data === "") continue;
    expect(JSON.parse(data)).toMatchObject({ id: 7, result: { content: [{ type: "text", text: "late" }] } });
    break;
  }
});

it("a client that reconnects too late is told that the event is unknown", async () => {
  const { headers } = await open();
  const resumed = await send(undefined, { ...headers, "last-event-id": "unknown_1" }, "GET");
  expect(resumed.status).toBe(400);
});

it("a client is told to wait a second before it reopens a stream", async () => {
  const { headers } = await open();
  const response = await send({ id: 2, method: "ping" }, headers);
  expect(await response.text()).toMatch(/^id: \S+\nretry: 1000\ndata: \n\n/);
});

it("a cancelled call is stopped and gets no answer", async () => {
  const { headers } = await open();
  const call = await send({ id: 9, method: "tools/call", params: { name: "wait_forever", arguments: {} } }, headers);
  await waiting.started;
  const cancelled = await send({ method: "notifications/cancelled", params: { requestId: 9 } }, headers);
  expect(cancelled.status).toBe(202);
  await waiting.cancelled;
  await call.body?.cancel();
});

describe("log messages", () => {
  const levelsAfter = async (level?: string) => {
    const { headers } = await open();
    if (level !== undefined) {
      const set = await result(send({ id: 2, method: "logging/setLevel", params: { level } }, headers));
      expect(set).toEqual({ jsonrpc: "2.0", id: 2, result: {} });
    }
    const levels: unknown[] = [];
    for (const name of ["who_am_i", "break_down"]) {
      const messages = await messagesOf(
        await send({ id: name, method: "tools/call", params: { name, arguments: {} } }, headers),
      );
      for (const message of messages as { method?: string; params?: { level: string; data: unknown } }[]) {
        if (message.method === "notifications/message") levels.push([message.params?.level, message.params?.data]);
      }
    }
    return levels;
  };

  it("are not sent to a host that did not ask for any", async () => {
    expect(await levelsAfter()).toEqual([]);
  });

  it("are sent from the requested level up, without details of a failure", async () => {
    const milliseconds = expect.any(Number);
    const good = ["info", { tool: "who_am_i", milliseconds, failed: false }];
    const bad = ["warning", { tool: "break_down", milliseconds, failed: true }];
    expect(await levelsAfter("debug")).toEqual([good, bad]);
    expect(await levelsAfter("warning")).toEqual([bad]);
    expect(await levelsAfter("error")).toEqual([]);
  });

  it("refuses an unknown level", async () => {
    const { headers } = await open();
    const refused = await result(send({ id: 2, method: "logging/setLevel", params: { level: "loud" } }, headers));
    expect(refused).toMatchObject({ id: 2, error: { code: -32602 } });
  });
});
