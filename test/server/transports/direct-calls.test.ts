import { afterAll, describe, expect, it } from "vitest";
import { createDirectCalls } from "../../../src/server/transports/direct-calls.ts";
import { endpoint } from "../endpoint.ts";
import { waitingTool } from "../fixture-tools.ts";

const direct = endpoint();
const through = endpoint({ withoutDirectCalls: true });
afterAll(() => Promise.all([direct.handler.close(), through.handler.close()]));

const own = (name: string) => `io.modelcontextprotocol/${name}`;
const meta = {
  [own("protocolVersion")]: "2026-07-28",
  [own("clientInfo")]: { name: "raw", version: "1.0.0" },
  [own("clientCapabilities")]: {},
};
const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
};

interface Variation {
  readonly params?: Record<string, unknown>;
  readonly meta?: Record<string, unknown>;
  readonly headers?: Record<string, string | null>;
  readonly message?: Record<string, unknown>;
}

const paramsOf = (variation: Variation) => ({
  name: "join_words" as unknown,
  arguments: { words: [{ text: "a" }, { text: "b" }] } as unknown,
  ...variation.params,
});

const messageOf = (variation: Variation) => ({
  jsonrpc: "2.0",
  id: 7,
  method: "tools/call",
  params: { _meta: { ...meta, ...variation.meta }, ...paramsOf(variation) },
  ...variation.message,
});

function request(variation: Variation): Request {
  const { name } = paramsOf(variation);
  const sent = new Headers({ ...headers, ...(typeof name === "string" && { "mcp-name": name }) });
  for (const [name, value] of Object.entries(variation.headers ?? {})) {
    if (value === null) sent.delete(name);
    else sent.set(name, value);
  }
  return new Request("http://127.0.0.1/mcp", {
    method: "POST",
    body: JSON.stringify(messageOf(variation)),
    headers: sent,
  });
}

async function answered(by: typeof direct, variation: Variation) {
  const response = await by.handler.fetch(request(variation));
  const text = await response.text();
  const type = response.headers.get("content-type");
  return { status: response.status, type, message: type === "application/json" ? JSON.parse(text) : timeless(text) };
}

/** A stream reports how long a call took. */
const timeless = (text: string) => text.replace(/"milliseconds":\d+/g, "");

const variations: Readonly<Record<string, Variation>> = {
  "a call that succeeds": {},
  "an id that is a text": { message: { id: "x" } },
  "an id that is no number of JSON-RPC": { message: { id: 1.5 } },
  "an id that is null": { message: { id: null } },
  "a message that is no request": { message: { id: undefined } },
  "another version of JSON-RPC": { message: { jsonrpc: "1.0" } },
  "a member that JSON-RPC does not know": { message: { extra: 1 } },
  "an answer with links": { params: { name: "who_am_i", arguments: {} } },
  "no arguments": { params: { name: "who_am_i", arguments: undefined } },
  "arguments that are no object": { params: { arguments: [1] } },
  "arguments the tool refuses": { params: { arguments: { words: 1 } } },
  "a failure of the service": { params: { name: "read_missing_space", arguments: {} } },
  "a tool that changes something": { params: { name: "open_draft", arguments: {} } },
  "a tool nobody knows": { params: { name: "no_such_tool" } },
  "a name that is no text": { params: { name: 7 } },
  "a parameter besides": { params: { task: {} } },
  "progress asked for": { params: { name: "count_up", arguments: {} }, meta: { progressToken: "p" } },
  "progress not asked for": { params: { name: "count_up", arguments: {} } },
  "log messages asked for": { meta: { [own("logLevel")]: "info" } },
  "a revision there is not": { meta: { [own("protocolVersion")]: "2030-01-01" } },
  "no capabilities": { meta: { [own("clientCapabilities")]: undefined } },
  "usual capabilities": { meta: { [own("clientCapabilities")]: { elicitation: {}, sampling: {} } } },
  "capabilities of another form": { meta: { [own("clientCapabilities")]: { roots: 1 } } },
  "a client without a name": { meta: { [own("clientInfo")]: undefined } },
  "a client whose name is no text": { meta: { [own("clientInfo")]: { name: 1, version: "1" } } },
  "a trace": { meta: { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" } },
  "metadata of a host's own": { meta: { "example.com/own": 1 } },
  "a header that names another tool": { headers: { "mcp-name": "who_am_i" } },
  "a header that names another method": { headers: { "mcp-method": "tools/list" } },
  "a header that names another revision": { headers: { "mcp-protocol-version": "2025-11-25" } },
  "no header for the tool": { headers: { "mcp-name": null } },
  "a session": { headers: { "mcp-session-id": "a-session" } },
  "an answer taken as JSON alone": { headers: { accept: "application/json" } },
  "an answer of any kind": { headers: { accept: "*/*" } },
};

describe("a call answered without the SDK", () => {
  it.each(Object.entries(variations))("gets the same answer as from the SDK: %s", async (_name, variation) => {
    expect(await answered(direct, variation)).toEqual(await answered(through, variation));
  });
});

describe("a call that asks a person first", () => {
  const asking = endpoint({ confirmPolicy: "writes" });
  const askingThrough = endpoint({ confirmPolicy: "writes", withoutDirectCalls: true });
  afterAll(() => Promise.all([asking.handler.close(), askingThrough.handler.close()]));
  const open = (capabilities: object) => ({
    params: { name: "open_draft", arguments: {} },
    meta: { [own("clientCapabilities")]: capabilities },
  });
  /** An id of a confirmation is random. */
  const masked = ({ message, ...rest }: Awaited<ReturnType<typeof answered>>) => ({
    ...rest,
    message: JSON.stringify(message).replace(/[\w-]{40,}/g, "ID"),
  });

  it.each([
    ["through its host if that can", { elicitation: {} }, '"resultType":"input_required"'],
    ["with a preview otherwise", {}, "Nothing was changed yet."],
  ])("asks as the SDK would: %s", async (_how, capabilities, expected) => {
    const answer = masked(await answered(asking, open(capabilities)));
    expect(answer).toEqual(masked(await answered(askingThrough, open(capabilities))));
    expect(answer.message).toContain(expected);
  });

  it("is carried out when the person has agreed", async () => {
    const variation = open({ elicitation: {} });
    const { message } = await answered(asking, variation);
    const { requestState } = (message as { result: { requestState: string } }).result;
    const inputResponses = { confirm: { action: "accept", content: { agree: true } } };
    const again = { ...variation, params: { ...variation.params, requestState, inputResponses } };
    expect(await answered(asking, again)).toMatchObject({
      message: { result: { content: [{ type: "text", text: "opened" }], resultType: "complete" } },
    });
  });
});

it("a call is cancelled when the server closes", async () => {
  const { tool, started, cancelled } = waitingTool();
  const { handler } = endpoint({ tools: [tool] });
  const response = handler.fetch(request({ params: { name: tool.name, arguments: {} } }));
  await started;
  await handler.close();
  await cancelled;
  expect((await response).status).toBe(499);
});

it("only calls that are certainly valid are answered directly", () => {
  const calls = createDirectCalls(
    {
      scopeOf: () => expect.unreachable(),
      onlyReads: () => true,
      call: async () => ({ content: [] }),
    },
    "9.8.7",
  );
  const taken = Object.entries(variations).filter(([, variation]) => {
    const message = JSON.parse(JSON.stringify(messageOf(variation)));
    return calls.answer(request(variation), message) !== undefined;
  });
  expect(taken.map(([name]) => name)).toEqual([
    "a call that succeeds",
    "an id that is a text",
    "an answer with links",
    "no arguments",
    "arguments the tool refuses",
    "a failure of the service",
    "a tool that changes something",
    "a tool nobody knows",
    "progress not asked for",
    "usual capabilities",
    "a client without a name",
    "a trace",
  ]);
});
