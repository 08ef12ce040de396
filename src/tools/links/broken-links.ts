import { isRecord } from "../../client/json.ts";
import { NearestPath } from "../../client/nearest-path.ts";
import type { LinkRecord, ResolvedReference } from "../../contract/models/link.ts";
import { linkLabel } from "../../text/link-label.ts";
import { isExternal, readHref } from "../../text/link-paths.ts";
import { listPageLinks } from "../../text/page-links.ts";
import { listSections } from "../../text/sections.ts";
import { lookUpIfAllowed } from "../resolve/lookup.ts";
import { flattenTree } from "../resolve/page-index.ts";
import type { ToolContext } from "../tool.ts";

/** Pages read for the texts of links, at once and for one answer. */
const mostAtOnce = 5;
const mostRead = 25;
/** Characters of an address by which services keep a very long one. */
const longestAddress = 1000;

type Place = ResolvedReference & { kind: "page" };

interface Written {
  readonly href: string;
  readonly text: string;
}

/** What is to be repaired: an address that leads nowhere, what it may mean, and where it stands. */
export interface BrokenLink {
  readonly target: string;
  readonly nearest?: string;
  /** For each page by its path: the sections, each with what readers see of the link. */
  readonly in: Readonly<Record<string, readonly string[]>>;
}

export interface BrokenLinks {
  /** By the place of its record in the list. */
  readonly links: ReadonlyMap<number, BrokenLink>;
  /** Pages that were not read because there are too many. */
  readonly unread: number;
}

/** What the pages themselves say of the links in a list that lead nowhere; services tell no more than where they are. */
export async function readBrokenLinks(
  records: readonly LinkRecord[],
  spaceId: string,
  context: ToolContext,
): Promise<BrokenLinks> {
  const broken = records.flatMap((record, index) => (record.status === "broken" ? [{ record, index }] : []));
  const links = new Map<number, BrokenLink>();
  if (broken.length === 0) return { links, unread: 0 };
  const places = broken.flatMap(({ record }) => placesOf(record));
  const targets = broken.flatMap(({ record: { targetReference: target } }) =>
    target?.kind === "page" ? [target.page.id] : [],
  );
  const wanted = [...new Set([...places.map(({ page }) => page.id), ...targets])];
  const texts = await readTexts(wanted.slice(0, mostRead), spaceId, context);
  const nearest = await nearestOf(records, spaceId, context);
  for (const { record, index } of broken) {
    const found = placesOf(record).map((place) => ({
      place,
      written: writtenAt(place, record.targetReference, texts),
    }));
    const target =
      found.find(({ written }) => written !== undefined)?.written?.href ?? addressOf(record.targetReference);
    if (target === undefined) continue;
    const near = nearestAnchor(record.targetReference, texts) ?? nearest(target);
    links.set(index, {
      target,
      ...(near === undefined ? {} : { nearest: near }),
      in: byPage(found),
    });
  }
  return { links, unread: Math.max(0, wanted.length - mostRead) };
}

function byPage(found: readonly { readonly place: Place; readonly written: Written | undefined }[]): BrokenLink["in"] {
  const pages = new Map<string, string[]>();
  for (const { place, written } of found) {
    const page = place.page.path ?? place.page.id;
    const section = place.internalLocation?.type === "anchor" ? `#${place.internalLocation.anchor}` : "top";
    const text = written === undefined || written.text === "" ? "" : ` "${written.text}"`;
    pages.set(page, [...(pages.get(page) ?? []), `${section}${text}`]);
  }
  return Object.fromEntries(pages);
}

const placesOf = ({ locationReferences }: LinkRecord): Place[] =>
  locationReferences.filter((place): place is Place => place.kind === "page" && isRecord(place.page));

async function readTexts(
  ids: readonly string[],
  spaceId: string,
  { client, signal }: ToolContext,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (let start = 0; start < ids.length; start += mostAtOnce) {
    const reading = ids.slice(start, start + mostAtOnce).map(async (pageId) => {
      const page = await lookUpIfAllowed(client.pages.get({ spaceId, pageId, format: "markdown" }, { signal }));
      if (page?.markdown !== undefined) texts.set(pageId, page.markdown);
    });
    await Promise.all(reading);
  }
  return texts;
}

/** The address as its page has it, and what readers see of the link. */
function writtenAt(
  { page, internalLocation }: Place,
  target: ResolvedReference | undefined,
  texts: ReadonlyMap<string, string>,
): Written | undefined {
  const markdown = texts.get(page.id) ?? "";
  const section = internalLocation?.type === "anchor" ? internalLocation.anchor : "";
  const fitting = listPageLinks(markdown).filter(({ href }) => isAddressOf(target, href));
  const found = fitting.find(({ anchor }) => anchor === section) ?? fitting[0];
  return found && { href: found.href, text: linkLabel(markdown, found.start) };
}

function isAddressOf(target: ResolvedReference | undefined, href: string): boolean {
  if (target?.kind === "page") {
    const anchor = target.internalLocation?.type === "anchor" ? target.internalLocation.anchor : undefined;
    return anchor !== undefined && !isExternal(href) && readHref(href).anchor === anchor;
  }
  const written = addressOf(target);
  return (
    written === href ||
    (href.length > longestAddress && written?.startsWith(href.slice(0, longestAddress - 1)) === true)
  );
}

const addressOf = (target: ResolvedReference | undefined): string | undefined => {
  if (target?.kind === "url") return target.url;
  if (target?.kind !== "page") return undefined;
  const anchor = target.internalLocation?.type === "anchor" ? `#${target.internalLocation.anchor}` : "";
  return `${target.page.path ?? target.page.id}${anchor}`;
};

/** Of a page that is there, the heading that an anchor most likely means. */
function nearestAnchor(target: ResolvedReference | undefined, texts: ReadonlyMap<string, string>): string | undefined {
  if (target?.kind !== "page" || target.internalLocation?.type !== "anchor") return undefined;
  const anchors = listSections(texts.get(target.page.id) ?? "").map(({ anchor }) => anchor);
  const anchor = new NearestPath(anchors.filter((name) => name !== "")).find(target.internalLocation.anchor);
  const page = target.page.path ?? target.page.id;
  return anchor === undefined ? page : `${page}#${anchor}`;
}

/** Finds pages and files by addresses that lead to none. Files are read only where an address may be one. */
async function nearestOf(
  records: readonly LinkRecord[],
  spaceId: string,
  { client, signal }: ToolContext,
): Promise<(href: string) => string | undefined> {
  const addresses = records.flatMap(({ targetReference: target }) =>
    target?.kind === "url" && !isExternal(target.url) ? [readHref(target.url).path] : [],
  );
  if (addresses.length === 0) return () => undefined;
  const hasFiles = addresses.some(isFilePath);
  const [tree, files] = await Promise.all([
    addresses.every(isFilePath) ? undefined : lookUpIfAllowed(client.pages.list({ spaceId }, { signal })),
    hasFiles ? lookUpIfAllowed(client.files.list({ spaceId, limit: 1000 }, { signal })) : undefined,
  ]);
  const pages = new NearestPath(flattenTree(tree?.pages ?? []).flatMap(({ page }) => page.path ?? []));
  const names = new NearestPath((files?.items ?? []).map((file) => file.git?.path ?? file.name));
  return (href) => (isExternal(href) ? undefined : (isFilePath(href) ? names : pages).find(readHref(href).path));
}

/** Pages are Markdown or have no ending. */
const isFilePath = (path: string) =>
  /\.gitbook\/assets\//.test(path) || /\.(?!mdx?\b)[a-z0-9]{2,5}(?:[?#]|$)/i.test(path);
