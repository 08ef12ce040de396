/** Hands out what was put in, the first in order first. */
export class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #compare: (one: Item, other: Item) => number;

  constructor(compare: (one: Item, other: Item) => number) {
    this.#compare = compare;
  }

  push(item: Item): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#compare(items[above] as Item, item) <= 0) break;
      items[at] = items[above] as Item;
      at = above;
    }
    items[at] = item;
  }

  pop(): Item | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && this.#compare(items[below + 1] as Item, items[below] as Item) < 0) below += 1;
      if (this.#compare(last, items[below] as Item) <= 0) break;
      items[at] = items[below] as Item;
      at = below;
    }
    items[at] = last;
    return first;
  }
}
