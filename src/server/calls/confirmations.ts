import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

type Redemption = "valid" | "expired" | "used" | "invalid";

/** Ten minutes: enough for a person to read, short enough to limit misuse. */
const lifetime = 10 * 60_000;

const nonceBytes = 9;

const timeBytes = 6;

const sealBytes = 16;

interface ConfirmationsOptions {
  /** This process's memory if left out. */
  readonly store?: ConfirmationStore | undefined;
  readonly now?: () => number;
}

/**
 * Ids that allow one call, once. They are sealed with a key, so that unused ids need no storage; `subject`
 * is everything the id allows: the caller, the tool, its arguments and the question.
 */
export class Confirmations {
  readonly #store: ConfirmationStore;
  readonly #now: () => number;

  constructor({ store = processStore(), now = Date.now }: ConfirmationsOptions = {}) {
    this.#store = store;
    this.#now = now;
  }

  async issue(subject: string): Promise<string> {
    const head = Buffer.alloc(nonceBytes + timeBytes);
    randomBytes(nonceBytes).copy(head);
    head.writeUIntBE(this.#now() + lifetime, nonceBytes, timeBytes);
    return Buffer.concat([head, seal(await this.#store.key(), head, subject)]).toString("base64url");
  }

  /** Consumes an id. `invalid` means that it was altered, sealed with another key, or issued for another subject. */
  async redeem(id: string, subject: string): Promise<Redemption> {
    const bytes = Buffer.from(id, "base64url");
    if (bytes.length !== nonceBytes + timeBytes + sealBytes || bytes.toString("base64url") !== id) return "invalid";
    const head = bytes.subarray(0, nonceBytes + timeBytes);
    if (!timingSafeEqual(bytes.subarray(head.length), seal(await this.#store.key(), head, subject))) return "invalid";
    const [expires, now] = [head.readUIntBE(nonceBytes, timeBytes), this.#now()];
    if (expires <= now) return "expired";
    const nonce = head.subarray(0, nonceBytes).toString("base64url");
    return (await this.#store.use(nonce, expires, now)) ? "valid" : "used";
  }
}

function seal(key: Buffer, head: Buffer, subject: string): Buffer {
  const digest = createHash("sha256").update(subject).digest();
  return createHmac("sha256", key).update(head).update(digest).digest().subarray(0, sealBytes);
}

/** State of confirmations, for one process or shared by several. */
export interface ConfirmationStore {
  /** The key that ids are sealed with. */
  key(): Promise<Buffer>;
  /** Marks an id as used until it expires. Returns false if it was used before. Milliseconds since 1970. */
  use(nonce: string, expires: number, now: number): Promise<boolean>;
}

/** Keeps state in this process only. With a configured `key`, ids are valid in every process that has it. */
export function processStore(key: Buffer = randomBytes(32)): ConfirmationStore {
  /** Expiry of each used id. */
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
