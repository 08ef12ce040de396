import { type Readable, Transform, type TransformCallback } from "node:stream";
import type { JSONRPCErrorResponse } from "@modelcontextprotocol/server";
import type { RequestId } from "./message-checks.ts";

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
