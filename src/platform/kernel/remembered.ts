/** Bytes that an entry takes besides its key and value: a node of the map, and the object that holds both. */
const entryBytes = 160;

interface Entry {
  readonly value: unknown;
  readonly bytes: number;
}

/**
 * What never changes under its key, the least recently used dropped first once there are more bytes than allowed. All
 * kinds share one order and one budget, so that what a process does most is what it remembers.
 */
export class Remembered {
  #most: number;
  // A map lists its entries by age: what is used becomes the youngest.
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Bytes held now, as far as they are known. */
  get bytes(): number {
    return this.#bytes;
  }

  /** From now on there may be so many. */
  limit(most: number): void {
    this.#most = most;
    this.#makeRoom();
  }

  get(key: string): unknown {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** What would fill more than an eighth of the room alone is not kept. */
  set(key: string, value: unknown, bytes: number): void {
    this.delete(key);
    const size = bytes + 2 * key.length + entryBytes;
    if (size > this.#most / 8) return;
    this.#entries.set(key, { value, bytes: size });
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

/** Bytes where nothing else is set. */
const usualBudget = 48 * 1024 * 1024;

/** The one of this process. Keys begin with the kind of what they stand for. */
export const remembered = new Remembered(usualBudget);

/** About the bytes that a plain value takes: two for a UTF-16 unit of text, and what objects cost. */
export function bytesOfValue(value: unknown): number {
  if (typeof value === "string") return 2 * value.length + 24;
  if (typeof value !== "object" || value === null) return 8;
  let bytes = 48;
  if (Array.isArray(value)) for (const item of value) bytes += 8 + bytesOfValue(item);
  else for (const member of Object.values(value)) bytes += 16 + bytesOfValue(member);
  return bytes;
}

/**
 * Keeps what was computed for the texts used most recently: at most twice `capacity` values. Two generations instead
 * of a list in order of use, because a hit then costs one look-up.
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
    // A slice would keep the whole text it was cut from alive.
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
