import { beginningOf } from "../../markdown/text/trim.ts";
import { countAllSpaces } from "../access/spaces-rows.ts";
import { followComputed } from "../computed/index.ts";
import { EditedMap } from "../content/content-map.ts";
import { emptyRoot } from "../content/ordered-map/node-codec.ts";
import { fileEntries, pageEntries } from "../content/records.ts";
import { putRedirects } from "../content/redirects.ts";
import { SpaceContent } from "../content/space-content.ts";
import { putSummary } from "../content/summary-source.ts";
import type { DatabaseAtTime } from "../kernel/database/database.ts";
import { createId } from "../kernel/database/ids.ts";
import { queueJob } from "../kernel/jobs/new-job.ts";
import { Problem } from "../kernel/problem.ts";
import { indexDifferences } from "../search/index.ts";
import {
  type ImportPlan,
  plannedFileRecord,
  plannedPageRecord,
  plannedSummary,
  putAside,
  siblingOrders,
} from "../space-files/index.ts";
import { longestTitle, makeSpace } from "../spaces/index.ts";

interface StoreOptions {
  readonly organization: string;
  readonly user: string;
  readonly title?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Throws `conflict` if the organization has a space by the time that this one would be created. */
  readonly isFirst?: boolean | undefined;
  /** Storing counts pages and files, which stay invisible. Indexing counts pages, and its end makes them visible. */
  readonly onProgress?: ((step: "storing" | "indexing", done: number, total: number) => void) | undefined;
}

interface ImportedSpace {
  readonly space: string;
  readonly title: string;
  readonly pages: number;
  readonly files: number;
}

/**
 * Creates a space from a plan. Texts and files are stored first, where nothing refers to them; then one transaction
 * creates the space, its tree and its search index. If stopped before that, there is no space.
 */
export async function storePlan(
  platform: DatabaseAtTime,
  plan: ImportPlan,
  options: StoreOptions,
): Promise<ImportedSpace> {
  const stored = await putAside(plan, (work) => platform.database.write((queries) => work(new SpaceContent(queries))), {
    signal: options.signal,
    onProgress: (done, total) => options.onProgress?.("storing", done, total),
  });
  const ids = new Map(plan.pages.map((page) => [page.key, createId()]));
  const orders = siblingOrders(plan.pages);
  const now = platform.now();
  const title = beginningOf(options.title ?? plan.title, longestTitle);
  const space = await platform.database.write(async (queries) => {
    options.signal?.throwIfAborted();
    if (options.isFirst === true && (await countAllSpaces(queries, options.organization)) > 0) {
      throw new Problem("conflict", "The organization has a space already.");
    }
    const content = new SpaceContent(queries);
    const empty = content.at(emptyRoot);
    const map = new EditedMap(empty);
    for (const planned of plan.pages) {
      const page = plannedPageRecord(planned, ids, orders, stored.addresses, now);
      for (const [key, value] of pageEntries(page)) map.set(key, value);
    }
    for (const file of plan.files) {
      for (const [key, value] of fileEntries(plannedFileRecord(file, stored))) map.set(key, value);
    }
    await putRedirects(map, new Map(plan.redirects.map(({ from, to }) => [from, to])));
    await putSummary(map, content, plannedSummary(plan, ids));
    const root = await content.store(map);
    const space = await makeSpace(
      { queries, now, user: { id: options.user } },
      { organization: options.organization, parent: null, title },
      root,
    );
    await indexDifferences(queries, content, space, empty, content.at(root), (done, total) => {
      options.signal?.throwIfAborted();
      options.onProgress?.("indexing", done, total);
    });
    options.signal?.throwIfAborted();
    const maker = { user: options.user, origin: "http://localhost", now, runner: "", leaseUntil: now };
    await followComputed({ queries, enqueue: (job) => queueJob(queries, job, maker) }, { id: space, space }, map);
    return space;
  });
  return { space, title, pages: plan.pages.length, files: plan.files.length };
}
