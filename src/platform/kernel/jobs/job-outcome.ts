import type { ErrorCode } from "../../../contract/errors.ts";
import { type JobRow, maxCrashes, maxDeaths } from "./jobs-rows.ts";

/** The error of a failed job: a code of the API, or that it took too long. */
export interface JobError {
  readonly code: ErrorCode | "timeout";
  readonly message: string;
}

export type JobState = "waiting" | "running" | "succeeded" | "failed" | "cancelled";

export const getJobState = (job: JobRow): JobState => job.state as JobState;

/** Why a job failed; undefined if it did not. */
export const parseJobError = (job: JobRow): JobError | undefined =>
  job.error === null ? undefined : (JSON.parse(job.error) as JobError);

/** For each kind of job, a sentence that tells the requester how to have it done after a failure. */
const doneAgain: Readonly<Record<string, string>> = {
  "computed-pages": "Publish the specification again, changed or not, to compute these pages.",
  conversations: "Submit any conversation again, changed or not, and all waiting ones are read.",
  "git-export": "Export again: nothing is pushed twice.",
  "git-import": "Import again: nothing was imported into the space.",
  import: "Start another import run: this one added nothing to the space.",
  "integration-delivery": "Waiting events are sent with the installation's next event.",
  "invitation-mail": "Invite the address again: this replaces the previous invitation.",
  openapi: "Publish the specification again: the previous version stays in use until then.",
  purge: "The service retries it automatically.",
  translation: "Run the translation again: finished translations are kept, and only the rest is requested.",
};

export const howDoneAgain = (kind: string): string => doneAgain[kind] ?? "Request it again.";

interface ReasonToGiveUp {
  readonly error: JobError;
  /** For the operator. */
  readonly logged: string;
}

/** Why a job that was just taken must not be started again; undefined if it may be. */
export function reasonToGiveUp({ kind, attempts_left: left, crashes, deaths }: JobRow): ReasonToGiveUp | undefined {
  const again = howDoneAgain(kind);
  const reason = (logged: string, message: string): ReasonToGiveUp => ({
    logged,
    error: { code: "internal", message: `${message} ${again}` },
  });
  if (crashes >= maxCrashes) {
    return reason(
      `is set aside: ${crashes} processes crashed with an uncaught error while running it.`,
      `It is set aside, because ${crashes} processes crashed while running it; the log has the error.`,
    );
  }
  if (deaths >= maxDeaths || left < 0) {
    return reason(
      "is abandoned: it was restarted too often.",
      "Every process that ran it ended before finishing, perhaps because it ran out of memory.",
    );
  }
  return undefined;
}
