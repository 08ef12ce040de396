import type { Member } from "../../contract/models/member.ts";
import type { Role } from "../../contract/models/role.ts";
import { countSpacesOf } from "../access/count-spaces.ts";
import type { Context } from "../context.ts";
import type { Row } from "../store/tables.ts";
import { countTeamsOf } from "../store/teams.ts";
import { presentedUsers } from "./user.ts";

/** Members of one organization. */
export async function presentMembers(context: Context, members: readonly Row<"member">[]): Promise<Member[]> {
  const users = await presentedUsers(
    context,
    members.map(({ user }) => user),
  );
  const { queries } = context;
  const organization = members[0]?.organization ?? "";
  const spaces = await countSpacesOf(queries, organization, members);
  const teams = await countTeamsOf(
    queries,
    organization,
    members.map(({ user }) => user),
  );
  return members.map((member) => ({
    object: "member",
    id: member.user,
    role: member.role as Role | null,
    user: users.of(member.user),
    disabled: member.disabled === 1,
    joinedAt: member.joined_at,
    ...(member.last_seen_at === null ? {} : { lastSeenAt: member.last_seen_at }),
    sso: member.sso === 1,
    spaces: spaces.get(member.user) ?? 0,
    teams: teams.get(member.user) ?? 0,
    // There are no sites here that a member could open.
    sites: 0,
  }));
}
