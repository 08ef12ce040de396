import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: {
    progress: number;
    total?: number | undefined;
    message?: string | undefined;
  }) => void;
}

const info = { name: "interop-test", version: "1.0.0" };

/** The clients that hosts use, with one interface. */
export const clientKinds = ["v1", "v2 legacy", "v2 modern", "v2 auto"] as const;
export type ClientKind = (typeof clientKinds)[number];

export async function connect(kind: ClientKind, url: URL, headers: Record<string, string> = {}) {
  if (kind === "v1") {
    const client = new EarlierClient(info);
    await client.connect(new EarlierTransport(url, { requestInit: { headers } }));
    return {
      version: () => client.getServerVersion(),
      instructions: () => client.getInstructions(),
      listTools: () => client.listTools(),
      callTool: (name: string, args: Record<string, unknown> = {}, options: CallOptions = {}) =>
        client.callTool({ name, arguments: args }, undefined, options),
      listResources: (cursor?: string) => client.listResources({ cursor }),
      listResourceTemplates: () => client.listResourceTemplates(),
      readResource: (uri: string) => client.readResource({ uri }),
      close: () => client.close(),
    };
  }
  const mode = kind === "v2 legacy" ? "legacy" : kind === "v2 auto" ? "auto" : { pin: "2026-07-28" };
  const client = new Client(info, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return {
    version: () => client.getServerVersion(),
    instructions: () => client.getInstructions(),
    listTools: () => client.listTools(),
    callTool: (name: string, args: Record<string, unknown> = {}, options: CallOptions = {}) =>
      client.callTool({ name, arguments: args }, options),
    listResources: (cursor?: string) => client.listResources(cursor === undefined ? {} : { cursor }),
    listResourceTemplates: () => client.listResourceTemplates(),
    readResource: (uri: string) => client.readResource({ uri }),
    close: () => client.close(),
  };
}

export type ConnectedClient = Awaited<ReturnType<typeof connect>>;

/** The text of a tool's answer. */
export function textOf(result: unknown): string {
  const { content } = result as { content: readonly { type: string; text?: string }[] };
  return content.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : [])).join("\n");
}
