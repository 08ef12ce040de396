import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export type Redemption = "valid" | "expired" | "used" | "invalid";

/** Ten minutes: long enough for a person to read, too short to be found lying about. */
const lifetime = 10 * 60_000;
const nonceBytes = 9;
const timeBytes = 6;
const sealBytes = 16;

/**
 * Ids that allow one call, once. They are sealed with a key of this process, so that nothing has to be kept for an id
 * that is never used; `subject` is everything the id allows: the caller, the tool, its arguments and the question asked.
 */
export class Confirmations {
  readonly #key = randomBytes(32);
  readonly #now: () => number;
  /** When each used id expires, by its nonce. */
  readonly #used = new Map<string, number>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  issue(subject: string): string {
    const head = Buffer.alloc(nonceBytes + timeBytes);
    randomBytes(nonceBytes).copy(head);
    head.writeUIntBE(this.#now() + lifetime, nonceBytes, timeBytes);
    return Buffer.concat([head, this.#seal(head, subject)]).toString("base64url");
  }

  /** Uses an id up. `invalid` is an id that was changed, made by another process, or issued for another subject. */
  redeem(id: string, subject: string): Redemption {
    const bytes = Buffer.from(id, "base64url");
    if (bytes.length !== nonceBytes + timeBytes + sealBytes || bytes.toString("base64url") !== id) return "invalid";
    const head = bytes.subarray(0, nonceBytes + timeBytes);
    if (!timingSafeEqual(bytes.subarray(head.length), this.#seal(head, subject))) return "invalid";
    const expires = head.readUIntBE(nonceBytes, timeBytes);
    if (expires <= this.#now()) return "expired";
    const nonce = head.subarray(0, nonceBytes).toString("base64url");
    if (this.#used.has(nonce)) return "used";
    this.#forgetExpired();
    this.#used.set(nonce, expires);
    return "valid";
  }

  #seal(head: Buffer, subject: string): Buffer {
    const digest = createHash("sha256").update(subject).digest();
    return createHmac("sha256", this.#key).update(head).update(digest).digest().subarray(0, sealBytes);
  }

  #forgetExpired(): void {
    for (const [nonce, expires] of this.#used) if (expires <= this.#now()) this.#used.delete(nonce);
  }
}
