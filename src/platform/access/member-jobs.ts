import type { Queries, Row } from "../kernel/database/tables.ts";
import { endMemberJobs, type JobRow } from "../kernel/jobs/jobs-rows.ts";
import { Problem } from "../kernel/problem.ts";
import { findActiveMember } from "./people-rows.ts";

const code = "forbidden";

const message =
  "The user who asked for this is no longer an active member of the organization. Another member can ask for it again.";

/** Throws `forbidden` for a job that ends with a membership, once its user's is over or suspended. */
export async function requireJobMember(queries: Queries, user: Row<"user">, job: JobRow): Promise<void> {
  if (job.member_of === null) return;
  const member = user.disabled === 1 ? undefined : await findActiveMember(queries, job.member_of, user.id);
  if (member === undefined) throw new Problem(code, message);
}

/** Ends the jobs that a user began as a member of an organization, or of any where none is named. */
export async function endJobsOf(
  queries: Queries,
  user: string,
  organization: string | undefined,
  now: string,
): Promise<void> {
  const error = JSON.stringify({ code, message });
  await endMemberJobs(queries, { user, organization, error, now });
}
