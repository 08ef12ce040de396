import type { Section } from "./pages.ts";

/** Characters of one page's operations and of its schemas, of all pages, how many pages there are, and milliseconds. */
export const most = { page: 250_000, all: 20_000_000, pages: 2000, milliseconds: 90_000 };

/** What may still be written, and how much found no room. */
export class Room {
  readonly #end = performance.now() + most.milliseconds;
  #characters = most.all;
  /** Operations, schemas and pages that are left out. */
  left = 0;

  get isLeft(): boolean {
    return this.#characters > 0 && performance.now() < this.#end;
  }

  spend({ text }: Section): void {
    this.#characters -= text.length;
  }

  /** A section that is made only where there is room for it. */
  take(make: () => Section): Section | undefined {
    if (this.isLeft) {
      const section = make();
      this.spend(section);
      if (section.text.length <= most.page) return section;
    }
    this.left += 1;
    return undefined;
  }
}
