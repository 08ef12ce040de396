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
