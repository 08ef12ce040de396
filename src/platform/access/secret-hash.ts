import { createHash } from "node:crypto";

/** What is stored of a secret: SHA-256, hexadecimal. Every secret is random and long, so that none can be tried out. */
export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");
