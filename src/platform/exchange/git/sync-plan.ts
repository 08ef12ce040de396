import { posix } from "node:path";
import type { ComputedSource } from "../../../contract/models/computed-content.ts";
import { findSpecSlug } from "../../content/computed-pages.ts";
import type { EditedMap } from "../../content/content-map.ts";
import { allFiles, allPages } from "../../content/page-tree.ts";
import { assignOrders, removePage } from "../../content/placement.ts";
import {
  type ComputedRecord,
  type FileRecord,
  fileEntries,
  keys,
  type PageRecord,
  pageEntries,
} from "../../content/records.ts";
import { putRedirects } from "../../content/redirects.ts";
import type { SpaceContent } from "../../content/space-content.ts";
import { putSummary } from "../../content/summary-source.ts";
import {
  type ImportPlan,
  isRepositoryData,
  type PlannedFile,
  type PlannedPage,
  type PutAside,
  plannedFileRecord,
  plannedPageRecord,
  plannedSummary,
} from "../space-files/index.ts";

interface SyncOptions {
  readonly stored: PutAside;
  /** Ids for pages that the content does not have, by key. */
  readonly newIds: ReadonlyMap<string, string>;
  readonly now: string;
}

/** Changes a content to match a plan. Pages and files that stay the same keep their ids. */
export async function syncPlan(
  content: Pick<SpaceContent, "putText">,
  map: EditedMap,
  plan: ImportPlan,
  { stored, newIds, now }: SyncOptions,
): Promise<void> {
  const present = await allPages(map);
  // Computed pages come and go with the page that requests them.
  const existing = present.filter(({ part }) => part === undefined);
  const matched = matchPages(plan.pages, existing, stored.addresses);
  const ids = new Map(plan.pages.map(({ key }) => [key, matched.get(key)?.id ?? idIn(newIds, key)]));
  const orders = computeOrders(plan.pages, matched, ids);
  const slugs = assignSlugs(plan.pages, matched, ids);
  const next = new Map<string, PageRecord>();
  for (const planned of plan.pages) {
    const record = plannedPageRecord(planned, ids, orders, stored.addresses, now);
    const page = nextPage(matched.get(planned.key), record, slugs.get(planned.key) ?? record.slug);
    next.set(page.id, page);
  }
  const changed = existing.filter((page) => next.get(page.id) !== page);
  const orphans = present.filter(({ part }) => part !== undefined && next.get(part.of)?.computed === undefined);
  for (const page of orphans) removePage(map, page);
  for (const page of changed) removePage(map, page);
  // A file may become a page or vice versa, so deletions come first.
  const files = await changedFiles(map, plan, stored);
  for (const file of files.gone) for (const key of fileEntries(file).keys()) map.delete(key);
  const known = new Set(existing);
  for (const page of next.values()) {
    if (known.has(page)) continue;
    for (const [key, value] of pageEntries(page)) map.set(key, value);
  }
  for (const file of files.created) for (const [key, value] of fileEntries(file)) map.set(key, value);
  await putRedirects(map, new Map(plan.redirects.map(({ from, to }) => [from, to])));
  await putSummary(map, content, plannedSummary(plan, ids));
}

function idIn(ids: ReadonlyMap<string, string>, key: string): string {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`The planned page ${key} has no id`);
  return id;
}

/** The same for a plan of only changed files, each of which is already in the content. */
export async function syncChanges(map: EditedMap, plan: ImportPlan, stored: PutAside, now: string): Promise<void> {
  const documents = plan.pages.flatMap((page) => (page.type === "document" ? [page] : []));
  const paths = [...documents.map(({ source }) => source), ...plan.files.map(({ path }) => path)];
  const owners = await map.getMany(paths.map(keys.source));
  const records = await map.getMany([...owners.values()]);
  const recordAt = (path: string) => JSON.parse(records.get(owners.get(keys.source(path)) ?? "") ?? "null") as unknown;
  for (const planned of documents) {
    const before = recordAt(planned.source) as PageRecord;
    const ids = new Map([before.id, before.parent ?? ""].map((id) => [id, id]));
    const located = { ...planned, key: before.id, parent: before.parent };
    const record = plannedPageRecord(located, ids, new Map([[before.id, before.order]]), stored.addresses, now);
    const page = nextPage(before, record, before.slug);
    if (page !== before) for (const [key, value] of pageEntries(page)) map.set(key, value);
  }
  for (const planned of plan.files) {
    const before = recordAt(planned.path) as FileRecord;
    const file = nextFile(before, planned, stored);
    if (file !== before) for (const [key, value] of fileEntries(file)) map.set(key, value);
  }
}

/** The new record of a page; the same object if nothing changes. */
function nextPage(before: PageRecord | undefined, record: PageRecord, slug: string): PageRecord {
  const page = { ...before, ...record, ...getRetainedMembers(before, record), slug };
  if (before === undefined) return page;
  if (same(before, { ...page, createdAt: before.createdAt, updatedAt: before.updatedAt })) return before;
  return { ...page, createdAt: before.createdAt };
}

/** The new record of a file; the same object if nothing changes. */
function nextFile(before: FileRecord | undefined, file: PlannedFile, stored: PutAside): FileRecord {
  if (before !== undefined && before.content === stored.addresses.get(file.path) && before.source === file.path) {
    return before;
  }
  return { ...plannedFileRecord(file, stored), ...(before === undefined ? {} : { id: before.id }) };
}

/**
 * What a repository does not say about a page that requests computed ones: its title and other members, and the
 * computed part.
 */
function getRetainedMembers(
  before: PageRecord | undefined,
  { computed, parent, order, updatedAt }: PageRecord,
): Partial<PageRecord> {
  if (before?.computed === undefined || computed === undefined) return {};
  return { ...before, parent, order, updatedAt, computed: { ...before.computed, source: computed.source } };
}

async function changedFiles(map: EditedMap, plan: ImportPlan, stored: PutAside) {
  const planned = new Set(plan.files.map(({ path }) => path));
  // No repository accepts the other files; they exist only in the space.
  const existing = (await allFiles(map)).filter(({ source }) => planned.has(source) || !isRepositoryData(source));
  const bySource = new Map(existing.map((file) => [file.source, file]));
  const lost = existing.filter(({ source }) => !planned.has(source));
  const gone = new Map(lost.map((file) => [file.content, file]));
  const added = uniqueBy(
    plan.files.filter(({ path }) => !bySource.has(path)),
    ({ path }) => posix.basename(path),
  );
  const lostByName = uniqueBy(lost, ({ source }) => posix.basename(source));
  const taken = new Set<FileRecord>();
  const next: FileRecord[] = plan.files.map((file) => {
    const content = stored.addresses.get(file.path) ?? "";
    const name = posix.basename(file.path);
    const sameName = added.get(name) === file ? lostByName.get(name) : undefined;
    const before = bySource.get(file.path) ?? [gone.get(content), sameName].find((one) => one && !taken.has(one));
    if (before !== undefined) taken.add(before);
    return nextFile(before, file, stored);
  });
  const [nextFiles, known] = [new Set(next), new Set(existing)];
  return { gone: existing.filter((file) => !nextFiles.has(file)), created: next.filter((file) => !known.has(file)) };
}

function groupBySibling(pages: readonly PlannedPage[]): Map<string | null, PlannedPage[]> {
  const groups = new Map<string | null, PlannedPage[]>();
  for (const page of pages) {
    const group = groups.get(page.parent);
    if (group === undefined) groups.set(page.parent, [page]);
    else group.push(page);
  }
  return groups;
}

type Matched = ReadonlyMap<string, PageRecord>;

const parentId = (page: PlannedPage, ids: ReadonlyMap<string, string>) =>
  page.parent === null ? null : (ids.get(page.parent) ?? null);

function computeOrders(pages: readonly PlannedPage[], matched: Matched, ids: ReadonlyMap<string, string>) {
  const orders = new Map<string, string>();
  for (const group of groupBySibling(pages).values()) {
    const present = group.map((page) => {
      const before = matched.get(page.key);
      return before?.parent === parentId(page, ids) ? before.order : undefined;
    });
    for (const [index, order] of assignOrders(present).entries()) orders.set(group[index]?.key ?? "", order);
  }
  return orders;
}

/**
 * A page keeps its slug while its file stays in place. Others get the name of their file, or a free slug based on it.
 */
function assignSlugs(pages: readonly PlannedPage[], matched: Matched, ids: ReadonlyMap<string, string>) {
  const slugs = new Map<string, string>();
  for (const group of groupBySibling(pages).values()) {
    const taken = new Set<string>();
    const findKeptSlug = (page: PlannedPage) => {
      const before = matched.get(page.key);
      if (page.type === "group" && page.isSlugGiven) return page.slug;
      const stays = page.type !== "document" || before?.source === page.source;
      return before?.parent === parentId(page, ids) && stays ? before.slug : undefined;
    };
    for (const page of group) {
      const slug = findKeptSlug(page);
      if (slug === undefined || taken.has(slug)) continue;
      taken.add(slug);
      slugs.set(page.key, slug);
    }
    for (const page of group) {
      if (slugs.has(page.key)) continue;
      let slug = page.slug;
      for (let number = 1; taken.has(slug); number += 1) slug = `${page.slug}-${number}`;
      taken.add(slug);
      slugs.set(page.key, slug);
    }
  }
  return slugs;
}

const same = (one: PageRecord, other: PageRecord) => sorted(one) === sorted(other);

const sorted = (page: PageRecord) =>
  JSON.stringify(
    Object.entries(page)
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

/**
 * Maps each planned page, by its key, to a page of the content: the one with the same file; or one whose file is gone
 * and that has the same text or is the only one with the same title. Groups and links match by name, pages that request
 * computed ones by what they are computed from.
 */
function matchPages(
  planned: readonly PlannedPage[],
  existing: readonly PageRecord[],
  addresses: ReadonlyMap<string, string>,
): Map<string, PageRecord> {
  const matched = new Map<string, PageRecord>();
  const free = new Set(existing);
  const take = (page: PlannedPage, found: PageRecord | undefined) => {
    if (found === undefined || matched.has(page.key) || !free.delete(found)) return;
    matched.set(page.key, found);
  };
  const documents = planned.filter((page) => page.type === "document");
  const bySource = new Map(existing.map((page) => [page.source, page]));
  for (const page of documents) take(page, bySource.get(page.source));

  const left = () => [...free].filter(({ type, computed }) => type === "document" && computed === undefined);
  const byContent = uniqueBy(left(), ({ content }) => content);
  for (const page of documents) take(page, byContent.get(addresses.get(page.source)));
  const wanted = uniqueBy(
    documents.filter(({ key }) => !matched.has(key)),
    ({ title }) => title,
  );
  const byTitle = uniqueBy(left(), ({ title }) => title);
  for (const page of wanted.values()) take(page, byTitle.get(page.title));

  const others = new Map<string, PageRecord[]>();
  // Pages of the same name under one parent keep their sequence: the last of a list is taken first.
  for (const page of [...free].sort(lastFirst)) {
    for (const name of [toNameKey(page), `${toNameKey(page)} ${page.parent}`]) {
      const named = others.get(name);
      if (named === undefined) others.set(name, [page]);
      else named.push(page);
    }
  }
  const nextFree = (name: string) => {
    const named = others.get(name) ?? [];
    while (named.length > 0 && !free.has(named.at(-1) as PageRecord)) named.pop();
    return named.at(-1);
  };
  for (const page of planned) {
    if (page.type === "document") continue;
    const parent = page.parent === null ? null : matched.get(page.parent)?.id;
    take(page, nextFree(`${toNameKey(page)} ${parent}`) ?? nextFree(toNameKey(page)));
  }
  return matched;
}

const lastFirst = (one: PageRecord, other: PageRecord) =>
  one.order === other.order ? 0 : one.order < other.order ? 1 : -1;

/** Identifies pages with the same name or, if they request computed pages, with the same source. */
function toNameKey(page: PlannedPage | PageRecord): string {
  const { type, title, computed } = page as { type: string; title: string; computed?: ComputedSource | ComputedRecord };
  if (computed === undefined) return JSON.stringify([type, title]);
  const source = "source" in computed ? (computed as ComputedRecord).source : (computed as ComputedSource);
  return JSON.stringify(["computed", source.type, findSpecSlug(source) ?? source]);
}

/** The items whose key is unique. */
function uniqueBy<Item, Key>(items: readonly Item[], toKey: (item: Item) => Key): Map<Key, Item> {
  const found = new Map<Key, Item>();
  const repeated = new Set<Key>();
  for (const item of items) {
    const key = toKey(item);
    if (found.has(key)) repeated.add(key);
    found.set(key, item);
  }
  for (const key of repeated) found.delete(key);
  return found;
}
