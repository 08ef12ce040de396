import { Console } from "node:console";
import { type Readable, Transform, type TransformCallback, type Writable } from "node:stream";
import type { JSONRPCErrorResponse, JSONRPCMessage, McpServerFactory } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Log } from "../log.ts";
import type { RequestId } from "../plain-calls/message-checks.ts";
import { type ResponseMessage, responseBytes } from "../plain-calls/response-bytes.ts";
import { transportProblem } from "../protocol-errors.ts";
import { endedByFault, type Uncaught } from "../uncaught.ts";
import type { ResourceWatches } from "../watches/resource-watches.ts";
import { followRequests } from "./in-flight.ts";
import { serveListenRequests } from "./listen.ts";

export interface StdioOptions {
  readonly log?: Log;
  /** What the host subscribes to. If left out, there are no notifications. */
  readonly watches?: ResourceWatches;
  /** The id of an `initialize` at the start of the input that was already answered. */
  readonly answered?: RequestId | undefined;
  /** If left out, a host is not told why its calls end. */
  readonly uncaught?: Uncaught;
  /** The process's own if left out. */
  readonly streams?: { readonly input: Readable; readonly output: Writable };
}

/**
 * Serves one host over standard input and output, and resolves when the connection has ended: the host closed its
 * side, or the process received SIGINT or SIGTERM. Running calls are cancelled. The caller closes everything
 * else.
 */
export async function serveStdioTransport(factory: McpServerFactory, options: StdioOptions = {}): Promise<void> {
  const { log = () => {}, answered, streams, watches, uncaught } = options;
  if (streams === undefined) {
    // A stray line on stdout would break the connection.
    globalThis.console = new Console(process.stderr);
  }
  const input = streams?.input ?? process.stdin;
  const lines = MessageLines.of(input, ({ problem, answer }) => {
    log("warn", `stdio: a message was left out that ${problem}`);
    if (answer !== undefined) void transport.send(answer).catch(() => {});
  });
  const transport = new LineTransport(lines, streams?.output ?? process.stdout);
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
  // Once each: a second signal kills the process.
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  try {
    await ended;
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
    // A stream that is still being read keeps the process alive.
    input.unpipe(lines).pause();
  }
}

/**
 * Considers a message sent when its own bytes are. The SDK waits until nothing at all is left to send, which a busy
 * connection hardly ever reaches: every message it sent would stay in memory until then.
 */
class LineTransport extends StdioServerTransport {
  readonly #output: Writable;
  #isClosed = false;

  constructor(input: Readable, output: Writable) {
    super(input, output);
    this.#output = output;
  }

  override send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error("The connection to the host is closed."));
    const line = "result" in message ? responseBytes(message as ResponseMessage, "\n") : `${JSON.stringify(message)}\n`;
    return new Promise((resolve, reject) => {
      this.#output.write(line, (error) => (error ? reject(error) : resolve()));
    });
  }

  override close(): Promise<void> {
    this.#isClosed = true;
    return super.close();
  }
}

/** Withholds one answer from the host. It is recognized by its members too, since a host may reuse an id. */
function withholdInitialized(transport: StdioServerTransport, id: RequestId): void {
  const send = transport.send.bind(transport);
  transport.send = async (message) => {
    const isIt = "result" in message && message.id === id && "protocolVersion" in message.result;
    if (!isIt) return send(message);
    transport.send = send;
  };
}

/** The most bytes of a message: a page of the largest size as JSON, with most characters escaped. */
const maxBytes = 10 * 1024 * 1024;
/** A shorter message cannot exceed any limit, not even of nesting. */
const minBytes = 500;
/** Bytes kept from the end of a longer message, where its id may be. */
const endBytes = 1024;
const lineFeed = 0x0a;

/** The error for a message that was not read. */
export interface Refusal {
  readonly problem: string;
  /** For the host; undefined if the message was not a request. */
  readonly answer: JSONRPCErrorResponse | undefined;
}

/**
 * Passes on complete lines of messages. One that is too long or too deeply nested is dropped and
 * refused before it is parsed.
 */
export class MessageLines extends Transform {
  readonly #refuse: (refusal: Refusal) => void;
  #parts: Buffer[] = [];
  #length = 0;
  /** The last bytes of a line that is already too long. */
  #end: Buffer | undefined;

  constructor(refuse: (refusal: Refusal) => void) {
    super();
    this.#refuse = refuse;
  }

  /** Lines of `input`, which is released when they are no longer read. */
  static of(input: Readable, refuse: (refusal: Refusal) => void): MessageLines {
    const lines = new MessageLines(refuse);
    if (input.readableEnded || input.destroyed) lines.end();
    input.on("error", (error) => lines.destroy(error));
    input.once("close", () => lines.end());
    return input.pipe(lines);
  }

  override _transform(chunk: Buffer | string, encoding: BufferEncoding, done: TransformCallback): void {
    this.#take(typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk).then(() => done(), done);
  }

  async #take(bytes: Buffer): Promise<void> {
    let start = 0;
    for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, start)) {
      this.#add(bytes.subarray(start, at + 1));
      await this.#endLine();
      start = at + 1;
    }
    if (start < bytes.length) this.#add(bytes.subarray(start));
  }

  #add(part: Buffer): void {
    const capacity = maxBytes - this.#length;
    this.#length += part.length;
    if (capacity > 0) this.#parts.push(part.subarray(0, capacity));
    if (part.length > capacity)
      this.#end = Buffer.concat([this.#end ?? Buffer.alloc(0), part.subarray(-endBytes)]).subarray(-endBytes);
  }

  async #endLine(): Promise<void> {
    const [first] = this.#parts;
    const line = this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts);
    const end = this.#end;
    this.#parts = [];
    this.#length = 0;
    this.#end = undefined;
    if (line.length < minBytes) return void this.push(line);
    // Start-up must be fast, and the first messages are short.
    const [{ findExcess }, { findRequestId }] = await Promise.all([
      import("../../contract/json-bounds.ts"),
      import("./request-id.ts"),
    ]);
    const problem = end === undefined ? findExcess(line) : `has more than ${maxBytes} bytes`;
    if (problem === undefined) this.push(line);
    else this.#refuse({ problem, answer: answerTo(findRequestId(line, end), problem) });
  }
}

function answerTo(id: RequestId | undefined, problem: string): JSONRPCErrorResponse | undefined {
  if (id === undefined) return undefined;
  const message = `Invalid Request: the message ${problem}. Nothing was done. Send less in one request.`;
  return { jsonrpc: "2.0", id, error: { code: -32600, message } };
}
