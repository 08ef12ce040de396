/**
 * Reads Rison, a notation for JSON in addresses: `(plan:pro,beta:!t,tags:!(a,b))`. Returns undefined for anything
 * else. As in O-Rison, the parentheses around an object may be left out.
 */
export function readRison(text: string): unknown {
  const source = text.startsWith("(") || text.startsWith("!") || text.startsWith("'") ? text : `(${text})`;
  const reader = new RisonReader(source);
  try {
    return reader.whole();
  } catch (error) {
    if (error instanceof NotRison) return undefined;
    throw error;
  }
}

class NotRison extends Error {}

/** The greatest nesting depth of lists and objects. */
const maxDepth = 20;

const word = /[^-0123456789 '!:(),*@$][^ '!:(),*@$]*/y;
const number = /-?\d+(?:\.\d+)?(?:e-?\d+)?/y;
const literals = new Map<string, unknown>([
  ["t", true],
  ["f", false],
  ["n", null],
]);

class RisonReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): unknown {
    const value = this.#value();
    if (this.#at < this.#text.length) throw new NotRison();
    return value;
  }

  #value(): unknown {
    if (this.#take("(")) return this.#within(() => this.#object());
    if (this.#take("'")) return this.#quoted();
    if (this.#take("!")) {
      if (this.#take("(")) return this.#within(() => this.#list());
      const name = this.#text[this.#at] ?? "";
      if (!literals.has(name)) throw new NotRison();
      this.#at += 1;
      return literals.get(name);
    }
    const digits = this.#match(number);
    return digits === undefined ? this.#word() : Number(digits);
  }

  #object(): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    while (!this.#take(")")) {
      if (entries.length > 0) this.#demand(",");
      const name = this.#take("'") ? this.#quoted() : this.#word();
      this.#demand(":");
      entries.push([name, this.#value()]);
    }
    return Object.fromEntries(entries);
  }

  #list(): unknown[] {
    const items: unknown[] = [];
    while (!this.#take(")")) {
      if (items.length > 0) this.#demand(",");
      items.push(this.#value());
    }
    return items;
  }

  #quoted(): string {
    let text = "";
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined) throw new NotRison();
      this.#at += 1;
      if (character === "'") return text;
      if (character !== "!") text += character;
      else {
        const escaped = this.#text[this.#at];
        if (escaped !== "!" && escaped !== "'") throw new NotRison();
        this.#at += 1;
        text += escaped;
      }
    }
  }

  #word(): string {
    const found = this.#match(word);
    if (found === undefined) throw new NotRison();
    return found;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #take(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #demand(sign: string): void {
    if (!this.#take(sign)) throw new NotRison();
  }

  #within<Result>(read: () => Result): Result {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new NotRison();
    const result = read();
    this.#depth -= 1;
    return result;
  }
}
