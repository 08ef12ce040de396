import { createHmac, timingSafeEqual } from "node:crypto";

/** How long a temporary address works, in seconds. */
const lifetime = 60 * 60;

/** When an address made now ends to work, in seconds since 1970. */
export const expiryFrom = (now: string): number => Math.floor(Date.parse(now) / 1000) + lifetime;

export function sign(key: string, parts: readonly unknown[]): string {
  return createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");
}

/** Compares without telling by its time how much is right. */
export function isSigned(key: string, parts: readonly unknown[], signature: string): boolean {
  const given = Buffer.from(signature);
  const due = Buffer.from(sign(key, parts));
  return given.length === due.length && timingSafeEqual(given, due);
}
