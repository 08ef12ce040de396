import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import type { ImportRun } from "../../../contract/models/import-run.ts";
import { toSlug } from "../../../markdown/page/title.ts";
import { changeRequestFor, spaceFor } from "../../access/scope.ts";
import { requireEditable } from "../../content/branches.ts";
import { commit, publish } from "../../content/commit.ts";
import { EditedMap } from "../../content/content-map.ts";
import { readUpload, removeUploads } from "../../content/files/index.ts";
import { children, findPage } from "../../content/page-tree.ts";
import { freeSlug, putPage } from "../../content/placement.ts";
import { fileEntries, keys, type PageRecord } from "../../content/records.ts";
import { indexAhead, pagesToIndex, type SectionDraft } from "../../content/search/index.ts";
import { revisionContent } from "../../content/space-content.ts";
import type { Context } from "../../kernel/context.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Row } from "../../kernel/database/tables.ts";
import type { JobKind, RunningJob } from "../../kernel/jobs/job-kind.ts";
import { Problem } from "../../kernel/problem.ts";
import { GitFailure } from "../git/index.ts";
import {
  detectArchiveType,
  getSystemCode,
  ImportError,
  type ImportPlan,
  isExternal,
  isToolFolder,
  type PlanImportOptions,
  type PutAside,
  planContent,
  planImport,
  plannedFileRecord,
  plannedPageRecord,
  putAside,
  siblingOrders,
  unpackArchive,
} from "../space-files/index.ts";
import { getLastSegment, repositoryAt, requireImportable } from "./importable.ts";
import { archiveStem } from "./open-archive.ts";
import { findImportRun } from "./rows.ts";

interface ImportInput {
  readonly organization: string;
  readonly run: string;
}

export interface ImportResult {
  readonly pages: NonNullable<ImportRun["pages"]>;
  /** What was skipped or changed, for people. */
  readonly warnings: string[];
}

const fetchLimits = { bytes: 50 * 1024 * 1024, time: 120_000 };

const maxWarnings = 50;

/** For the name of a fetched file: no file system allows more than 255 bytes. */
const maxNameLength = 80;

/** Imports uploaded files, or an archive or page from the web, into the run's target. */
export const importJob: JobKind<ImportInput> = {
  time: 15 * 60_000,
  async run(input, job) {
    const run = await job.read(async ({ queries }) => findImportRun(queries, input.organization, input.run));
    if (run === undefined) throw new Problem("not_found", "The import run no longer exists.");
    const folder = await makeFolder(job.id);
    try {
      const prepared = await prepare(run, folder, job);
      const ids = new Map(prepared.plan.pages.map((page) => [page.key, createId()]));
      const indexed = run.change_request === null ? await indexedAhead(run, { ...prepared, ids }, job) : undefined;
      return (context) => store(context, run, { ...prepared, ids, indexed }, job);
    } catch (error) {
      if (error instanceof GitFailure) throw new Problem("unprocessable", `The repository: ${error.reason}.`);
      if (!(error instanceof ImportError) || error.code === "aborted") throw error;
      throw new Problem("unprocessable", error.message);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** A new folder for this attempt. Files of a killed process that ran the same job are useless. */
async function makeFolder(job: string): Promise<string> {
  const prefix = `copydesk-import-${job}-`;
  for (const name of await readdir(tmpdir())) {
    if (name.startsWith(prefix)) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
  return mkdtemp(join(tmpdir(), prefix));
}

async function prepare(run: Row<"import_run">, folder: string, job: RunningJob) {
  const source = JSON.parse(run.source) as NonNullable<ImportRun["source"]>;
  const { signal } = job;
  const content = join(folder, "content");
  await mkdir(content);
  const options: PlanImportOptions = {
    signal,
    onProgress: ({ step, done, total }) => step === "reading" && job.progress(done, total ?? undefined, "Reading"),
  };
  const store = async (plan: ImportPlan) => {
    const stored = await putAside(plan, (work) => job.step(({ content }) => work(content)), {
      signal,
      onProgress: (done, total) => job.progress(done, total, "Storing"),
    });
    return { plan, stored };
  };
  const repository = source.type === "website" ? repositoryAt(source.url) : undefined;
  if (repository !== undefined) {
    job.progress(0, undefined, "Fetching");
    const clone = await openRepository(repository, folder, job);
    return planContent(clone.source, options).then(store).finally(clone.close);
  }
  const root =
    source.type === "website"
      ? await fetchInto(content, folder, source.url, job)
      : await writeUploads(content, folder, source.files, job);
  return store(await planImport(root.folder, { ...options, name: root.name }));
}

async function openRepository(at: { url: string; ref: string }, folder: string, { outbound, signal }: RunningJob) {
  const { openClone } = await import("../git/clone-for-import.ts");
  return openClone({ remote: { url: at.url, credentials: undefined }, ref: at.ref, folder, outbound, signal });
}

/** Writes each upload below `content`. An archive is unpacked, into a subfolder if there are other files. */
async function writeUploads(content: string, folder: string, keys: readonly string[], job: RunningJob) {
  let only = { folder: content, name: "Import" };
  for (const [index, key] of keys.entries()) {
    job.progress(index, keys.length, "Unpacking");
    const upload = await job.read(({ queries }) => readUpload(queries, key));
    if (upload === undefined) throw new Problem("not_found", `source.files.${index}: the upload has expired.`);
    only = await writeOrUnpack(content, folder, { ...upload, isOnly: keys.length === 1 }, job.signal);
  }
  return keys.length === 1 ? only : { folder: content, name: "Import" };
}

async function fetchInto(content: string, folder: string, address: string, job: RunningJob) {
  job.progress(0, undefined, "Fetching");
  const { bytes } = await job.outbound.fetch(address, fetchLimits);
  const plain = getLastSegment(address)
    .replace(/[\\/:\p{Cc}\p{Cs}]/gu, "-")
    .slice(-maxNameLength);
  return writeOrUnpack(content, folder, { name: plain, data: bytes, isOnly: true }, job.signal);
}

async function writeOrUnpack(
  content: string,
  folder: string,
  { name, data, isOnly }: { name: string; data: Uint8Array; isOnly: boolean },
  signal: AbortSignal,
): Promise<{ folder: string; name: string }> {
  const file = join(folder, "file");
  await writeFile(file, data);
  const type = await detectArchiveType(file);
  const stem = archiveStem(name);
  if (type === undefined) {
    await writeFile(join(content, name), data, { flag: "wx" }).catch((error: unknown) => {
      if (getSystemCode(error) !== "EEXIST") throw error;
      throw misnamed(name, "has the same name as another file. Give each file once, with a unique name");
    });
    return { folder: content, name: stem };
  }
  if (!isOnly && isToolFolder(stem)) throw misnamed(name, "has a name that imports skip. Rename it");
  const target = isOnly ? content : join(content, stem);
  await mkdir(target, { recursive: true }).catch((error: unknown) => {
    if (getSystemCode(error) !== "EEXIST") throw error;
    throw misnamed(name, `would be unpacked to ${stem}, which is the name of another file. Rename one of them`);
  });
  return { folder: await unpackArchive(file, type, target, { name, signal }), name: stem };
}

const misnamed = (name: string, what: string) =>
  new ImportError("bad_archive", name, `${name} ${what}. Nothing was imported.`);

/** A plan whose texts and files are stored. */
interface Prepared {
  readonly plan: ImportPlan;
  readonly stored: PutAside;
  /** The ids its pages will have, by key. */
  readonly ids: ReadonlyMap<string, string>;
  /** Its pages in the search index. */
  readonly indexed?: SectionDraft | undefined;
}

/** Indexes the pages as they would be placed in the space's present content. */
async function indexedAhead(run: Row<"import_run">, prepared: Prepared, job: RunningJob) {
  const { pages, now } = await job.read(async (context) => {
    const { space } = await spaceFor(context, run.space, "merge");
    const map = await editedContent(context, run.space, space.revision);
    await addPlan(map, run, prepared, context.now);
    return { pages: await pagesToIndex(map), now: context.now };
  });
  const { read, step, onEnd, signal } = job;
  const onProgress = (done: number, total: number) => job.progress(done, total, "Indexing");
  return indexAhead({ space: run.space, pages, now, read, step, onEnd, signal, onProgress });
}

const editedContent = async (context: Context, space: string, revision: string) =>
  new EditedMap(await revisionContent(context, space, revision));

/** The last transaction: places the pages and ends the run. */
async function store(
  context: Context,
  run: Row<"import_run">,
  prepared: Prepared,
  job: RunningJob,
): Promise<ImportResult> {
  const { queries, now } = context;
  const { plan, indexed } = prepared;
  const pages =
    run.change_request === null ? await intoSpace() : await intoChangeRequest(run.space, run.change_request);
  const source = JSON.parse(run.source) as NonNullable<ImportRun["source"]>;
  if (source.type === "file") await removeUploads(queries, source.files);
  return {
    pages: pages.map((page) => ({
      id: page.id,
      type: page.type === "group" ? ("folder" as const) : ("page" as const),
      status: "complete" as const,
    })),
    warnings: plan.warnings.slice(0, maxWarnings).map(({ message }) => message),
  };

  async function intoSpace() {
    const { space } = await spaceFor(context, run.space, "merge");
    await requireImportable(context, space);
    const map = await editedContent(context, run.space, space.revision);
    const created = await addPlan(map, run, prepared, now);
    await publish(context, space, {
      map,
      indexed,
      onProgress: (done, total) => job.progress(done, total, "Indexing"),
    });
    return created;
  }

  async function intoChangeRequest(spaceId: string, changeRequestId: string) {
    const scope = await changeRequestFor(context, { spaceId, changeRequestId }, "edit");
    requireEditable(scope, "imported into");
    const map = await editedContent(context, run.space, scope.changeRequest.revision);
    const created = await addPlan(map, run, prepared, now);
    await commit(context, scope, map);
    return created;
  }
}

/**
 * Adds the pages and files of a plan to existing content, under the run's page if it has one. If one of their paths is
 * taken, all go into a new folder, so that links between them keep working. Returns the created pages, in plan order.
 */
async function addPlan(
  map: EditedMap,
  { page: parent }: Pick<Row<"import_run">, "page">,
  { plan, stored, ids }: Prepared,
  now: string,
): Promise<PageRecord[]> {
  const above = parent === null ? undefined : await findPage(map, parent);
  if (parent !== null && above === undefined) {
    throw new Problem("not_found", `target.page: there is no page ${parent} in the target content.`);
  }
  if (above?.type === "link") {
    throw new Problem("conflict", `target.page: page ${parent} is a link, which cannot contain pages.`);
  }
  const folder = await freeFolder(map, plan);
  const siblings = await children(map, above?.id ?? null);
  const orders = siblingOrders(plan.pages, siblings.at(-1)?.order ?? null);
  const created: PageRecord[] = [];
  for (const planned of plan.pages) {
    const record = plannedPageRecord(planned, ids, orders, stored.addresses, now);
    const isTop = planned.parent === null;
    const page = {
      ...record,
      ...(isTop ? { parent: above?.id ?? null } : {}),
      ...(isTop ? { slug: await freeSlug(map, above?.id ?? null, record.slug, undefined) } : {}),
      ...(record.source === undefined ? {} : { source: posix.join(folder, record.source) }),
    };
    putPage(map, undefined, page);
    created.push(page);
  }
  for (const file of plan.files) {
    const record = plannedFileRecord(file, stored);
    for (const [key, value] of fileEntries({ ...record, source: posix.join(folder, record.source) }))
      map.set(key, value);
  }
  const taken = await map.getMany(plan.redirects.map(({ from }) => keys.redirect(from)));
  for (const { from, to } of plan.redirects) {
    const key = keys.redirect(from);
    if (!taken.has(key)) map.set(key, isExternal(to) ? to : posix.join(folder, to));
  }
  return created;
}

/** `""` if no path of the plan is taken, otherwise an unused folder. */
async function freeFolder(map: EditedMap, plan: ImportPlan): Promise<string> {
  const paths = [
    ...plan.pages.flatMap((page) => (page.type === "document" ? [page.source] : [])),
    ...plan.files.map(({ path }) => path),
  ];
  if ((await map.getMany(paths.map(keys.source))).size === 0) return "";
  const wanted = toSlug(plan.title);
  for (let number = 0; ; number += 1) {
    const folder = number === 0 ? wanted : `${wanted}-${number}`;
    if ((await map.scan(keys.source(`${folder}/`))).length === 0) return folder;
  }
}
