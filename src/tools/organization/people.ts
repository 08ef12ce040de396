import type {
  Member,
  MemberSpace,
  MemberTeam,
  OrganizationInvite,
  Team,
  TeamMember,
} from "../../contract/models/people.ts";
import type { RoleSource } from "../../contract/models/role.ts";
import { invites } from "../../contract/operations/invites.ts";
import { members } from "../../contract/operations/members.ts";
import { teams } from "../../contract/operations/teams.ts";
import { users } from "../../contract/operations/users.ts";
import type { Portion } from "../../present/listing.ts";
import { counted, oneLine, quoted } from "../../present/wording.ts";
import type { ToolResult } from "../../resolve/context.ts";
import { findMember, findTeam, shownLinkIdChars } from "../../resolve/in-organization.ts";
import { readPart } from "../../resolve/reads.ts";
import { type PageQuery, type Subject, showAll, showLines } from "./show-list.ts";

export const memberReads = [
  members.list,
  members.get,
  members.listTeams,
  members.listSpaces,
  invites.list,
  users.getAuthenticated,
];

export async function showMembers(subject: Subject): Promise<ToolResult> {
  if (subject.name !== undefined) return showMember(subject.name, subject);
  return showAll<string>(
    {
      kind: "Members",
      order: "those who joined last first",
      none: "It has no members.",
      next: `With "name": a member, or "me", for the teams and spaces.`,
      read: (query) => readPeople(query, subject),
      present: (line) => line,
    },
    subject,
  );
}

/** A page of the members and then of the invites; its cursors begin with the name of the current list. */
async function readPeople(
  { limit, page: listCursor = "members:" }: PageQuery,
  { organizationId, context: { client, signal } }: Subject,
): Promise<Portion<string>> {
  const list = listCursor.startsWith("members:") ? "members" : "invites";
  const page = listCursor.slice(list.length + 1);
  const query = { organizationId, limit, ...(page === "" ? {} : { page }) };
  if (list === "members") {
    const { items, next } = await client.members.list(query, { signal }).then(toLines(memberLine));
    return { items, next: { page: next == null ? "invites:" : `members:${next.page}` } };
  }
  const part = await readPart(client.invites.list(query, { signal }).then(toLines(inviteLine)));
  // Only administrators see invites, and not every service lists them.
  if ("refusal" in part) return { items: [], next: undefined };
  const { items, next } = part.found;
  return { items, next: next == null ? undefined : { page: `invites:${next.page}` } };
}

const memberLine = (member: Member) => `- ${oneLine(member.user.displayName)} (${memberFacts(member).join(", ")})`;

/** The id of a link is its secret: part of it is enough to name it. */
function inviteLine({ id, role, email, expiresAt, delivery, failure }: OrganizationInvite): string {
  const facts = [
    role ?? "guest",
    ...(expiresAt === undefined ? [] : [`until ${expiresAt.slice(0, 10)}`]),
    ...(delivery === "failed" ? [`mail failed: ${oneLine(failure ?? "no reason given")}`] : []),
  ];
  const what = email === undefined ? `invite link ${id.slice(0, shownLinkIdChars)}…` : `invited: ${oneLine(email)}`;
  return `- ${what} (${facts.join(", ")})`;
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

async function showMember(name: string, subject: Subject): Promise<ToolResult> {
  const { organizationId, context } = subject;
  const named =
    name.trim().toLowerCase() === "me"
      ? (await context.client.users.getAuthenticated({}, { signal: context.signal })).id
      : name;
  const member = await findMember(named, organizationId, context);
  return showLines<string>(
    {
      heading: `Member ${quoted(member.user.displayName)} (${memberFacts(member).join(", ")}).`,
      title: "teams and spaces",
      about: ["member", organizationId, member.id],
      none: "Neither teams nor spaces.",
      next: roleMeanings,
      read: (query) => readReach(member.id, query, subject),
      present: (line) => line,
    },
    subject,
  );
}

const roleMeanings =
  "Each role includes those before it: read; comment; edit: write in change requests; review: approve and merge; create: create spaces and collections; admin: settings and people. Everyone's role in a space, for its administrators: read_operation listPermissionsAggregateInSpace.";

/** A page of a member's teams and then spaces; its cursors begin with the name of the current list. */
async function readReach(
  userId: string,
  { limit, page: listCursor = "teams:" }: PageQuery,
  { organizationId, context: { client, signal } }: Subject,
): Promise<Portion<string>> {
  const list = listCursor.startsWith("teams:") ? "teams" : "spaces";
  const page = listCursor.slice(list.length + 1);
  const query = { organizationId, userId, limit, ...(page === "" ? {} : { page }) };
  const part =
    list === "teams"
      ? await readPart(client.members.listTeams(query, { signal }).then(toLines(teamLine)))
      : await readPart(client.members.listSpaces(query, { signal }).then(toLines(spaceLine)));
  const afterwards = list === "teams" ? { page: "spaces:" } : undefined;
  if ("refusal" in part) {
    return { items: [`- (the service does not show the ${list}: ${part.refusal})`], next: afterwards };
  }
  const { items, next } = part.found;
  return { items, next: next ? { page: `${list}:${next.page}` } : afterwards };
}

const toLines =
  <Item>(line: (item: Item) => string) =>
  ({ items, next }: Portion<Item>): Portion<string> => ({ items: items.map(line), next });

const teamLine = ({ team, member: { role } }: MemberTeam) => `- team ${oneLine(team.title)} (${team.id}): ${role}`;

const spaceLine = ({ space, permission, source }: MemberSpace) =>
  `- space ${oneLine(space.title)} (${space.id}): ${permission}${source === undefined ? "" : `, ${sourceInWords(source)}`}`;

function sourceInWords({ kind, team }: RoleSource): string {
  if (kind === "administrator") return "as an administrator of the organization";
  if (kind === "organization") return "by the role in the organization";
  if (kind === "default_level") return "as every member";
  if (kind === "user") return "given to the user in the space";
  return `given in the space to team ${oneLine(team?.title ?? "")}${team === undefined ? "" : ` (${team.id})`}`;
}

export const teamReads = [teams.list, teams.listMembers];

const noTeam = "write_operation createOrganizationTeam creates one.";

export async function showTeams(subject: Subject): Promise<ToolResult> {
  if (subject.name !== undefined) return showTeam(subject.name, subject);
  const { organizationId, context } = subject;
  return showAll<Team>(
    {
      kind: "Teams",
      none: `It has no team. ${noTeam}`,
      next: `With "name": a team, for its members.`,
      read: (query) => context.client.teams.list({ organizationId, ...query }, { signal: context.signal }),
      present: (team) => `- ${oneLine(team.title)} (${teamFacts(team)})`,
    },
    subject,
  );
}

const teamFacts = ({ id, members, spaces }: Team) =>
  `id ${id}, ${counted(members, "member")}, ${counted(spaces, "space")}`;

async function showTeam(name: string, subject: Subject): Promise<ToolResult> {
  const { organizationId, context } = subject;
  const { client, signal } = context;
  const team = await findTeam(name, organizationId, context);
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
