import { paginate } from "../../client/paginate.ts";
import type { Member, MemberSpace } from "../../contract/models/member.ts";
import type { MemberTeam, Team, TeamMember } from "../../contract/models/team.ts";
import { members } from "../../contract/operations/members.ts";
import { teams } from "../../contract/operations/teams.ts";
import type { ToolAnswer } from "../../desk/context.ts";
import type { Portion } from "../../desk/present/listing.ts";
import { counted, oneLine, quoted } from "../../desk/present/wording.ts";
import { readPart } from "../../desk/reads.ts";
import { findMember } from "../../desk/resolve/in-organization.ts";
import { type Kind, pick } from "../../desk/resolve/pick.ts";
import { type PageQuery, type Subject, showAll, showLines } from "./show-list.ts";

export const memberReads = [members.list, members.get, members.listTeams, members.listSpaces];

export async function showMembers(subject: Subject): Promise<ToolAnswer> {
  if (subject.name !== undefined) return showMember(subject.name, subject);
  const { organizationId, context } = subject;
  return showAll<Member>(
    {
      kind: "Members",
      order: "those who joined last first",
      none: "It has no members.",
      next: `With "name": a member, for the teams and spaces.`,
      read: (query) => context.client.members.list({ organizationId, ...query }, { signal: context.signal }),
      present: (member) => `- ${oneLine(member.user.displayName)} (${memberFacts(member).join(", ")})`,
    },
    subject,
  );
}

function memberFacts({ id, role, user, disabled, joinedAt, lastSeenAt, teams, spaces }: Member): string[] {
  return [
    `user ${id}`,
    role ?? "guest",
    ...(user.email === undefined ? [] : [quoted(user.email)]),
    counted(teams, "team"),
    counted(spaces, "space"),
    `joined ${joinedAt.slice(0, 10)}`,
    ...(lastSeenAt === undefined ? [] : [`seen ${lastSeenAt.slice(0, 10)}`]),
    ...(disabled ? ["disabled"] : []),
  ];
}

async function showMember(name: string, subject: Subject): Promise<ToolAnswer> {
  const { organizationId, context } = subject;
  const member = await findMember(name, organizationId, context);
  return showLines<string>(
    {
      heading: `Member ${quoted(member.user.displayName)} (${memberFacts(member).join(", ")}).`,
      title: "teams and spaces",
      about: ["member", organizationId, member.id],
      none: "Neither teams nor spaces.",
      read: (query) => readReach(member.id, query, subject),
      present: (line) => line,
    },
    subject,
  );
}

/** A portion of a member's teams and then spaces, as one list; its cursors begin with the list that is on. */
async function readReach(
  userId: string,
  { limit, page: place = "teams:" }: PageQuery,
  { organizationId, context: { client, signal } }: Subject,
): Promise<Portion<string>> {
  const list = place.startsWith("teams:") ? "teams" : "spaces";
  const page = place.slice(list.length + 1);
  const query = { organizationId, userId, limit, ...(page === "" ? {} : { page }) };
  const part =
    list === "teams"
      ? await readPart(client.members.listTeams(query, { signal }).then(linesOf(teamLine)))
      : await readPart(client.members.listSpaces(query, { signal }).then(linesOf(spaceLine)));
  const afterwards = list === "teams" ? { page: "spaces:" } : undefined;
  if ("refusal" in part) {
    return { items: [`- (the service does not show the ${list}: ${part.refusal})`], next: afterwards };
  }
  const { items, next } = part.found;
  return { items, next: next ? { page: `${list}:${next.page}` } : afterwards };
}

const linesOf =
  <Item>(line: (item: Item) => string) =>
  ({ items, next }: Portion<Item>): Portion<string> => ({ items: items.map(line), next });

const teamLine = ({ team, member: { role } }: MemberTeam) => `- team ${oneLine(team.title)} (${team.id}): ${role}`;

const spaceLine = ({ space, permission }: MemberSpace) =>
  `- space ${oneLine(space.title)} (${space.id}): ${permission}`;

export const teamReads = [teams.list, teams.listMembers];

/** Teams looked at for a title. */
const mostTeams = 1000;

const none = "write_operation createOrganizationTeam makes one.";

const teamKind: Kind = { one: "team", many: "teams", none };

export async function showTeams(subject: Subject): Promise<ToolAnswer> {
  if (subject.name !== undefined) return showTeam(subject.name, subject);
  const { organizationId, context } = subject;
  return showAll<Team>(
    {
      kind: "Teams",
      none: `It has no team. ${none}`,
      next: `With "name": a team, for its members.`,
      read: (query) => context.client.teams.list({ organizationId, ...query }, { signal: context.signal }),
      present: (team) => `- ${oneLine(team.title)} (${teamFacts(team)})`,
    },
    subject,
  );
}

const teamFacts = ({ id, members, spaces }: Team) =>
  `id ${id}, ${counted(members, "member")}, ${counted(spaces, "space")}`;

async function showTeam(name: string, subject: Subject): Promise<ToolAnswer> {
  const { organizationId, context } = subject;
  const { client, signal } = context;
  const team = await findTeam(name, subject);
  return showLines<TeamMember>(
    {
      heading: `Team ${quoted(team.title)} (${teamFacts(team)}).`,
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
