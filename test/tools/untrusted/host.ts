import { PassThrough } from "node:stream";
import type { Client } from "../../../src/client/client.ts";
import type { LogFields } from "../../../src/server/log.ts";
import { createServerFactory } from "../../../src/server/server.ts";
import { serveStdioTransport } from "../../../src/server/transports/stdio.ts";
import { generatedEntries } from "../../../src/tools/generated-entries.ts";
import { generatedRegistry } from "../../../src/tools/registry.ts";
import { type ConfirmPolicy, createSurface, type Selection } from "../../../src/tools/surface.ts";

export interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A line for the people who run the server. */
interface Logged {
  readonly level: string;
  readonly message: string;
  readonly fields?: LogFields | undefined;
}

/** A host that sees every line the product's own server writes. */
export interface Host {
  request(method: string, params?: unknown): Promise<Message>;
  /** The texts of a tool's answer, and whether it is an error. */
  call(name: string, input: unknown): Promise<{ readonly text: string; readonly failed: boolean }>;
  readonly opening: Message;
  /** Messages that are not responses to a request. */
  readonly notifications: readonly Message[];
  readonly logged: readonly Logged[];
  close(): Promise<void>;
}

/** The most tokens of one answer. */
export const answerTokens = 6000;

/** Connects to the product's own assembly around a client, with every tool. */
export async function connectHost(
  client: Client,
  confirmPolicy: ConfirmPolicy = "never",
  excludeTools: readonly string[] = [],
  selection: Selection = {},
): Promise<Host> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const logged: Logged[] = [];
  const factory = createServerFactory({
    registry: generatedRegistry,
    surface: createSurface(generatedEntries, { toolsets: ["all"], excludeTools, ...selection }),
    client: async () => client,
    answerTokens,
    confirmPolicy,
    version: "1.0.0",
    log: (level, message, fields) => logged.push({ level, message, fields }),
  });
  const ended = serveStdioTransport(factory, { streams: { input, output } });

  const waiting = new Map<number, (message: Message) => void>();
  const notifications: Message[] = [];
  let rest = "";
  output.on("data", (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString()}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = JSON.parse(line) as Message;
      const answer = message.id === undefined || message.method !== undefined ? undefined : waiting.get(message.id);
      if (answer === undefined) notifications.push(message);
      else answer(message);
      if (message.id !== undefined) waiting.delete(message.id);
    }
  });
  let last = 0;
  const request = (method: string, params: unknown = {}) =>
    new Promise<Message>((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      input.write(`${JSON.stringify({ jsonrpc: "2.0", id: last, method, params })}\n`);
    });
  const opening = await request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "battery", version: "1.0.0" },
  });
  input.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  await request("logging/setLevel", { level: "debug" });
  return {
    request,
    opening,
    notifications,
    logged,
    async call(name, given) {
      const { result, error } = await request("tools/call", { name, arguments: given });
      if (result === undefined) throw new Error(`${name} was refused by the protocol: ${error?.message}`);
      const content = result.content as readonly { readonly type: string; readonly text?: string }[];
      return { text: content.map(({ text = "" }) => text).join("\n"), failed: result.isError === true };
    },
    async close() {
      input.end();
      await ended;
    },
  };
}
