import type { z } from "zod";
import type { Language } from "../../../contract/models/language.ts";
import type { Role } from "../../../contract/models/role.ts";
import type { Translation } from "../../../contract/models/translation.ts";
import { may } from "../../access/roles.ts";
import type { Context } from "../../kernel/context.ts";
import { getJobState, parseJobError } from "../../kernel/jobs/job-outcome.ts";
import { findJobs, type JobRow } from "../../kernel/jobs/jobs-rows.ts";
import { countPages, type TranslationRow } from "./rows.ts";
import type { TranslationOutcome } from "./translation-job.ts";
import { countTasks } from "./work-rows.ts";

type Code = z.infer<typeof Language>;

export async function presentTranslation(
  context: Context,
  row: TranslationRow,
  role: Role | null,
): Promise<Translation> {
  const [presented] = await presentTranslations(context, [row], role);
  if (presented === undefined) throw new Error(`Translation ${row.id} is not there`);
  return presented;
}

/** `role` is the caller's role in the organization. */
export async function presentTranslations(
  { queries, origin }: Context,
  rows: readonly TranslationRow[],
  role: Role | null,
): Promise<Translation[]> {
  const jobs = await findJobs(
    queries,
    rows.flatMap(({ job }) => job ?? []),
  );
  const waiting = await countTasks(
    queries,
    rows.map(({ id }) => id),
  );
  const pages = await countPages(queries, rows);
  return rows.map((row) => {
    const job = row.job === null ? undefined : jobs.get(row.job);
    const { all = 0, latest = 0 } = pages.get(row.id) ?? {};
    const problem = job === undefined ? undefined : (parseJobError(job)?.message ?? parseOutcome(job).problem);
    return {
      object: "translation",
      id: row.id,
      status: isActive(job) ? "running" : row.run_root === null && row.runs > 0 ? "completed" : "pending",
      source: { space: row.source_space, language: row.source_language as Code },
      language: row.language as Code,
      instructions: JSON.parse(row.instructions) as Translation["instructions"],
      ...(row.target_space === null || row.revision === null
        ? {}
        : {
            result: {
              space: row.target_space,
              revision: row.revision,
              language: row.language as Code,
              ...(row.change_request === null ? {} : { changeRequest: row.change_request }),
            },
          }),
      ...(row.run_root === null
        ? {}
        : { work: { segments: waiting.get(row.id) ?? 0, ...(problem === undefined ? {} : { problem }) } }),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      stats: {
        runs: row.runs,
        totalWords: row.total_words,
        totalPages: all,
        totalDuration: row.total_duration,
        latestRunDuration: row.latest_duration,
        latestPages: latest,
        latestWords: row.latest_words,
      },
      permissions: { view: true, edit: may(role, "create") },
      urls: { location: `${origin}/v1/orgs/${row.organization}/translations/${row.id}` },
    };
  });
}

const parseOutcome = (job: JobRow): Partial<TranslationOutcome> =>
  job.result === null ? {} : (JSON.parse(job.result) as Partial<TranslationOutcome>);

export const isActive = (job: JobRow | undefined): boolean =>
  job !== undefined && (getJobState(job) === "waiting" || getJobState(job) === "running");
