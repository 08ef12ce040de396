import { endOfString } from "../../contract/json-bounds.ts";
import { isRequestId, type RequestId } from "../plain-calls/message-checks.ts";

const quote = 34;
const comma = 44;
const openings: readonly number[] = [91, 123];
const closings: readonly number[] = [93, 125];

/** For a message without its end, if its last member is the id. */
const lastMember = /[,{]\s*"id"\s*:\s*("[^"\\]{1,200}"|\d{1,16})\s*\}\s*$/;

/**
 * The id of a request in JSON that must not be parsed. Undefined for a notification, a response and anything that is
 * not a message. If the message is incomplete, `json` is its beginning and `end` its last bytes.
 */
export function findRequestId(json: Uint8Array, end?: Uint8Array): RequestId | undefined {
  const { id, hasMethod } = scanMembers(json);
  if (!hasMethod) return undefined;
  const source = id ?? (end && lastMember.exec(Buffer.from(end).toString("utf8"))?.[1]);
  if (source === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(source);
    return isRequestId(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The top level of an object: the source of its `id`, and whether it has a `method`. */
function scanMembers(json: Uint8Array): { id: string | undefined; hasMethod: boolean } {
  let id: string | undefined;
  let hasMethod = false;
  let depth = 0;
  /** Where the value of the current `id` begins. */
  let idStart: number | undefined;
  let isName = false;
  const endId = (at: number) => {
    if (idStart !== undefined) id = text(json, idStart, at);
    idStart = undefined;
  };
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === quote) {
      const end = endOfString(json, at + 1);
      if (depth === 1 && isName) {
        const name = end - at > 20 ? "" : text(json, at + 1, end);
        hasMethod ||= name === "method";
        const colon = json.indexOf(colonByte, end);
        if (name === "id" && colon !== -1) idStart = colon + 1;
        isName = false;
      }
      at = end;
    } else if (openings.includes(byte)) {
      depth += 1;
      isName = depth === 1;
    } else if (closings.includes(byte)) {
      if (depth === 1) endId(at);
      depth -= 1;
      if (depth === 0) break;
    } else if (byte === comma && depth === 1) {
      endId(at);
      isName = true;
    }
  }
  return { id, hasMethod };
}

const colonByte = 58;

const text = (json: Uint8Array, start: number, end: number): string =>
  Buffer.from(json.buffer, json.byteOffset + start, Math.min(end - start, 1000)).toString("utf8");
