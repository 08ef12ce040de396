import { Console } from "node:console";
import { type Readable, Transform, type TransformCallback, type Writable } from "node:stream";
import type { JSONRPCErrorResponse, McpServerFactory } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Log } from "../log.ts";
import { transportProblem } from "../protocol-errors.ts";
import { endedByFault, type Uncaught } from "../uncaught.ts";
import type { ResourceWatches } from "../watches/resource-watches.ts";
import { followRequests } from "./in-flight.ts";
import { serveListenRequests } from "./listen.ts";
import type { RequestId } from "./message-checks.ts";

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

/** Bytes of one message: a page of the largest size as JSON, most of its characters escaped. */
const mostBytes = 10 * 1024 * 1024;
/** A shorter message holds nothing that is too much, not even of levels. */
const leastBytes = 500;
/** Of the end of a longer one, where its id may be. */
const endBytes = 1024;
const lineFeed = 0x0a;

/** What is told of a message that was not read. */
export interface Refusal {
  readonly problem: string;
  /** For the host; undefined where the message was no request. */
  readonly answer: JSONRPCErrorResponse | undefined;
}

/**
 * Hands on whole lines of messages. One that is too long, or holds more than JSON of a request may, is left out and
 * refused before anything parses it.
 */
export class MessageLines extends Transform {
  readonly #refuse: (refusal: Refusal) => void;
  #parts: Buffer[] = [];
  #length = 0;
  /** The last bytes of a line that is too long already. */
  #end: Buffer | undefined;

  constructor(refuse: (refusal: Refusal) => void) {
    super();
    this.#refuse = refuse;
  }

  /** Lines of `input`, which is let go of when nobody reads them any more. */
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
    const room = mostBytes - this.#length;
    this.#length += part.length;
    if (room > 0) this.#parts.push(part.subarray(0, room));
    if (part.length > room)
      this.#end = Buffer.concat([this.#end ?? Buffer.alloc(0), part.subarray(-endBytes)]).subarray(-endBytes);
  }

  async #endLine(): Promise<void> {
    const [first] = this.#parts;
    const line = this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts);
    const end = this.#end;
    this.#parts = [];
    this.#length = 0;
    this.#end = undefined;
    if (line.length < leastBytes) return void this.push(line);
    // A host waits for the start, and its first messages are short.
    const [{ findExcess }, { findRequestId }] = await Promise.all([
      import("../../contract/json-bounds.ts"),
      import("./request-id.ts"),
    ]);
    const problem = end === undefined ? findExcess(line) : `has more than ${mostBytes} bytes`;
    if (problem === undefined) this.push(line);
    else this.#refuse({ problem, answer: answerTo(findRequestId(line, end), problem) });
  }
}

function answerTo(id: RequestId | undefined, problem: string): JSONRPCErrorResponse | undefined {
  if (id === undefined) return undefined;
  const message = `Invalid Request: the message ${problem}. Nothing was done. Send less in one request.`;
  return { jsonrpc: "2.0", id, error: { code: -32600, message } };
}
