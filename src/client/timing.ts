import { setTimeout as delay } from "node:timers/promises";

/** Time and chance, replaced in tests. */
export interface Timing {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 up to and without 1. */
  random(): number;
  /** Resolves after some milliseconds; rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const systemTiming: Timing = {
  now: Date.now,
  random: Math.random,
  async sleep(milliseconds, signal) {
    try {
      await delay(milliseconds, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
};
