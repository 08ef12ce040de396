import type { Member } from "../../contract/models/member.ts";
import { members } from "../../contract/operations/members.ts";
import { fence } from "../present/fence.ts";
import { listWithin } from "../present/listing.ts";
import { oneLine, quoted } from "../present/name.ts";
import { countWithin, fenceTokens } from "../present/within.ts";
import { findMember } from "../resolve/member.ts";
import { noteTokens, pageOf, type Subject } from "./subject.ts";

export const memberReads = [members.list, members.get, members.listTeams, members.listSpaces];

/** Teams and spaces of one member that are read. */
const mostRead = 200;

export async function showMembers(subject: Subject): Promise<string> {
  if (subject.name !== undefined) return showOne(subject.name, subject);
  const { organizationId, cursor, context } = subject;
  const { client, signal, answerTokens } = context;
  const { blocks, more } = await listWithin<Member>({
    subject: ["members", organizationId],
    cursor,
    tokens: answerTokens - fenceTokens - noteTokens,
    read: (page, limit) => client.members.list({ organizationId, limit, ...pageOf(page) }, { signal }),
    present: (member) => `- ${oneLine(member.user.displayName)} (${factsOf(member).join(", ")})`,
  });
  if (blocks.length === 0) return "The organization has no members.";
  return `${fence(blocks.join("\n"))}\n${more ?? `With "name": a member, for the teams and spaces.`}`;
}

function factsOf({ id, role, user, disabled, joinedAt, lastSeenAt, teams, spaces }: Member): string[] {
  return [
    `user ${id}`,
    role ?? "guest",
    ...(user.email === undefined ? [] : [oneLine(user.email, 120)]),
    `${teams} teams`,
    `${spaces} spaces`,
    `joined ${joinedAt.slice(0, 10)}`,
    ...(lastSeenAt === undefined ? [] : [`seen ${lastSeenAt.slice(0, 10)}`]),
    ...(disabled ? ["disabled"] : []),
  ];
}

async function showOne(name: string, { organizationId, context }: Subject): Promise<string> {
  const { client, signal, answerTokens } = context;
  const member = await findMember(name, organizationId, context);
  const names = { organizationId, userId: member.id, limit: mostRead };
  const [teams, spaces] = await Promise.all([
    client.members.listTeams(names, { signal }),
    client.members.listSpaces(names, { signal }),
  ]);
  const lines = [
    ...teams.items.map(({ team, member: { role } }) => `- team ${oneLine(team.title)} (${team.id}): ${role}`),
    ...spaces.items.map(({ space, permission }) => `- space ${oneLine(space.title)} (${space.id}): ${permission}`),
  ];
  const shown = lines.slice(0, countWithin(lines, answerTokens - fenceTokens - noteTokens));
  const complete = shown.length === lines.length && teams.next === undefined && spaces.next === undefined;
  return [
    `Member ${quoted(member.user.displayName)} (${factsOf(member).join(", ")}).`,
    ...(shown.length === 0 ? [] : [fence(shown.join("\n"), { title: "teams and spaces" })]),
    ...(complete
      ? []
      : ["Not all are shown: read_operation listTeamsForOrganizationMember and listSpacesForOrganizationMember page."]),
  ].join("\n");
}
