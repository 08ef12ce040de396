import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { hasAnchor, type PageAnchors, readingAnchors } from "../../markdown/page/anchors.ts";
import { candidatePaths, foldPath, isExternal } from "../../markdown/page/link-paths.ts";
import { listingPageLinks } from "../../markdown/page/links.ts";
import { beginningOf } from "../../markdown/text/trim.ts";
import { Turns } from "../../markdown/text/turns.ts";
import type { StoredMap } from "../content/content-map.ts";
import { coverAddresses } from "../content/page-front-matter.ts";
import { findPages, pathsOf } from "../content/page-tree.ts";
import type { FileRecord, PageRecord } from "../content/records.ts";
import { LinkResolver, type PlacedOrigin } from "../content/references.ts";
import { originOfReusable } from "../content/reusable-contents.ts";
import type { SpaceContent } from "../content/space-content.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";
import { type LinkRow, mostLinksOfPage, replaceLinks } from "./rows.ts";

/** Pages whose texts are held in memory at the same time. */
const batch = 200;

/** Anchors of texts, by text address: most are requested repeatedly. */
export type KnownAnchors = Map<string, PageAnchors>;

/** Addresses outside the text: the target of a link page, and a page's cover images. */
function addressesBesides(holder: PageRecord | FileRecord, text: string): string[] {
  if (!("type" in holder)) return [];
  if (holder.type === "link") return holder.target === undefined ? [] : [holder.target];
  return holder.cover === undefined ? [] : coverAddresses(text);
}

export function originOfPage({ id, source, slug }: PageRecord, paths: ReadonlyMap<string, string>): PlacedOrigin {
  return { id, source, path: paths.get(id) ?? slug };
}

/** Resolves the links of pages and reusable contents of one content. */
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
    const markdown = text === "" ? "" : await this.#content.readText(text);
    const anchors = await new Turns().through(readingAnchors(markdown));
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

/** Longer addresses are truncated and get a digest of the whole. */
const longestAddress = 1_000;

/** What is needed to resolve the links of one space. */
interface LinkReading {
  readonly space: string;
  readonly organization: string;
  readonly resolver: LinkResolver;
  /** Undefined for anything that is not a page. */
  anchorsOf(page: string): Promise<PageAnchors | undefined>;
}

/** The links of a page or reusable content: those in its text, and its other addresses. */
async function linkRows(
  reading: LinkReading,
  origin: PlacedOrigin,
  text: string,
  besides: readonly string[],
): Promise<LinkRow[]> {
  const rows: LinkRow[] = [];
  const turns = new Turns();
  for (const { href, kind, relation, anchor } of [
    ...besides.map((address) => ({ href: address, ...ofWholePage })),
    ...(await turns.through(listingPageLinks(text))),
  ]) {
    if (rows.length === mostLinksOfPage) break;
    await turns.pass();
    if (/^data:/i.test(href)) continue;
    const { target, status } =
      kind === "openapi"
        ? { target: `openapi:${clipped(href)}`, status: "ok" as const }
        : await readTarget(reading, origin, href);
    const [bySource = null, byPath = null] = kind === "openapi" ? [] : candidatePaths(origin, href).map(foldPath);
    rows.push({
      space: reading.space,
      page: origin.id,
      position: rows.length,
      target,
      relation,
      status,
      href: clipped(href),
      anchor,
      by_source: bySource,
      by_path: byPath === bySource ? null : byPath,
    });
  }
  return rows;
}

const ofWholePage = { kind: "path", relation: "reference", anchor: "" } as const;

/** What an address leads to, and whether it exists. */
export async function readTarget(
  reading: LinkReading,
  origin: PlacedOrigin,
  href: string,
): Promise<{ target: string; status: "ok" | "broken" | "in-app" }> {
  if (isAppAddress(href, reading.organization)) return { target: `app:${clipped(href)}`, status: "in-app" };
  const found = await reading.resolver.resolve(origin, href);
  switch (found.kind) {
    case "url":
      return { target: `url:${clipped(href)}`, status: "ok" };
    case "file":
      return { target: `file:${found.file}`, status: "ok" };
    case "broken": {
      const [, noun, id] = PLATFORM_REFERENCE.exec(href) ?? [];
      if (noun !== undefined) return { target: `${noun}:${id}`, status: "ok" };
      return { target: `broken:${clipped(href)}`, status: "broken" };
    }
    case "page":
    case "anchor": {
      if (href === "") return { target: "broken:", status: "broken" };
      if (found.anchor === undefined || found.anchor === "") return { target: `page:${found.page}`, status: "ok" };
      const anchors = await reading.anchorsOf(found.page);
      // A reusable content's anchors belong to the pages that include it.
      if (anchors === undefined) return { target: `file:${found.page}`, status: "ok" };
      const there = hasAnchor(anchors, found.anchor);
      return { target: `page:${found.page}#${clipped(found.anchor)}`, status: there ? "ok" : "broken" };
    }
  }
}

/** The form of a reference to something other than pages and files. */
const PLATFORM_REFERENCE = /^\/(space|collection|user)s\/([a-zA-Z0-9]{20})$/;

/** Whether an address is in this organization's web application, whatever host the service is reached at. */
function isAppAddress(href: string, organization: string): boolean {
  return isExternal(href) && /^https?:\/\/[^/?#]+\/app\/([^/?#]+)/i.exec(href)?.[1] === organization;
}

function clipped(address: string): string {
  if (address.length <= longestAddress) return address;
  const digest = createHash("sha256").update(address).digest("base64url");
  return `${beginningOf(address, longestAddress)}…${digest}`;
}
