import type { Queries, Row } from "../kernel/database/tables.ts";

interface ListedUser extends Row<"user"> {
  readonly role: string | null;
  readonly last_seen_at: string | null;
  /** 0 for who is in other organizations alone. */
  readonly isMember: number;
}

/** Everybody there is, with their part in an organization, the oldest first. */
export function listUsers(queries: Queries, organization: string): Promise<ListedUser[]> {
  return queries
    .selectFrom("user")
    .leftJoin("member", (join) =>
      join.onRef("member.user", "=", "user.id").on("member.organization", "=", organization),
    )
    .selectAll("user")
    .select(({ eb }) => [
      "member.role",
      "member.last_seen_at",
      eb.case().when("member.user", "is not", null).then(1).else(0).end().as("isMember"),
    ])
    .orderBy("user.created_at")
    .orderBy("user.id")
    .execute();
}
