/** Keeps the most recently used entries, up to a total cost. */
export class LeastRecent<Value> {
  readonly #most: number;
  readonly #kept = new Map<string, { readonly value: Value; readonly cost: number }>();
  #cost = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    const found = this.#kept.get(key);
    if (found === undefined) return undefined;
    // A map keeps insertion order: deleting and setting again makes an entry the newest.
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found.value;
  }

  /** An entry that would take up more than a quarter of the capacity is not kept. */
  set(key: string, value: Value, cost: number): void {
    this.delete(key);
    if (cost > this.#most / 4) return;
    this.#kept.set(key, { value, cost });
    this.#cost += cost;
    for (const oldest of this.#kept.keys()) {
      if (this.#cost <= this.#most) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const found = this.#kept.get(key);
    if (found === undefined) return;
    this.#kept.delete(key);
    this.#cost -= found.cost;
  }

  get cost(): number {
    return this.#cost;
  }
}
