import type { ContentUpdate } from "../../contract/models/content-change.ts";
import type { UnfinishedWork } from "../../contract/models/semantic-change.ts";
import type { ChangeRequestScope } from "../access/scope.ts";
import type { AppliedChanges } from "../content/apply-changes.ts";
import { listComputedPages } from "../content/computed/index.ts";
import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import { getJobState, parseJobError } from "../kernel/jobs/job-outcome.ts";
import { findJobs, type JobRow } from "../kernel/jobs/jobs-rows.ts";
import { listRunsInto } from "../knowledge/translations/index.ts";
import { presentFiles } from "../workspace/revisions/index.ts";

const maxUnfinishedWork = 100;

/** Jobs that still have to write to a change request, and those that failed to. */
export async function listUnfinishedWork(
  { queries }: Context,
  { id, status }: Row<"change_request">,
): Promise<UnfinishedWork[]> {
  if (status !== "open" && status !== "draft") return [];
  const [pages, runs] = [await listComputedPages(queries, id), await listRunsInto(queries, id)];
  const jobs = await findJobs(queries, [...new Set([...pages, ...runs].flatMap(({ job }) => job ?? []))]);
  const computed = pages.flatMap(({ page, job }): UnfinishedWork[] => {
    const state = unfinished(jobs.get(job));
    return state === undefined ? [] : [{ kind: "computed-pages", page, ...state }];
  });
  const translated = runs.map(
    ({ job, language }): UnfinishedWork => ({
      kind: "translation",
      language,
      ...(unfinished(jobs.get(job ?? "")) ?? { state: "waiting" }),
    }),
  );
  return [...computed, ...translated].slice(0, maxUnfinishedWork);
}

function unfinished(job: JobRow | undefined): Pick<UnfinishedWork, "state" | "reason"> | undefined {
  const state = job && getJobState(job);
  if (state === "waiting" || state === "running") return { state };
  if (job === undefined || state !== "failed") return undefined;
  const { message } = parseJobError(job) ?? {};
  return { state, ...(message === undefined ? {} : { reason: message }) };
}

/** The result of a batch of changes, with the URLs of the pages in the change request. */
export async function presentApplied(
  context: Context,
  { space, changeRequest }: ChangeRequestScope,
  applied: AppliedChanges,
): Promise<Pick<ContentUpdate, "changes" | "insertedFiles">> {
  const location = `${context.origin}/v1/spaces/${space.id}/change-requests/${changeRequest.id}/content/page`;
  const page = (id: string) => ({ object: "page" as const, id, urls: { location: `${location}/${id}` } });
  return {
    changes: applied.pages.map((change) => {
      if (change.outcome === "deleted") return { object: "deleted_page" as const, page: change.page };
      if (change.outcome === "updated") return { object: "updated_page" as const, page: page(change.page) };
      const ref = change.ref === undefined ? {} : { ref: change.ref };
      return { object: "created_page" as const, ...ref, page: page(change.page) };
    }),
    insertedFiles: await presentFiles(context, applied.files, true),
  };
}
