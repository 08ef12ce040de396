import {
  type ActFilter,
  type HistoryFilter,
  type JobFilter,
  type ListedAct,
  type ListedJob,
  type ListedRevision,
  listActs,
  listJobs,
  listRevisions,
} from "./access/audit/index.ts";
import { compareSpecVersions, type SpecComparison, type VersionChanges } from "./content/openapi/index.ts";
import type { Database } from "./kernel/database/database.ts";
import { type FeedbackFilter, listPageFeedback, type PageFeedback } from "./publishing/sites/index.ts";
import { listPageRevisions, type PageHistory, type PageHistoryFilter } from "./workspace/revisions/index.ts";

export type { VersionChanges } from "./content/openapi/index.ts";

/** Records of the platform that its API does not return, for the desk. Does no access check. */
export interface AppRecords {
  /** The audit log: what was done, by whom and by what means. */
  readonly listActs: (filter: ActFilter) => Promise<readonly ListedAct[]>;
  /** Running jobs and those that ended recently. */
  readonly listJobs: (filter: JobFilter) => Promise<readonly ListedJob[]>;
  /** The ancestors of a revision, with the author and program of each. */
  readonly listRevisions: (filter: HistoryFilter) => Promise<readonly ListedRevision[]>;
  /** Those of them that changed one page. */
  readonly listPageRevisions: (filter: PageHistoryFilter) => Promise<PageHistory>;
  /** What is different between any two versions of a specification. */
  readonly compareSpecVersions: (comparison: SpecComparison) => Promise<VersionChanges | undefined>;
  /** What readers of a site rated and wrote. */
  readonly listPageFeedback: (filter: FeedbackFilter) => Promise<PageFeedback>;
}

export function createAppRecords(database: Pick<Database, "read">, now: () => string): AppRecords {
  return {
    listActs: (filter) => database.read((queries) => listActs(queries, filter)),
    listJobs: (filter) => database.read((queries) => listJobs(queries, filter, now())),
    listRevisions: (filter) => database.read((queries) => listRevisions(queries, filter)),
    listPageRevisions: (filter) => database.read((queries) => listPageRevisions(queries, filter)),
    listPageFeedback: (filter) => database.read((queries) => listPageFeedback(queries, filter)),
    compareSpecVersions: (comparison) => compareSpecVersions(database, comparison),
  };
}
