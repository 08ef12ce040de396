import type { PlacedPage } from "../resolve/page-index.ts";
import { ToolError } from "../tool-error.ts";

/** Where a page stands: under which page, null for the root, and at which index. */
export interface Place {
  readonly parent: string | null;
  readonly at: number;
}

/** The order of the pages as the items of one call change it, by page id or by what the call names a new page. */
export class Arrangement {
  readonly #children = new Map<string | null, string[]>();
  readonly #parents = new Map<string, string | null>();

  constructor(pages: readonly PlacedPage[]) {
    for (const { page, parent } of pages) this.place(page.id, parent ?? null);
  }

  parentOf(key: string): string | null | undefined {
    return this.#parents.get(key);
  }

  /** Puts a page under another, at the end without an index. */
  place(key: string, parent: string | null, at?: number): void {
    this.remove(key);
    const siblings = this.#children.get(parent) ?? [];
    this.#children.set(parent, siblings);
    siblings.splice(at ?? siblings.length, 0, key);
    this.#parents.set(key, parent);
  }

  remove(key: string): void {
    const siblings = this.#children.get(this.#parents.get(key) ?? null) ?? [];
    const at = siblings.indexOf(key);
    if (at !== -1) siblings.splice(at, 1);
    this.#parents.delete(key);
  }

  /** The place right after a page; the index is among its other siblings when `moved` is one of them. */
  after(key: string, moved?: string): Place {
    const parent = this.#parents.get(key);
    if (key === moved) throw new ToolError("`after` names the page itself.");
    if (parent === undefined) throw new ToolError("`after` names a page that an earlier item deletes.");
    const siblings = (this.#children.get(parent) ?? []).filter((sibling) => sibling !== moved);
    return { parent, at: siblings.indexOf(key) + 1 };
  }
}
