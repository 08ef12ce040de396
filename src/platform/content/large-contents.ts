import { contentCache } from "../kernel/caches.ts";
import type { Database } from "../kernel/database/database.ts";
import type { Queries } from "../kernel/database/tables.ts";
import type { ObjectStorage } from "../kernel/object-storage.ts";
import { digestAt } from "./blob-address.ts";

/** Texts and files of at least this many bytes go to object storage, if there is one. */
const minLargeBytes = 64 * 1024;

const storages = new WeakMap<Queries, LargeContents>();

/** A transaction's object storage for large contents; undefined if they are kept in the database. */
export const findLargeContents = (queries: Queries): LargeContents | undefined => storages.get(queries);

/** Thrown to abort a transaction that would store contents not yet in object storage. */
class NotPutYet extends Error {
  override readonly name = "NotPutYet";
  readonly contents: ReadonlyMap<string, Uint8Array>;

  constructor(contents: ReadonlyMap<string, Uint8Array>) {
    super("contents are not in object storage yet");
    this.contents = contents;
  }
}

/** Number of addresses this process remembers as being in object storage. */
const maxKnownAddresses = 10_000;

/** Large contents, kept in object storage under their SHA-256. The database has a row without bytes for each. */
export class LargeContents {
  readonly #storage: ObjectStorage;
  readonly #put = new Set<string>();

  constructor(storage: ObjectStorage) {
    this.#storage = storage;
  }

  /** Caches recent reads, except very large ones. */
  async read(address: string): Promise<Uint8Array> {
    const digest = digestAt(address);
    const key = `large content ${digest}`;
    const known = contentCache.get(key) as Uint8Array | undefined;
    if (known !== undefined) return known;
    const bytes = await this.#storage.get(digest);
    contentCache.set(key, bytes, bytes.length);
    return bytes;
  }

  /**
   * The rows for new contents, without bytes for large ones. Throws if any of those is not in object storage yet; the
   * transaction is run again once they are, so it never waits for anything but the database.
   */
  toRows(contents: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> {
    const large = [...contents].filter(([, bytes]) => bytes.length >= minLargeBytes);
    const missing = large.filter(([address]) => !this.#put.has(digestAt(address)));
    if (missing.length > 0) throw new NotPutYet(new Map(missing));
    return new Map([...contents, ...large.map(([address]) => [address, new Uint8Array()] as const)]);
  }

  async put(contents: ReadonlyMap<string, Uint8Array>): Promise<void> {
    for (const [address, bytes] of contents) {
      const digest = digestAt(address);
      await this.#storage.put(digest, bytes);
      this.#put.add(digest);
    }
    for (const oldest of this.#put) {
      if (this.#put.size <= Math.max(maxKnownAddresses, contents.size)) break;
      this.#put.delete(oldest);
    }
  }
}

/** A database that puts large contents in object storage before the transaction that refers to them. */
export function withObjectStorage(database: Database, storage: ObjectStorage): Database {
  const large = new LargeContents(storage);
  const bound =
    <Result>(work: (queries: Queries) => Promise<Result>) =>
    (queries: Queries) => {
      storages.set(queries, large);
      return work(queries);
    };
  return {
    ...database,
    read: (work) => database.read(bound(work)),
    look: (work) => database.look(bound(work)),
    async write(work, lock) {
      for (;;) {
        try {
          return await database.write(bound(work), lock);
        } catch (error) {
          if (!(error instanceof NotPutYet)) throw error;
          await large.put(error.contents);
        }
      }
    },
  };
}
