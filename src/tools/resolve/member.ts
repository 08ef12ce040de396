import { paginate } from "../../client/paginate.ts";
import type { Member } from "../../contract/models/member.ts";
import type { ToolContext } from "../tool.ts";
import { looksLikeId, lookUp } from "./lookup.ts";
import { type Kind, pick } from "./pick.ts";

const memberKind: Kind = { one: "member", many: "members" };
/** Members looked at for one name; the service is asked for the name first, so that few are looked at. */
const mostMembers = 500;

/** A member of an organization by user id, e-mail address or name. Throws ToolError with candidates. */
export async function findMember(named: string, organizationId: string, context: ToolContext): Promise<Member> {
  const { client, signal } = context;
  const id = named.trim();
  const found = looksLikeId(id)
    ? await lookUp(client.members.get({ organizationId, userId: id }, { signal }))
    : undefined;
  if (found !== undefined) return found;
  const matching = await listMembers(organizationId, id, context);
  const members = matching.length > 0 ? matching : await listMembers(organizationId, undefined, context);
  const byAddress = members.find(({ user }) => user.email?.toLowerCase() === id.toLowerCase());
  if (byAddress !== undefined) return byAddress;
  return pick(
    named,
    members.map((member) => ({ ...member, title: member.user.displayName, place: member.user.email })),
    memberKind,
  );
}

async function listMembers(
  organizationId: string,
  search: string | undefined,
  { client, signal }: ToolContext,
): Promise<Member[]> {
  const all: Member[] = [];
  const query = { organizationId, limit: 100, ...(search === undefined ? {} : { search }) };
  for await (const member of paginate(client.members.list, query, { signal })) {
    if (all.push(member) >= mostMembers) break;
  }
  return all;
}
