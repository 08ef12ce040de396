import { type Viewer, visibleSpaces } from "../../access/levels-rows.ts";
import { newestFirst } from "../../kernel/database/row-order.ts";
import type { Json, NewRow, Queries, Row, Timestamp } from "../../kernel/database/tables.ts";

/** Its progress is in its job. */
interface ImportRunTable {
  id: string;
  organization: string;
  space: string;
  change_request: string | null;
  page: string | null;
  source: Json;
  job: string;
  created_by: string;
  created_at: Timestamp;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    import_run: ImportRunTable;
  }
}

interface ImportRunFilter {
  /** Only runs into spaces that the viewer may read. */
  readonly viewer: Viewer;
  readonly space?: string | undefined;
  readonly changeRequest?: string | undefined;
  /** States of its job. */
  readonly states?: readonly string[] | undefined;
}

export async function insertImportRun(queries: Queries, run: NewRow<"import_run">): Promise<void> {
  await queries.insertInto("import_run").values(run).execute();
}

export function findImportRun(
  queries: Queries,
  organization: string,
  id: string,
): Promise<Row<"import_run"> | undefined> {
  return queries
    .selectFrom("import_run")
    .selectAll()
    .where("id", "=", id)
    .where("organization", "=", organization)
    .executeTakeFirst();
}

export async function removeRunsInto(queries: Queries, space: string): Promise<void> {
  await queries.deleteFrom("import_run").where("space", "=", space).execute();
}

/** Newest first, starting before an `order`, without those of deleted spaces. */
export function listImportRuns(
  queries: Queries,
  filter: ImportRunFilter,
  before: number | undefined,
  limit: number,
): Promise<(Row<"import_run"> & { order: number })[]> {
  return newestFirst(matching(queries, filter).selectAll("import_run"), "import_run", before, limit).execute();
}

export async function countImportRuns(queries: Queries, filter: ImportRunFilter): Promise<number> {
  const { count } = await matching(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matching(queries: Queries, { viewer, space, changeRequest, states }: ImportRunFilter) {
  let query = queries
    .selectFrom("import_run")
    .innerJoin("job", "job.id", "import_run.job")
    .innerJoin("space", "space.id", "import_run.space")
    .where("import_run.organization", "=", viewer.organization)
    .where("space.deleted_at", "is", null)
    .where(visibleSpaces(viewer));
  if (space !== undefined) query = query.where("import_run.space", "=", space);
  if (changeRequest !== undefined) query = query.where("import_run.change_request", "=", changeRequest);
  if (states !== undefined) query = query.where("job.state", "in", states);
  return query;
}
