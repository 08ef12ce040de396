import { diff, type MapDifference } from "./ordered-map/diff.ts";
import { getMany, scan } from "./ordered-map/lookup.ts";
import type { Address } from "./ordered-map/node-codec.ts";
import type { NodeReader } from "./ordered-map/node-reader.ts";
import { update } from "./ordered-map/update.ts";

/** Reading access to the content of one revision, stored or still being edited. */
export interface ContentMap {
  getMany(keys: readonly string[]): Promise<Map<string, string>>;
  /** Entries whose key begins with `prefix`, in key order. */
  scan(prefix: string): Promise<[string, string][]>;
}

export class StoredMap implements ContentMap {
  readonly root: Address;
  readonly #reader: NodeReader;

  constructor(reader: NodeReader, root: Address) {
    this.#reader = reader;
    this.root = root;
  }

  getMany(keys: readonly string[]): Promise<Map<string, string>> {
    return getMany(this.#reader, this.root, keys);
  }

  async scan(prefix: string): Promise<[string, string][]> {
    return (await scan(this.#reader, this.root, { prefix })) as [string, string][];
  }

  /**
   * Up to `limit` entries whose key begins with `prefix` and comes after `prefix` + `after`. Reads no other entries.
   */
  async scanAfter(prefix: string, after: string, limit: number): Promise<[string, string][]> {
    // No key sorts between a key and that key followed by NUL.
    const from = after === "" ? prefix : `${prefix}${after}\0`;
    return (await scan(this.#reader, this.root, { prefix, from, limit })) as [string, string][];
  }

  /** The entries under `prefix` that differ in `later`. */
  diff(later: StoredMap, prefix: string): Promise<MapDifference[]> {
    return diff(this.#reader, this.root, later.root, { prefix });
  }

  async update(changes: ReadonlyMap<string, string | undefined>): ReturnType<typeof update> {
    return update(this.#reader, this.root, changes);
  }
}

/** A stored map with unsaved changes on top. */
export class EditedMap implements ContentMap {
  readonly base: StoredMap;
  readonly #changes = new Map<string, string | undefined>();
  /**
   * Changed keys, grouped by their first two segments, so that scanning the children of thousands of pages stays
   * linear.
   */
  readonly #changedKeys = new Map<string, Set<string>>();
  #edits = 0;

  constructor(base: StoredMap) {
    this.base = base;
  }

  set(key: string, value: string): void {
    this.#change(key, value);
  }

  delete(key: string): void {
    this.#change(key, undefined);
  }

  get changes(): ReadonlyMap<string, string | undefined> {
    return this.#changes;
  }

  /** Number of calls that changed it. */
  get edits(): number {
    return this.#edits;
  }

  async getMany(keys: readonly string[]): Promise<Map<string, string>> {
    const found = await this.base.getMany(keys.filter((key) => !this.#changes.has(key)));
    for (const key of keys) {
      const value = this.#changes.get(key);
      if (value !== undefined) found.set(key, value);
    }
    return found;
  }

  async scan(prefix: string): Promise<[string, string][]> {
    const entries = new Map(await this.base.scan(prefix));
    const changed = twoSegments(prefix) === prefix ? (this.#changedKeys.get(prefix) ?? []) : this.#changes.keys();
    for (const key of changed) {
      if (!key.startsWith(prefix)) continue;
      const value = this.#changes.get(key);
      if (value === undefined) entries.delete(key);
      else entries.set(key, value);
    }
    return [...entries].sort(([left], [right]) => (left < right ? -1 : 1));
  }

  #change(key: string, value: string | undefined): void {
    this.#edits += 1;
    this.#changes.set(key, value);
    const folder = twoSegments(key);
    if (folder === undefined) return;
    const known = this.#changedKeys.get(folder);
    if (known === undefined) this.#changedKeys.set(folder, new Set([key]));
    else known.add(key);
  }
}

/** `child/<id>/` of `child/<id>/<order>/<id>`. */
function twoSegments(key: string): string | undefined {
  const end = key.indexOf("/", key.indexOf("/") + 1);
  return end < 0 ? undefined : key.slice(0, end + 1);
}
