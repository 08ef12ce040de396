import { createHash } from "node:crypto";
import { listLinks } from "../../markdown/page/links.ts";

/** Length of the part of an address that identifies the bytes. The rest is Git's hash of the same bytes. */
const digestLetters = 43;

/** Bytes longer than this cannot be a page's text. */
const maxTextBytes = 8 * 1024 * 1024;

const computeDigest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("base64url");

/** The digest part of an address, which names the bytes in object storage. */
export const digestAt = (address: string): string => address.slice(0, digestLetters);

/** Whether an address was made from these bytes. */
export const isAt = (address: string, bytes: Uint8Array): boolean => digestAt(address) === computeDigest(bytes);

/** Whether a row without bytes refers to object storage. Empty contents are stored in the row itself. */
export const isElsewhere = (address: string, bytes: Uint8Array): boolean => bytes.length === 0 && !isAt(address, bytes);

/** A link that only makes sense on the platform: the path it names, and the anchor. */
export const platformLink = /^(\/files\/[\w-]+|\/pages\/[^?#]+)(#.*)?$/s;

/** The address of stored bytes. */
export function computeAddress(bytes: Uint8Array): string {
  return hasPlatformLinks(bytes) ? computeDigest(bytes) : computeFileAddress(bytes);
}

/** The address of a file that exports write unchanged, whatever links it contains. */
export const computeFileAddress = (bytes: Uint8Array): string =>
  computeDigest(bytes) + Buffer.from(gitHash(bytes), "hex").toString("base64url");

/**
 * Git's hash of the repository file for the bytes at an address. Undefined for a text with platform links: its file has
 * paths in their place.
 */
export function gitHashAt(address: string): string | undefined {
  if (address.length <= digestLetters) return undefined;
  return Buffer.from(address.slice(digestLetters), "base64url").toString("hex");
}

/** The hash Git gives a file with these bytes. */
export const gitHash = (bytes: Uint8Array): string =>
  createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");

function hasPlatformLinks(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes("/pages/") && !buffer.includes("/files/")) return false;
  if (buffer.length > maxTextBytes || buffer.includes(0)) return false;
  return listLinks(buffer.toString()).some(({ href }) => platformLink.test(href));
}
