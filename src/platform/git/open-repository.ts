import type { RunningJob } from "../jobs/job-kind.ts";
import { Problem } from "../problem.ts";
import { findSync } from "../store/git.ts";
import type { GitInput } from "./git-input.ts";
import { Repository } from "./repository.ts";

/** The clone that a job works on. Throws where the credentials it came with are gone. */
export function openRepository(input: GitInput, job: RunningJob): Promise<Repository> {
  if (input.withCredentials && job.secret === undefined) {
    throw new Problem(
      "conflict",
      "The process that took the request has ended, and its credentials with it: they are not stored. Send the request again.",
    );
  }
  const { outbound, folder, signal, secret } = job;
  const remote = { url: input.url, credentials: secret };
  return Repository.open({ folder, name: `${input.space} ${input.clone}`, remote, outbound, signal });
}

/** Whether something that was caused later has been imported or exported already. */
export async function isOvertaken(input: GitInput, job: RunningJob): Promise<boolean> {
  const sync = await job.read(({ queries }) => findSync(queries, input.space));
  return !input.force && sync?.caused_at != null && sync.caused_at > input.causedAt;
}
