import { posix } from "node:path";
import type { LinkOrigin } from "../../markdown/page/link-paths.ts";
import { listingLinks, replacingLinks } from "../../markdown/page/links.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import type { ContentMap, EditedMap, StoredMap } from "./content-map.ts";
import type { TextStore } from "./merge-conflict.ts";
import type { MapDifference } from "./ordered-map/diff.ts";
import { findFile, findPage, getPagePath, subtree } from "./page-tree.ts";
import { putPage } from "./placement.ts";
import { type FileRecord, fileEntries, keys, type PageRecord, parsePage } from "./records.ts";
import { hrefTo, type IdentifiedOrigin, LinkResolver, type LinkTarget } from "./references.ts";
import { createReusableOrigin, findReusable } from "./reusable-contents.ts";

/** The pages in an edited map that differ from the stored one. */
export async function pageDifferences(map: EditedMap): Promise<MapDifference[]> {
  const changed = [...map.changes].filter(([key]) => key.startsWith(keys.pages));
  const before = await map.base.getMany(changed.map(([key]) => key));
  return changed.map(([key, after]) => {
    const was = before.get(key);
    return { key, ...(was === undefined ? {} : { before: was }), ...(after === undefined ? {} : { after }) };
  });
}

/** Ids of the pages whose slug or parent changed. */
export async function replaced(differences: readonly MapDifference[]): Promise<string[]> {
  const timeSlices = new TimeSlices();
  const ids: string[] = [];
  for (const { before, after } of differences) {
    await timeSlices.yieldIfDue();
    const [was, is] = [parsePage(before), parsePage(after)];
    if (was === undefined || is === undefined) continue;
    if (was.slug !== is.slug || was.parent !== is.parent) ids.push(is.id);
  }
  return ids;
}

/** These pages and all their descendants. */
export async function withDescendants(map: ContentMap, pages: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  const timeSlices = new TimeSlices();
  for (const id of pages) {
    await timeSlices.yieldIfDue();
    const page = found.has(id) ? undefined : await findPage(map, id);
    if (page === undefined) continue;
    for (const { id: below } of await subtree(map, page)) found.add(below);
  }
  return found;
}

interface MovedLinks {
  /** The content the links were written for. */
  readonly side: StoredMap;
  /** The content after the merge. */
  readonly merged: EditedMap;
  /** Ids of the pages and reusable contents whose links are checked. */
  readonly pages: Iterable<string>;
  /** Ids of the pages and files whose slug, position or source path differs from that side. */
  readonly renamed: ReadonlySet<string>;
  /** Pages whose links may have been written for the result: a link that resolves there stays. */
  readonly rewritten?: ReadonlySet<string>;
  readonly texts: TextStore;
}

/**
 * Updates links to what was renamed or moved, so that none leads to what took its place. Returns the pages it wrote.
 */
export async function updateMovedLinks(links: MovedLinks): Promise<PageRecord[]> {
  if (links.renamed.size === 0) return [];
  const keeper = new LinkUpdater(links);
  const written: PageRecord[] = [];
  const timeSlices = new TimeSlices();
  for (const id of links.pages) {
    await timeSlices.yieldIfDue();
    const page = await findPage(links.merged, id);
    if (page === undefined) {
      const file = await findReusable(links.merged, id);
      const updatedFile = file && (await keeper.updateReusable(file));
      for (const [key, value] of updatedFile === undefined ? [] : fileEntries(updatedFile))
        links.merged.set(key, value);
      continue;
    }
    const updatedPage = await keeper.updatePage(page);
    if (updatedPage === undefined) continue;
    putPage(links.merged, page, updatedPage);
    written.push(updatedPage);
  }
  return written;
}

class LinkUpdater {
  readonly #links: MovedLinks;
  readonly #before: LinkResolver;
  readonly #after: LinkResolver;

  constructor(links: MovedLinks) {
    this.#links = links;
    this.#before = new LinkResolver(links.side);
    this.#after = new LinkResolver(links.merged);
  }

  /** The page with its links updated; undefined if no link needs a change. */
  async updatePage(page: PageRecord): Promise<PageRecord | undefined> {
    const { side, merged, texts } = this.#links;
    const own = await findPage(side, page.id);
    if (own === undefined) return undefined;
    const [from, to] = [await createOrigin(side, own), await createOrigin(merged, page)];
    if (page.type === "link" && page.target !== undefined) {
      const target = await this.#updateHref(page.target, from, to);
      return target === undefined ? undefined : { ...page, target };
    }
    if (page.content === undefined) return undefined;
    const text = await this.#updateText(page.content, from, to);
    return text === undefined ? undefined : { ...page, content: texts.putText(text) };
  }

  /** The same for a reusable content. */
  async updateReusable(file: FileRecord): Promise<FileRecord | undefined> {
    const { side, texts } = this.#links;
    const own = await findReusable(side, file.id);
    if (own === undefined) return undefined;
    const text = await this.#updateText(file.content, createReusableOrigin(own), createReusableOrigin(file));
    return text === undefined ? undefined : { ...file, content: texts.putText(text), size: Buffer.byteLength(text) };
  }

  async #updateText(content: string, from: IdentifiedOrigin, to: IdentifiedOrigin): Promise<string | undefined> {
    const text = await this.#links.texts.readText(content);
    const hrefs = new Map<string, string>();
    const timeSlices = new TimeSlices();
    for (const href of new Set((await timeSlices.run(listingLinks(text))).map((link) => link.href))) {
      const newHref = await this.#updateHref(href, from, to);
      await timeSlices.yieldIfDue();
      if (newHref !== undefined) hrefs.set(href, newHref);
    }
    if (hrefs.size === 0) return undefined;
    return timeSlices.run(replacingLinks(text, (link) => hrefs.get(link.href)));
  }

  async #updateHref(href: string, from: IdentifiedOrigin, to: IdentifiedOrigin): Promise<string | undefined> {
    const { side, merged, renamed, rewritten } = this.#links;
    const id = getTargetId(await this.#before.resolve(from, href));
    if (id === undefined || (!renamed.has(id) && !renamed.has(to.id))) return undefined;
    const now = getTargetId(await this.#after.resolve(to, href));
    if (now === id || (now !== undefined && rewritten?.has(to.id))) return undefined;
    for (const candidate of await hrefsTo(id, href, to)) {
      if (getTargetId(await this.#after.resolve(to, candidate)) === id) return candidate;
    }
    return undefined;

    /** Addresses of the target, best first: by its source path if that changed, or else by its path. */
    async function hrefsTo(target: string, written: string, origin: LinkOrigin): Promise<string[]> {
      const [, path = "", rest = ""] = /^([^#?]*)(.*)$/s.exec(written) ?? [];
      const page = await findPage(merged, target);
      const source = page?.source ?? (await findFile(merged, target))?.source;
      const previousSource = (await findPage(side, target))?.source ?? (await findFile(side, target))?.source;
      const bySource = source === undefined ? [] : [hrefTo(origin.source ?? "", source)];
      const pathHref = page && treeHref(path, origin, await getPagePath(merged, page));
      const byPath = pathHref === undefined ? [] : [pathHref + getPageEnding(path), pathHref];
      return (source === previousSource ? [...byPath, ...bySource] : [...bySource, ...byPath]).map(
        (found) => found + rest,
      );
    }
  }
}

async function createOrigin(map: StoredMap | EditedMap, page: PageRecord): Promise<IdentifiedOrigin> {
  return { id: page.id, source: page.source, path: await getPagePath(map, page) };
}

/** The address of a path in the tree, absolute if the previous address was. */
function treeHref(previousHref: string, origin: LinkOrigin, path: string): string {
  const href = previousHref.startsWith("/") ? `/${path}` : posix.relative(posix.dirname(origin.path), path);
  return href.replace(/[%#?\s]/g, encodeURIComponent);
}

const getPageEnding = (path: string) => /(?:\.(?:md|mdx|markdown)|\/)$/i.exec(path)?.[0] ?? "";

function getTargetId(target: LinkTarget | undefined): string | undefined {
  if (target?.kind === "page") return target.page;
  return target?.kind === "file" ? target.file : undefined;
}
