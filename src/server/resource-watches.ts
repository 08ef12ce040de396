import type { Client } from "./request-scope.ts";

export interface ResourceWatchesOptions {
  /** The process's own client, for those that do not act as somebody. */
  readonly client: () => Promise<Client>;
  /** Milliseconds between two looks at what is watched; ten seconds when left out. */
  readonly interval?: number;
}

/** The resources that clients have subscribed to, each looked at with its subscriber's own rights. */
export interface ResourceWatches {
  /**
   * Calls `changed` whenever the resource reads otherwise than before, until the watch ends. A client that is left out
   * is the process. Undefined when there are too many watches.
   */
  watch(uri: string, client: Client | undefined, changed: () => void): ResourceWatch | undefined;
  /** Looks at everything now, since something may have changed. Resolves when it is done. */
  look(): Promise<void>;
  readonly size: number;
}

export interface ResourceWatch {
  /** Whether there is such a resource, by the first look at it; true when that could not be told. */
  readonly exists: Promise<boolean>;
  end(): void;
}

interface Watched {
  readonly uri: string;
  readonly client: Client | undefined;
  readonly changed: () => void;
  readonly ended: AbortController;
  /** What it read like; undefined until it could be read. */
  version: string | undefined;
}

/** The most resources one connection, or one stream of notifications, may watch at a time. */
export const mostWatchedAtOnce = 200;
const mostWatched = 2000;

/**
 * Watches by reading: another process may have changed a page, and no service tells of it. Nothing is read while
 * nobody has subscribed.
 */
export function createResourceWatches({ client, interval = 10_000 }: ResourceWatchesOptions): ResourceWatches {
  const watches = new Set<Watched>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let again = false;

  const read = async (watched: Watched): Promise<void> => {
    const { resourceVersion } = await import("./resource-version.ts");
    const { uri, changed, ended } = watched;
    const version = await resourceVersion(uri, watched.client ?? (await client()), ended.signal);
    if (ended.signal.aborted) return;
    const isOther = watched.version !== undefined && watched.version !== version;
    watched.version = version;
    if (isOther) changed();
  };

  // One after the other, so that many watches are no burst of requests.
  const readAll = async (): Promise<void> => {
    do {
      again = false;
      // What cannot be read now has not been seen to change.
      for (const watched of [...watches]) if (!watched.ended.signal.aborted) await read(watched).catch(() => {});
    } while (again);
    looking = undefined;
    schedule();
  };

  const look = (): Promise<void> => {
    clearTimeout(timer);
    again = looking !== undefined;
    looking ??= readAll();
    return looking;
  };

  const schedule = (): void => {
    clearTimeout(timer);
    if (watches.size > 0) timer = setTimeout(() => void look(), interval).unref();
  };

  return {
    watch(uri, client, changed) {
      if (watches.size >= mostWatched) return undefined;
      const watched: Watched = { uri, client, changed, ended: new AbortController(), version: undefined };
      watches.add(watched);
      if (looking === undefined) schedule();
      const exists = read(watched).then(
        () => watched.version !== missing,
        () => true,
      );
      return {
        exists,
        end() {
          watches.delete(watched);
          watched.ended.abort();
          if (watches.size === 0) clearTimeout(timer);
        },
      };
    },
    look,
    get size() {
      return watches.size;
    },
  };
}

/** The version of a resource that does not exist. */
export const missing = "missing";
