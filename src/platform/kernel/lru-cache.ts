/** Bytes an entry takes besides its key and value: a node of the map, and the object that holds both. */
const entryBytes = 160;

interface Entry {
  readonly value: unknown;
  readonly bytes: number;
  /** The number of the use that made it the newest. */
  usedAt: number;
}

/** An entry becomes the newest only if this part of the entries came after it: moving it costs more than finding it. */
const newestPart = 1 / 8;

/** A larger value is not cached: one value should not push out everything else. */
const maxPartOfOne = 1 / 4;

/** A cache with a limit in bytes. Above it, the least recently used entries are dropped. */
export class LruCache {
  readonly #maxPartOfOne: number;
  #maxBytes: number;
  // A map keeps insertion order: an entry that is used is inserted again as the newest.
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  #uses = 0;

  /** `partOfOne`: the part of the limit that a single value may take. */
  constructor(maxBytes: number, partOfOne = maxPartOfOne) {
    this.#maxBytes = maxBytes;
    this.#maxPartOfOne = partOfOne;
  }

  /** Bytes of the entries, as far as they are known. */
  get bytes(): number {
    return this.#bytes;
  }

  get maxBytes(): number {
    return this.#maxBytes;
  }

  setMaxBytes(maxBytes: number): void {
    this.#maxBytes = maxBytes;
    this.#dropOldest();
  }

  get(key: string): unknown {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (this.#uses - entry.usedAt > newestPart * this.#entries.size) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      entry.usedAt = ++this.#uses;
    }
    return entry.value;
  }

  set(key: string, value: unknown, valueBytes: number): void {
    this.delete(key);
    const bytes = valueBytes + 2 * key.length + entryBytes;
    if (bytes > this.#maxBytes * this.#maxPartOfOne) return;
    this.#entries.set(key, { value, bytes, usedAt: ++this.#uses });
    this.#bytes += bytes;
    this.#dropOldest();
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  #dropOldest(): void {
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.delete(oldest);
    }
  }
}
