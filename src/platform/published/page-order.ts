import type { PageEntry, TocEntry } from "../../site/view.ts";
import { groupByParent } from "../content/page-tree.ts";
import type { PageRecord } from "../content/records.ts";

/** A page at its position in the tree that a visitor sees. */
export interface PlacedPage {
  readonly page: PageRecord;
  /** Slugs from the root, joined by `/`. */
  readonly path: string;
  /** The path encoded for addresses. */
  readonly encodedPath: string;
  readonly parent: PlacedPage | undefined;
  readonly depth: number;
  /** The children that the table of contents lists. */
  readonly pages: readonly PlacedPage[];
}

/** Larger trees are listed in part: the siblings, ancestors and children of the current page. */
const mostListed = 300;

/** Addresses of one content for which entries are kept: its site's, a preview's, those of share links. */
const mostRoots = 4;

/** At most this many pages of one level of such a tree. */
const mostSiblings = 150;

/** The pages of one revision as one visitor sees them: their order, paths and neighbours. */
export class PageOrder {
  readonly roots: readonly PlacedPage[];
  /** In reading order, without hidden pages. */
  readonly listed: readonly PlacedPage[];
  readonly home: PlacedPage | undefined;
  readonly #byId = new Map<string, PlacedPage>();
  readonly #byPath = new Map<string, PlacedPage>();
  /** Positions among the pages with text. */
  readonly #reading: readonly PlacedPage[];
  readonly #positions: ReadonlyMap<string, number>;
  /** Entries of pages far from the current one, by the root of the content: they are the same for all pages. */
  readonly #closed = new Map<string, Map<PlacedPage, TocEntry>>();

  /** `holds` evaluates conditions of pages. If one does not hold, its page and everything below it are left out. */
  constructor(pages: readonly PageRecord[], holds: (condition: string) => boolean, homeId?: string | null) {
    const groups = groupByParent(pages);
    const listed: PlacedPage[] = [];
    const place = (parent: PlacedPage | undefined, isHidden: boolean): PlacedPage[] => {
      const shown: PlacedPage[] = [];
      for (const page of groups.get(parent?.page.id ?? null) ?? []) {
        if (page.condition !== undefined && !holds(page.condition)) continue;
        const below: PlacedPage[] = [];
        const path = parent === undefined ? page.slug : `${parent.path}/${page.slug}`;
        const slug = page.slug.split("/").map(encodeURIComponent).join("/");
        const encodedPath = parent === undefined ? slug : `${parent.encodedPath}/${slug}`;
        const placed = { page, path, encodedPath, parent, depth: (parent?.depth ?? -1) + 1, pages: below };
        this.#byId.set(page.id, placed);
        this.#byPath.set(path.toLowerCase(), placed);
        const hides = isHidden || page.hidden === true;
        if (!hides) {
          shown.push(placed);
          listed.push(placed);
        }
        below.push(...place(placed, hides));
      }
      return shown;
    };
    this.roots = place(undefined, false);
    this.listed = listed;
    this.#reading = listed.filter(({ page }) => hasText(page));
    this.#positions = new Map(this.#reading.map(({ page }, index) => [page.id, index]));
    const chosen = homeId == null ? undefined : this.#byId.get(homeId);
    this.home = chosen ?? this.#reading[0];
  }

  get size(): number {
    return this.#byId.size;
  }

  /** All pages, including those that are not listed. */
  get placed(): PlacedPage[] {
    return [...this.#byId.values()];
  }

  find(id: string): PlacedPage | undefined {
    return this.#byId.get(id);
  }

  findByPath(path: string): PlacedPage | undefined {
    return this.#byPath.get(path.toLowerCase());
  }

  previous({ page }: PlacedPage): PlacedPage | undefined {
    const position = this.#positions.get(page.id);
    return position === undefined ? undefined : this.#reading[position - 1];
  }

  next({ page }: PlacedPage): PlacedPage | undefined {
    const position = this.#positions.get(page.id);
    return position === undefined ? undefined : this.#reading[position + 1];
  }

  above(placed: PlacedPage): PlacedPage[] {
    const found: PlacedPage[] = [];
    for (let at = placed.parent; at !== undefined; at = at.parent) found.unshift(at);
    return found;
  }

  /** The pages listed for the current one; all of them in a small tree. */
  contents(
    current: PlacedPage | undefined,
    { basePath, hrefOf }: { readonly basePath: string; hrefOf(placed: PlacedPage): string | undefined },
  ): TocEntry[] {
    const closed = this.#closedBelow(basePath);
    const open = new Set(current === undefined ? [] : [current, ...this.above(current)]);
    const isWhole = this.listed.length <= mostListed;
    const entry = (placed: PlacedPage): TocEntry => {
      const { page, pages } = placed;
      const isOpen = open.has(placed);
      const kept = isOpen ? undefined : closed.get(placed);
      if (kept !== undefined) return kept;
      const made: TocEntry = {
        title: page.linkTitle ?? page.title,
        href: page.type === "group" ? undefined : hrefOf(placed),
        emoji: emojiText(page.emoji),
        icon: page.icon,
        isCurrent: placed === current,
        isOpen: isOpen && placed !== current,
        isExternal: page.type === "link",
        pages: isWhole || isOpen || page.type === "group" ? level(pages) : [],
      };
      if (!isOpen) closed.set(placed, made);
      return made;
    };
    const level = (pages: readonly PlacedPage[]): TocEntry[] => {
      const at = isWhole ? -1 : pages.findIndex((placed) => open.has(placed));
      const start = Math.max(0, Math.min(at - mostSiblings / 2, pages.length - mostSiblings));
      return (isWhole ? pages : pages.slice(start, start + mostSiblings)).map(entry);
    };
    return level(this.roots);
  }

  #closedBelow(basePath: string): Map<PlacedPage, TocEntry> {
    const known = this.#closed.get(basePath);
    if (known !== undefined) return known;
    if (this.#closed.size >= mostRoots) this.#closed.clear();
    const made = new Map<PlacedPage, TocEntry>();
    this.#closed.set(basePath, made);
    return made;
  }

  entries(hrefOf: (placed: PlacedPage) => string | undefined): PageEntry[] {
    return this.listed.flatMap((placed) => {
      const { page, depth } = placed;
      const href = hrefOf(placed) ?? "";
      if (page.type === "link") return [];
      return {
        title: page.title,
        href,
        description: page.description,
        updatedAt: page.updatedAt,
        depth,
        hasText: hasText(page),
        isUnlisted: page.noRobotsIndex === true || page.noIndex === true,
      };
    });
  }
}

/** Whether a page has content to read, rather than being only a heading or link in the table of contents. */
export const hasText = ({ type }: PageRecord) => type === "document" || type === "computed";

/** Emoji are stored as hexadecimal code points or as themselves. */
export function emojiText(emoji: string | undefined): string | undefined {
  if (emoji === undefined || !/^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(emoji)) return emoji;
  const points = emoji.split("-").map((part) => Number.parseInt(part, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}
