import { hash } from "node:crypto";

/** A node's name: the first 128 bits of the SHA-256 of its encoded text, base64url (22 characters). */
export type Address = string;

/** `[key, value]` in a leaf; `[last key of the child, address of the child]` above. */
export type Entry = readonly [key: string, payload: string];

/** Entries in ascending key order. Level 0 is a leaf. */
export interface MapNode {
  readonly level: number;
  readonly entries: readonly Entry[];
}

const ADDRESS_BYTES = 16;

/**
 * Writes a node as one flat JSON array: its level, then per entry the number of code units its key shares with the key
 * before it, the rest of the key, and the payload. JSON escapes lone surrogates and NUL, so any key survives UTF-8 storage.
 */
export function encodeNode(node: MapNode): string {
  const parts: Array<number | string> = [node.level];
  let previous = "";
  for (const [key, payload] of node.entries) {
    const shared = sharedPrefixLength(previous, key);
    parts.push(shared, key.slice(shared), payload);
    previous = key;
  }
  return JSON.stringify(parts);
}

/** Reads what `encodeNode` wrote; throws a `TypeError` on anything else. */
export function decodeNode(text: string): MapNode {
  const parts = parseParts(text);
  const [level] = parts;
  if (typeof level !== "number" || parts.length % 3 !== 1) throw malformed();
  const entries: Entry[] = [];
  let previous = "";
  for (let index = 1; index < parts.length; index += 3) {
    const shared = parts[index];
    const rest = parts[index + 1];
    const payload = parts[index + 2];
    if (typeof shared !== "number" || typeof rest !== "string" || typeof payload !== "string") throw malformed();
    previous = previous.slice(0, shared) + rest;
    entries.push([previous, payload]);
  }
  return { level, entries };
}

/** The address of an encoded node. */
export function addressOf(encoded: string): Address {
  return hash("sha256", encoded, "buffer").subarray(0, ADDRESS_BYTES).toString("base64url");
}

/** The leaf without entries. It is known to every reader, so it is never asked of one nor among the nodes to store. */
export const emptyNode: MapNode = { level: 0, entries: [] };
export const emptyRoot: Address = addressOf(encodeNode(emptyNode));

function sharedPrefixLength(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let length = 0;
  while (length < end && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

function parseParts(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(text);
    if (Array.isArray(parts)) return parts;
  } catch (error) {
    throw malformed(error);
  }
  throw malformed();
}

function malformed(cause?: unknown): TypeError {
  return new TypeError("not an encoded node of an ordered map", { cause });
}
