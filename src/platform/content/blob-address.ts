import { createHash } from "node:crypto";
import { listLinks } from "../../markdown/page/links.ts";

/** Letters of an address that tell its bytes from all others. Those that follow are Git's hash of the same bytes. */
const digestLetters = 43;

/** Longer bytes are no page's. */
const longestText = 8 * 1024 * 1024;

const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("base64url");

/** Whether these are the bytes that an address was made from. */
export const isAt = (address: string, bytes: Uint8Array): boolean =>
  address.slice(0, digestLetters) === digestOf(bytes);

/** A link that means something on the platform alone: what it names, and the anchor. */
export const platformLink = /^(\/files\/[\w-]+|\/pages\/[^?#]+)(#.*)?$/s;

/** What stored bytes are found by. */
export function addressOf(bytes: Uint8Array): string {
  return hasPlatformLinks(bytes) ? digestOf(bytes) : addressOfFile(bytes);
}

/** What the bytes of a file are found by that an export writes as they are, whatever their links. */
export const addressOfFile = (bytes: Uint8Array): string =>
  digestOf(bytes) + Buffer.from(gitHash(bytes), "hex").toString("base64url");

/**
 * Git's hash of the file that the bytes at an address are in a repository. Undefined for a text with links of the
 * platform: its file has paths in their place.
 */
export function gitHashAt(address: string): string | undefined {
  if (address.length <= digestLetters) return undefined;
  return Buffer.from(address.slice(digestLetters), "base64url").toString("hex");
}

/** The hash that Git gives a file of these bytes. */
export const gitHash = (bytes: Uint8Array): string =>
  createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");

function hasPlatformLinks(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes("/pages/") && !buffer.includes("/files/")) return false;
  if (buffer.length > longestText || buffer.includes(0)) return false;
  return listLinks(buffer.toString()).some(({ href }) => platformLink.test(href));
}
