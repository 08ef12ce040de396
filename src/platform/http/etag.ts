import { createHash } from "node:crypto";
import metadata from "../../../package.json" with { type: "json" };
import type { Encoding } from "../kernel/encoded-bytes.ts";

/**
 * Made from everything that the content depends on, so that it is known before the content is read. Another version of
 * Copydesk may present the same content differently, so it includes the version.
 */
export const makeEtag = (dependencies: readonly unknown[]): string => {
  const text = JSON.stringify([metadata.version, ...dependencies]);
  return `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
};

/** Each encoding has different bytes, so it needs its own tag. */
export const tagForEncoding = (etag: string, encoding: Encoding): string =>
  encoding === "identity" ? etag : etag.replace(/"$/, `-${encoding}"`);

/** The tag in an `If-None-Match` header that belongs to one of the encodings of this content. */
export function findMatchingTag(header: string, etag: string): string | undefined {
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return (["identity", "br", "gzip"] as const)
    .map((encoding) => tagForEncoding(etag, encoding))
    .find((tag) => tags.includes("*") || tags.includes(tag));
}
