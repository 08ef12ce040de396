import type { ContentReference, RichDocument } from "../../../markdown/document/model.ts";
import { isExternal } from "../../../markdown/page/link-paths.ts";
import { replaceLinks } from "../../../markdown/page/links.ts";
import { listingSections } from "../../../markdown/page/sections.ts";
import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import { markdownHref, referencesIn } from "../../../site/index.ts";
import type { PageView, SiteView, Target, TocEntry } from "../../../site/view.ts";
import type { StoredMap } from "../../content/content-map.ts";
import { readPageDocument, splitBody } from "../../content/page-document.ts";
import { allPages, findFiles } from "../../content/page-tree.ts";
import { type FileRecord, keys } from "../../content/records.ts";
import { type LinkTarget, resolveLinks } from "../../content/references.ts";
import { expandText } from "../../content/resolve-includes.ts";
import { isReusable } from "../../content/reusable-contents.ts";
import { requireRoot } from "../../content/revisions-rows.ts";
import { type FoundSection, limitToVisible, visibleSections } from "../../content/search/index.ts";
import { SpaceContent } from "../../content/space-content.ts";
import { withoutConditional } from "../../content/visible-text.ts";
import { contentCache } from "../../kernel/caches.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { findApis, type ReadApis } from "./page-apis.ts";
import { emojiText, type PageNode, PageOrder } from "./page-order.ts";
import type { ServedContent } from "./served-content.ts";

/** Pages as PDF, by their ids. */
export const pdfFolder = "~pdf/";

const pdfHref = (basePath: string, page: string) => `${basePath}${pdfFolder}${page}.pdf`;

/** Approximate size of a page in a cached order, in bytes. */
const bytesOfPlacedPage = 500;

/** Reads the pages of one content for one visitor, within one transaction. */
export class SpaceReader {
  readonly order: PageOrder;
  readonly served: ServedContent;
  readonly map: StoredMap;
  readonly #content: SpaceContent;
  readonly #queries: Queries;

  private constructor(
    queries: Queries,
    served: ServedContent,
    { order, map, content }: { readonly order: PageOrder; readonly map: StoredMap; readonly content: SpaceContent },
  ) {
    this.#queries = queries;
    this.served = served;
    this.order = order;
    this.map = map;
    this.#content = content;
  }

  static async open(queries: Queries, served: ServedContent): Promise<SpaceReader> {
    const root = await requireRoot(queries, served.space, served.revision);
    const content = new SpaceContent(queries);
    const map = content.at(root);
    const order = await readPageOrder(map, root, served);
    return new SpaceReader(queries, served, { order, map, content });
  }

  /** The address at which a page is read. Links in the table of contents have their own targets. */
  readonly findHref = ({ page, encodedPath }: PageNode): string | undefined => {
    if (page.type === "link") return this.#linkHref(page.target);
    if (page.id === this.order.home?.page.id) return this.served.basePath;
    return this.served.basePath + encodedPath;
  };

  #linkHref(target: string | undefined): string | undefined {
    if (target === undefined) return undefined;
    if (isExternal(target)) return target;
    const id = /^\/pages\/([A-Za-z0-9_-]+)$/.exec(target)?.[1];
    const found = id === undefined ? this.order.findByPath(target.replace(/^\/|\.md$/g, "")) : this.order.find(id);
    return found === undefined || found.page.type === "link" ? undefined : this.findHref(found);
  }

  /** What surrounds every page of the content. */
  site(): SiteView {
    const { served } = this;
    const { basePath } = served;
    return {
      ...served.site,
      title: served.title,
      basePath,
      origin: served.origin,
      home: served.site.home ?? basePath,
      search: served.hasServer ? { action: `${basePath}~search` } : { index: `${basePath}~search/pages.json` },
    };
  }

  /** The table of contents next to a page. */
  contents(current: PageNode | undefined): TocEntry[] {
    return this.order.contents(current, { basePath: this.served.basePath, findHref: this.findHref });
  }

  /** Finds what blocks of a page show of APIs; undefined if there are none. */
  async apis({ page }: PageNode, document: RichDocument): Promise<ReadApis | undefined> {
    const apiContext = { queries: this.#queries, space: this.served.space, map: this.map, content: this.#content };
    return findApis(apiContext, page, document);
  }

  /** Without what its blocks show of APIs. */
  async page(node: PageNode): Promise<PageView> {
    const { page, path } = node;
    const { served, order } = this;
    const text = await this.#text(node);
    const document = await readPageDocument(this.map, page, text, served.space, { isOnlyShown: true });
    const href = this.findHref(node) ?? served.basePath;
    const link = (other: PageNode | undefined) =>
      other && { title: other.page.linkTitle ?? other.page.title, href: this.findHref(other) ?? "" };
    return {
      id: page.id,
      path,
      href,
      title: page.title,
      description: page.description,
      emoji: emojiText(page.emoji),
      icon: page.icon,
      layout: page.layout,
      document,
      showsConditional: served.visitor === undefined,
      // A PDF is the same for all readers.
      pdfHref:
        served.printsPdf === true && served.visitor === undefined ? pdfHref(served.basePath, page.id) : undefined,
      anchors: (await new TimeSlices().run(listingSections(text))).map(({ title, anchor }) => ({ title, anchor })),
      resolve: await this.#resolver(node, document),
      toc: this.contents(node),
      breadcrumbs: order.above(node).map((above) => ({
        title: above.page.linkTitle ?? above.page.title,
        href: above.page.type === "group" ? undefined : this.findHref(above),
      })),
      previous: link(order.previous(node)),
      next: link(order.next(node)),
      below: node.pages.flatMap((below) => {
        const found = link(below);
        return found?.href ? [{ ...found, description: below.page.description }] : [];
      }),
      updatedAt: page.updatedAt,
      canonical: new URL(href, served.origin).href,
      alternates: [],
      isUnlisted: page.noRobotsIndex === true,
      ...(page.cover !== undefined && { cover: await this.#cover(page.cover) }),
    };
  }

  /** A page's text as Markdown, with full addresses in links. */
  async markdown(node: PageNode): Promise<string> {
    const text = await this.#text(node);
    const { body } = splitBody(this.served.visitor === undefined ? text : await withoutConditional(text));
    const targets = await resolveLinks(this.map, node.page, text);
    const files = await findFiles(
      this.map,
      [...targets.values()].flatMap((target) => (target.kind === "file" ? target.file : [])),
    );
    const written = [...targets.keys()].map((url): ContentReference => ({ kind: "url", url }));
    const others = await this.#siblingReaders(written);
    return replaceLinks(body, ({ href }) => {
      const target = targets.get(href);
      const elsewhere = findSpaceTarget({ kind: "url", url: href }, this.served.space);
      const other = elsewhere && others.get(elsewhere.space);
      const found =
        elsewhere !== undefined && other !== undefined
          ? markdownLink(other.#entry(elsewhere).href)
          : target && this.#linked(target, node, files);
      return found === undefined ? undefined : new URL(found, this.served.origin).href;
    });
  }

  /** The sections of the content that search may show this visitor, with the text that the visitor sees. */
  readonly seenSections = async (sections: readonly FoundSection[]): Promise<FoundSection[]> => {
    const { visitor } = this.served;
    const pages = new Map<string, ReadonlyMap<string, string> | undefined>();
    for (const id of new Set(sections.map(({ page }) => page))) {
      const node = this.order.find(id);
      if (node === undefined || node.page.noIndex === true || this.findHref(node) === undefined) continue;
      const visible = visitor && (await visibleSections(this.map, this.#content, node.page, visitor.claims));
      pages.set(id, visible);
    }
    return limitToVisible(sections, pages);
  };

  #linked(target: LinkTarget, from: PageNode, files: ReadonlyMap<string, FileRecord>): string | undefined {
    switch (target.kind) {
      case "file": {
        const file = files.get(target.file);
        return file === undefined ? undefined : this.fileHref(file);
      }
      case "page":
      case "anchor": {
        const page = this.order.find(target.page);
        if (page === undefined || page === from) return undefined;
        const href = this.findHref(page);
        if (href === undefined) return undefined;
        return markdownHref(href) + (target.anchor === undefined ? "" : `#${target.anchor}`);
      }
      default:
        return undefined;
    }
  }

  async #text({ page }: PageNode): Promise<string> {
    const { visitor } = this.served;
    if (page.content === undefined) return "";
    const written = await this.#content.readText(page.content);
    const { text } = await expandText(this.map, this.#content, written, page, {
      evaluated: visitor === undefined ? "deterministic-only" : true,
      dereferenced: true,
      ...(visitor !== undefined && { claims: visitor.claims }),
    });
    return text;
  }

  async #resolver(from: PageNode, document: RichDocument): Promise<PageView["resolve"]> {
    const references = referencesIn(document);
    const ids = references.flatMap((reference) => (reference.kind === "file" ? reference.file : []));
    const files = await findFiles(this.map, [...new Set(ids)]);
    const others = await this.#siblingReaders(references);
    return (reference) => {
      const elsewhere = findSpaceTarget(reference, this.served.space);
      const other = elsewhere && others.get(elsewhere.space);
      if (elsewhere !== undefined && other !== undefined) return other.#entry(elsewhere);
      return this.#target(reference, from, files);
    };
  }

  /** Readers of the site's other contents that references point into, by space. */
  async #siblingReaders(references: readonly ContentReference[]): Promise<ReadonlyMap<string, SpaceReader>> {
    const spaces = new Set(
      references.flatMap((reference) => findSpaceTarget(reference, this.served.space)?.space ?? []),
    );
    const readers = new Map<string, SpaceReader>();
    for (const space of spaces) {
      const sibling = this.served.findSibling?.(space);
      if (sibling === undefined) continue;
      readers.set(space, await SpaceReader.open(this.#queries, { ...this.served, ...sibling }));
    }
    return readers;
  }

  /**
   * The target of a link from another content. A page hidden from this visitor is not revealed: the home page opens.
   */
  #entry({ page, path, anchor }: SpaceTarget): Target {
    const named = page === undefined ? path && this.order.findByPath(decoded(path)) : this.order.find(page);
    const node = named || this.order.home;
    const href = (node && this.findHref(node)) ?? this.served.basePath;
    const { title, emoji, description } = node?.page ?? {};
    const hash = named && anchor ? `#${anchor}` : "";
    return { href: href + hash, title, emoji: emojiText(emoji), description };
  }

  #target(reference: ContentReference, from: PageNode, files: ReadonlyMap<string, FileRecord>): Target | undefined {
    switch (reference.kind) {
      case "url":
        // A relative address names nothing in the content, so the link would be broken.
        return isExternal(reference.url) ? { href: reference.url } : undefined;
      case "file": {
        const file = files.get(reference.file);
        if (file === undefined || isReusable(file)) return undefined;
        return { href: this.fileHref(file), title: file.name, size: file.size, ...file.dimensions };
      }
      case "page":
      case "anchor": {
        const page = reference.page === undefined ? from : this.order.find(reference.page);
        if (page === undefined || isElsewhere(reference, this.served.space)) return undefined;
        const anchor = reference.kind === "anchor" && reference.anchor !== "" ? `#${reference.anchor}` : "";
        const href = page === from ? anchor || this.findHref(page) : `${this.findHref(page)}${anchor}`;
        if (href === undefined) return undefined;
        const { title, emoji, description } = page.page;
        return { href, title, emoji: emojiText(emoji), description, isCurrent: page === from };
      }
      default:
        return undefined;
    }
  }

  async #cover({ ref, refDark, height }: { ref: string; refDark?: string; height?: number }) {
    const paths = [ref, ...(refDark === undefined ? [] : [refDark])];
    const owners = await this.map.getMany(paths.map(keys.source));
    const ids = paths.map((path) => owners.get(keys.source(path))?.replace(/^file\//, ""));
    const files = await findFiles(
      this.map,
      ids.flatMap((id) => id ?? []),
    );
    const [href, hrefDark] = paths.map((path, index) => {
      const file = files.get(ids[index] ?? "");
      return file === undefined ? (isExternal(path) ? path : undefined) : this.fileHref(file);
    });
    return href === undefined ? undefined : { href, hrefDark, height };
  }

  /** The address of a file, by its path in the folder or repository that it came from. */
  async fileHrefAt(path: string): Promise<string | undefined> {
    const id = (await this.map.getMany([keys.source(path)])).get(keys.source(path))?.replace(/^file\//, "");
    const file = id === undefined ? undefined : (await findFiles(this.map, [id])).get(id);
    return file === undefined || isReusable(file) ? undefined : this.fileHref(file);
  }

  fileHref({ id, name }: Pick<FileRecord, "id" | "name">): string {
    return `${this.served.basePath}~files/${encodeURIComponent(id)}/${encodeURIComponent(name)}`;
  }

  /** A file that a page may show; reusable contents are excluded. */
  async file(id: string): Promise<{ file: FileRecord; bytes: Uint8Array } | undefined> {
    const file = (await findFiles(this.map, [id])).get(id);
    if (file === undefined || isReusable(file)) return undefined;
    return { file, bytes: await this.#content.readBytes(file.content) };
  }
}

/** The address of the same page as Markdown. */
function markdownLink(href: string): string {
  const hash = href.indexOf("#");
  return hash < 0 ? markdownHref(href) : markdownHref(href.slice(0, hash)) + href.slice(hash);
}

/** Decodes a path from an address; an invalid encoding is used unchanged. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const isElsewhere = (reference: { readonly space?: string }, space: string) =>
  reference.space !== undefined && reference.space !== space;

async function readPageOrder(map: StoredMap, root: string, { visitor, home }: ServedContent): Promise<PageOrder> {
  if (visitor !== undefined) return new PageOrder(await allPages(map), visitor.holds, home);
  const key = `page order ${root} ${home ?? ""}`;
  const cached = contentCache.get(key) as PageOrder | undefined;
  if (cached !== undefined) return cached;
  const order = new PageOrder(await allPages(map), () => true, home);
  contentCache.set(key, order, bytesOfPlacedPage * order.size);
  return order;
}

/** The target of a link into another space. */
interface SpaceTarget {
  readonly space: string;
  readonly page?: string | undefined;
  /** From the root of the space. */
  readonly path?: string | undefined;
  readonly anchor?: string | undefined;
}

/** Undefined for a link that does not lead into another space. Recognizes the forms that exports and the app write. */
function findSpaceTarget(reference: ContentReference, own: string): SpaceTarget | undefined {
  const found = readTarget(reference);
  return found === undefined || found.space === own ? undefined : found;
}

function readTarget(reference: ContentReference): SpaceTarget | undefined {
  switch (reference.kind) {
    case "space":
      return { space: reference.space };
    case "page":
      return reference.space === undefined ? undefined : { space: reference.space, page: reference.page };
    case "anchor": {
      const { space, page, anchor } = reference;
      return space === undefined ? undefined : { space, page, anchor };
    }
    case "url":
      return readAddress(reference.url);
    default:
      return undefined;
  }
}

function readAddress(written: string): SpaceTarget | undefined {
  const hash = written.indexOf("#");
  const address = hash < 0 ? written : written.slice(0, hash);
  const anchor = hash < 0 ? undefined : written.slice(hash + 1);
  const [, space, page] = /^\/spaces\/([\w-]+)(?:\/pages\/([\w-]+))?\/?$/.exec(address) ?? [];
  if (space !== undefined) return { space, page, anchor };
  const [, shown, path] = /^https?:\/\/[^/]+\/app\/[\w-]+\/s\/([\w-]+)(?:\/([^?]*))?$/.exec(address) ?? [];
  return shown === undefined ? undefined : { space: shown, path: path === "" ? undefined : path, anchor };
}
