import { paginate } from "../../client/paginate.ts";
import type { Team, TeamMember } from "../../contract/models/team.ts";
import { teams } from "../../contract/operations/teams.ts";
import { counted } from "../present/count.ts";
import { oneLine, quoted } from "../present/name.ts";
import { type Kind, pick } from "../resolve/pick.ts";
import type { ToolAnswer } from "../tool.ts";
import { showAll, showLines } from "./show-list.ts";
import type { Subject } from "./subject.ts";

export const teamReads = [teams.list, teams.listMembers];

/** Teams looked at for a title. */
const mostTeams = 1000;
const none = "write_operation createOrganizationTeam makes one.";
const teamKind: Kind = { one: "team", many: "teams", none };

export async function showTeams(subject: Subject): Promise<ToolAnswer> {
  if (subject.name !== undefined) return showOne(subject.name, subject);
  const { organizationId, context } = subject;
  return showAll<Team>(
    {
      kind: "Teams",
      none: `It has no team. ${none}`,
      next: `With "name": a team, for its members.`,
      read: (query) => context.client.teams.list({ organizationId, ...query }, { signal: context.signal }),
      present: (team) => `- ${oneLine(team.title)} (${factsOf(team)})`,
    },
    subject,
  );
}

const factsOf = ({ id, members, spaces }: Team) =>
  `id ${id}, ${counted(members, "member")}, ${counted(spaces, "space")}`;

async function showOne(name: string, subject: Subject): Promise<ToolAnswer> {
  const { organizationId, context } = subject;
  const { client, signal } = context;
  const team = await findTeam(name, subject);
  return showLines<TeamMember>(
    {
      heading: `Team ${quoted(team.title)} (${factsOf(team)}).`,
      title: "members",
      about: ["team", organizationId, team.id],
      none: "It has no members.",
      read: (query) => client.teams.listMembers({ organizationId, teamId: team.id, ...query }, { signal }),
      present: ({ organization: { id, role, user }, team: { role: roleInTeam } }) =>
        `- ${oneLine(user.displayName)} (user ${id}): ${roleInTeam} of the team, ${role ?? "guest"} in the organization`,
    },
    subject,
  );
}

async function findTeam(name: string, { organizationId, context: { client, signal } }: Subject): Promise<Team> {
  const all: Team[] = [];
  for await (const team of paginate(client.teams.list, { organizationId, limit: 100 }, { signal })) {
    if (all.push(team) >= mostTeams) break;
  }
  return pick(name, all, teamKind);
}
