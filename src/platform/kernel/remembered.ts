/** Bytes an entry takes besides its key and value: a node of the map, and the object that holds both. */
const entryBytes = 160;

interface Entry {
  readonly value: unknown;
  readonly bytes: number;
  /** When it became the newest. */
  turn: number;
}

/** An entry becomes the newest only if this part of the entries came after it: moving it costs more than finding it. */
const newestPart = 1 / 8;

/**
 * A cache for values that never change under their key. Above its limit of bytes it drops the least recently used. All
 * kinds of values share one budget, so that the cache fits what the process does most.
 */
export class Remembered {
  #most: number;
  // A map keeps insertion order: an entry that is used is inserted again as the newest.
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  #turn = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Bytes currently held, as far as they are known. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The limit in bytes. */
  get most(): number {
    return this.#most;
  }

  /** Changes the limit. */
  limit(most: number): void {
    this.#most = most;
    this.#makeRoom();
  }

  get(key: string): unknown {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (this.#turn - entry.turn > newestPart * this.#entries.size) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      entry.turn = ++this.#turn;
    }
    return entry.value;
  }

  /** A value that would fill more than an eighth of the cache is not kept. */
  set(key: string, value: unknown, bytes: number): void {
    this.delete(key);
    const size = bytes + 2 * key.length + entryBytes;
    if (size > this.#most / 8) return;
    this.#entries.set(key, { value, bytes: size, turn: ++this.#turn });
    this.#bytes += size;
    this.#makeRoom();
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  #makeRoom(): void {
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#most) return;
      this.delete(oldest);
    }
  }
}

/** Default limit in bytes. */
const usualBudget = 48 * 1024 * 1024;

/** The cache of this process. Keys begin with the kind of value. */
export const remembered = new Remembered(usualBudget);

/** The limit of a cache beside this one, as a multiple of this one's: one setting bounds them all. */
export const timesTheCache = (times: number) => (): number => times * remembered.most;

/** Approximate size of a plain value in bytes: two per UTF-16 unit of text, plus the overhead of objects. */
export function bytesOfValue(value: unknown): number {
  if (typeof value === "string") return 2 * value.length + 24;
  if (typeof value !== "object" || value === null) return 8;
  let bytes = 48;
  if (Array.isArray(value)) for (const item of value) bytes += 8 + bytesOfValue(item);
  else for (const member of Object.values(value)) bytes += 16 + bytesOfValue(member);
  return bytes;
}

/**
 * A cache of values computed for recently used texts: at most twice `capacity` values. It keeps two generations rather
 * than a list in order of use, so that a hit costs a single lookup.
 */
export class RecentValues<Value> {
  readonly #capacity: number;
  readonly #compute: (key: string) => Value;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(capacity: number, compute: (key: string) => Value) {
    this.#capacity = capacity;
    this.#compute = compute;
  }

  get(key: string): Value {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) return this.#keep(key, old);
    // A slice would keep the text it was cut from in memory.
    const copy = Buffer.from(key, "utf16le").toString("utf16le");
    return this.#keep(copy, this.#compute(copy));
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  #keep(key: string, value: Value): Value {
    if (this.#young.size >= this.#capacity) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
    return value;
  }
}
