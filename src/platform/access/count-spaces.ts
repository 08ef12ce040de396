import type { Role } from "../../contract/models/role.ts";
import { countLevels, grantsOfMembers } from "../store/grants-of-members.ts";
import type { Queries, Row } from "../store/tables.ts";
import { type RoleSources, roleByLevel, roleInSpace } from "./roles.ts";

interface Granted {
  readonly level: RoleSources["level"];
  user?: Role | null;
  readonly teams: (Role | null)[];
}

/** How many spaces each of some members of an organization can open, in two questions to the store. */
export async function countSpacesOf(
  queries: Queries,
  organization: string,
  members: readonly Row<"member">[],
): Promise<Map<string, number>> {
  const { all, levelled } = await countLevels(queries, organization);
  const users = members.map(({ user }) => user);
  const granted = new Map<string, Map<string, Granted>>(users.map((user) => [user, new Map()]));
  for (const { user, space, level, to, role } of await grantsOfMembers(queries, organization, users)) {
    const ofUser = granted.get(user);
    const known = ofUser?.get(space) ?? { level: level as RoleSources["level"], teams: [] };
    if (to === "user") known.user = role as Role | null;
    else known.teams.push(role as Role | null);
    ofUser?.set(space, known);
  }
  return new Map(
    members.map(({ user, role, disabled }) => {
      const member = role as Role | null;
      if (disabled === 1) return [user, 0];
      if (member === "admin") return [user, all];
      let count = member === null ? 0 : levelled;
      for (const sources of granted.get(user)?.values() ?? []) {
        if (roleByLevel(member, sources.level) !== null) count -= 1;
        if (roleInSpace({ member, ...sources }) !== null) count += 1;
      }
      return [user, count];
    }),
  );
}
