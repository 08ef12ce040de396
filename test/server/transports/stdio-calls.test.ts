import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import type { ToolCalls } from "../../../src/server/calls/tool-calls.ts";
import { serveStdioTransport } from "../../../src/server/transports/stdio.ts";
import { defineTool, type Tool } from "../../../src/tools/tool.ts";
import { endpoint } from "../endpoint.ts";
import { fixtureTools, waitingTool } from "../fixture-tools.ts";
import { callVariations } from "./call-variations.ts";

const page = `# Ünïcode "quoted" 😀\n\n${"A page that is read again.\\ \n".repeat(100)}`;

const readAgain = defineTool({
  name: "read_again",
  title: "Read again",
  description: "Answers with a text that it has answered with before.",
  toolset: "content",
  uses: [],
  input: {},
  run: async () => ({ text: `before\n${page}after`, parts: ["before\n", page, "after"] }),
});

const tools = [...fixtureTools, readAgain];

/** A host of the 2025 era on a pipe, whose reads are answered without the SDK, or by it. */
async function host(isDirect: boolean, own: readonly Tool[] = tools, given?: ToolCalls) {
  const { factory, toolCalls, handler } = endpoint({ tools: own });
  const input = new PassThrough();
  const output = new PassThrough({ encoding: "utf8" });
  const ended = serveStdioTransport(factory, {
    ...(isDirect && { calls: given ?? toolCalls }),
    streams: { input, output },
  });
  const lines = output.iterator() as AsyncIterator<string>;
  let unread = "";
  const send = (message: object) => input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const next = async () => {
    while (!unread.includes("\n")) unread += (await lines.next()).value ?? "\n";
    const end = unread.indexOf("\n");
    const line = unread.slice(0, end);
    unread = unread.slice(end + 1);
    return line;
  };
  const clientInfo = { name: "raw", version: "1.0.0" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  send({ id: 0, method: "initialize", params });
  await next();
  send({ method: "notifications/initialized" });
  const close = async () => {
    input.end();
    await ended;
    await handler.close();
  };
  return { send, next, close };
}

interface Variation {
  readonly params?: Record<string, unknown>;
  readonly message?: Record<string, unknown>;
  /** Sent first. */
  readonly before?: Record<string, unknown>;
}

const callOf = ({ params, message }: Variation) => ({
  id: 7,
  method: "tools/call",
  params: { name: "join_words", arguments: { words: [{ text: "a" }, { text: "b" }] }, ...params },
  ...message,
});

/** Every line until the answer to a ping, which is sent when the call must have been answered. */
async function answered(isDirect: boolean, variation: Variation): Promise<readonly string[]> {
  const pipe = await host(isDirect);
  if (variation.before !== undefined) pipe.send(variation.before);
  pipe.send(callOf(variation));
  const lines: string[] = [];
  const rejected = new Promise((resolve) => setTimeout(resolve, 200));
  for (;;) {
    const line = await Promise.race([pipe.next(), rejected]);
    if (typeof line !== "string") break;
    // Errors have random ids, and log messages tell how long a call took.
    lines.push(line.replace(/"milliseconds":\d+/g, "").replace(/error [0-9a-f]{8}/, ""));
    const { id } = JSON.parse(line) as { id?: unknown };
    if (id === 7 || id === "x") break;
  }
  await pipe.close();
  return lines;
}

const variations: Readonly<Record<string, Variation>> = {
  ...callVariations,
  "an answer that is kept": { params: { name: "read_again", arguments: {} } },
};

/** Messages that are none get no answer. */
const silent: ReadonlySet<string> = new Set([
  "an id that is no number of JSON-RPC",
  "a member that JSON-RPC does not know",
  "another version of JSON-RPC",
  "metadata that is no object",
]);

describe("a call over stdio answered without the SDK gets the same lines as from the SDK", () => {
  it.each(Object.entries(variations))("%s", async (name, variation) => {
    const own = await answered(true, variation);
    expect(own).toEqual(await answered(false, variation));
    expect(own.length === 0).toBe(silent.has(name));
  });
});

it("answers reads of an initialized host without the SDK, and only these", async () => {
  const content = [{ type: "text" as const, text: "directly" }];
  const { toolCalls } = endpoint();
  const direct: ToolCalls = { ...toolCalls, call: async () => ({ content }) };
  const pipe = await host(true, tools, direct);
  pipe.send(callOf({}));
  expect(await pipe.next()).toContain("directly");
  pipe.send(callOf({ params: { name: "open_draft", arguments: {} } }));
  expect(await pipe.next()).not.toContain("directly");
  await pipe.close();
});

it("sends no answer of a call that was cancelled and did not notice", async () => {
  let finish = () => {};
  const started = new Promise<void>((begun) => {
    finish = begun;
  });
  let answer = () => {};
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const deaf = defineTool({
    ...readAgain,
    name: "deaf",
    async run() {
      finish();
      await waiting;
      return { text: "too late" };
    },
  });
  const pipe = await host(true, [deaf]);
  pipe.send({ id: 7, method: "tools/call", params: { name: "deaf" } });
  await started;
  pipe.send({ method: "notifications/cancelled", params: { requestId: 7 } });
  pipe.send({ id: 8, method: "ping" });
  expect(await pipe.next()).toContain('"id":8');
  answer();
  pipe.send({ id: 9, method: "ping" });
  expect(await pipe.next()).toContain('"id":9');
  await pipe.close();
});

it("answers with the same bytes when it copies a text that it has written before", async () => {
  const pipe = await host(true);
  const lines: string[] = [];
  for (let id = 1; id <= 3; id += 1) {
    pipe.send({ id, method: "tools/call", params: { name: "read_again", arguments: {} } });
    lines.push(await pipe.next());
  }
  const content = [{ type: "text", text: `before\n${page}after` }];
  expect(lines).toEqual([1, 2, 3].map((id) => JSON.stringify({ result: { content }, jsonrpc: "2.0", id })));
  await pipe.close();
});

it("cancels a call, which gets no answer", async () => {
  const { tool, started, cancelled } = waitingTool();
  const pipe = await host(true, [tool]);
  pipe.send({ id: 7, method: "tools/call", params: { name: tool.name } });
  await started;
  pipe.send({ method: "notifications/cancelled", params: { requestId: 7 } });
  await cancelled;
  pipe.send({ id: 8, method: "ping" });
  expect(JSON.parse(await pipe.next())).toEqual({ jsonrpc: "2.0", id: 8, result: {} });
  await pipe.close();
});

it("cancels calls when the host disconnects", async () => {
  const { tool, started, cancelled } = waitingTool();
  const pipe = await host(true, [tool]);
  pipe.send({ id: 7, method: "tools/call", params: { name: tool.name } });
  await started;
  await pipe.close();
  await cancelled;
});
