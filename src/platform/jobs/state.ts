import type { JobRow } from "../store/jobs.ts";
import type { JobError } from "./attempt.ts";

export type JobState = "waiting" | "running" | "succeeded" | "failed" | "cancelled";

export const stateOf = (job: JobRow): JobState => job.state as JobState;

/** Why a job failed; undefined for one that did not. */
export const errorOf = (job: JobRow): JobError | undefined =>
  job.error === null ? undefined : (JSON.parse(job.error) as JobError);
