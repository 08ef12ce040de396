import type { EditedMap } from "./content-map.ts";
import { findFile, findPage } from "./page-tree.ts";
import { freeSlug, freeSource, putPage, removePage } from "./placement.ts";
import { type FileRecord, fileEntries, keys, type PageRecord } from "./records.ts";

/** Enters pages and files into a merged content map, where both sides may have taken one slug or source path. */
export class MergePlacement {
  /** Ids of pages and files that got another slug or source path than their side gave them. */
  readonly renamed = new Set<string>();
  readonly #map: EditedMap;
  readonly #pages: PageRecord[] = [];
  readonly #files: FileRecord[] = [];

  constructor(map: EditedMap) {
    this.#map = map;
  }

  /** Writes a page that no entry stands for yet, with another slug or source path where its own is taken. */
  async place(page: PageRecord): Promise<PageRecord> {
    const slug = await freeSlug(this.#map, page.parent, page.slug, page.id);
    const source = page.source && (await freeSource(this.#map, page.source, `page/${page.id}`));
    if (slug !== page.slug || source !== page.source) this.renamed.add(page.id);
    const placed = { ...page, slug, source };
    putPage(this.#map, undefined, placed);
    return placed;
  }

  /** Writes a page as it is: whatever has its slug or source path makes room until `placeEvicted`. */
  async claim(page: PageRecord): Promise<void> {
    const slug = keys.slug(page.parent, page.slug);
    const owner = (await this.#map.getMany([slug])).get(slug);
    if (owner !== undefined) await this.#evict(keys.page(owner));
    if (page.source !== undefined) await this.#evictFrom(page.source);
    putPage(this.#map, undefined, page);
  }

  async placeFile(file: FileRecord): Promise<void> {
    const source = await freeSource(this.#map, file.source, `file/${file.id}`);
    if (source !== file.source) this.renamed.add(file.id);
    this.#putFile({ ...file, source });
  }

  async claimFile(file: FileRecord): Promise<void> {
    await this.#evictFrom(file.source);
    this.#putFile(file);
  }

  async placeEvicted(): Promise<void> {
    for (const page of this.#pages.splice(0)) await this.place(page);
    for (const file of this.#files.splice(0)) await this.placeFile(file);
  }

  async #evictFrom(source: string): Promise<void> {
    const key = keys.source(source);
    const owner = (await this.#map.getMany([key])).get(key);
    if (owner !== undefined) await this.#evict(owner);
  }

  /** `owner` is the key of a page or file. */
  async #evict(owner: string): Promise<void> {
    const id = owner.slice(owner.indexOf("/") + 1);
    const page = owner.startsWith(keys.pages) ? await findPage(this.#map, id) : undefined;
    if (page !== undefined) {
      removePage(this.#map, page);
      this.#pages.push(page);
    }
    const file = owner.startsWith(keys.files) ? await findFile(this.#map, id) : undefined;
    if (file !== undefined) {
      for (const key of fileEntries(file).keys()) this.#map.delete(key);
      this.#files.push(file);
    }
  }

  #putFile(file: FileRecord): void {
    for (const [key, value] of fileEntries(file)) this.#map.set(key, value);
  }
}
