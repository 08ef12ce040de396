import type { Role } from "../../contract/models/role.ts";
import { isOneOf } from "../kernel/database/engine/engine.ts";
import { selectPage } from "../kernel/database/row-order.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";
import { endMemberJobs, type JobRow } from "../kernel/jobs/jobs-rows.ts";
import { Problem } from "../kernel/problem.ts";
import { findActiveMember } from "./people-rows.ts";
import { removeRequestsTo } from "./requested-reviewers-rows.ts";

export interface MemberFilter {
  readonly organization: string;
  readonly role?: Role | "guest" | undefined;
  /** Leaves out members who were never seen. */
  readonly seen: boolean;
  /** Only these users. */
  readonly users?: readonly string[] | undefined;
}

interface MemberSpan {
  readonly by: "joined_at" | "last_seen_at";
  readonly order: "asc" | "desc";
  readonly after: readonly [time: string, user: string] | undefined;
  readonly limit: number;
}

export function listMembers(
  queries: Queries,
  filter: MemberFilter,
  { by, ...span }: MemberSpan,
): Promise<Row<"member">[]> {
  return selectPage(matching(queries, filter).selectAll(), { ...span, by: [by, "user"] }).execute();
}

export async function countMembers(queries: Queries, filter: MemberFilter): Promise<number> {
  const { count } = await matching(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matching(queries: Queries, { organization, role, seen, users }: MemberFilter) {
  let query = queries.selectFrom("member").where("organization", "=", organization);
  if (role !== undefined) query = query.where("role", role === "guest" ? "is" : "=", role === "guest" ? null : role);
  if (seen) query = query.where("last_seen_at", "is not", null);
  // One parameter, however many users.
  if (users !== undefined) {
    query = query.where(isOneOf(queries, "user", users));
  }
  return query;
}

/** Names and addresses of all members of an organization. */
export function listMemberNames(
  queries: Queries,
  organization: string,
): Promise<Pick<Row<"user">, "id" | "display_name" | "email">[]> {
  return queries
    .selectFrom("member")
    .innerJoin("user", "user.id", "member.user")
    .select(["user.id", "user.display_name", "user.email"])
    .where("member.organization", "=", organization)
    .execute();
}

/** Members of an organization by e-mail address, normalized by `normalizeEmail`. */
export async function findMembersByEmail(
  queries: Queries,
  organization: string,
  emails: readonly string[],
): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map();
  const rows = await queries
    .selectFrom("member")
    .innerJoin("user", "user.id", "member.user")
    .select(["user.id", "user.email"])
    .where("member.organization", "=", organization)
    .where("user.email", "in", emails)
    .execute();
  return new Map(rows.flatMap(({ id, email }) => (email === null ? [] : [[email, id] as const])));
}

/** A membership, including a suspended one. */
export function findMember(queries: Queries, organization: string, user: string): Promise<Row<"member"> | undefined> {
  return queries
    .selectFrom("member")
    .selectAll()
    .where("organization", "=", organization)
    .where("user", "=", user)
    .executeTakeFirst();
}

export async function updateMember(
  queries: Queries,
  { organization, user }: Pick<Row<"member">, "organization" | "user">,
  change: Partial<Omit<Row<"member">, "organization" | "user">>,
): Promise<void> {
  await queries
    .updateTable("member")
    .set(change)
    .where("organization", "=", organization)
    .where("user", "=", user)
    .execute();
}

/** Whether the organization still has an administrator who may sign in. */
export async function hasAdministrator(queries: Queries, organization: string): Promise<boolean> {
  const row = await queries
    .selectFrom("member")
    .innerJoin("user", "user.id", "member.user")
    .select("member.user")
    .where("member.organization", "=", organization)
    .where("member.role", "=", "admin")
    .where("member.disabled", "=", 0)
    .where("user.disabled", "=", 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Organizations that a user administers. */
export async function organizationsAdministered(queries: Queries, user: string): Promise<string[]> {
  const rows = await queries
    .selectFrom("member")
    .select("organization")
    .where("user", "=", user)
    .where("role", "=", "admin")
    .where("disabled", "=", 0)
    .execute();
  return rows.map(({ organization }) => organization);
}

/** Organizations that a user is a member of, including suspended memberships. */
export async function listMemberOrganizations(queries: Queries, user: string): Promise<string[]> {
  const rows = await queries.selectFrom("member").select("organization").where("user", "=", user).execute();
  return rows.map(({ organization }) => organization);
}

/** Removes a membership with its teams, roles in spaces and pending reviews. */
export async function deleteMember(queries: Queries, organization: string, user: string): Promise<void> {
  await queries
    .deleteFrom("team_member")
    .where("user", "=", user)
    .where("team", "in", ({ selectFrom }) => selectFrom("team").select("id").where("organization", "=", organization))
    .execute();
  await queries
    .deleteFrom("user_grant")
    .where("user", "=", user)
    .where("space", "in", ({ selectFrom }) => selectFrom("space").select("id").where("organization", "=", organization))
    .execute();
  await removeRequestsTo(queries, user, organization);
  await queries.deleteFrom("member").where("organization", "=", organization).where("user", "=", user).execute();
}

const code = "forbidden";

const message =
  "The user who requested this is no longer an active member of the organization. Another member can request it again.";

/** Throws `forbidden` in a job tied to a membership once that is over or suspended. */
export async function requireJobMember(queries: Queries, user: Row<"user">, job: JobRow): Promise<void> {
  if (job.member_of === null) return;
  const member = user.disabled === 1 ? undefined : await findActiveMember(queries, job.member_of, user.id);
  if (member === undefined) throw new Problem(code, message);
}

/** Cancels jobs that a user started as a member of an organization, or of any if none is given. */
export async function cancelMemberJobs(
  queries: Queries,
  user: string,
  organization: string | undefined,
  now: string,
): Promise<void> {
  const error = JSON.stringify({ code, message });
  await endMemberJobs(queries, { user, organization, error, now });
}
