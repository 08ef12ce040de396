import { hash } from "node:crypto";

/** A node's name: the first 128 bits of the SHA-256 of its encoded text, base64url (22 characters). */
export type Address = string;

/** `[key, value]` in a leaf; `[last key of the child, address of the child]` in an inner node. */
export type Entry = readonly [key: string, payload: string];

/** Entries in ascending key order. Level 0 is a leaf. */
export interface MapNode {
  readonly level: number;
  readonly entries: readonly Entry[];
}

const ADDRESS_BYTES = 16;

/**
 * Writes a node as one flat JSON array: its level, then for each entry the number of code units its key shares with the
 * previous key, the rest of the key, and the payload. JSON escapes lone surrogates and NUL, so any key survives UTF-8
 * storage.
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

/** Decodes the output of `encodeNode`; throws a `TypeError` for anything else. */
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
export function computeNodeAddress(encoded: string): Address {
  return hash("sha256", encoded, "buffer").subarray(0, ADDRESS_BYTES).toString("base64url");
}

/** The leaf without entries. Every reader knows it, so it is never read or stored. */
export const emptyNode: MapNode = { level: 0, entries: [] };

export const emptyRoot: Address = computeNodeAddress(encodeNode(emptyNode));

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

/** Every node but the last of its level holds at least `min` entries; no node holds more than `max`. */
interface NodeSize {
  readonly min: number;
  readonly max: number;
}

/*
 * Bytes and nodes written for one new value of 250 bytes, averaged over random spaces with the keys of pages:
 *
 *   leaf, inner              400 keys      4,000 keys    40,000 keys    growth
 *   8 to 24, 12 to 24        6,541 in 3.0   7,502 in 3.1   8,333 in 4.0   1.27, 1.33
 *   8 to 24, 8 to 24         6,474 in 3.0   7,422 in 3.6   8,183 in 4.2   1.26, 1.40
 *   6 to 18, 12 to 24        5,173 in 3.0   6,344 in 3.6   7,070 in 4.0   1.37, 1.33
 *   a chance of 1 in 16     10,975 in 2.7  12,324 in 3.6  13,248 in 4.6   1.21, 1.69
 *
 * With a constant chance (last row), a changed key is mostly in a large node, because large nodes hold most keys; and
 * keys can be chosen that never end a node. Even sizes halve that cost and bound every node. What keys chosen with the
 * hash in mind can still do is to delay, after an insertion, the place where old and new ends meet again.
 */
const LEAF_SIZE: NodeSize = { min: 8, max: 24 };

const INNER_SIZE: NodeSize = { min: 12, max: 24 };

export function nodeSize(level: number): NodeSize {
  return level === 0 ? LEAF_SIZE : INNER_SIZE;
}

/**
 * Whether the entry at position `count` (from 1) is the last of its node. This depends only on its key, its level and
 * that position, never on values, so a map has one shape regardless of its history, and new values never change it.
 *
 * The chance rises as 1 / (entries still allowed), which makes every size from `min` to `max` equally likely.
 */
export function endsNode(level: number, key: string, count: number): boolean {
  const { min, max } = nodeSize(level);
  if (count < min) return false;
  if (count >= max) return true;
  return uniform32(level, key) * (max - count + 1) < 2 ** 32;
}

/** Uniform over 0 to 2^32 - 1, independently for each level. */
function uniform32(level: number, key: string): number {
  return hash("sha256", `${level}/${key}`, "buffer").readUInt32BE(0);
}
