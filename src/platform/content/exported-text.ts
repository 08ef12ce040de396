import { listingLinks, replacingLinks } from "../../markdown/page/links.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { hashSecret } from "../kernel/bytes.ts";
import { bytesOfValue, contentCache } from "../kernel/caches.ts";
import { gitHash, gitHashAt, platformLink } from "./blob-address.ts";
import type { ContentMap } from "./content-map.ts";
import { findFiles, findPages, getPagePath, getPagePaths } from "./page-tree.ts";
import type { PageRecord } from "./records.ts";
import { hrefTo, LinkResolver, type LinkTarget } from "./references.ts";
import type { SpaceContent } from "./space-content.ts";

/** The text of a page or reusable content, with the path of its file. */
export interface FiledText {
  /** Address of the text. */
  readonly content: string;
  readonly source: string;
}

/** Texts held in memory at a time. */
const batchSize = 200;

/** A text as its file in a folder or repository has it: platform links become paths of files. */
export async function exportedText(
  content: SpaceContent,
  map: ContentMap,
  { content: address, source }: FiledText,
): Promise<string> {
  const text = await content.readText(address);
  if (gitHashAt(address) !== undefined) return text;
  return withFileLinks(text, source, await findFilePaths(map, await targetsIn(text)));
}

/**
 * Git's hash of each text's file, by path. Reads only texts with platform links, and each of those just once for as
 * long as it and its link targets stay in place.
 */
export async function exportedHashes(
  content: SpaceContent,
  map: ContentMap,
  texts: readonly FiledText[],
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const rewritten: FiledText[] = [];
  const timeSlices = new TimeSlices();
  for (const text of texts) {
    await timeSlices.yieldIfDue();
    const hash = gitHashAt(text.content);
    if (hash === undefined) rewritten.push(text);
    else hashes.set(text.source, hash);
  }
  for (let start = 0; start < rewritten.length; start += batchSize) {
    await hashBatch(content, map, rewritten.slice(start, start + batchSize), hashes);
  }
  return hashes;
}

async function hashBatch(
  content: SpaceContent,
  map: ContentMap,
  batch: readonly FiledText[],
  hashes: Map<string, string>,
): Promise<void> {
  const targets = new Map(batch.map(({ content: address }) => [address, findTargets(address)]));
  const unread = [...targets].flatMap(([address, known]) => (known === undefined ? address : []));
  const read = await content.readTexts(unread);
  for (const address of unread) {
    const found = await targetsIn(read.get(address) ?? (await content.readText(address)));
    contentCache.set(targetsKey(address), found, bytesOfValue(found));
    targets.set(address, found);
  }
  const files = await findFilePaths(
    map,
    [...targets.values()].flatMap((found) => found ?? []),
  );
  for (const { content: address, source } of batch) {
    const paths = (targets.get(address) ?? []).map((target) => files.get(target) ?? null);
    const key = `git hash ${address} ${hashSecret(JSON.stringify([source, ...paths]))}`;
    const cached = contentCache.get(key) as string | undefined;
    if (cached === undefined) {
      const text = read.get(address) ?? (await content.readText(address));
      const hash = gitHash(Buffer.from(await withFileLinks(text, source, files)));
      contentCache.set(key, hash, bytesOfValue(hash));
      hashes.set(source, hash);
    } else hashes.set(source, cached);
  }
}

const targetsKey = (address: string) => `link targets ${address}`;

/** The targets of a text's platform links, if they are cached. */
const findTargets = (address: string) => contentCache.get(targetsKey(address)) as readonly string[] | undefined;

async function targetsIn(text: string): Promise<string[]> {
  const links = await new TimeSlices().run(listingLinks(text));
  return [...new Set(links.flatMap(({ href }) => platformLink.exec(href)?.[1] ?? []))];
}

function withFileLinks(text: string, own: string, files: ReadonlyMap<string, string>): Promise<string> {
  const work = replacingLinks(text, ({ href }) => {
    const [, target = "", anchor = ""] = platformLink.exec(href) ?? [];
    const file = files.get(target);
    return file === undefined ? undefined : hrefTo(own, file) + anchor;
  });
  return new TimeSlices().run(work);
}

/** The paths of the files that platform links name. Links that name no file are left out. */
async function findFilePaths(map: ContentMap, targets: readonly string[]): Promise<Map<string, string>> {
  if (targets.length === 0) return new Map();
  const pages = new Map<string, string>();
  const files = new Map<string, string>();
  const resolver = new LinkResolver(map);
  const named = [...new Set(targets)];
  const ids = named.map((target) => target.slice("/pages/".length));
  const [knownPages, knownFiles] = [await findPages(map, ids), await findFiles(map, ids)];
  for (const target of named) {
    const id = target.slice("/pages/".length);
    if (target.startsWith("/files/")) {
      if (knownFiles.has(id)) files.set(target, id);
    } else if (knownPages.has(id)) pages.set(target, id);
    else {
      const found = await resolver.resolve({ id: "", source: undefined, path: "" }, target);
      if (found.kind === "page") pages.set(target, found.page);
      if (found.kind === "file") files.set(target, found.file);
    }
  }
  const pageFiles = await filesOfPages(map, [...new Set(pages.values())]);
  const records = await findFiles(map, [...new Set(files.values())]);
  const found = new Map<string, string>();
  for (const target of named) {
    const path = pageFiles.get(pages.get(target) ?? "") ?? records.get(files.get(target) ?? "")?.source;
    if (path !== undefined) found.set(target, path);
  }
  return found;
}

/**
 * The paths of pages' files, by page id. Computed pages have no file, so links lead to their place in the tree. Groups
 * have neither.
 */
async function filesOfPages(map: ContentMap, ids: readonly string[]): Promise<Map<string, string>> {
  const pages = [...(await findPages(map, ids)).values()];
  const isComputed = ({ part, computed }: PageRecord) => part !== undefined || computed !== undefined;
  const paths = await getPagePaths(map, pages.filter(isComputed));
  const files = new Map<string, string>();
  for (const page of pages) {
    const path = isComputed(page) ? `${paths.get(page.id)}.md` : page.source;
    if (path !== undefined) files.set(page.id, path);
  }
  return files;
}

/**
 * How a text's links within its content are written: relative to the text, or by ids that survive renames and moves.
 */
export type LinkForm = "relative" | "stable";

/** A text of `page` with its internal links in one form. Broken links and external links stay as they are. */
export async function withLinksAs(form: LinkForm, map: ContentMap, page: PageRecord, text: string): Promise<string> {
  const timeSlices = new TimeSlices();
  const hrefs = new Set((await timeSlices.run(listingLinks(text))).map(({ href }) => href));
  const wanted = [...hrefs].filter((href) => form === "stable" || href.startsWith("/"));
  if (wanted.length === 0) return text;
  const resolver = new LinkResolver(map);
  const origin = { id: page.id, source: page.source, path: await getPagePath(map, page) };
  const targets = new Map<string, LinkTarget>();
  for (const href of wanted) {
    targets.set(href, await resolver.resolve(origin, href));
    await timeSlices.yieldIfDue();
  }
  const written = form === "stable" ? stableHref : await relativeHrefs(map, page.source ?? "", [...targets.values()]);
  const work = replacingLinks(text, ({ href }) => {
    const target = targets.get(href);
    const address = target && written(target);
    return address === undefined ? undefined : address + (/#.*$/s.exec(href)?.[0] ?? "");
  });
  return timeSlices.run(work);
}

function stableHref(target: LinkTarget): string | undefined {
  if (target.kind === "page") return `/pages/${target.page}`;
  return target.kind === "file" ? `/files/${target.file}` : undefined;
}

async function relativeHrefs(map: ContentMap, own: string, targets: readonly LinkTarget[]) {
  const pages = await filesOfPages(
    map,
    targets.flatMap((target) => (target.kind === "page" ? [target.page] : [])),
  );
  const files = await findFiles(
    map,
    targets.flatMap((target) => (target.kind === "file" ? [target.file] : [])),
  );
  return (target: LinkTarget): string | undefined => {
    const path = target.kind === "page" ? pages.get(target.page) : undefined;
    const source = target.kind === "file" ? files.get(target.file)?.source : path;
    return source === undefined ? undefined : hrefTo(own, source);
  };
}
