import { PassThrough } from "node:stream";
import { serveStdioTransport } from "../../../src/server/transports/stdio.ts";
import type { endpoint } from "../endpoint.ts";
import type { CallCase, Era } from "./call-cases.ts";

export type Endpoint = ReturnType<typeof endpoint>;

interface Channel {
  readonly era: Era;
  /** Everything that is received for a call. */
  exchange(by: Endpoint, call: CallCase): Promise<unknown>;
}

type Message = Record<string, unknown>;

const clientInfo = { name: "raw", version: "1.0.0" };

export const envelope = (capabilities: object = {}) => ({
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": clientInfo,
  "io.modelcontextprotocol/clientCapabilities": capabilities,
});

function messageOf(era: Era, { params, meta, message, capabilities }: CallCase): Message {
  const _meta = { ...(era === "2026" && envelope(capabilities)), ...meta };
  return {
    id: 7,
    method: "tools/call",
    params: {
      name: "join_words",
      arguments: { words: [{ text: "a" }, { text: "b" }] },
      ...(Object.keys(_meta).length > 0 && { _meta }),
      ...params,
    },
    ...message,
  };
}

/** Ids of events, errors and confirmations are random, and log messages tell how long a call took. */
const masked = (text: string): string =>
  text
    .replace(/^id: .*$/gm, "id")
    .replace(/"milliseconds":\d+/g, "")
    .replace(/error [0-9a-f]{8}/, "")
    .replace(/[\w-]{40,}/g, (word) => (/^(.)\1*$/.test(word) ? word : "ID"));

/** A host on a pipe. */
function openStdio({ factory }: Pick<Endpoint, "factory">) {
  const input = new PassThrough();
  const output = new PassThrough({ encoding: "utf8" });
  const ended = serveStdioTransport(factory, { streams: { input, output } });
  const chunks = output.iterator() as AsyncIterator<string>;
  let unread = "";
  return {
    send: (message: object) => void input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
    async next(): Promise<string> {
      while (!unread.includes("\n")) unread += (await chunks.next()).value ?? "\n";
      const end = unread.indexOf("\n");
      const line = unread.slice(0, end);
      unread = unread.slice(end + 1);
      return line;
    },
    close() {
      input.end();
      return ended;
    },
  };
}

export async function openStdioOf(era: Era, by: Pick<Endpoint, "factory">, capabilities: object = {}) {
  const pipe = openStdio(by);
  const params = { protocolVersion: "2025-11-25", capabilities, clientInfo };
  const opening = { "2025": { method: "initialize", params }, "2026": discover(0) };
  pipe.send({ id: 0, ...opening[era] });
  await pipe.next();
  if (era === "2025") pipe.send({ method: "notifications/initialized" });
  return pipe;
}

const discover = (id: unknown) => ({ id, method: "server/discover", params: { _meta: envelope() } });

/** Every line, until both the call and a request after it have got their response. */
const stdio = (era: Era): Channel => ({
  era,
  async exchange(by, call) {
    const pipe = await openStdioOf(era, by, call.capabilities);
    if (call.before !== undefined) pipe.send(call.before);
    pipe.send(messageOf(era, call));
    pipe.send(era === "2026" ? discover("last") : { id: "last", method: "ping" });
    const lines: string[] = [];
    const missing = new Set<unknown>(call.isSilent ? ["last"] : ["last", call.message?.id ?? 7]);
    while (missing.size > 0) {
      const line = await pipe.next();
      const { id, method } = JSON.parse(line) as Message;
      if (method === undefined) missing.delete(id);
      else if (id !== undefined) pipe.send({ id, result: { action: "accept", content: { agree: true } } });
      lines.push(masked(line));
    }
    await pipe.close();
    // The response to the last request may come first.
    return lines.sort();
  },
});

const accepted = { "content-type": "application/json", accept: "application/json, text/event-stream" };

export function post(
  { handler }: Pick<Endpoint, "handler">,
  message: object,
  headers: Record<string, string | null>,
  signal?: AbortSignal,
) {
  const sent = new Headers(accepted);
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) sent.delete(name);
    else sent.set(name, value);
  }
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  return handler.fetch(
    new Request("http://127.0.0.1/mcp", { method: "POST", body, headers: sent, ...(signal && { signal }) }),
  );
}

async function received(response: Response) {
  const text = masked(await response.text());
  const headers = [...response.headers].filter(([name]) => name !== "mcp-session-id");
  return { status: response.status, headers, hasSession: response.headers.has("mcp-session-id"), text };
}

export async function openSession(
  by: Pick<Endpoint, "handler">,
  protocolVersion: string,
  capabilities: object = {},
  authorization: Readonly<Record<string, string>> = {},
) {
  const params = { protocolVersion, capabilities, clientInfo };
  const response = await post(by, { id: 0, method: "initialize", params }, authorization);
  await response.text();
  const headers = {
    "mcp-session-id": response.headers.get("mcp-session-id") ?? "",
    "mcp-protocol-version": protocolVersion,
  };
  await post(by, { method: "notifications/initialized" }, { ...headers, ...authorization });
  return headers;
}

const session = (version: string): Channel => ({
  era: "2025",
  async exchange(by, call) {
    const headers = await openSession(by, version, call.capabilities);
    if (call.before !== undefined) await (await post(by, call.before, headers)).text();
    return received(await post(by, messageOf("2025", call), { ...headers, ...call.headers }));
  },
});

const independent: Channel = {
  era: "2026",
  async exchange(by, call) {
    const message = messageOf("2026", call);
    const { name } = message.params as { name: unknown };
    const headers = {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      ...(typeof name === "string" && { "mcp-name": name }),
    };
    return received(await post(by, message, { ...headers, ...call.headers }));
  },
};

export const channels: Readonly<Record<string, Channel>> = {
  "stdio of 2025": stdio("2025"),
  "stdio of 2026": stdio("2026"),
  "a session of 2025-11-25": session("2025-11-25"),
  "a session of 2025-06-18": session("2025-06-18"),
  "HTTP of 2026": independent,
};
