import type { Role } from "../../contract/models/role.ts";
import type { Team } from "../../contract/models/team.ts";
import { may } from "../access/permissions.ts";
import type { Context } from "../context.ts";
import type { Row } from "../store/tables.ts";
import { countTeams, ownTeams } from "../store/teams.ts";
import type { Viewer } from "../store/visible.ts";

/** Teams of the viewer's organization. */
export async function presentTeams(
  { queries }: Context,
  viewer: Viewer,
  teams: readonly Row<"team">[],
): Promise<Team[]> {
  const ids = teams.map(({ id }) => id);
  const counts = await countTeams(queries, ids);
  const own = await ownTeams(queries, viewer.user, ids);
  const role = viewer.role as Role | null;
  return teams.map((team) => ({
    object: "team",
    id: team.id,
    title: team.title,
    members: counts.get(team.id)?.members ?? 0,
    spaces: counts.get(team.id)?.spaces ?? 0,
    createdAt: team.created_at,
    permissions: {
      admin: may(role, "admin") || own.get(team.id) === "owner",
      view: may(role, "view") || own.has(team.id),
    },
  }));
}
