import type { Member, MemberSpace } from "../../contract/models/member.ts";
import type { MemberTeam } from "../../contract/models/team.ts";
import { members } from "../../contract/operations/members.ts";
import { counted } from "../present/count.ts";
import type { Portion } from "../present/listing.ts";
import { oneLine, quoted } from "../present/name.ts";
import { findMember } from "../resolve/member.ts";
import type { ToolAnswer } from "../tool.ts";
import { readPart } from "./part.ts";
import { type PageQuery, showAll, showLines } from "./show-list.ts";
import type { Subject } from "./subject.ts";

export const memberReads = [members.list, members.get, members.listTeams, members.listSpaces];

export async function showMembers(subject: Subject): Promise<ToolAnswer> {
  if (subject.name !== undefined) return showOne(subject.name, subject);
  const { organizationId, context } = subject;
  return showAll<Member>(
    {
      kind: "Members",
      order: "those who joined last first",
      none: "It has no members.",
      next: `With "name": a member, for the teams and spaces.`,
      read: (query) => context.client.members.list({ organizationId, ...query }, { signal: context.signal }),
      present: (member) => `- ${oneLine(member.user.displayName)} (${factsOf(member).join(", ")})`,
    },
    subject,
  );
}

function factsOf({ id, role, user, disabled, joinedAt, lastSeenAt, teams, spaces }: Member): string[] {
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

async function showOne(name: string, subject: Subject): Promise<ToolAnswer> {
  const { organizationId, context } = subject;
  const member = await findMember(name, organizationId, context);
  return showLines<string>(
    {
      heading: `Member ${quoted(member.user.displayName)} (${factsOf(member).join(", ")}).`,
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
