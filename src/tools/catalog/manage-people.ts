import { z } from "zod";
import type { Member, OrganizationInvite } from "../../contract/models/people.ts";
import type { AnyOperation } from "../../contract/operation.ts";
import { invites } from "../../contract/operations/invites.ts";
import { members } from "../../contract/operations/members.ts";
import { organizations } from "../../contract/operations/organizations.ts";
import { teams } from "../../contract/operations/teams.ts";
import { ToolError } from "../../present/tool-error.ts";
import { webAddressNote, withAddress } from "../../present/web-address.ts";
import { counted, oneLine, quoted } from "../../present/wording.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { findInvite, findMember, findTeam, shownLinkIdChars } from "../../resolve/in-organization.ts";
import { findOrganization } from "../../resolve/spaces.ts";
import { takeSteps } from "../steps.ts";
import { defineTool, getFurthestReach, named } from "../tool.ts";

/** The operations that each action calls to make changes. */
const writes = {
  invite: invites.inviteUsers,
  revoke_invite: invites.remove,
  set_role: members.update,
  remove: members.remove,
  add_to_team: teams.updateMembers,
  remove_from_team: teams.updateMembers,
} satisfies Readonly<Record<string, AnyOperation>>;

type Action = keyof typeof writes;

const actions = Object.keys(writes) as Action[];

const roles = ["read", "comment", "edit", "review", "create", "admin", "guest"] as const;

type Role = (typeof roles)[number];

export const managePeople = defineTool({
  name: "manage_people",
  title: "Invite, remove or regroup people",
  description:
    "Invite people to an organization, change their roles, remove them, or put them into a team or out of it. See the members with show_organization first.",
  toolset: "organization",
  apart: true,
  uses: [
    ...new Set<AnyOperation>([
      ...Object.values(writes),
      organizations.list,
      members.list,
      members.get,
      teams.list,
      invites.list,
    ]),
  ],
  input: {
    action: z.enum(actions),
    people: z
      .array(z.string().min(1).max(300))
      .min(1)
      .max(50)
      .describe("E-mail addresses to invite; else members or invites by e-mail address, name or id"),
    role: z.enum(roles).optional().describe("For invite and set_role; guests see only what they are granted"),
    team: z.string().max(200).optional().describe("Id or title; for the two team actions"),
    organization: named.organization.optional(),
  },
  plan: ({ action }) => ({ reach: getFurthestReach({ uses: [writes[action]] }), operation: writes[action].id }),
  async consequence(input, context) {
    const organization = await findOrganization(input.organization, context);
    const { says } = await prepare(input, organization.id, context);
    return withAddress(`${says} Organization: ${quoted(organization.title)}.`, organization);
  },
  async run(input, context): Promise<ToolResult> {
    const organization = await findOrganization(input.organization, context);
    const { steps } = await prepare(input, organization.id, context);
    return { text: [...(await takeSteps(steps, context)), ...webAddressNote(organization)].join("\n") };
  },
});

interface Input {
  readonly action: Action;
  readonly people: readonly string[];
  readonly role?: Role | undefined;
  readonly team?: string | undefined;
}

/** What a call will do, with its names resolved. */
interface Prepared {
  /** Shown to the person who confirms. */
  readonly says: string;
  readonly steps: readonly (() => Promise<string>)[];
}

function prepare(input: Input, organizationId: string, context: ToolContext): Promise<Prepared> {
  requireSense(input);
  const { action } = input;
  const people = [...new Set(input.people.map((name) => name.trim()))];
  const request = { ...input, people, organizationId };
  if (action === "invite") return prepareInvitations(request, context);
  if (action === "revoke_invite") return prepareRevocation(request, context);
  if (action === "set_role") return prepareRoles(request, context);
  if (action === "remove") return prepareRemoval(request, context);
  return prepareTeam(request, context);
}

type Request = Input & { readonly organizationId: string };

/** Rejects arguments that do not go together, before any call. */
function requireSense({ action, people, role, team }: Input): void {
  const takesRole = action === "invite" || action === "set_role";
  const takesTeam = action === "add_to_team" || action === "remove_from_team";
  if (role !== undefined && !takesRole) throw new ToolError(`\`role\` does not apply to ${action}: leave it out.`);
  if (team !== undefined && !takesTeam) throw new ToolError(`\`team\` does not apply to ${action}: leave it out.`);
  if (action === "set_role" && role === undefined) throw new ToolError(`set_role needs \`role\`: ${roles.join(", ")}.`);
  if (takesTeam && team === undefined) throw new ToolError(`${action} needs \`team\`, its id or title.`);
  const other = action === "invite" ? people.find((name) => !z.email().safeParse(name.trim()).success) : undefined;
  if (other !== undefined)
    throw new ToolError(`${quoted(other)} is not an e-mail address. People are invited by address.`);
}

const wireRole = (role: Role) => (role === "guest" ? null : role);

async function prepareInvitations(request: Request, { client, signal }: ToolContext): Promise<Prepared> {
  const { people: emails, role, organizationId } = request;
  const as = role === undefined ? "with the default role" : `as ${role}`;
  const names = emails.map((email) => quoted(email)).join(", ");
  return {
    says: `Invite ${names} ${as}.`,
    steps: [
      async () => {
        const roleInput = role === undefined ? {} : { role: wireRole(role) };
        const outcome = await client.invites.inviteUsers(
          { organizationId, emails: [...emails], ...roleInput },
          { signal },
        );
        const lines = (outcome.invitations ?? []).map(({ email, outcome: came, url }) => {
          if (came === "member") return `- ${oneLine(email)}: is already a member`;
          if (url === undefined) return `- ${oneLine(email)}: the invitation is mailed`;
          return `- ${oneLine(email)}: no mail is sent; pass ${oneLine(url)} only to its owner`;
        });
        return [`Invited ${counted(outcome.invited, "user")} ${as}.`, ...lines].join("\n");
      },
    ],
  };
}

async function prepareRevocation(request: Request, context: ToolContext): Promise<Prepared> {
  const { people, organizationId } = request;
  const { client, signal } = context;
  const found: OrganizationInvite[] = [];
  for (const name of people) found.push(await findInvite(name, organizationId, context));
  const describeInvite = ({ id, email }: OrganizationInvite) =>
    email === undefined ? `the invite link ${id.slice(0, shownLinkIdChars)}…` : `the invitation of ${quoted(email)}`;
  return {
    says: `Revoke ${found.map(describeInvite).join(", ")}.`,
    steps: found.map((invite) => async () => {
      await client.invites.remove({ organizationId, inviteId: invite.id }, { signal });
      return `Revoked ${describeInvite(invite)}.`;
    }),
  };
}

async function prepareRoles(request: Request, context: ToolContext): Promise<Prepared> {
  const { role = "guest", organizationId } = request;
  const { client, signal } = context;
  const found = await findMembers(request, context);
  return {
    says: `Make ${found.map((member) => `${formatMember(member)}, now ${member.role ?? "guest"},`).join(" ")} ${role}.`,
    steps: found.map((member) => async () => {
      const call = { organizationId, userId: member.id, role: wireRole(role) };
      await client.members.update(call, { signal });
      return `${formatMember(member)} is now ${role}, and was ${member.role ?? "guest"}.`;
    }),
  };
}

async function prepareRemoval(request: Request, context: ToolContext): Promise<Prepared> {
  const { organizationId } = request;
  const { client, signal } = context;
  const found = await findMembers(request, context);
  return {
    says: `Remove ${found.map(formatMember).join(", ")}: teams and roles in spaces end, what they wrote stays.`,
    steps: found.map((member) => async () => {
      await client.members.remove({ organizationId, userId: member.id }, { signal });
      return `Removed ${formatMember(member)}.`;
    }),
  };
}

async function prepareTeam(request: Request, context: ToolContext): Promise<Prepared> {
  const { action, team: title = "", organizationId } = request;
  const { client, signal } = context;
  const team = await findTeam(title, organizationId, context);
  const found = await findMembers(request, context);
  const [verb, done, preposition] =
    action === "add_to_team" ? (["Add", "Added", "to"] as const) : (["Take", "Took", "out of"] as const);
  const what = `${found.map(formatMember).join(", ")} ${preposition} team ${quoted(team.title)} (${team.id})`;
  const ids = found.map(({ id }) => id);
  return {
    says: `${verb} ${what}, which has a role in ${counted(team.spaces, "space")}.`,
    steps: [
      async () => {
        const change = action === "add_to_team" ? { add: ids } : { remove: ids };
        await client.teams.updateMembers({ organizationId, teamId: team.id, ...change }, { signal });
        return `${done} ${what}.`;
      },
    ],
  };
}

/** Finds all of them before anything is changed. */
async function findMembers({ people, organizationId }: Request, context: ToolContext): Promise<Member[]> {
  const found = new Map<string, Member>();
  for (const name of people) {
    const member = await findMember(name, organizationId, context);
    found.set(member.id, member);
  }
  return [...found.values()];
}

const formatMember = ({ id, user }: Member) => `${quoted(user.displayName)} (${quoted(user.email ?? id)})`;
