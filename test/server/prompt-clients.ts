import { PassThrough, type Readable, type Writable } from "node:stream";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierHttpTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport as EarlierTransport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import { serveStdioTransport } from "../../src/server/transports/stdio.ts";
import type { ClientKind } from "./clients.ts";

const info = { name: "prompts-test", version: "1.0.0" };
type Reference =
  | { readonly type: "ref/prompt"; readonly name: string }
  | { readonly type: "ref/resource"; readonly uri: string };

/** What hosts do with prompts, whatever their SDK and transport. */
export async function promptClient(kind: ClientKind, to: URL | McpServerFactory) {
  const transport = to instanceof URL ? undefined : pipeTo(to);
  if (kind === "v1") {
    const client = new EarlierClient(info);
    const http = to instanceof URL ? (new EarlierHttpTransport(to) as EarlierTransport) : undefined;
    await client.connect(http ?? (transport as EarlierTransport));
    return {
      capabilities: () => client.getServerCapabilities(),
      list: async () => (await client.listPrompts()).prompts,
      get: (name: string, given?: Record<string, string>) => client.getPrompt({ name, arguments: given }),
      complete: async (ref: Reference, name: string, value: string, others: Record<string, string> = {}) =>
        (await client.complete({ ref, argument: { name, value }, context: { arguments: others } })).completion,
      close: () => client.close(),
    };
  }
  const mode = kind === "v2 legacy" ? "legacy" : kind === "v2 auto" ? "auto" : { pin: "2026-07-28" };
  const client = new Client(info, { versionNegotiation: { mode } });
  await client.connect(to instanceof URL ? new StreamableHTTPClientTransport(to) : (transport as Transport));
  return {
    capabilities: () => client.getServerCapabilities(),
    list: async () => (await client.listPrompts()).prompts,
    get: (name: string, given?: Record<string, string>) =>
      client.getPrompt({ name, ...(given === undefined ? {} : { arguments: given }) }),
    complete: async (ref: Reference, name: string, value: string, others: Record<string, string> = {}) =>
      (await client.complete({ ref, argument: { name, value }, context: { arguments: others } })).completion,
    close: () => client.close(),
  };
}

export type PromptClient = Awaited<ReturnType<typeof promptClient>>;

/** A transport to a server that reads and writes lines, as over the standard streams of a process. */
function pipeTo(factory: McpServerFactory) {
  const input = new PassThrough();
  const output = new PassThrough();
  void serveStdioTransport(factory, { streams: { input, output } });
  return lineTransport(output, input);
}

function lineTransport(from: Readable, to: Writable) {
  const transport = {
    onmessage: undefined as ((message: never) => void) | undefined,
    onclose: undefined as (() => void) | undefined,
    async start() {
      let rest = "";
      from.on("data", (chunk: Buffer) => {
        const lines = `${rest}${chunk.toString()}`.split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) transport.onmessage?.(JSON.parse(line) as never);
      });
    },
    async send(message: unknown) {
      to.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      to.end();
      transport.onclose?.();
    },
  };
  return transport;
}
