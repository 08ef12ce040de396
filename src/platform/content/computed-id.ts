import { createHash } from "node:crypto";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The id of a computed page, the same each time it is computed. */
export function computedId(seed: string, key: string): string {
  const bytes = createHash("sha256").update(`${seed}\n${key}`).digest();
  return [...bytes.subarray(0, 20)].map((byte) => alphabet[byte % alphabet.length]).join("");
}
