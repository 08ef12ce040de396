import type { ImportRun } from "../../../contract/models/import-run.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { getJobState, type JobState, parseJobError } from "../../kernel/jobs/job-outcome.ts";
import { findJobs } from "../../kernel/jobs/jobs-rows.ts";
import type { ImportResult } from "./import-job.ts";

const statuses: Readonly<Record<JobState, ImportRun["status"]>> = {
  waiting: "pending",
  running: "in-progress",
  succeeded: "completed",
  failed: "failed",
  cancelled: "cancelled",
};

/** The job states that a filter by status selects. */
export function toJobStates(filter: ImportRun["status"] | "active"): JobState[] {
  if (filter === "active") return ["waiting", "running"];
  return (Object.keys(statuses) as JobState[]).filter((state) => statuses[state] === filter);
}

/** Runs as the API presents them, with the pages they created if requested. */
export async function presentImportRuns(
  { queries, origin }: Context,
  runs: readonly Row<"import_run">[],
  withPages: boolean,
): Promise<ImportRun[]> {
  const jobs = await findJobs(
    queries,
    runs.map(({ job }) => job),
  );
  return runs.map((run) => {
    const job = jobs.get(run.job);
    if (job === undefined) throw new Error(`Import run ${run.id} lost its job`);
    const status = statuses[getJobState(job)];
    const result = job.result === null ? undefined : (JSON.parse(job.result) as ImportResult);
    return {
      object: "import-run",
      id: run.id,
      status,
      ...reason(status, parseJobError(job)?.message),
      createdAt: run.created_at,
      ...(job.started_at === null ? {} : { startedAt: job.started_at }),
      ...(status === "completed" && job.ended_at !== null ? { completedAt: job.ended_at } : {}),
      updatedAt: job.updated_at,
      ...progress(status, job),
      source: JSON.parse(run.source) as NonNullable<ImportRun["source"]>,
      target: {
        space: run.space,
        ...(run.change_request === null ? {} : { changeRequest: run.change_request }),
        ...(run.page === null ? {} : { page: run.page }),
      },
      createdBy: run.created_by,
      urls: { location: `${origin}/v1/org/${run.organization}/imports/${run.id}` },
      ...(result === undefined || !withPages ? {} : { pages: result.pages, warnings: result.warnings }),
    };
  });
}

function reason(status: ImportRun["status"], error: string | undefined): Pick<ImportRun, "reason"> {
  if (status === "cancelled") return { reason: "It was cancelled." };
  return error === undefined ? {} : { reason: error };
}

/** A run's progress, beyond what the public API shows. */
function progress(status: ImportRun["status"], { done, total, message }: Row<"job">) {
  if (status !== "in-progress" || message === "") return {};
  return { progress: { done, ...(total === null ? {} : { total }), message } };
}
