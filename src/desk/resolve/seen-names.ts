/** Milliseconds for which a name is taken to mean what it meant: another thing may be called so from then on. */
const longest = 5 * 60_000;

const mostNames = 500;

/**
 * What names meant a moment ago to one client, so that what reads need not look for it again. A name is noted only
 * where it was found by its whole title, and whoever takes its id checks that what has the id is still called so.
 */
export class SeenNames {
  readonly #ids = new Map<string, { readonly id: string; readonly until: number }>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** `where` is the kind of thing, and what it is part of. */
  find(where: string, name: string): string | undefined {
    const seen = this.#ids.get(keyOf(where, name));
    return seen === undefined || seen.until <= this.#now() ? undefined : seen.id;
  }

  note(where: string, name: string, id: string): void {
    const key = keyOf(where, name);
    this.#ids.delete(key);
    this.#ids.set(key, { id, until: this.#now() + longest });
    const [oldest] = this.#ids.keys();
    if (this.#ids.size > mostNames && oldest !== undefined) this.#ids.delete(oldest);
  }

  forget(where: string, name: string): void {
    this.#ids.delete(keyOf(where, name));
  }
}

const keyOf = (where: string, name: string) => JSON.stringify([where, name]);

const byClient = new WeakMap<object, SeenNames>();

/** Those of one client: what a name means depends on what its caller may see. */
export function seenNamesOf(client: object): SeenNames {
  const known = byClient.get(client) ?? new SeenNames();
  byClient.set(client, known);
  return known;
}
