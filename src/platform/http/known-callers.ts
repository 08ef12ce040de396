import type { Acting } from "../access/authenticate.ts";
import { hashSecret } from "../kernel/bytes.ts";

/** Milliseconds. */
const knownFor = 10_000;

const mostKnown = 1000;

/**
 * Callers whose credential was accepted a moment ago, so that their request's body is read before they are looked up
 * again. The transaction of the call still authenticates them.
 */
export class KnownCallers {
  /** When each must be looked up again, by the clock of `performance`. */
  readonly #until = new Map<string, number>();

  isKnown(authorization: string | null, acting: Acting | undefined): boolean {
    return (this.#until.get(keyOf(authorization, acting)) ?? 0) > performance.now();
  }

  add(authorization: string | null, acting: Acting | undefined): void {
    const key = keyOf(authorization, acting);
    this.#until.delete(key);
    this.#until.set(key, performance.now() + knownFor);
    if (this.#until.size <= mostKnown) return;
    for (const oldest of this.#until.keys()) {
      this.#until.delete(oldest);
      return;
    }
  }
}

const keyOf = (authorization: string | null, acting: Acting | undefined): string =>
  acting === undefined ? `token ${hashSecret(authorization ?? "")}` : `user ${acting.user}`;
