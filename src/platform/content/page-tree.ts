import { TimeSlices } from "../../markdown/text/time-slices.ts";
import type { ContentMap, StoredMap } from "./content-map.ts";
import { type FileRecord, keys, type PageRecord } from "./records.ts";

export async function findPage(map: ContentMap, id: string): Promise<PageRecord | undefined> {
  return (await findPages(map, [id])).get(id);
}

export async function findPages(map: ContentMap, ids: readonly string[]): Promise<Map<string, PageRecord>> {
  const found = await map.getMany(ids.map(keys.page));
  return new Map([...found.values()].map((text) => JSON.parse(text) as PageRecord).map((page) => [page.id, page]));
}

export async function findFile(map: ContentMap, id: string): Promise<FileRecord | undefined> {
  const text = (await map.getMany([keys.file(id)])).get(keys.file(id));
  return text === undefined ? undefined : (JSON.parse(text) as FileRecord);
}

export async function findFiles(map: ContentMap, ids: readonly string[]): Promise<Map<string, FileRecord>> {
  const found = await map.getMany(ids.map(keys.file));
  return new Map([...found.values()].map((text) => JSON.parse(text) as FileRecord).map((file) => [file.id, file]));
}

/** Every page, in no particular order. */
export async function allPages(map: ContentMap): Promise<PageRecord[]> {
  const timeSlices = new TimeSlices();
  const pages: PageRecord[] = [];
  for (const [, text] of await map.scan(keys.pages)) {
    await timeSlices.yieldIfDue();
    pages.push(JSON.parse(text) as PageRecord);
  }
  return pages;
}

/** Up to `limit` files whose id comes after `id`, ordered by id. */
export async function filesAfter(map: StoredMap, id: string, limit: number): Promise<FileRecord[]> {
  return (await map.scanAfter(keys.files, id, limit)).map(([, text]) => JSON.parse(text) as FileRecord);
}

/** Every file, ordered by id. */
export async function allFiles(map: ContentMap): Promise<FileRecord[]> {
  return (await map.scan(keys.files)).map(([, text]) => JSON.parse(text) as FileRecord);
}

/** Ids of the pages directly under `parent`, in the order of the table of contents. */
async function childIds(map: ContentMap, parent: string | null): Promise<string[]> {
  return (await map.scan(keys.children(parent))).map(([key]) => key.slice(key.lastIndexOf("/") + 1));
}

export async function children(map: ContentMap, parent: string | null): Promise<PageRecord[]> {
  const ids = await childIds(map, parent);
  const pages = await findPages(map, ids);
  return ids.flatMap((id) => pages.get(id) ?? []);
}

/** The ancestors of a page, topmost first. Stops early if a merge in progress left a missing parent or a cycle. */
export async function ancestors(map: ContentMap, page: PageRecord): Promise<PageRecord[]> {
  const found: PageRecord[] = [];
  const seen = new Set([page.id]);
  let parent = page.parent;
  while (parent !== null && !seen.has(parent)) {
    const above = await findPage(map, parent);
    if (above === undefined) break;
    seen.add(parent);
    found.unshift(above);
    parent = above.parent;
  }
  return found;
}

export async function getPagePath(map: ContentMap, page: PageRecord): Promise<string> {
  return [...(await ancestors(map, page)), page].map((step) => step.slug).join("/");
}

/** The paths of many pages, by id. Takes one map read for each level of the tree. */
export async function getPagePaths(map: ContentMap, pages: readonly PageRecord[]): Promise<Map<string, string>> {
  const known = new Map(pages.map((page) => [page.id, page]));
  const wanted = () => [...new Set([...known.values()].flatMap(({ parent }) => parent ?? []))];
  for (let missing = wanted(); missing.length > 0; ) {
    const found = await findPages(
      map,
      missing.filter((id) => !known.has(id)),
    );
    for (const page of found.values()) known.set(page.id, page);
    missing = [...found.values()].flatMap(({ parent }) => (parent !== null && !known.has(parent) ? [parent] : []));
  }
  const paths = new Map<string, string>();
  for (const page of pages) {
    const slugs: string[] = [];
    const seen = new Set<string>();
    for (let step: PageRecord | undefined = page; step !== undefined && !seen.has(step.id); ) {
      seen.add(step.id);
      slugs.unshift(step.slug);
      step = step.parent === null ? undefined : known.get(step.parent);
    }
    paths.set(page.id, slugs.join("/"));
  }
  return paths;
}

/** The page at a path of slugs. Ignores a leading or trailing slash and a `.md` ending. */
export async function findPageByPath(map: ContentMap, path: string): Promise<PageRecord | undefined> {
  const slugs = path
    .replace(/\.md$/, "")
    .split("/")
    .filter((slug) => slug !== "");
  let id: string | null = null;
  for (const slug of slugs) {
    const key = keys.slug(id, slug);
    const next: string | undefined = (await map.getMany([key])).get(key);
    if (next === undefined) return undefined;
    id = next;
  }
  return id === null ? undefined : findPage(map, id);
}

/** The page and all its descendants. */
export async function subtree(map: ContentMap, page: PageRecord): Promise<PageRecord[]> {
  const found = [page];
  for (let index = 0; index < found.length; index += 1) {
    const parent = found[index];
    if (parent !== undefined) found.push(...(await children(map, parent.id)));
  }
  return found;
}

/** Pages grouped by parent, each group in the order of the table of contents. */
export function groupByParent(pages: readonly PageRecord[]): Map<string | null, PageRecord[]> {
  const groups = new Map<string | null, PageRecord[]>();
  for (const page of pages) {
    const group = groups.get(page.parent);
    if (group === undefined) groups.set(page.parent, [page]);
    else group.push(page);
  }
  for (const group of groups.values()) group.sort(bySiblingOrder);
  return groups;
}

function bySiblingOrder(left: PageRecord, right: PageRecord): number {
  if (left.order !== right.order) return left.order < right.order ? -1 : 1;
  return left.id < right.id ? -1 : 1;
}
