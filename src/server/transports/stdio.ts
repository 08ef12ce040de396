import { Console } from "node:console";
import type { Readable, Writable } from "node:stream";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Log } from "../log.ts";
import { transportProblem } from "../protocol-errors.ts";
import { endedByFault, type Uncaught } from "../uncaught.ts";
import type { ResourceWatches } from "../watches/resource-watches.ts";
import { followRequests } from "./in-flight.ts";
import { serveListenRequests } from "./listen.ts";
import type { RequestId } from "./message-checks.ts";
import { MessageLines } from "./message-lines.ts";

export interface StdioOptions {
  readonly log?: Log;
  /** What the host subscribes to. Left out, nothing is announced. */
  readonly watches?: ResourceWatches;
  /** The id of an `initialize` at the start of the input that the host already has the answer to. */
  readonly answered?: RequestId | undefined;
  /** Left out, a host is not told why its calls end. */
  readonly uncaught?: Uncaught;
  /** The process's own when left out. */
  readonly streams?: { readonly input: Readable; readonly output: Writable };
}

/**
 * Serves one host over standard input and output, and resolves when the connection has ended: the host closed its
 * side, or the process was told to stop (SIGINT, SIGTERM). Calls still running then are cancelled. What to close after
 * that is the caller's.
 */
export async function serveStdioTransport(factory: McpServerFactory, options: StdioOptions = {}): Promise<void> {
  const { log = () => {}, answered, streams, watches, uncaught } = options;
  if (streams === undefined) {
    // One stray line on stdout would break the connection.
    globalThis.console = new Console(process.stderr);
  }
  const input = streams?.input ?? process.stdin;
  const lines = MessageLines.of(input, ({ problem, answer }) => {
    log("warn", `stdio: a message was left out that ${problem}`);
    if (answer !== undefined) void transport.send(answer).catch(() => {});
  });
  const transport = new StdioServerTransport(lines, streams?.output);
  if (answered !== undefined) withholdInitialized(transport, answered);
  const onerror = ({ message }: Error) => {
    log("warn", `stdio: ${transportProblem(message)}`);
    log("debug", `stdio: ${message}`);
  };
  const server =
    watches === undefined
      ? serveStdio(factory, { transport, onerror })
      : serveListenRequests(transport, watches, factory, (build) => serveStdio(build, { transport, onerror }));
  const requests = followRequests(transport);
  uncaught?.beforeEnd(() => requests.fail(endedByFault));
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
    // A stream that is still read keeps the process.
    input.unpipe(lines).pause();
  }
}

/** Keeps one answer from the host. It is told by its members too, since a host may use an id again. */
function withholdInitialized(transport: StdioServerTransport, id: RequestId): void {
  const send = transport.send.bind(transport);
  transport.send = async (message) => {
    const isIt = "result" in message && message.id === id && "protocolVersion" in message.result;
    if (!isIt) return send(message);
    transport.send = send;
  };
}
