import type { Source } from "../../resources/resource.ts";
import { hasCapacity } from "../fair-share.ts";
import type { Client, RequestScope } from "../request-scope.ts";
import type { Watch, WatchedSource } from "./watched-source.ts";

interface ResourceWatchesOptions {
  /** The process's own client, for watchers without one. */
  readonly client: () => Promise<Client>;
  /** Created when something is watched for the first time; `remoteClock` if left out. */
  readonly clock?: () => Promise<ChangeClock>;
}

/** Who a watch acts for; without a client, the process. */
export type Watcher = Pick<RequestScope, "client" | "principal">;

/** The resources that clients have subscribed to, each read with its subscriber's rights. */
export interface ResourceWatches {
  /**
   * Calls `changed` whenever the resource's content has changed, until the watch ends. Without a watcher, the process
   * watches. Undefined if there are too many watches, in total or for the watcher.
   */
  watch(uri: string, watcher: Watcher | undefined, changed: () => void): ResourceWatch | undefined;
  /** The same for the list of resources. */
  watchList(watcher: Watcher | undefined, changed: () => void): ResourceWatch | undefined;
  /** Checks everything now, since something may have changed. Resolves when done. */
  poll(): Promise<void>;
  readonly size: number;
}

export interface ResourceWatch {
  /** Whether the resource existed at the first check; true if that is unknown. */
  readonly exists: Promise<boolean>;
  end(): void;
}

/** The most resources that one connection or stream of notifications may watch at the same time. */
export const maxConcurrentWatches = 200;

/** The most watches of one caller over all its connections, and of all callers. */
const shares = { max: 2000, maxPerCaller: 1000 };

type Find = () => Promise<{ readonly source: Source; readonly part?: string | undefined } | undefined>;

/**
 * Watches by polling: another process may have changed a page, and no service sends notifications. A source of several
 * resources is read once for all of them. Without subscriptions, nothing is polled.
 */
export function createResourceWatches(options: ResourceWatchesOptions): ResourceWatches {
  const { client, clock = async () => remoteClock } = options;
  const sources = new Map<string, WatchedSource>();
  const callers = new Map<string, number>();
  let watched = 0;

  /** Counts a watch and returns a function that undoes it; undefined if there is no room. */
  const take = (caller: string | undefined): (() => void) | undefined => {
    // Without a caller's name, there is only one host.
    const own = caller === undefined ? 0 : (callers.get(caller) ?? 0);
    const others = callers.size - (own > 0 ? 1 : 0);
    if (caller === undefined ? watched >= shares.max : !hasCapacity(shares, { all: watched, own, others }))
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

  const timer = createPollTimer({
    clock,
    requests: () => sources.size,
    async poll() {
      // One after the other, to avoid bursts of requests. A source that cannot be read counts as unchanged.
      for (const source of [...sources.values()]) if (source.size > 0) await source.update().catch(() => {});
    },
  });

  const start = (find: Find, watcher: Watcher = { client: undefined }, changed: () => void) => {
    const release = take(watcher.principal);
    if (release === undefined) return undefined;
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
        release();
        leave();
      },
    };
  };

  return {
    watch: (uri, watcher, changed) =>
      start(async () => (await import("../../resources/resources.ts")).findSource(uri), watcher, changed),
    watchList: (watcher, changed) =>
      start(async () => ({ source: (await import("../../resources/listing.ts")).listSource }), watcher, changed),
    poll: timer.poll,
    get size() {
      return watched;
    },
  };
}

/** When to check for changes. */
export interface ChangeClock {
  /** Milliseconds until the next check, given how many requests it takes. */
  delay(requests: number): number;
  /** A value that differs whenever something may have changed; absent if only reading shows it. */
  stamp?(): Promise<unknown>;
}

/** For a service on the network: a check every ten seconds, and at most one request per second. */
export const remoteClock: ChangeClock = { delay: (requests) => Math.max(10_000, 1000 * requests) };

interface PollTimerOptions {
  /** Created on first use; `remoteClock` if that fails. */
  readonly clock: () => Promise<ChangeClock>;
  /** How many requests a check takes; zero stops the timer. */
  readonly requests: () => number;
  /** Never rejects. */
  readonly poll: () => Promise<void>;
}

interface PollTimer {
  /** Schedules the next check unless one is scheduled. */
  start(): void;
  /** Checks now, or once more after a running check. Resolves when done. */
  poll(): Promise<void>;
}

/** Checks repeatedly while there is something to watch, one check at a time. */
export function createPollTimer({ clock, requests, poll }: PollTimerOptions): PollTimer {
  let waiting = false;
  let polling: Promise<void> | undefined;
  let again = false;
  let stamp: unknown;

  const pollNow = (): Promise<void> => {
    again = polling !== undefined;
    polling ??= (async () => {
      do {
        again = false;
        await poll();
      } while (again);
      polling = undefined;
    })();
    return polling;
  };

  const pollIfChanged = async (read: ChangeClock["stamp"]): Promise<void> => {
    if (read === undefined) return pollNow();
    // Read before the check, so that changes during it are found by the next one.
    const now = await read();
    if (now === stamp) return;
    stamp = now;
    await pollNow();
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
    if (requests() > 0) await pollIfChanged(read).catch(() => {});
  };

  return { start, poll: pollNow };
}
