/**
 * How an operation changes stored data. Host hints, retry safety and transactions are derived from it through
 * `effects`. How far the change reaches is its `reach`.
 */
export type Effect = "read" | "create" | "update" | "delete" | "run";

export interface EffectTraits {
  readonly readOnly: boolean;
  /** Overwrites or removes existing data rather than only adding to it, as MCP defines it. */
  readonly destructive: boolean;
  /** Sending it twice leaves the same state as sending it once, so it can be retried if the response is lost. */
  readonly idempotent: boolean;
  /** Starts or publishes something, which can have effects outside the documentation platform. */
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
