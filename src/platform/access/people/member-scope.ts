import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";
import { findMember } from "../members-rows.ts";
import { type OrganizationScope, organizationFor } from "../scope.ts";

interface MemberScope extends OrganizationScope {
  readonly member: Row<"member">;
}

/** A member of an organization, if the caller has the permission. Callers may always `view` themselves. */
export async function memberFor(
  context: Context,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  permission: "view" | "admin",
): Promise<MemberScope> {
  const isSelf = permission === "view" && userId === context.user.id;
  const scope = await organizationFor(context, organizationId, isSelf ? "enter" : permission);
  const member = await findMember(context.queries, organizationId, userId);
  if (member === undefined) throw notMember("userId", userId);
  return { ...scope, member };
}

/** The same message for users who do not exist and those of other organizations. */
export const notMember = (field: string, user: string) =>
  new Problem(
    "not_found",
    `${field}: the organization has no member ${user}. Name members by id; listMembersInOrganizationById shows them.`,
  );
