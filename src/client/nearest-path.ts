import { closestName } from "../contract/closest-name.ts";

/** Names most like what was written, which are compared letter by letter. */
const mostCompared = 40;
const longestName = 64;

/** Finds, among many paths, the one that a path which leads nowhere most likely means. */
export class NearestPath {
  readonly #byName = new Map<string, string[]>();
  readonly #byPart = new Map<string, string[]>();

  constructor(paths: Iterable<string>) {
    for (const path of paths) {
      const name = nameOf(path);
      const same = this.#byName.get(name);
      if (same !== undefined) {
        same.push(path);
        continue;
      }
      this.#byName.set(name, [path]);
      for (const part of partsOf(name)) {
        const names = this.#byPart.get(part);
        if (names === undefined) this.#byPart.set(part, [name]);
        else names.push(name);
      }
    }
  }

  /** The path with the same last part, else with the one most alike; of several, the one with the most folders in common. */
  find(written: string): string | undefined {
    const name = nameOf(written);
    const found = this.#byName.has(name) ? name : closestName(name, this.#alike(name));
    const paths = (found !== undefined && this.#byName.get(found)) || [];
    const folders = new Set(written.toLowerCase().split("/"));
    const shared = (path: string) =>
      path
        .toLowerCase()
        .split("/")
        .filter((part) => folders.has(part)).length;
    return [...paths].sort((one, other) => shared(other) - shared(one))[0];
  }

  #alike(name: string): string[] {
    if (name.length > longestName) return [];
    const counts = new Map<string, number>();
    for (const part of partsOf(name)) {
      const names = this.#byPart.get(part) ?? [];
      for (const other of names) counts.set(other, (counts.get(other) ?? 0) + 1 / names.length);
    }
    const ranked = [...counts].sort(([, one], [, other]) => other - one);
    return ranked.slice(0, mostCompared).map(([other]) => other);
  }
}

/** The last part of a path, by which people remember it, without the ending of a file. */
function nameOf(path: string): string {
  const parts = path
    .toLowerCase()
    .replace(/\/+$/, "")
    .replace(/\/(readme|index)(\.mdx?)?$/, "")
    .split("/");
  return (parts.at(-1) ?? "").replace(/\.[a-z0-9]{2,4}$/, "");
}

/** Every three letters in a row: a misspelled name still has most of them. */
function partsOf(name: string): Set<string> {
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, "");
  const parts = new Set<string>();
  for (let at = 0; at === 0 || at + 3 <= plain.length; at += 1) parts.add(plain.slice(at, at + 3));
  return parts;
}
