import type { Queries } from "../../kernel/database/tables.ts";
import { getJobState, type JobState, parseJobError } from "../../kernel/jobs/job-outcome.ts";
import type { JobRow } from "../../kernel/jobs/jobs-rows.ts";

export interface JobFilter {
  readonly organization: string;
  /** Only jobs that this user requested. */
  readonly user?: string | undefined;
  readonly limit: number;
}

/** A job as people see it. */
export interface ListedJob {
  readonly id: string;
  readonly kind: string;
  readonly state: JobState;
  /** When it becomes due, if it was postponed or waits for a retry. */
  readonly dueAt: string | undefined;
  readonly isToStop: boolean;
  readonly done: number;
  /** Undefined while unknown. */
  readonly total: number | undefined;
  readonly message: string;
  readonly error: string | undefined;
  /** Who requested it, or whose change caused it. */
  readonly user: string | null;
  readonly createdAt: string;
  readonly endedAt: string | undefined;
  /** Its subject, as far as its input says. */
  readonly about: JobSubject;
}

interface JobSubject {
  readonly space?: string | undefined;
  /** Ids. */
  readonly spec?: string | undefined;
  readonly translation?: string | undefined;
  readonly importRun?: string | undefined;
}

/** How long ended jobs are listed. */
const shownFor = 24 * 60 * 60 * 1000;

/** Jobs to search for those of one organization. */
const maxFollowingJobs = 1000;

/** Kinds that result from a change instead of being requested as a member. Their input says where. */
const followingKinds = ["computed-pages", "conversations", "purge"];

/** Jobs in progress, then ended ones, each newest first. */
export async function listJobs(queries: Queries, filter: JobFilter, now: string): Promise<ListedJob[]> {
  const { organization, user, limit } = filter;
  const since = new Date(Date.parse(now) - shownFor).toISOString();
  const recent = queries
    .selectFrom("job")
    .leftJoin("user", "user.id", "job.created_by")
    .selectAll("job")
    .select("user.display_name")
    .where(({ eb, or }) => or([eb("job.state", "in", ["waiting", "running"]), eb("job.ended_at", ">", since)]))
    .$if(user !== undefined, (query) => query.where("job.created_by", "=", user ?? ""))
    .orderBy(({ eb }) => eb.case().when("job.state", "in", ["waiting", "running"]).then(0).else(1).end())
    .orderBy("job.created_at", "desc")
    .orderBy("job.id");
  const requested = await recent.where("job.member_of", "=", organization).limit(limit).execute();
  const following = await recent
    .where("job.member_of", "is", null)
    .where("job.kind", "in", followingKinds)
    .limit(maxFollowingJobs)
    .execute();
  const spaces = await queries.selectFrom("space").select("id").where("organization", "=", organization).execute();
  const own = new Set(spaces.map(({ id }) => id));
  const here = following.filter((job) => {
    const input = parseInput(job);
    return input.organization === organization || own.has(input.space ?? "");
  });
  return [...requested, ...here]
    .map((job) => listed(job, now))
    .sort((left, right) => getStateRank(left) - getStateRank(right) || (left.createdAt < right.createdAt ? 1 : -1))
    .slice(0, limit);
}

/** Running, waiting, postponed, ended. */
function getStateRank({ state, dueAt }: ListedJob): number {
  if (state === "running") return 0;
  if (state !== "waiting") return 3;
  return dueAt === undefined ? 1 : 2;
}

function listed(job: JobRow & { readonly display_name: string | null }, now: string): ListedJob {
  const { space, spec, translation, run } = parseInput(job);
  const state = getJobState(job);
  return {
    id: job.id,
    kind: job.kind,
    state,
    dueAt: state === "waiting" && job.due_at > now ? job.due_at : undefined,
    isToStop: state === "running" && job.cancel_requested === 1,
    done: job.done,
    total: job.total ?? undefined,
    message: job.message,
    error: parseJobError(job)?.message,
    user: job.display_name,
    createdAt: job.created_at,
    endedAt: job.ended_at ?? undefined,
    about: { space, spec, translation, importRun: run },
  };
}

/** The members that inputs of the kinds have in common; each is an id. */
function parseInput({ input }: Pick<JobRow, "input">): Readonly<Record<string, string | undefined>> {
  const members = Object.entries(JSON.parse(input) as Readonly<Record<string, unknown>>);
  return Object.fromEntries(members.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}
