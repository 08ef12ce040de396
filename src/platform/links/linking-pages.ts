import { candidatePaths, foldPath } from "../../text/link-paths.ts";
import { listLinks } from "../../text/links.ts";
import type { StoredMap } from "../content/content-map.ts";
import { allPages, pathsOf } from "../content/page-tree.ts";
import { type FileRecord, keys, type PageRecord, parseFile, parsePage } from "../content/records.ts";
import { allReusable, isReusable, originOfReusable } from "../content/reusable-contents.ts";
import type { Context } from "../context.ts";
import { indexedRoot, linksByPath } from "../store/link-index.ts";

/** Pages whose texts are held in memory at once. */
const batch = 200;

/**
 * Ids of pages and reusable contents of a content that may link to one of these paths of the tree, or to something below it. Where the links
 * of the space are known, costs those links and what the content has otherwise than the space; else reads every page.
 */
export async function pagesLinkingTo(
  { queries, content }: Pick<Context, "queries" | "content">,
  space: string,
  map: StoredMap,
  paths: readonly string[],
): Promise<string[]> {
  const folded = paths.map(foldPath);
  const root = await indexedRoot(queries, space);
  if (root === undefined) return search(content, map, folded);
  const found = new Set((await linksByPath(queries, space, folded, folded)).map(({ page }) => page));
  for (const { after } of await content.at(root).diff(map, keys.pages)) {
    const page = parsePage(after);
    if (page !== undefined) found.add(page.id);
  }
  for (const { after } of await content.at(root).diff(map, keys.files)) {
    const file = parseFile(after);
    if (file !== undefined && isReusable(file)) found.add(file.id);
  }
  return [...found];
}

async function search(content: Context["content"], map: StoredMap, paths: readonly string[]): Promise<string[]> {
  const pages = await allPages(map);
  const found: string[] = [];
  for (let start = 0; start < pages.length; start += batch) {
    const some = pages.slice(start, start + batch);
    const texts = await content.readTexts(some.flatMap((page) => page.content ?? []));
    const places = await pathsOf(map, some);
    for (const page of some) {
      const origin = { source: page.source, path: places.get(page.id) ?? page.slug };
      if (hrefsOf(page, texts).some((href) => leadsInto(candidatePaths(origin, href), paths))) found.push(page.id);
    }
  }
  const reusable = await allReusable(map);
  for (let start = 0; start < reusable.length; start += batch) {
    const some = reusable.slice(start, start + batch);
    const texts = await content.readTexts(some.map((file) => file.content));
    for (const file of some) {
      const origin = originOfReusable(file);
      if (hrefsOf(file, texts).some((href) => leadsInto(candidatePaths(origin, href), paths))) found.push(file.id);
    }
  }
  return found;
}

function hrefsOf(holder: PageRecord | FileRecord, texts: ReadonlyMap<string, string>): string[] {
  const target = "target" in holder && holder.target !== undefined ? [holder.target] : [];
  return [...target, ...listLinks(texts.get(holder.content ?? "") ?? "").map(({ href }) => href)];
}

const leadsInto = (candidates: readonly string[], paths: readonly string[]) =>
  candidates.map(foldPath).some((lead) => paths.some((path) => lead === path || lead.startsWith(`${path}/`)));
