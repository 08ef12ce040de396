/** When to look whether something has changed. */
export interface ChangeClock {
  /** Milliseconds to the next look, given how many requests it takes. */
  delay(requests: number): number;
  /** Another value whenever something may have changed; absent where only looking tells. */
  stamp?(): Promise<unknown>;
}

/** For a service that is asked over a network: a look every ten seconds, and one request a second at the most. */
export const remoteClock: ChangeClock = { delay: (requests) => Math.max(10_000, 1000 * requests) };

export interface LookTimerOptions {
  /** Asked for when it is first needed; `remoteClock` when it fails. */
  readonly clock: () => Promise<ChangeClock>;
  /** How many requests a look takes; none stops the timer. */
  readonly requests: () => number;
  /** Rejects never. */
  readonly look: () => Promise<void>;
}

export interface LookTimer {
  /** Waits for the next look. Does nothing while it waits already. */
  start(): void;
  /** Looks now, or once more when a look is under way. Resolves when it is done. */
  look(): Promise<void>;
}

/** Looks again and again while there is something to look at, one look after the other. */
export function createLookTimer({ clock, requests, look }: LookTimerOptions): LookTimer {
  let waiting = false;
  let looking: Promise<void> | undefined;
  let again = false;
  let stamp: unknown;

  const lookNow = (): Promise<void> => {
    again = looking !== undefined;
    looking ??= (async () => {
      do {
        again = false;
        await look();
      } while (again);
      looking = undefined;
    })();
    return looking;
  };

  const lookIfStamped = async (read: ChangeClock["stamp"]): Promise<void> => {
    if (read === undefined) return lookNow();
    // Taken before looking: what changes meanwhile is seen the next time.
    const now = await read();
    if (now === stamp) return;
    stamp = now;
    await lookNow();
  };

  const start = (): void => {
    if (waiting) return;
    waiting = true;
    void wait().finally(() => {
      waiting = false;
      if (requests() > 0) start();
    });
  };

  const wait = async (): Promise<void> => {
    const { delay, stamp: read } = await clock().catch(() => remoteClock);
    await new Promise((resolve) => setTimeout(resolve, delay(requests())).unref());
    if (requests() > 0) await lookIfStamped(read).catch(() => {});
  };

  return { start, look: lookNow };
}
