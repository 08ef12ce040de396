import { paginate } from "../../client/paginate.ts";
import type { Team, TeamMember } from "../../contract/models/team.ts";
import { teams } from "../../contract/operations/teams.ts";
import { fence } from "../present/fence.ts";
import { listWithin } from "../present/listing.ts";
import { oneLine, quoted } from "../present/name.ts";
import { fenceTokens } from "../present/within.ts";
import { pick } from "../resolve/pick.ts";
import { noteTokens, pageOf, type Subject } from "./subject.ts";

export const teamReads = [teams.list, teams.listMembers];

/** Teams looked at for a title. */
const mostTeams = 1000;

export async function showTeams(subject: Subject): Promise<string> {
  if (subject.name !== undefined) return showOne(subject.name, subject);
  const { organizationId, cursor, context } = subject;
  const { client, signal, answerTokens } = context;
  const { blocks, more } = await listWithin<Team>({
    subject: ["teams", organizationId],
    cursor,
    tokens: answerTokens - fenceTokens - noteTokens,
    read: (page, limit) => client.teams.list({ organizationId, limit, ...pageOf(page) }, { signal }),
    present: ({ id, title, members, spaces }) => `- ${oneLine(title)} (id ${id}, ${members} members, ${spaces} spaces)`,
  });
  if (blocks.length === 0) return "There is no team. write_operation createOrganizationTeam makes one.";
  return `${fence(blocks.join("\n"))}\n${more ?? `With "name": a team, for its members.`}`;
}

async function showOne(name: string, { organizationId, cursor, context }: Subject): Promise<string> {
  const { client, signal, answerTokens } = context;
  const all: Team[] = [];
  for await (const team of paginate(client.teams.list, { organizationId, limit: 100 }, { signal })) {
    if (all.push(team) >= mostTeams) break;
  }
  const none = "write_operation createOrganizationTeam makes one.";
  const team = pick(name, all, { one: "team", many: "teams", none });
  const { blocks, more } = await listWithin<TeamMember>({
    subject: ["team", organizationId, team.id],
    cursor,
    tokens: answerTokens - fenceTokens - noteTokens,
    read: (page, limit) => {
      return client.teams.listMembers({ organizationId, teamId: team.id, limit, ...pageOf(page) }, { signal });
    },
    present: ({ organization, team: { role } }) =>
      `- ${oneLine(organization.user.displayName)} (user ${organization.id}, ${role} of the team, ${organization.role ?? "guest"})`,
  });
  const heading = `Team ${quoted(team.title)} (id ${team.id}): ${team.members} members, ${team.spaces} spaces.`;
  if (blocks.length === 0) return heading;
  return [heading, fence(blocks.join("\n"), { title: "members" }), ...(more === undefined ? [] : [more])].join("\n");
}
