import { gitHashAt } from "../content/blob-address.ts";
import type { StoredMap } from "../content/content-map.ts";
import { keys } from "../content/records.ts";
import { isReusable } from "../content/reusable-contents.ts";
import { hasPageName } from "../import/folder-path.ts";
import { CONFIG_NAMES } from "../import/gitbook-config.ts";
import { readPlannedText } from "../import/page-text.ts";
import type { ContentLayout, ImportPlan } from "../import/plan.ts";
import { isKept, isToolPath, planFiles } from "../import/plan-files.ts";
import type { PlannedDocument } from "../import/planned-pages.ts";
import { type Folder, IMPORT_LIMITS } from "../import/read-folder.ts";
import { readPage } from "../import/read-pages.ts";
import type { RunningJob } from "../jobs/job-kind.ts";
import { findBlobsByOid } from "../store/git.ts";
import type { BlobReader } from "./blob-reader.ts";
import { commitSource } from "./commit-source.ts";
import type { GitOptions } from "./git-process.ts";
import { leadAlike, type PageRead } from "./lead-alike.ts";
import { replanPage } from "./replan-page.ts";
import { type BlobsToStore, knownFiles } from "./store-blobs.ts";
import { type FiledPage, textChanges } from "./text-changes.ts";
import { type ChangedFile, changedFiles, sizesOf } from "./tree.ts";

/** The last import: which commit it took in, and what the plan of it followed. */
export interface LastPlan {
  /** Plans of another version than `readingVersion` are made anew. */
  readonly version: number;
  /** When all of a commit was planned last. */
  readonly at: string;
  readonly commit: string;
  readonly directory: string;
  /** Root of the content that planning all of the commit once more would leave as it is. */
  readonly content: string;
  readonly layout: ContentLayout;
  /** Hash of the table of contents. */
  readonly summary: string | null;
  /** For people; the first ones. */
  readonly warnings: readonly string[];
}

/** A plan, and what storing it takes. */
export interface PlannedCommit extends Omit<BlobsToStore, "job"> {
  readonly layout: ContentLayout;
  readonly summary: string | null;
}

export interface ChangesToPlan {
  readonly last: LastPlan;
  /** Root of the content that the plan is for. */
  readonly content: string;
  readonly commit: string;
  readonly repository: GitOptions;
  readonly blobs: BlobReader;
  readonly job: RunningJob;
}

/**
 * The pages and files alone that a commit or the content has otherwise than the last import left them. Costs what
 * changed. Undefined where something else may follow from the changes, so that all has to be planned.
 */
export async function planChanges(given: ChangesToPlan): Promise<PlannedCommit | undefined> {
  const { last, blobs, repository, job } = given;
  const changed = await changedPaths(given);
  if (changed === undefined) return undefined;
  const oids = [...changed.values()].flatMap(({ before, after }) => [before, after]);
  const sizes = await sizesOf(oids, repository);
  if (!oids.every((oid) => (sizes.get(oid) ?? Number.NaN) <= IMPORT_LIMITS.pageBytes)) return undefined;

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
    const place = { type: "document", key: source, parent: null, slug, source, size: 0 } as const;
    pages.push({ ...planned, ...place, read: () => readPlannedText(after, source) });
  }
  const planned = planFiles(after, new Set(records.files), IMPORT_LIMITS.fileBytes);
  const plan: ImportPlan = { title: "", pages, files: planned.files, redirects: [], warnings: [] };
  const { layout, summary } = last;
  return { plan, oidOf: (path) => changed.get(path)?.after ?? "", known, files, layout, summary };
}

/** The pages at some paths, and those paths at which files are. Undefined where a path may become one or the other. */
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
    else if (isKept(path)) return undefined;
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
  if (inCommit === undefined || CONFIG_NAMES.some((name) => inCommit.has(name))) return undefined;
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
