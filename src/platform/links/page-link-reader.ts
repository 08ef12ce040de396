import { setImmediate as nextTurn } from "node:timers/promises";
import { type PageAnchors, readAnchors } from "../../text/page-anchors.ts";
import type { StoredMap } from "../content/content-map.ts";
import { coverAddresses } from "../content/page-front-matter.ts";
import { findPages, pathsOf } from "../content/page-tree.ts";
import type { FileRecord, PageRecord } from "../content/records.ts";
import { LinkResolver, type PlacedOrigin } from "../content/references.ts";
import { originOfReusable } from "../content/reusable-contents.ts";
import type { SpaceContent } from "../content/space-content.ts";
import { replaceLinks } from "../store/link-index.ts";
import type { LinkRow } from "../store/links.ts";
import type { Queries, Row } from "../store/tables.ts";
import { type LinkReading, linkRows } from "./link-rows.ts";

/** Pages whose texts are held in memory at once. */
const batch = 200;

/** Anchors of texts, by their addresses: most are asked for again and again. */
export type KnownAnchors = Map<string, PageAnchors>;

/** Where a link page leads, and the pictures above a page. */
function addressesBesides(holder: PageRecord | FileRecord, text: string): string[] {
  if (!("type" in holder)) return [];
  if (holder.type === "link") return holder.target === undefined ? [] : [holder.target];
  return holder.cover === undefined ? [] : coverAddresses(text);
}

export function originOfPage({ id, source, slug }: PageRecord, paths: ReadonlyMap<string, string>): PlacedOrigin {
  return { id, source, path: paths.get(id) ?? slug };
}

/** Reads the links of pages and reusable contents of one content into the store. */
export class PageLinkReader implements LinkReading {
  readonly space: string;
  readonly organization: string;
  readonly resolver: LinkResolver;
  readonly #queries: Queries;
  readonly #content: SpaceContent;
  readonly #map: StoredMap;
  readonly #anchors: KnownAnchors;

  constructor(
    queries: Queries,
    content: SpaceContent,
    space: Pick<Row<"space">, "id" | "organization">,
    map: StoredMap,
    anchors: KnownAnchors = new Map(),
  ) {
    this.space = space.id;
    this.organization = space.organization;
    this.resolver = new LinkResolver(map);
    this.#queries = queries;
    this.#content = content;
    this.#map = map;
    this.#anchors = anchors;
  }

  async anchorsOf(id: string): Promise<PageAnchors | undefined> {
    const page = (await findPages(this.#map, [id])).get(id);
    if (page === undefined) return undefined;
    const text = page.content ?? "";
    const known = this.#anchors.get(text);
    if (known !== undefined) return known;
    const anchors = readAnchors(text === "" ? "" : await this.#content.readText(text));
    this.#anchors.set(text, anchors);
    return anchors;
  }

  async readPages(pages: readonly PageRecord[]): Promise<void> {
    for (let start = 0; start < pages.length; start += batch) {
      const some = pages.slice(start, start + batch);
      const paths = await pathsOf(this.#map, some);
      await this.#read(some, (page) => originOfPage(page, paths));
    }
  }

  async readReusable(files: readonly FileRecord[]): Promise<void> {
    for (let start = 0; start < files.length; start += batch) {
      await this.#read(files.slice(start, start + batch), originOfReusable);
    }
  }

  async #read<Holder extends PageRecord | FileRecord>(
    holders: readonly Holder[],
    originOf: (holder: Holder) => PlacedOrigin,
  ): Promise<void> {
    const texts = await this.#content.readTexts(holders.flatMap(({ content }) => content ?? []));
    const rows: LinkRow[] = [];
    for (const holder of holders) {
      const text = texts.get(holder.content ?? "") ?? "";
      for (const row of await linkRows(this, originOf(holder), text, addressesBesides(holder, text))) rows.push(row);
    }
    await replaceLinks(
      this.#queries,
      this.space,
      holders.map(({ id }) => id),
      rows,
    );
    await nextTurn();
  }
}
