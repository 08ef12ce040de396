import { type JobRow, mostCrashes, mostDeaths } from "../store/jobs.ts";
import type { JobError } from "./attempt.ts";
import { howDoneAgain } from "./done-again.ts";

export interface ReasonToGiveUp {
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
      "is given up: it was begun again and again.",
      "Each process that tried it ended before it was done: perhaps it takes more memory than there is.",
    );
  }
  return undefined;
}
