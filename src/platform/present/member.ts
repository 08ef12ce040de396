import type { Member } from "../../contract/models/member.ts";
import type { Role } from "../../contract/models/role.ts";
import type { Context } from "../context.ts";
import { countSpaces } from "../store/spaces.ts";
import type { Row } from "../store/tables.ts";
import { presentedUsers } from "./user.ts";

/** Members of one organization. */
export async function presentMembers(context: Context, members: readonly Row<"member">[]): Promise<Member[]> {
  const users = await presentedUsers(
    context,
    members.map(({ user }) => user),
  );
  const [first] = members;
  const spaces = first === undefined ? 0 : await countSpaces(context.queries, first.organization);
  return members.map((member) => ({
    object: "member",
    id: member.user,
    role: member.role as Role | null,
    user: users.of(member.user),
    disabled: false,
    joinedAt: member.joined_at,
    sso: false,
    spaces: member.role === null ? 0 : spaces,
    teams: 0,
  }));
}
