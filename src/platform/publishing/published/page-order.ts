import type { PageEntry, TocEntry } from "../../../site/view.ts";
import { groupByParent } from "../../content/page-tree.ts";
import type { PageRecord } from "../../content/records.ts";

/** A page at its position in the tree that a visitor sees. */
export interface PageNode {
  readonly page: PageRecord;
  /** Slugs from the root, joined by `/`. */
  readonly path: string;
  /** The path encoded for addresses. */
  readonly encodedPath: string;
  readonly parent: PageNode | undefined;
  readonly depth: number;
  /** The children that the table of contents lists. */
  readonly pages: readonly PageNode[];
}

/** Larger trees are listed in part: the siblings, ancestors and children of the current page. */
const maxListed = 300;

/** Addresses of one content for which entries are kept: its site's, a preview's, those of share links. */
const maxRoots = 4;

/** At most this many pages of one level of such a tree. */
const maxSiblings = 150;

/** The pages of one revision as one visitor sees them: their order, paths and neighbours. */
export class PageOrder {
  readonly roots: readonly PageNode[];
  /** In reading order, without hidden pages. */
  readonly listed: readonly PageNode[];
  readonly home: PageNode | undefined;
  readonly #byId = new Map<string, PageNode>();
  readonly #byPath = new Map<string, PageNode>();
  /** Positions among the pages with text. */
  readonly #reading: readonly PageNode[];
  readonly #positions: ReadonlyMap<string, number>;
  /** Entries of pages far from the current one, by the root of the content: they are the same for all pages. */
  readonly #closed = new Map<string, Map<PageNode, TocEntry>>();

  /** `holds` evaluates conditions of pages. If one does not hold, its page and everything below it are left out. */
  constructor(pages: readonly PageRecord[], holds: (condition: string) => boolean, homeId?: string | null) {
    const groups = groupByParent(pages);
    const listed: PageNode[] = [];
    const createNodes = (parent: PageNode | undefined, isHidden: boolean): PageNode[] => {
      const shown: PageNode[] = [];
      for (const page of groups.get(parent?.page.id ?? null) ?? []) {
        if (page.condition !== undefined && !holds(page.condition)) continue;
        const below: PageNode[] = [];
        const path = parent === undefined ? page.slug : `${parent.path}/${page.slug}`;
        const slug = page.slug.split("/").map(encodeURIComponent).join("/");
        const encodedPath = parent === undefined ? slug : `${parent.encodedPath}/${slug}`;
        const node = { page, path, encodedPath, parent, depth: (parent?.depth ?? -1) + 1, pages: below };
        this.#byId.set(page.id, node);
        this.#byPath.set(path.toLowerCase(), node);
        const hides = isHidden || page.hidden === true;
        if (!hides) {
          shown.push(node);
          listed.push(node);
        }
        below.push(...createNodes(node, hides));
      }
      return shown;
    };
    this.roots = createNodes(undefined, false);
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
  get nodes(): PageNode[] {
    return [...this.#byId.values()];
  }

  find(id: string): PageNode | undefined {
    return this.#byId.get(id);
  }

  findByPath(path: string): PageNode | undefined {
    return this.#byPath.get(path.toLowerCase());
  }

  previous({ page }: PageNode): PageNode | undefined {
    const position = this.#positions.get(page.id);
    return position === undefined ? undefined : this.#reading[position - 1];
  }

  next({ page }: PageNode): PageNode | undefined {
    const position = this.#positions.get(page.id);
    return position === undefined ? undefined : this.#reading[position + 1];
  }

  above(node: PageNode): PageNode[] {
    const found: PageNode[] = [];
    for (let at = node.parent; at !== undefined; at = at.parent) found.unshift(at);
    return found;
  }

  /** The pages listed for the current one; all of them in a small tree. */
  contents(
    current: PageNode | undefined,
    { basePath, findHref }: { readonly basePath: string; findHref(node: PageNode): string | undefined },
  ): TocEntry[] {
    const closed = this.#closedBelow(basePath);
    const open = new Set(current === undefined ? [] : [current, ...this.above(current)]);
    const isWhole = this.listed.length <= maxListed;
    const entry = (node: PageNode): TocEntry => {
      const { page, pages } = node;
      const isOpen = open.has(node);
      const cached = isOpen ? undefined : closed.get(node);
      if (cached !== undefined) return cached;
      const created: TocEntry = {
        title: page.linkTitle ?? page.title,
        href: page.type === "group" ? undefined : findHref(node),
        emoji: emojiText(page.emoji),
        icon: page.icon,
        isCurrent: node === current,
        isOpen: isOpen && node !== current,
        isExternal: page.type === "link",
        pages: isWhole || isOpen || page.type === "group" ? level(pages) : [],
      };
      if (!isOpen) closed.set(node, created);
      return created;
    };
    const level = (pages: readonly PageNode[]): TocEntry[] => {
      const at = isWhole ? -1 : pages.findIndex((node) => open.has(node));
      const start = Math.max(0, Math.min(at - maxSiblings / 2, pages.length - maxSiblings));
      return (isWhole ? pages : pages.slice(start, start + maxSiblings)).map(entry);
    };
    return level(this.roots);
  }

  #closedBelow(basePath: string): Map<PageNode, TocEntry> {
    const known = this.#closed.get(basePath);
    if (known !== undefined) return known;
    if (this.#closed.size >= maxRoots) this.#closed.clear();
    const created = new Map<PageNode, TocEntry>();
    this.#closed.set(basePath, created);
    return created;
  }

  entries(findHref: (node: PageNode) => string | undefined): PageEntry[] {
    return this.listed.flatMap((node) => {
      const { page, depth } = node;
      const href = findHref(node) ?? "";
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
