/** Keeps the most recently used entries, up to a total cost. */
export class LeastRecent<Value> {
  readonly #most: () => number;
  readonly #mostOfOne: number;
  readonly #kept = new Map<string, { readonly value: Value; readonly cost: number }>();
  #cost = 0;

  /** `mostOfOne`: an entry that would take up more than this part of the capacity is not kept. */
  constructor(most: number | (() => number), mostOfOne = 1 / 4) {
    this.#mostOfOne = mostOfOne;
    this.#most = typeof most === "number" ? () => most : most;
  }

  get(key: string): Value | undefined {
    const found = this.#kept.get(key);
    if (found === undefined) return undefined;
    // A map keeps insertion order: deleting and setting again makes an entry the newest.
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found.value;
  }

  set(key: string, value: Value, cost: number): void {
    this.delete(key);
    const most = this.#most();
    if (cost > most * this.#mostOfOne) return;
    this.#kept.set(key, { value, cost });
    this.#cost += cost;
    for (const oldest of this.#kept.keys()) {
      if (this.#cost <= most) break;
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
