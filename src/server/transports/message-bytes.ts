import { toEscapedJson } from "../../desk/present/long-texts.ts";
import { partsOf } from "../calls/answer-parts.ts";

/** A response to a call of a tool. Its result must be its first member. */
export interface ResultMessage {
  readonly result: object;
  readonly jsonrpc: "2.0";
  readonly id: string | number;
}

/** Stands for the text while the rest is written. Nothing that a client sends comes before it. */
const place = "{text}";

/**
 * A message as JSON in UTF-8, between two texts: what `JSON.stringify` would write, except that a character divided by
 * two parts is written as escapes. A page that was read before is
 * copied instead of being written again, so that a long answer leaves little for the garbage collector.
 */
export function messageBytes(message: ResultMessage, before: string, after: string): Buffer<ArrayBuffer> {
  const parts = partsOf(message.result);
  if (parts === undefined) return Buffer.from(before + JSON.stringify(message) + after);
  const result = { ...message.result, content: [{ type: "text", text: place }] };
  const frame = JSON.stringify({ ...message, result });
  const at = frame.indexOf(place);
  return concatenated([before, frame.slice(0, at), ...parts.map(toEscapedJson), frame.slice(at + place.length), after]);
}

function concatenated(pieces: readonly (string | Buffer)[]): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  let end = 0;
  for (const piece of pieces) {
    end += typeof piece === "string" ? bytes.write(piece, end) : piece.copy(bytes, end);
  }
  return bytes;
}
