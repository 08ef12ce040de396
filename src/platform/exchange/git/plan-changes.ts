import { gitHashAt } from "../../content/blob-address.ts";
import type { StoredMap } from "../../content/content-map.ts";
import { type FileRecord, keys, type PageRecord } from "../../content/records.ts";
import { isReusable } from "../../content/reusable-contents.ts";
import type { RunningJob } from "../../kernel/jobs/job-kind.ts";
import {
  type ContentLayout,
  configNames,
  decodePath,
  type Folder,
  getFolder,
  hasPageName,
  type ImportPlan,
  importLimits,
  isAlwaysImported,
  isExternal,
  isToolPath,
  type PageReading,
  type PlannedDocument,
  planFiles,
  readPage,
  readPlannedText,
  resolveInside,
} from "../space-files/index.ts";
import { commitSource } from "./commit-source.ts";
import type { GitOptions } from "./git-process.ts";
import { findBlobsByOid } from "./rows.ts";
import { BlobStore, type BlobsToStore, knownFiles } from "./store-blobs.ts";
import { type BlobReader, type ChangedFile, changedFiles, readSizes } from "./tree.ts";

/** The last import: its commit, and what its plan depended on. */
export interface LastPlan {
  /** Plans of a version other than `readingVersion` are rebuilt. */
  readonly version: number;
  /** When a whole commit was last planned. */
  readonly at: string;
  readonly commit: string;
  readonly directory: string;
  /** Root of the content that a new plan of the whole commit would not change. */
  readonly content: string;
  readonly layout: ContentLayout;
  /** Hash of the table of contents. */
  readonly summary: string | null;
  /** The first few, for people. */
  readonly warnings: readonly string[];
}

/** A plan, with what is needed to store it. */
export interface PlannedCommit extends Omit<BlobsToStore, "job"> {
  readonly layout: ContentLayout;
  readonly summary: string | null;
}

interface ChangesToPlan {
  readonly last: LastPlan;
  /** Root of the content that the plan is for. */
  readonly content: string;
  readonly commit: string;
  readonly repository: GitOptions;
  readonly blobs: BlobReader;
  readonly job: RunningJob;
}

/**
 * Plans only the pages and files that changed in the commit or the content since the last import. The cost depends on
 * what changed. Undefined if the changes may have further effects, so that everything must be planned.
 */
export async function planChanges(input: ChangesToPlan): Promise<PlannedCommit | undefined> {
  const { last, blobs, repository, job } = input;
  const changed = await changedPaths(input);
  if (changed === undefined) return undefined;
  const oids = [...changed.values()].flatMap(({ before, after }) => [before, after]);
  const sizes = await readSizes(oids, repository);
  if (!oids.every((oid) => (sizes.get(oid) ?? Number.NaN) <= importLimits.pageBytes)) return undefined;

  const known = await job.read(({ queries }) => findBlobsByOid(queries, [...sizes.keys()]));
  const files = knownFiles(known);
  const folderAt = async (side: keyof ChangedFile): Promise<Folder | undefined> => {
    const tree = [...changed].map(([path, { [side]: oid }]) => {
      return [path, { oid, mode: "", size: sizes.get(oid) ?? 0 }] as const;
    });
    return commitSource({ name: "", files: new Map(tree), blobs, readings: files.readings }).list("");
  };
  const [before, after] = [await folderAt("before"), await folderAt("after")];
  const records = await job.read(({ content }) => recordsAt(content.at(last.content), [...changed.keys()]));
  if (before === undefined || after === undefined || records === undefined) return undefined;
  const read: PageRead[] = [];
  for (const page of records.pages) {
    const [was, is] = [await readPage(before, page.source), await readPage(after, page.source)];
    read.push({ page, before: was, after: is });
  }
  if (!(await job.read(({ content }) => leadAlike(read, content.at(last.content))))) return undefined;
  const pages: PlannedDocument[] = [];
  for (const one of read) {
    const planned = replanPage(one, last.layout);
    if (planned === undefined) return undefined;
    const { source, slug } = one.page;
    const location = { type: "document", key: source, parent: null, slug, source, size: 0 } as const;
    pages.push({ ...planned, ...location, read: () => readPlannedText(after, source) });
  }
  const planned = planFiles(after, new Set(records.files), importLimits.fileBytes);
  const plan: ImportPlan = { title: "", pages, files: planned.files, redirects: [], warnings: [] };
  const { layout, summary } = last;
  return {
    plan,
    getOid: (path) => changed.get(path)?.after ?? "",
    known,
    files,
    store: new BlobStore(known, files, job),
    layout,
    summary,
  };
}

/** The pages at these paths, and the paths that are files. Undefined if a path may change from one to the other. */
async function recordsAt(map: StoredMap, paths: readonly string[]) {
  const owners = await map.getMany(paths.map(keys.source));
  const records = await map.getMany([...owners.values()]);
  const pages: FiledPage[] = [];
  const files: string[] = [];
  for (const path of paths) {
    const owner = owners.get(keys.source(path));
    const record = records.get(owner ?? "");
    if (owner?.startsWith(keys.pages) && record !== undefined) pages.push(JSON.parse(record) as FiledPage);
    else if (isReusable({ source: path }) || (hasPageName(path) && !isToolPath(path))) return undefined;
    else if (owner !== undefined) files.push(path);
    else if (isAlwaysImported(path)) return undefined;
  }
  return { pages, files };
}

/** By path from the content's folder. */
async function changedPaths({
  last,
  content: root,
  commit,
  repository,
  job,
}: ChangesToPlan): Promise<Map<string, ChangedFile> | undefined> {
  const inCommit = await changedFiles([last.commit, commit], last.directory, repository);
  if (inCommit === undefined || configNames.some((name) => inCommit.has(name))) return undefined;
  const inContent = await job.read(({ content }) => textChanges(content.at(last.content), content.at(root)));
  if (inContent === undefined) return undefined;
  const prefix = last.layout.root === "" ? "" : `${last.layout.root}/`;
  const changed = new Map<string, ChangedFile>();
  for (const { was } of [...inContent.pages, ...inContent.files]) {
    const oid = gitHashAt(was.content);
    if (oid === undefined) return undefined;
    changed.set(was.source, { before: oid, after: oid });
  }
  for (const [path, file] of inCommit) if (path.startsWith(prefix)) changed.set(path.slice(prefix.length), file);
  return last.layout.summaries.some((path) => changed.has(path)) ? undefined : changed;
}

/** What a plan says about a page apart from its position. */
type Replanned = Omit<PlannedDocument, "type" | "key" | "parent" | "slug" | "source" | "size" | "read">;

/**
 * The result of planning a page with the whole commit, derived from the previous plan and from what both texts say.
 * Undefined if it cannot be derived, or if the text also affects other pages.
 */
function replanPage({ page, before, after }: PageRead, { isListed, readme }: ContentLayout): Replanned | undefined {
  if ("problem" in before || "problem" in after) return undefined;
  const was = before.facts;
  const { title, hidden, cover, position, problem, ...shown } = after.facts;
  if (position !== was.position || problem !== was.problem) return undefined;
  // A cover names a file, which is imported with the page.
  if (JSON.stringify(cover) !== JSON.stringify(was.cover)) return undefined;
  // Whether the table of contents lists a page can only be seen if the page does not hide itself.
  if (was.hidden && !hidden) return undefined;
  const named = resolveNames();
  return (
    named && {
      ...named,
      ...((hidden || page.hidden) && { hidden: true }),
      ...shown,
      ...(page.cover && { cover: page.cover }),
    }
  );

  function resolveNames(): Pick<Replanned, "title" | "linkTitle"> | undefined {
    const { linkTitle } = page;
    if (title === was.title) return { title: page.title, ...(linkTitle !== undefined && { linkTitle }) };
    if (title === undefined) return undefined;
    if (linkTitle === undefined && isListed) {
      if (page.source === readme || (page.hidden && was.hidden)) return undefined;
    }
    const isNamed = linkTitle !== undefined || (isListed && !page.hidden);
    const name = linkTitle ?? page.title;
    return { title, ...(isNamed && name !== title && { linkTitle: name }) };
  }
}

/** A page of a content, with its text before and now. */
interface PageRead {
  readonly page: FiledPage;
  readonly before: PageReading;
  readonly after: PageReading;
}

/**
 * Whether pages link to the same files as before, so that no other files are imported with them. Links to pages, and to
 * files that are imported anyway, may differ.
 */
async function leadAlike(read: readonly PageRead[], map: StoredMap): Promise<boolean> {
  const addresses = (reading: PageReading) => ("problem" in reading ? [] : reading.addresses);
  const others = read.filter(({ before, after }) => !isSame(addresses(before), addresses(after)));
  const targets = others.flatMap(({ page, before, after }) =>
    [...addresses(before), ...addresses(after)].flatMap((address) => resolveTarget(page, address) ?? []),
  );
  const owners = await map.getMany(targets.map(keys.source));
  const matters = (page: FiledPage) => (address: string) => {
    if (/^(?:$|[#?])/.test(address) || isExternal(address)) return false;
    const target = resolveTarget(page, address);
    const owner = target === undefined ? undefined : owners.get(keys.source(target));
    return owner === undefined || !(owner.startsWith(keys.pages) || isAlwaysImported(target ?? ""));
  };
  return others.every(({ page, before, after }) =>
    isSame(addresses(before).filter(matters(page)), addresses(after).filter(matters(page))),
  );
}

/** The path in an address, without query or anchor. */
const resolveTarget = ({ source }: FiledPage, address: string) =>
  resolveInside(getFolder(source), decodePath(address.replace(/[?#].*$/s, "")));

const isSame = (one: readonly string[], other: readonly string[]) => JSON.stringify(one) === JSON.stringify(other);

/** A record in two contents. */
export interface TextChange<Item> {
  readonly was: Item;
  readonly is: Item;
}

/** A page with its own file. */
export type FiledPage = PageRecord & { readonly source: string; readonly content: string };

interface TextChanges {
  readonly pages: readonly TextChange<FiledPage>[];
  readonly files: readonly TextChange<FileRecord>[];
}

/**
 * The pages and files that differ in a later content, if each still has the same path. Undefined if anything else
 * differs: which pages and files exist and where, redirects, groups, links or computed pages.
 */
export async function textChanges(before: StoredMap, later: StoredMap): Promise<TextChanges | undefined> {
  const pages: TextChange<FiledPage>[] = [];
  const files: TextChange<FileRecord>[] = [];
  for (const { key, before: was, after: is } of await before.diff(later, "")) {
    if (was === undefined || is === undefined) return undefined;
    const change = { was: JSON.parse(was) as unknown, is: JSON.parse(is) as unknown };
    if (key.startsWith(keys.files)) files.push(change as TextChange<FileRecord>);
    else if (key.startsWith(keys.pages) && isFiled(change.was) && isFiled(change.is)) {
      pages.push({ was: change.was, is: change.is });
    } else return undefined;
  }
  return { pages, files };
}

function isFiled(record: unknown): record is FiledPage {
  const { type, source, content, computed, part } = record as PageRecord;
  const isPlain = type === "document" && computed === undefined && part === undefined;
  return isPlain && source !== undefined && content !== undefined;
}
