import { randomBytes } from "node:crypto";

/** What confirmations need to be kept, by one process or by several for each other. */
export interface ConfirmationStore {
  /** The key that ids are sealed with. */
  key(): Promise<Buffer>;
  /** Marks an id as used, until it expires. Answers false for one that was used before. Milliseconds since 1970. */
  use(nonce: string, expires: number, now: number): Promise<boolean>;
}

/** Keeps them for this process alone. With a `key` of somebody's, ids are good in every process that has it. */
export function processStore(key: Buffer = randomBytes(32)): ConfirmationStore {
  /** When each used id expires. */
  const used = new Map<string, number>();
  return {
    key: () => Promise.resolve(key),
    async use(nonce, expires, now) {
      if (used.has(nonce)) return false;
      for (const [other, end] of used) if (end <= now) used.delete(other);
      used.set(nonce, expires);
      return true;
    },
  };
}
