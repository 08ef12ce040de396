import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { environment } from "../cli/program.ts";

export interface HostCommand {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the command in a host's configuration, in a separate folder as hosts do, and connects as hosts of today do. */
export async function startAsHost({ command, args = [], env = {} }: HostCommand, folder: string): Promise<Client> {
  const client = new Client({ name: "host", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: command === "node" ? process.execPath : command,
    args: [...args],
    env: { ...environment, ...env },
    cwd: folder,
    stderr: "ignore",
  });
  await client.connect(transport);
  return client;
}
