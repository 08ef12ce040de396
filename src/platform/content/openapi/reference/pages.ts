import { AnchorRegister } from "../../../../markdown/grammar/blocks.ts";
import { computedId } from "../../computed-pages.ts";
import { headingWords, plain } from "./foreign-text.ts";
import type { RenderedPage } from "./rendered.ts";
import type { NamedSchema, SchemaBook } from "./schema-book.ts";

/** A heading and the content below it, on some page. */
export interface Section {
  readonly title: string;
  readonly level: 2 | 3;
  readonly text: string;
  /** The object that links to this section refer to. */
  readonly target: object | undefined;
}

export interface Draft extends Omit<RenderedPage, "text"> {
  /** Below the title, before the first section. */
  readonly lead: (findAddress: (target: object) => string | undefined) => string;
  readonly sections: readonly Section[];
}

/** Pages whose links can be resolved once all pages are known. */
export class PageSet {
  readonly drafts: Draft[] = [];
  readonly #seed: string;
  readonly #book: SchemaBook;
  /** Where each object is shown, by page: links on a page prefer that page's own copy. */
  readonly #locations = new Map<object, { readonly page: Draft; readonly anchor: string }[]>();

  constructor(seed: string, book: SchemaBook) {
    this.#seed = seed;
    this.#book = book;
  }

  /** `target` is the object that the page as a whole shows. */
  add(draft: Draft, target?: object): void {
    this.drafts.push(draft);
    const register = new AnchorRegister([]);
    register.claim(draft.title);
    if (target !== undefined) this.#show(target, draft, "");
    for (const section of draft.sections) {
      const anchor = register.claim(section.title);
      if (section.target !== undefined) this.#show(section.target, draft, `#${anchor}`);
    }
  }

  #show(target: object, page: Draft, anchor: string): void {
    const locations = this.#locations.get(target);
    if (locations === undefined) this.#locations.set(target, [{ page, anchor }]);
    else locations.push({ page, anchor });
  }

  /** The link from a page to where a target is shown; undefined if it is not shown anywhere. */
  findAddress(target: object, from: Draft | undefined): string | undefined {
    const locations = this.#locations.get(target) ?? [];
    const location = locations.find(({ page }) => page === from) ?? locations[0];
    if (location === undefined) return undefined;
    return location.page === from ? location.anchor : this.pageAddress(location.page) + location.anchor;
  }

  pageAddress(draft: Draft): string {
    return `/pages/${computedId(this.#seed, draft.key)}`;
  }

  write({ lead, sections, ...page }: Draft, self: Draft): RenderedPage {
    const parts = [
      `# ${headingWords(page.title)}`,
      lead((target) => this.findAddress(target, self)),
      ...sections.flatMap(({ title, level, text }) => [`${"#".repeat(level)} ${headingWords(title)}`, text]),
    ];
    const text = `${parts.filter((part) => part !== "").join("\n\n")}\n`;
    return { ...page, text: this.resolve(text, self) };
  }

  resolve(text: string, self: Draft | undefined): string {
    return this.#book
      .resolveLinks(text, (schema: NamedSchema) => this.findAddress(schema, self))
      .replace(/\p{Cs}/gu, "\ufffd");
  }
}

/** A valid title for a page. */
export const pageTitle = (text: string): string => plain(text, 100) || "Untitled";
