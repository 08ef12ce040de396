import { generateNKeysBetween } from "fractional-indexing";
import { EditedMap } from "../content/content-map.ts";
import { type FileFacts, readFileFacts } from "../content/file-facts.ts";
import { emptyRoot } from "../content/ordered-map/node-codec.ts";
import { type Described, describedMembers } from "../content/page-front-matter.ts";
import { fileEntries, type PageRecord, pageEntries } from "../content/records.ts";
import { SpaceContent } from "../content/space-content.ts";
import type { Platform } from "../platform.ts";
import { indexDifferences } from "../search/index-content.ts";
import { createId } from "../store/ids.ts";
import { insertRevision } from "../store/revisions.ts";
import { insertSpace } from "../store/spaces.ts";
import type { ImportPlan } from "./plan.ts";
import type { PlannedDocument, PlannedPage } from "./planned-pages.ts";

export interface StoreOptions {
  readonly organization: string;
  readonly user: string;
  readonly title?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Storing goes by pages and files, which stay invisible; indexing goes by pages, and its end makes them visible. */
  readonly onProgress?: ((step: "storing" | "indexing", done: number, total: number) => void) | undefined;
}

export interface ImportedSpace {
  readonly space: string;
  readonly title: string;
  readonly pages: number;
  readonly files: number;
}

/** Bytes put into one transaction of the reading phase. */
const batchBytes = 8 * 1024 * 1024;

/**
 * Makes a new space of a plan. Texts and files are put aside first, where nothing refers to them; one transaction then
 * makes the space, its tree and its search index. Stopped before that, there is no space.
 */
export async function storePlan(platform: Platform, plan: ImportPlan, options: StoreOptions): Promise<ImportedSpace> {
  const { addresses, facts } = await putAside(platform, plan, options);
  const ids = new Map(plan.pages.map((page) => [page.key, createId()]));
  const orders = siblingOrders(plan.pages);
  const now = platform.now();
  // As long as the API lets a title be, and no half letter at its end.
  const title = (options.title ?? plan.title).slice(0, 50).replace(/[\ud800-\udbff]$/, "");
  const space = createId();
  await platform.database.write(async (queries) => {
    options.signal?.throwIfAborted();
    const content = new SpaceContent(queries);
    const empty = content.at(emptyRoot);
    const map = new EditedMap(empty);
    for (const planned of plan.pages) {
      const page = pageRecord(planned, ids, orders, addresses, now);
      for (const [key, value] of pageEntries(page)) map.set(key, value);
    }
    for (const file of plan.files) {
      const { path: source, name, size } = file;
      const { contentType, dimensions } = facts.get(source) ?? { contentType: file.contentType };
      const content = addresses.get(source) ?? "";
      const record = { id: createId(), name, contentType, size, dimensions, source, content };
      for (const [key, value] of fileEntries(record)) map.set(key, value);
    }
    const root = await content.store(map);
    const revision = await insertRevision(queries, {
      space,
      root,
      parents: [],
      type: "edits",
      createdAt: now,
      createdBy: options.user,
    });
    await insertSpace(queries, {
      id: space,
      organization: options.organization,
      parent: null,
      title,
      emoji: "",
      visibility: "private",
      edit_mode: "live",
      default_level: "inherit",
      language: null,
      merge_rules: JSON.stringify({ type: "inherit" }),
      revision,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    });
    await indexDifferences(queries, content, space, empty, content.at(root), (done, total) => {
      options.signal?.throwIfAborted();
      options.onProgress?.("indexing", done, total);
    });
    options.signal?.throwIfAborted();
  });
  return { space, title, pages: plan.pages.length, files: plan.files.length };
}

interface PutAside {
  /** Of texts and files, by path. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly facts: ReadonlyMap<string, FileFacts>;
}

/** Stores every text and file. */
async function putAside(platform: Platform, plan: ImportPlan, options: StoreOptions): Promise<PutAside> {
  const encoder = new TextEncoder();
  const sources = [
    ...plan.pages.flatMap((page) =>
      page.type === "document" ? [{ path: page.source, read: async () => encoder.encode(await page.read()) }] : [],
    ),
    ...plan.files.map((file) => ({ path: file.path, read: () => file.read() })),
  ];
  options.onProgress?.("storing", 0, sources.length);
  const addresses = new Map<string, string>();
  const facts = new Map<string, FileFacts>();
  const files = new Map(plan.files.map((file) => [file.path, file]));
  const pending = sources.values();
  for (let next = pending.next(); !next.done; ) {
    const batch: { path: string; bytes: Uint8Array }[] = [];
    for (let size = 0; !next.done && size < batchBytes; next = pending.next()) {
      options.signal?.throwIfAborted();
      const bytes = await next.value.read();
      batch.push({ path: next.value.path, bytes });
      const file = files.get(next.value.path);
      if (file !== undefined) facts.set(file.path, await readFileFacts(bytes, file.name, file.contentType));
      size += bytes.length;
    }
    await platform.database.write(async (queries) => {
      const content = new SpaceContent(queries);
      for (const { path, bytes } of batch) addresses.set(path, content.putBytes(bytes));
      await content.storeBlobs();
    });
    options.onProgress?.("storing", addresses.size, sources.length);
  }
  return { addresses, facts };
}

function siblingOrders(pages: readonly PlannedPage[]): Map<string, string> {
  const siblings = new Map<string | null, string[]>();
  for (const { parent, key } of pages) {
    const group = siblings.get(parent);
    if (group === undefined) siblings.set(parent, [key]);
    else group.push(key);
  }
  const orders = new Map<string, string>();
  for (const group of siblings.values()) {
    const generated = generateNKeysBetween(null, null, group.length);
    for (const [index, key] of group.entries()) orders.set(key, generated[index] ?? "");
  }
  return orders;
}

function pageRecord(
  planned: PlannedPage,
  ids: ReadonlyMap<string, string>,
  orders: ReadonlyMap<string, string>,
  addresses: ReadonlyMap<string, string>,
  now: string,
): PageRecord {
  const common = {
    id: ids.get(planned.key) ?? "",
    title: planned.title,
    linkTitle: planned.linkTitle,
    slug: planned.slug,
    parent: planned.parent === null ? null : (ids.get(planned.parent) ?? null),
    order: orders.get(planned.key) ?? "",
    hidden: planned.hidden,
    createdAt: now,
    updatedAt: now,
  };
  if (planned.type === "group") return { ...common, type: "group" };
  if (planned.type === "link") return { ...common, type: "link", target: planned.target };
  return {
    ...common,
    type: "document",
    source: planned.source,
    content: addresses.get(planned.source),
    ...described(planned),
  };
}

function described(planned: PlannedDocument): Partial<Described> {
  return Object.fromEntries(describedMembers.map((name) => [name, planned[name]]));
}
