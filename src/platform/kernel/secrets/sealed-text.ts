import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Bytes of the nonce and of the tag of AES-256-GCM. */
const lengths = { nonce: 12, tag: 16 };

/**
 * Encrypts a text with AES-256-GCM and a random nonce, in base64url. `boundTo` says where the text belongs: it can only
 * be opened with the same, so a sealed text is of no use elsewhere.
 */
export function sealText(key: Uint8Array, text: string, boundTo: string): string {
  const nonce = randomBytes(lengths.nonce);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(boundTo));
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64url");
}

/** Undefined if the text was sealed with another key or for another column, or was changed since. */
export function openText(key: Uint8Array, sealed: string, boundTo: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  const nonce = bytes.subarray(0, lengths.nonce);
  const tag = bytes.subarray(lengths.nonce, lengths.nonce + lengths.tag);
  if (tag.length < lengths.tag) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: lengths.tag })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(tag);
  const start = decipher.update(bytes.subarray(lengths.nonce + lengths.tag));
  try {
    return Buffer.concat([start, decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
