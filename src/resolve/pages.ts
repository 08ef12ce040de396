import { quotedExcerpt } from "../client/excerpt.ts";
import type { Page, PageSummary } from "../contract/models/page.ts";
import { withoutEnds } from "../markdown/text/trim.ts";
import { ToolError } from "../present/tool-error.ts";
import { oneLine } from "../present/wording.ts";
import { type Content, contentName, readPageById, readPageByPath, readTree } from "./content.ts";
import type { ToolContext } from "./context.ts";
import { isLikelyId, looksLikeId, readLink } from "./link.ts";
import { candidateLines, closest } from "./pick.ts";

/** A page with its Markdown, by id, path, address or title. Throws ToolError with candidates. */
export async function findPage(named: string, content: Content, context: ToolContext): Promise<Page> {
  const name = readLink(named)?.page ?? named.trim();
  const { seenNames } = context;
  const where = `page of ${content.changeRequest?.id ?? content.space.id}`;
  const seen = seenNames?.find(where, name);
  const again = seen === undefined ? undefined : await readPageById(content, seen, context);
  if (again !== undefined && again.title === name) return again;
  if (seen !== undefined) seenNames?.forget(where, name);
  const path = plainPath(name);
  const ways = [
    async () => (looksLikeId(name) ? readPageById(content, name, context) : undefined),
    async () => (/^[^\s/]/.test(path) && !/\s/.test(path) ? readPageByPath(content, path, context) : undefined),
  ];
  for (const way of isLikelyId(name) ? ways : ways.reverse()) {
    const page = await way();
    if (page !== undefined) return page;
  }
  const { page } = new PageIndex(await readTree(content, context)).find(name, contentName(content));
  const found = await readPageById(content, page.id, context);
  if (found !== undefined && found.title === name) seenNames?.note(where, name, found.id);
  if (found !== undefined) return found;
  throw new ToolError(`Page ${page.id} was deleted from ${contentName(content)} a moment ago.`);
}

/** Whether a name matches a page, which may be deleted: by its id, path, title or address. */
export function isAbout(page: Pick<PageSummary, "id" | "title" | "path">, name: string): boolean {
  const wanted = readLink(name)?.page ?? name.trim();
  return page.id === wanted || page.path === plainPath(wanted) || page.title.toLowerCase() === wanted.toLowerCase();
}

/** A page and its position in the table of contents. */
export interface TreePage {
  readonly page: PageSummary;
  readonly parent: string | undefined;
  /** 0 at the root. */
  readonly depth: number;
  /** Number of pages below it, at any depth. */
  readonly below: number;
}

/** Every page of a tree in the order of the table of contents. */
export function flattenTree(tree: readonly PageSummary[]): TreePage[] {
  const flattened: { page: PageSummary; parent: string | undefined; depth: number; below: number }[] = [];
  const open: { pages: readonly PageSummary[]; next: number; at: number }[] = [{ pages: tree, next: 0, at: -1 }];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const page = level.pages[level.next];
    level.next += 1;
    if (page === undefined) {
      open.pop();
      const owner = flattened[level.at];
      if (owner !== undefined) owner.below = flattened.length - 1 - level.at;
      continue;
    }
    flattened.push({ page, parent: flattened[level.at]?.page.id, depth: open.length - 1, below: 0 });
    if (page.pages !== undefined) open.push({ pages: page.pages, next: 0, at: flattened.length - 1 });
  }
  return flattened;
}

/** Finds pages of one tree by the names people use. */
export class PageIndex {
  readonly pages: readonly TreePage[];
  readonly #byId: ReadonlyMap<string, TreePage>;
  readonly #byPath: ReadonlyMap<string, TreePage>;

  constructor(tree: readonly PageSummary[]) {
    this.pages = flattenTree(tree);
    this.#byId = new Map(this.pages.map((treePage) => [treePage.page.id, treePage]));
    this.#byPath = new Map(
      this.pages.flatMap((treePage) => (treePage.page.path === undefined ? [] : [[treePage.page.path, treePage]])),
    );
  }

  byId(id: string): TreePage | undefined {
    return this.#byId.get(id);
  }

  /** Whether a name matches one or more pages. */
  has(named: string): boolean {
    const name = readLink(named)?.page ?? named.trim();
    return this.#exact(name) !== undefined || this.#titled(name).length > 0;
  }

  /** A page by id, path, address or title. Throws ToolError with candidates; `where` says where it is missing. */
  find(named: string, where: string): TreePage {
    const name = readLink(named)?.page ?? named.trim();
    return this.#exact(name) ?? this.#byTitle(name, where);
  }

  /** The page with this name, as for `find`, and every page below it, in order. */
  under(named: string, where: string): readonly TreePage[] {
    const top = this.find(named, where);
    const start = this.pages.indexOf(top);
    return this.pages.slice(start, start + top.below + 1);
  }

  #exact(name: string): TreePage | undefined {
    const path = plainPath(name);
    return this.#byId.get(name) ?? this.#byPath.get(path) ?? this.#byPath.get(path.toLowerCase());
  }

  #titled(name: string): TreePage[] {
    const exact = this.pages.filter(({ page }) => page.title === name || oneLine(page.title) === name);
    const folded = name.toLowerCase();
    return exact.length > 0 ? exact : this.pages.filter(({ page }) => page.title.toLowerCase() === folded);
  }

  #byTitle(name: string, where: string): TreePage {
    const matches = this.#titled(name);
    const [first] = matches;
    if (matches.length === 1 && first !== undefined) return first;
    const shown = quotedExcerpt(name, 200);
    if (matches.length > 1) {
      throw new ToolError(
        `${matches.length} pages are called ${shown}. Name one by its path or id:\n${candidateLines(matches.map(toCandidate))}`,
      );
    }
    const similar = closest(name, this.pages.map(toCandidate));
    const candidates = similar.length > 0 ? ` The closest are:\n${candidateLines(similar)}\n` : " ";
    throw new ToolError(
      `There is no page ${shown} in ${where}.${candidates}list_pages shows all; search_docs finds a page by its text.`,
    );
  }
}

const toCandidate = ({ page }: TreePage) => ({ id: page.id, title: page.title, qualifier: page.path });

/** Normalizes a path or a link to the page's file: no slash at either end, no file extension, no anchor. */
function plainPath(path: string): string {
  return withoutEnds(path.replace(/#.*$/s, ""), "/").replace(/\/readme\.md$|\.md$/i, "");
}
