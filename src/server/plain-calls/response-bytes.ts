import { toEscapedJson } from "../../present/long-texts.ts";
import { getTextParts } from "../calls/answer-parts.ts";

/** A JSON-RPC response. The result must be its first member, as the SDK has it. */
export interface ResponseMessage {
  readonly result: Record<string, unknown>;
  readonly jsonrpc: "2.0";
  readonly id: string | number;
}

/** Stands for the text while the rest is written. Nothing that a client sends comes before it. */
const placeholder = "{text}";

/**
 * A response as JSON in UTF-8, followed by `end`: what `JSON.stringify` would write, except that a character divided by
 * two parts is written as escapes. A page that was read before is copied instead of being written again, so that a long
 * answer leaves little for the garbage collector.
 */
export function responseBytes(message: ResponseMessage, end = ""): string | Buffer<ArrayBuffer> {
  const parts = getTextParts(message.result);
  if (parts === undefined) return JSON.stringify(message) + end;
  const result = { ...message.result, content: [{ type: "text", text: placeholder }] };
  const frame = JSON.stringify({ ...message, result });
  const at = frame.indexOf(placeholder);
  return concatenated([frame.slice(0, at), ...parts.map(toEscapedJson), frame.slice(at + placeholder.length) + end]);
}

function concatenated(pieces: readonly (string | Buffer)[]): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  let end = 0;
  for (const piece of pieces) {
    end += typeof piece === "string" ? bytes.write(piece, end) : piece.copy(bytes, end);
  }
  return bytes;
}
