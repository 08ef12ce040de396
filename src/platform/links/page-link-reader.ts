import { setImmediate as nextTurn } from "node:timers/promises";
import { type PageAnchors, readAnchors } from "../../text/page-anchors.ts";
import type { StoredMap } from "../content/content-map.ts";
import { findPages, pathsOf } from "../content/page-tree.ts";
import type { PageRecord } from "../content/records.ts";
import { LinkResolver } from "../content/references.ts";
import type { SpaceContent } from "../content/space-content.ts";
import { replaceLinks } from "../store/link-index.ts";
import type { LinkRow } from "../store/links.ts";
import type { Queries, Row } from "../store/tables.ts";
import { type LinkReading, linkRows } from "./link-rows.ts";

/** Pages whose texts are held in memory at once. */
const batch = 200;

/** Anchors of texts, by their addresses: most are asked for again and again. */
export type KnownAnchors = Map<string, PageAnchors>;

/** Reads the links of pages of one content into the store. */
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

  async anchorsOf(id: string): Promise<PageAnchors> {
    const text = (await findPages(this.#map, [id])).get(id)?.content ?? "";
    const known = this.#anchors.get(text);
    if (known !== undefined) return known;
    const anchors = readAnchors(text === "" ? "" : await this.#content.readText(text));
    this.#anchors.set(text, anchors);
    return anchors;
  }

  async readPages(pages: readonly PageRecord[]): Promise<void> {
    for (let start = 0; start < pages.length; start += batch) {
      const some = pages.slice(start, start + batch);
      const texts = await this.#content.readTexts(some.flatMap(({ content }) => content ?? []));
      const paths = await pathsOf(this.#map, some);
      const rows: LinkRow[] = [];
      for (const page of some) {
        const origin = { id: page.id, source: page.source, path: paths.get(page.id) ?? page.slug };
        for (const row of await linkRows(this, page, origin, texts.get(page.content ?? "") ?? "")) rows.push(row);
      }
      const ids = some.map(({ id }) => id);
      await replaceLinks(this.#queries, this.space, ids, rows);
      await nextTurn();
    }
  }
}
