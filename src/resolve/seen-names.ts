/** Milliseconds for which a resolved name stays valid; something else may get the name later. */
const maxAgeMs = 5 * 60_000;

const maxNames = 500;

/**
 * What names recently resolved to for one client, so that reads need not look them up again. A name is recorded only
 * if it matched a whole title, and users of the id check that the object still has the name.
 */
export class SeenNames {
  readonly #ids = new Map<string, { readonly id: string; readonly until: number }>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** `where` is the kind of object and what contains it. */
  find(where: string, name: string): string | undefined {
    const seen = this.#ids.get(toKey(where, name));
    return seen === undefined || seen.until <= this.#now() ? undefined : seen.id;
  }

  note(where: string, name: string, id: string): void {
    const key = toKey(where, name);
    this.#ids.delete(key);
    this.#ids.set(key, { id, until: this.#now() + maxAgeMs });
    const [oldest] = this.#ids.keys();
    if (this.#ids.size > maxNames && oldest !== undefined) this.#ids.delete(oldest);
  }

  forget(where: string, name: string): void {
    this.#ids.delete(toKey(where, name));
  }
}

const toKey = (where: string, name: string) => JSON.stringify([where, name]);

const byClient = new WeakMap<object, SeenNames>();

/** Per client: what a name means depends on what its caller may see. */
export function seenNamesFor(client: object): SeenNames {
  const known = byClient.get(client) ?? new SeenNames();
  byClient.set(client, known);
  return known;
}
