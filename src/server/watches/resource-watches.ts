import type { Source } from "../../resources/resource.ts";
import { hasRoom } from "../fair-share.ts";
import type { Client, RequestScope } from "../request-scope.ts";
import type { Watch, WatchedSource } from "./watched-source.ts";

interface ResourceWatchesOptions {
  /** The process's own client, for those that do not act as somebody. */
  readonly client: () => Promise<Client>;
  /** Asked for when something is watched for the first time; `remoteClock` when left out. */
  readonly clock?: () => Promise<ChangeClock>;
}

/** Whom a watch acts for; without a client, the process. */
export type Watcher = Pick<RequestScope, "client" | "principal">;

/** The resources that clients have subscribed to, each looked at with its subscriber's own rights. */
export interface ResourceWatches {
  /**
   * Calls `changed` whenever the resource reads otherwise than before, until the watch ends. A watcher that is left out
   * is the process. Undefined when there are too many watches, of all or of the watcher.
   */
  watch(uri: string, watcher: Watcher | undefined, changed: () => void): ResourceWatch | undefined;
  /** The same for the list of resources. */
  watchList(watcher: Watcher | undefined, changed: () => void): ResourceWatch | undefined;
  /** Looks at everything now, since something may have changed. Resolves when it is done. */
  look(): Promise<void>;
  readonly size: number;
}

export interface ResourceWatch {
  /** Whether there is such a resource, by the first look at it; true when that could not be told. */
  readonly exists: Promise<boolean>;
  end(): void;
}

/** The most resources one connection, or one stream of notifications, may watch at a time. */
export const mostWatchedAtOnce = 200;

/** Of one caller, however many connections it opens, and of all. */
const shares = { most: 2000, mostPerCaller: 1000 };

type Find = () => Promise<{ readonly source: Source; readonly part?: string | undefined } | undefined>;

/**
 * Watches by looking: another process may have changed a page, and no service tells of it. What several resources come
 * from is looked at once for all of them. Nothing is asked while nobody has subscribed.
 */
export function createResourceWatches(options: ResourceWatchesOptions): ResourceWatches {
  const { client, clock = async () => remoteClock } = options;
  const sources = new Map<string, WatchedSource>();
  const callers = new Map<string, number>();
  let watched = 0;

  /** Counts a watch; what undoes that, or undefined where there is no room for it. */
  const take = (caller: string | undefined): (() => void) | undefined => {
    // Without a caller's name there is one host alone.
    const own = caller === undefined ? 0 : (callers.get(caller) ?? 0);
    const others = callers.size - (own > 0 ? 1 : 0);
    if (caller === undefined ? watched >= shares.most : !hasRoom(shares, { all: watched, own, others }))
      return undefined;
    watched += 1;
    if (caller !== undefined) callers.set(caller, own + 1);
    return () => {
      watched -= 1;
      if (caller === undefined) return;
      const left = (callers.get(caller) ?? 1) - 1;
      if (left > 0) callers.set(caller, left);
      else callers.delete(caller);
    };
  };

  const timer = createLookTimer({
    clock,
    requests: () => sources.size,
    async look() {
      // One after the other, so that many are no burst of requests. What cannot be seen now has not been seen to change.
      for (const source of [...sources.values()]) if (source.size > 0) await source.update().catch(() => {});
    },
  });

  const start = (find: Find, watcher: Watcher = { client: undefined }, changed: () => void) => {
    const giveBack = take(watcher.principal);
    if (giveBack === undefined) return undefined;
    let ended = false;
    let leave = () => {};

    const begin = async (): Promise<boolean> => {
      const [{ WatchedSource }, found] = await Promise.all([import("./watched-source.ts"), find()]);
      if (found === undefined || ended) return found !== undefined;
      const { client: own, principal = "" } = watcher;
      const key = JSON.stringify([own === undefined ? null : principal, found.source.key]);
      const source = sources.get(key) ?? new WatchedSource(found.source, own === undefined ? client : async () => own);
      sources.set(key, source);
      const watch: Watch = { part: found.part, changed };
      leave = () => {
        source.remove(watch);
        if (source.size === 0 && sources.get(key) === source) sources.delete(key);
      };
      timer.start();
      return source.add(watch);
    };

    return {
      exists: begin().catch(() => true),
      end() {
        if (ended) return;
        ended = true;
        giveBack();
        leave();
      },
    };
  };

  return {
    watch: (uri, watcher, changed) =>
      start(async () => (await import("../../resources/resources.ts")).sourceOf(uri), watcher, changed),
    watchList: (watcher, changed) =>
      start(async () => ({ source: (await import("../../resources/listing.ts")).listSource }), watcher, changed),
    look: timer.look,
    get size() {
      return watched;
    },
  };
}

/** When to look whether something has changed. */
export interface ChangeClock {
  /** Milliseconds to the next look, given how many requests it takes. */
  delay(requests: number): number;
  /** Another value whenever something may have changed; absent where only looking tells. */
  stamp?(): Promise<unknown>;
}

/** For a service that is asked over a network: a look every ten seconds, and one request a second at the most. */
export const remoteClock: ChangeClock = { delay: (requests) => Math.max(10_000, 1000 * requests) };

interface LookTimerOptions {
  /** Asked for when it is first needed; `remoteClock` when it fails. */
  readonly clock: () => Promise<ChangeClock>;
  /** How many requests a look takes; none stops the timer. */
  readonly requests: () => number;
  /** Never rejects. */
  readonly look: () => Promise<void>;
}

interface LookTimer {
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
