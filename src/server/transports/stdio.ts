import { Console } from "node:console";
import type { Readable, Writable } from "node:stream";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Log } from "../log.ts";

export interface StdioOptions {
  readonly log?: Log;
  /** The process's own when left out. */
  readonly streams?: { readonly input: Readable; readonly output: Writable };
}

/**
 * Serves one host over standard input and output, and resolves when the connection has ended: the host closed its
 * side, or the process was told to stop (SIGINT, SIGTERM). Calls still running then are cancelled. What to close after
 * that is the caller's.
 */
export async function serveStdioTransport(factory: McpServerFactory, options: StdioOptions = {}): Promise<void> {
  const { log = () => {}, streams } = options;
  if (streams === undefined) {
    // One stray line on stdout would break the connection.
    globalThis.console = new Console(process.stderr);
  }
  const transport = new StdioServerTransport(streams?.input, streams?.output);
  const server = serveStdio(factory, { transport, onerror: (error) => log("warn", `stdio: ${error.message}`) });
  const ended = new Promise<void>((resolve) => {
    const closeConnection = transport.onclose;
    transport.onclose = () => {
      closeConnection?.();
      resolve();
    };
  });

  const stop = (signal: NodeJS.Signals) => {
    log("info", `${signal}: closing`);
    void server.close();
  };
  // Once each: a second signal ends the process the hard way.
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  try {
    await ended;
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
  }
}
