import type { ErrorCode } from "../../../contract/errors.ts";
import { type JobRow, mostCrashes, mostDeaths } from "./jobs-rows.ts";

/** What a failed job says: a code of the API, or that it took too long. */
export interface JobError {
  readonly code: ErrorCode | "timeout";
  readonly message: string;
}

export type JobState = "waiting" | "running" | "succeeded" | "failed" | "cancelled";

export const stateOf = (job: JobRow): JobState => job.state as JobState;

/** Why a job failed; undefined for one that did not. */
export const errorOf = (job: JobRow): JobError | undefined =>
  job.error === null ? undefined : (JSON.parse(job.error) as JobError);

/** How what a job of each kind did not do is asked for again, for whoever waits for it: a sentence. */
const doneAgain: Readonly<Record<string, string>> = {
  "computed-pages": "Publish the specification once more, changed or not, and these pages are computed again.",
  conversations: "Hand in any conversation once more, changed or not, and all that wait are read.",
  "git-export": "Export again: what was pushed already is not pushed twice.",
  "git-import": "Import again: nothing of it is in the space.",
  import: "Start another import run: nothing of this one is in the space.",
  "integration-delivery": "What waits is sent with the next event of the installation.",
  "invitation-mail": "Invite the address again: the invitation before is replaced.",
  openapi: "Publish the specification once more: the previous version stays in use until then.",
  purge: "The service retries it by itself.",
  translation: "Run the translation again: what was translated is kept, and only the rest is asked for.",
};

export const howDoneAgain = (kind: string): string => doneAgain[kind] ?? "Ask for it again.";

interface ReasonToGiveUp {
  readonly error: JobError;
  /** For the operator. */
  readonly logged: string;
}

/** Why a job that was just taken up is not begun again by itself; undefined for one that is. */
export function reasonToGiveUp({ kind, attempts_left: left, crashes, deaths }: JobRow): ReasonToGiveUp | undefined {
  const again = howDoneAgain(kind);
  const reason = (logged: string, message: string): ReasonToGiveUp => ({
    logged,
    error: { code: "internal", message: `${message} ${again}` },
  });
  if (crashes >= mostCrashes) {
    return reason(
      `is set aside: ${crashes} processes ended through an error that nobody caught while they ran it.`,
      `It is set aside, because ${crashes} processes ended while they ran it, through an error that the log has.`,
    );
  }
  if (deaths >= mostDeaths || left < 0) {
    return reason(
      "is abandoned: it was started again too often.",
      "Each process that tried it ended before it was done: perhaps it takes more memory than there is.",
    );
  }
  return undefined;
}
