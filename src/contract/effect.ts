/**
 * How an operation changes what is stored, which decides hints for hosts, retry safety and transactions through
 * `effects`. How far the change goes is its reach.
 */
export type Effect = "read" | "create" | "update" | "delete" | "run";

export interface EffectTraits {
  readonly readOnly: boolean;
  /** Overwrites or removes what is there, rather than only adding to it: what the protocol means by the word. */
  readonly destructive: boolean;
  /** Sending it twice leaves the same state as sending it once, so a lost answer may be retried. */
  readonly idempotent: boolean;
  /** Starts or publishes something, which can reach beyond the documentation platform. */
  readonly openWorld: boolean;
}

export const effects: Readonly<Record<Effect, EffectTraits>> = {
  read: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  create: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  update: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  delete: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  run: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
};

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
