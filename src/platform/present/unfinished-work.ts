import type { UnfinishedWork } from "../../contract/models/semantic-change.ts";
import type { Context } from "../context.ts";
import { errorOf, stateOf } from "../jobs/state.ts";
import { listComputedPages } from "../store/computed.ts";
import { findJobs, type JobRow } from "../store/jobs.ts";
import type { Row } from "../store/tables.ts";
import { listRunsInto } from "../store/translations.ts";

const most = 100;

/** Jobs that will still write into a change request, and those that should have and failed. */
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
  return [...computed, ...translated].slice(0, most);
}

function unfinished(job: JobRow | undefined): Pick<UnfinishedWork, "state" | "reason"> | undefined {
  const state = job && stateOf(job);
  if (state === "waiting" || state === "running") return { state };
  if (job === undefined || state !== "failed") return undefined;
  const { message } = errorOf(job) ?? {};
  return { state, ...(message === undefined ? {} : { reason: message }) };
}
