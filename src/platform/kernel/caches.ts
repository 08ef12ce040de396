import { LruCache } from "./lru-cache.ts";

/** Default limit of the content cache in bytes. */
const defaultMaxBytes = 48 * 1024 * 1024;

/** The limit of the response cache, as a multiple of that of the content cache: one setting limits both. */
const responseShare = 2;

/**
 * Values that never change under their key, because it names a revision, a hash or the whole input they were computed
 * from. Keys begin with the kind of value. Shared by all platforms of the process.
 */
export const contentCache = new LruCache(defaultMaxBytes);

/** What was read from a state of the data, until the state changes. */
class ResponseCache {
  readonly #entries = new LruCache(responseShare * defaultMaxBytes);

  setMaxBytes(maxBytes: number): void {
    this.#entries.setMaxBytes(maxBytes);
  }

  /** A value stored under the key at this state; undefined if there is none, or it was stored at another state. */
  find(key: string, state: State): unknown {
    const entry = this.#entries.get(key) as CachedValue | undefined;
    return entry?.state === state ? entry.value : undefined;
  }

  /** Reads at this state, whose results are cached until it changes. */
  reader(owner: string, state: State): ReadCached {
    return async <Result>(name: string, read: () => Promise<Result>) => {
      const key = `read ${owner} ${name}`;
      // Undefined is also a result.
      const cached = this.find(key, state) as { readonly result: Result } | undefined;
      if (cached !== undefined) return cached.result;
      const result = await read();
      this.store(key, { state, value: { result }, bytes: bytesOfValue(result) });
      return result;
    };
  }

  /** `state` must have been read before the value, or in the same snapshot. */
  store(key: string, { state, value, bytes }: CachedValue & { readonly bytes: number }): void {
    this.#entries.set(key, { state, value }, bytes);
  }
}

interface CachedValue {
  readonly state: State;
  readonly value: unknown;
}

/** Differs whenever a write was committed: the change counter of a database, or the stamp of a snapshot. */
type State = string | number;

/** Runs a read, or returns the result of an earlier one under this name. Results must not be changed. */
export type ReadCached = <Result>(name: string, read: () => Promise<Result>) => Promise<Result>;

export const readUncached: ReadCached = (_, read) => read();

/** Responses, by request and caller. Keys begin with the kind of value and an id of whoever stores it. */
export const responseCache = new ResponseCache();

/** Sets the limit of the content cache, and with it that of the response cache. */
export function limitCaches(maxBytes: number): void {
  contentCache.setMaxBytes(maxBytes);
  responseCache.setMaxBytes(responseShare * maxBytes);
}

/** A cache of another thread, limited to this multiple of the content cache. */
export const partOfCache = (part: number): number => part * contentCache.maxBytes;

/** Approximate size of a plain value in bytes: two per UTF-16 unit of text, plus the overhead of objects. */
export function bytesOfValue(value: unknown): number {
  if (typeof value === "string") return 2 * value.length + 24;
  if (typeof value !== "object" || value === null) return 8;
  if (value instanceof Map) return bytesOfValue([...value]);
  let bytes = 48;
  if (Array.isArray(value)) for (const item of value) bytes += 8 + bytesOfValue(item);
  else for (const member of Object.values(value)) bytes += 16 + bytesOfValue(member);
  return bytes;
}
