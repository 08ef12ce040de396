import { countDocuments } from "../../../contract/models/page.ts";
import { truncate } from "../../../markdown/text/trim.ts";
import { hasAnySpace } from "../../access/spaces-rows.ts";
import { followComputed } from "../../content/computed/index.ts";
import { EditedMap } from "../../content/content-map.ts";
import { emptyRoot } from "../../content/ordered-map/node-codec.ts";
import { fileEntries, pageEntries } from "../../content/records.ts";
import { putRedirects } from "../../content/redirects.ts";
import { indexAhead, indexDifferences, type SectionDraft, type Steps } from "../../content/search/index.ts";
import { SpaceContent } from "../../content/space-content.ts";
import { putSummary } from "../../content/summary-source.ts";
import type { DatabaseAtTime } from "../../kernel/database/database.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import type { Ending } from "../../kernel/jobs/job-kind.ts";
import { queueJob } from "../../kernel/jobs/new-job.ts";
import { Problem } from "../../kernel/problem.ts";
import { makeSpace, maxTitleLength } from "../../workspace/spaces/index.ts";
import {
  type ImportPlan,
  plannedFileRecord,
  plannedPageRecord,
  plannedSummary,
  putAside,
  siblingOrders,
} from "../space-files/index.ts";

interface StoreOptions {
  readonly organization: string;
  readonly user: string;
  readonly title?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Throws `conflict` if there is a space by the time that this one would be created. */
  readonly isFirst?: boolean | undefined;
  /** Storing counts pages and files, indexing counts pages. Both stay invisible until the space is created. */
  readonly onProgress?: ((step: "storing" | "indexing", done: number, total: number) => void) | undefined;
}

interface ImportedSpace {
  readonly space: string;
  readonly title: string;
  readonly pages: number;
  readonly files: number;
}

/**
 * Creates a space from a plan. Texts, files and the search index are stored first, where nothing refers to them; then
 * one transaction creates the space and its tree. If stopped before that, there is no space.
 */
export async function storePlan(
  platform: DatabaseAtTime,
  plan: ImportPlan,
  options: StoreOptions,
): Promise<ImportedSpace> {
  const { signal } = options;
  const { database } = platform;
  const at = (queries: Queries) => ({ queries, content: new SpaceContent(queries) });
  const stored = await putAside(plan, (work) => database.write((queries) => work(new SpaceContent(queries))), {
    signal,
    onProgress: (done, total) => options.onProgress?.("storing", done, total),
  });
  const ids = new Map(plan.pages.map((page) => [page.key, createId()]));
  const orders = siblingOrders(plan.pages);
  const now = platform.now();
  const title = truncate(options.title ?? plan.title, maxTitleLength);
  const pages = plan.pages.map((page) => plannedPageRecord(page, ids, orders, stored.addresses, now));
  const space = createId();
  const report = (done: number, total: number) => options.onProgress?.("indexing", done, total);
  const step: Steps["step"] = (work) => database.write((queries) => work(at(queries)));
  const read: Steps["read"] = (work) => database.read((queries) => work(at(queries)));
  const endings: Ending[] = [];
  const onEnd: Steps["onEnd"] = (work) => endings.push(work);
  try {
    const draft = await indexAhead({ space, pages, now, signal, onProgress: report, read, step, onEnd });
    await step((parts) => createSpace(parts, draft));
  } finally {
    for (const work of endings) await work(step).catch(() => {});
  }
  return { space, title, pages: countDocuments(plan.pages), files: plan.files.length };

  async function createSpace({ queries, content }: ReturnType<typeof at>, draft?: SectionDraft): Promise<void> {
    signal?.throwIfAborted();
    if (options.isFirst === true && (await hasAnySpace(queries))) {
      throw new Problem("conflict", "A space already exists.");
    }
    const empty = content.at(emptyRoot);
    const map = new EditedMap(empty);
    for (const page of pages) for (const [key, value] of pageEntries(page)) map.set(key, value);
    for (const file of plan.files) {
      for (const [key, value] of fileEntries(plannedFileRecord(file, stored))) map.set(key, value);
    }
    await putRedirects(map, new Map(plan.redirects.map(({ from, to }) => [from, to])));
    await putSummary(map, content, plannedSummary(plan, ids));
    const root = await content.store(map);
    const attributes = { organization: options.organization, parent: null, title };
    await makeSpace({ queries, now, user: { id: options.user } }, attributes, root, space);
    await indexDifferences(queries, content, space, empty, content.at(root), { draft, report });
    signal?.throwIfAborted();
    const maker = { user: options.user, origin: "http://localhost", now, runner: "", leaseUntil: now };
    await followComputed({ queries, enqueue: (job) => queueJob(queries, job, maker) }, { id: space, space }, map);
  }
}
