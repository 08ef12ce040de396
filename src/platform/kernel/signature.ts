import { createHmac, timingSafeEqual } from "node:crypto";

/** How long a temporary URL is valid, in seconds. */
const lifetime = 60 * 60;

/** When a URL created now expires, in seconds since 1970. */
export const expiryFrom = (now: string): number => Math.floor(Date.parse(now) / 1000) + lifetime;

export const sign = (key: string, parts: readonly unknown[]): string => signText(key, JSON.stringify(parts));

export function signText(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

export const isSigned = (key: string, parts: readonly unknown[], signature: string): boolean =>
  isSignature(signature, sign(key, parts));

/** Compares in constant time. */
export function isSignature(signature: string, due: string): boolean {
  const [one, other] = [Buffer.from(signature), Buffer.from(due)];
  return one.length === other.length && timingSafeEqual(one, other);
}
