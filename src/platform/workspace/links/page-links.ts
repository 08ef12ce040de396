import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { hasAnchor, type PageAnchors, readingAnchors } from "../../../markdown/page/anchors.ts";
import { candidatePaths, foldPath, isExternal } from "../../../markdown/page/link-paths.ts";
import { listingPageLinks } from "../../../markdown/page/links.ts";
import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import { truncate } from "../../../markdown/text/trim.ts";
import type { StoredMap } from "../../content/content-map.ts";
import { coverAddresses } from "../../content/page-front-matter.ts";
import { findPages, getPagePaths } from "../../content/page-tree.ts";
import type { FileRecord, PageRecord } from "../../content/records.ts";
import { type IdentifiedOrigin, LinkResolver } from "../../content/references.ts";
import { createReusableOrigin } from "../../content/reusable-contents.ts";
import type { SpaceContent } from "../../content/space-content.ts";
import type { Queries, Row } from "../../kernel/database/tables.ts";
import { type LinkRow, maxLinksPerPage, replaceLinks } from "./rows.ts";

/** Pages whose texts are held in memory at the same time. */
const batch = 200;

/** Anchors of texts, by text address: most are requested repeatedly. */
export type KnownAnchors = Map<string, PageAnchors>;

/** Addresses outside the text: the target of a link page, and a page's cover images. */
function listOtherAddresses(holder: PageRecord | FileRecord, text: string): string[] {
  if (!("type" in holder)) return [];
  if (holder.type === "link") return holder.target === undefined ? [] : [holder.target];
  return holder.cover === undefined ? [] : coverAddresses(text);
}

export function originOfPage({ id, source, slug }: PageRecord, paths: ReadonlyMap<string, string>): IdentifiedOrigin {
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

  async findAnchors(id: string): Promise<PageAnchors | undefined> {
    const page = (await findPages(this.#map, [id])).get(id);
    if (page === undefined) return undefined;
    const text = page.content ?? "";
    const known = this.#anchors.get(text);
    if (known !== undefined) return known;
    const markdown = text === "" ? "" : await this.#content.readText(text);
    const anchors = await new TimeSlices().run(readingAnchors(markdown));
    this.#anchors.set(text, anchors);
    return anchors;
  }

  async readPages(pages: readonly PageRecord[]): Promise<void> {
    for (let start = 0; start < pages.length; start += batch) {
      const some = pages.slice(start, start + batch);
      const paths = await getPagePaths(this.#map, some);
      await this.#read(some, (page) => originOfPage(page, paths));
    }
  }

  async readReusable(files: readonly FileRecord[]): Promise<void> {
    for (let start = 0; start < files.length; start += batch) {
      await this.#read(files.slice(start, start + batch), createReusableOrigin);
    }
  }

  async #read<Holder extends PageRecord | FileRecord>(
    holders: readonly Holder[],
    getOrigin: (holder: Holder) => IdentifiedOrigin,
  ): Promise<void> {
    const texts = await this.#content.readTexts(holders.flatMap(({ content }) => content ?? []));
    const rows: LinkRow[] = [];
    for (const holder of holders) {
      const text = texts.get(holder.content ?? "") ?? "";
      for (const row of await linkRows(this, getOrigin(holder), text, listOtherAddresses(holder, text))) rows.push(row);
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
const maxAddressLength = 1_000;

/** What is needed to resolve the links of one space. */
interface LinkReading {
  readonly space: string;
  readonly organization: string;
  readonly resolver: LinkResolver;
  /** Undefined for anything that is not a page. */
  findAnchors(page: string): Promise<PageAnchors | undefined>;
}

/** The links of a page or reusable content: those in its text, and its other addresses. */
async function linkRows(
  reading: LinkReading,
  origin: IdentifiedOrigin,
  text: string,
  otherAddresses: readonly string[],
): Promise<LinkRow[]> {
  const rows: LinkRow[] = [];
  const timeSlices = new TimeSlices();
  for (const { href, kind, relation, anchor } of [
    ...otherAddresses.map((address) => ({ href: address, ...ofWholePage })),
    ...(await timeSlices.run(listingPageLinks(text))),
  ]) {
    if (rows.length === maxLinksPerPage) break;
    await timeSlices.yieldIfDue();
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
  origin: IdentifiedOrigin,
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
      const [, noun, id] = platformReference.exec(href) ?? [];
      if (noun !== undefined) return { target: `${noun}:${id}`, status: "ok" };
      return { target: `broken:${clipped(href)}`, status: "broken" };
    }
    case "page":
    case "anchor": {
      if (href === "") return { target: "broken:", status: "broken" };
      if (found.anchor === undefined || found.anchor === "") return { target: `page:${found.page}`, status: "ok" };
      const anchors = await reading.findAnchors(found.page);
      // A reusable content's anchors belong to the pages that include it.
      if (anchors === undefined) return { target: `file:${found.page}`, status: "ok" };
      const there = hasAnchor(anchors, found.anchor);
      return { target: `page:${found.page}#${clipped(found.anchor)}`, status: there ? "ok" : "broken" };
    }
  }
}

/** The form of a reference to something other than pages and files. */
const platformReference = /^\/(space|collection|user)s\/([a-zA-Z0-9]{20})$/;

/** Whether an address is in this organization's web application, whatever host the service is reached at. */
function isAppAddress(href: string, organization: string): boolean {
  return isExternal(href) && /^https?:\/\/[^/?#]+\/app\/([^/?#]+)/i.exec(href)?.[1] === organization;
}

function clipped(address: string): string {
  if (address.length <= maxAddressLength) return address;
  const digest = createHash("sha256").update(address).digest("base64url");
  return `${truncate(address, maxAddressLength)}…${digest}`;
}
