import type { LinkRecord, ResolvedReference } from "../../../contract/models/link.ts";
import { toAnchor } from "../../../markdown/grammar/blocks.ts";
import { readAnchors } from "../../../markdown/page/anchors.ts";
import { isExternal, splitHref } from "../../../markdown/page/link-paths.ts";
import { listSections } from "../../../markdown/page/sections.ts";
import { findTitle } from "../../../markdown/page/title.ts";
import type { ToolContext } from "../../../resolve/context.ts";
import { flattenTree } from "../../../resolve/pages.ts";
import { lookUpIfAllowed } from "../../../resolve/reads.ts";
import {
  findLocation,
  getLinkKind,
  type Holder,
  type HolderText,
  isFilePath,
  type LinkKind,
  type LinkLocation,
  linksAt,
  locationText,
  readLinkTexts,
  type WrittenLink,
  writtenLinks,
} from "./link-texts.ts";
import { type Candidate, type Clues, Suggestions } from "./suggestions.ts";

/** Characters to which services cut a very long address. */
const maxAddressChars = 1000;

/** Within one page, less is enough to distinguish headings than among all pages. */
const forHeadings = { minShare: 0.6, beginning: 1 };

const forPages = { minShare: 0.7, beginning: 2 };

/** A link to repair: an address that leads nowhere, what it may mean, and where it is. */
interface BrokenLink {
  readonly kind: LinkKind;
  readonly target: string;
  readonly nearest?: string;
  /** For each page by its path: the sections, each with the visible text of the link. */
  readonly in: Readonly<Record<string, readonly string[]>>;
}

interface BrokenLinks {
  /** By the position of its record in the list. */
  readonly links: ReadonlyMap<number, BrokenLink>;
  /** States which pages were not read; empty if all were. */
  readonly note: string;
}

interface Broken {
  readonly index: number;
  readonly record: LinkRecord;
  readonly locations: readonly LinkLocation[];
}

type Texts = ReadonlyMap<string, HolderText>;

/** The broken links of a list as the pages have them; services return only where they are. */
export async function readBrokenLinks(
  records: readonly LinkRecord[],
  spaceId: string,
  context: ToolContext,
  kind?: LinkKind,
): Promise<BrokenLinks> {
  const broken = records.flatMap((record, index): Broken[] =>
    record.status === "broken" && mayBe(kind, record)
      ? [{ record, index, locations: record.locationReferences.flatMap((reference) => findLocation(reference) ?? []) }]
      : [],
  );
  if (broken.length === 0) return { links: new Map(), note: "" };
  const holders: Holder[] = broken.flatMap(({ locations, record }) => [...locations, ...listTargets(record)]);
  const { byId: texts, note } = await readLinkTexts(holders, spaceId, context);
  const found = broken.map((one) => ({ ...one, written: findWrittenLinks(one, texts) }));
  const suggest = await suggestionsFor(broken, spaceId, context);
  const links = new Map<number, BrokenLink>();
  for (const { record, index, locations, written } of found) {
    const all = [...written.values()].flat();
    const target = all[0]?.href ?? findAddress(record.targetReference);
    const is = getLinkKind(record, all[0]?.isImage ?? false);
    if (target === undefined || (kind !== undefined && is !== kind)) continue;
    const labels = all.map(({ label }) => label);
    const nearest = is === "anchor" ? nearestHeading(record, labels, texts) : suggest(is, target, labels);
    links.set(index, {
      kind: is,
      target,
      ...(nearest === undefined ? {} : { nearest }),
      in: byHolder(locations, written),
    });
  }
  return { links, note };
}

/** Whether a broken link may be of a kind, as far as is known without its page. */
const mayBe = (kind: LinkKind | undefined, record: LinkRecord): boolean =>
  kind === undefined || getLinkKind(record, false) === kind || (kind === "image" && getLinkKind(record, true) === kind);

const listTargets = ({ targetReference: target }: LinkRecord): Holder[] =>
  target?.kind === "page" ? [{ id: target.page.id, name: target.page.path ?? target.page.id, isPage: true }] : [];

/** By what contains the link: the link as it is written there. */
function findWrittenLinks({ record, locations }: Broken, texts: Texts): Map<string, readonly WrittenLink[]> {
  const fits = (href: string) => matchesTarget(record.targetReference, href);
  const holders = new Set(locations.map(({ id }) => id));
  return new Map([...holders].map((id) => [id, writtenLinks(texts.get(id)?.markdown ?? "", fits)]));
}

function byHolder(
  locations: readonly LinkLocation[],
  written: ReadonlyMap<string, readonly WrittenLink[]>,
): Record<string, string[]> {
  const holders = new Map<string, string[]>();
  for (const { id, name, anchor } of locations) {
    const label = linksAt(written.get(id) ?? [], anchor)[0]?.label;
    holders.set(name, [...(holders.get(name) ?? []), locationText(anchor, label)]);
  }
  return Object.fromEntries(holders);
}

function matchesTarget(target: ResolvedReference | undefined, href: string): boolean {
  if (target?.kind === "page") {
    const anchor = target.internalLocation?.type === "anchor" ? target.internalLocation.anchor : undefined;
    return anchor !== undefined && !isExternal(href) && splitHref(href).anchor === anchor;
  }
  const written = findAddress(target);
  return (
    written === href ||
    (href.length > maxAddressChars && written?.startsWith(href.slice(0, maxAddressChars - 1)) === true)
  );
}

const findAddress = (target: ResolvedReference | undefined): string | undefined => {
  if (target?.kind === "url") return target.url;
  if (target?.kind !== "page") return undefined;
  const anchor = target.internalLocation?.type === "anchor" ? `#${target.internalLocation.anchor}` : "";
  return `${target.page.path ?? target.page.id}${anchor}`;
};

/** The heading of an existing page that an anchor most likely means. */
function nearestHeading(
  { targetReference: target }: LinkRecord,
  labels: readonly string[],
  texts: Texts,
): string | undefined {
  if (target?.kind !== "page" || target.internalLocation?.type !== "anchor") return undefined;
  const headings = listHeadings(texts.get(target.page.id)?.markdown ?? "");
  const name = target.internalLocation.anchor.replace(/^id-(?=\d)/, "").replace(/^\d+[.-]+/, "");
  const anchor = new Suggestions(headings, forHeadings).find({ name, labels, folders: "" });
  return anchor === undefined ? undefined : `${target.page.path ?? target.page.id}#${anchor}`;
}

/** The parts of a page that have an anchor, except its title, which is the page itself. */
function listHeadings(markdown: string): Candidate[] {
  const title = findTitle(markdown);
  const sections = listSections(markdown).filter(
    ({ anchor, level, title: heading }) =>
      anchor !== "" && !(title?.source === "heading" && level === 1 && heading === title.title),
  );
  return [
    ...sections.map((section) => ({ target: section.anchor, names: [section.title, section.anchor] })),
    ...readAnchors(markdown).ofElements.map((name) => ({ target: toAnchor(name), names: [name] })),
  ];
}

type Suggest = (kind: LinkKind, address: string, labels: readonly string[]) => string | undefined;

/** Finds pages and files by the text of links. Each list is read only if a link may mean one of its items. */
async function suggestionsFor(
  broken: readonly Broken[],
  spaceId: string,
  { client, signal }: ToolContext,
): Promise<Suggest> {
  const kinds = new Set(broken.map(({ record }) => getLinkKind(record, false)));
  const meansFile = kinds.has("image") || kinds.has("file");
  const [tree, files] = await Promise.all([
    kinds.has("page") ? lookUpIfAllowed(client.pages.list({ spaceId }, { signal })) : undefined,
    meansFile ? lookUpIfAllowed(client.files.list({ spaceId, limit: 1000 }, { signal })) : undefined,
  ]);
  const pages = new Suggestions(
    flattenTree(tree?.pages ?? []).flatMap(({ page: { path, title, type } }) =>
      // A group has no text to link to.
      path === undefined || type === "group" ? [] : [{ target: path, names: [title, nameIn(path)] }],
    ),
    forPages,
  );
  const assets = new Suggestions(
    (files?.items ?? []).map(({ git, name }) => ({ target: git?.path ?? name, names: [nameIn(name)] })),
    forPages,
  );
  return (kind, address, labels) => {
    if (isExternal(address)) return undefined;
    const { path } = splitHref(address);
    const isLost = /^\/broken\//.test(path);
    const clues: Clues = {
      name: isLost ? "" : nameIn(path),
      labels,
      folders: isLost ? "" : path.slice(0, Math.max(0, path.lastIndexOf("/"))),
    };
    if (kind === "page") return isFilePath(path) ? undefined : pages.find(clues);
    // The description of a picture is not the name of its file.
    if (kind === "image" || kind === "file") return assets.find({ ...clues, labels: [] });
    return undefined;
  };
}

/** The last part of a path, by which people remember it, without the file extension. */
function nameIn(path: string): string {
  const parts = path.replace(/(?:\/|\/?(?:readme|index)(?:\.mdx?)?)$/i, "").split("/");
  return (parts.at(-1) ?? "").replace(/\.(?:mdx?|markdown|html?|[a-z0-9]{3,4})$/i, "");
}
