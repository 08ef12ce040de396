import { z } from "zod";
import { briefs } from "../brief.ts";
import { Timestamp } from "./paging.ts";
import { MemberRole, Role, RoleSource } from "./role.ts";
import { Collection, Space } from "./space.ts";
import { User } from "./user.ts";

export const Member = z
  .looseObject({
    object: z.enum(["member"]).describe("Always `member`"),
    id: z.string().describe("Id of the user"),
    role: MemberRole.describe("In the organization; null for guests, who see only what they were invited to"),
    user: User.describe("Who the member is"),
    disabled: z.boolean().describe("Membership is suspended: no content can be opened"),
    joinedAt: Timestamp.describe("When the user became a member"),
    lastSeenAt: Timestamp.optional().describe("Last activity in the organization; absent before the first"),
    sso: z.boolean().describe("May sign in through the organization's SAML provider"),
    spaces: z.number().describe("How many spaces the member can open"),
    teams: z.number().describe("How many teams the member is in"),
    sites: z.number().optional().describe("How many sites the member can open"),
  })
  .register(briefs, {
    named: ["user.id", "user.displayName"],
    listed: ["role", "user.id", "user.displayName", "user.email", "disabled", "lastSeenAt"],
    defaults: { disabled: false },
  });
export type Member = z.infer<typeof Member>;

/** A space that a member can open. */
export const MemberSpace = z.looseObject({
  permission: Role.describe("Role of the member in the space"),
  space: Space.describe("The space itself"),
  source: RoleSource.optional().describe("Where the role comes from. Only from the embedded platform"),
});
export type MemberSpace = z.infer<typeof MemberSpace>;

export const TeamTitle = z.string().min(1).max(64);

export const TeamMemberRole = z.enum(["owner", "member"]).describe("Owners manage who is in the team");
export type TeamMemberRole = z.infer<typeof TeamMemberRole>;

export const Team = z
  .looseObject({
    object: z.enum(["team"]).describe("Always `team`"),
    id: z.string().describe("Unique within the organization"),
    title: TeamTitle.describe("Name of the team"),
    members: z.int().describe("How many members it has"),
    spaces: z.number().describe("How many spaces it can access"),
    createdAt: Timestamp.describe("When it was created"),
    permissions: z
      .looseObject({
        admin: z.boolean().describe("The caller may rename it and change its members"),
        view: z.boolean().describe("The caller may see it and list its members"),
      })
      .describe("What the caller may do with it"),
  })
  .register(briefs, { named: ["id", "title"], listed: ["id", "title", "members", "spaces"] });
export type Team = z.infer<typeof Team>;

const Membership = z.looseObject({ role: TeamMemberRole });

/** Someone in a team, seen from the team. */
export const TeamMember = z.looseObject({
  organization: Member.describe("The user as a member of the organization"),
  team: Membership.describe("The user as a member of the team"),
  permissions: z
    .looseObject({ view: z.boolean().describe("The caller may see the member") })
    .describe("What the caller may do with the member"),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** A team someone is in, seen from the member. */
export const MemberTeam = z.looseObject({
  team: Team.describe("The team itself"),
  member: Membership.describe("The user as a member of the team"),
});
export type MemberTeam = z.infer<typeof MemberTeam>;

const invite = {
  object: z.enum(["invite"]).describe("Always `invite`"),
  id: z.string().describe("Secret of the link: anyone who has it can join"),
  redundant: z.boolean().describe("The caller already has everything it grants"),
};
const level = MemberRole.describe("Role that it grants there; null grants none");

/** An invite link to the organization as a whole, or an invitation to an e-mail address. */
export const OrganizationInvite = z.looseObject({
  ...invite,
  role: MemberRole.describe("Role that it grants in the organization; null makes guests"),
  email: z
    .string()
    .optional()
    .describe("Who it is for; its `id` then cannot be used to join, only to change or delete it"),
  expiresAt: Timestamp.optional().describe("When it can no longer be accepted; absent for links"),
  delivery: z
    .enum(["waiting", "sent", "failed", "shown"])
    .optional()
    .describe("State of the message; `shown` if the inviter got the URL to pass on"),
  failure: z.string().optional().describe("Why the message could not be sent"),
});
export type OrganizationInvite = z.infer<typeof OrganizationInvite>;

/** An invite link to the organization, or as a guest to one space or collection of it. */
export const Invite = z.union([
  OrganizationInvite,
  z.looseObject({ ...invite, level, space: Space.describe("What it opens") }),
  z.looseObject({ ...invite, level, collection: Collection.describe("What it opens") }),
]);
export type Invite = z.infer<typeof Invite>;

/** Who to invite: an address, optionally with its own role. */
export const Invitee = z.union([
  z.email(),
  z.object({
    email: z.email().describe("Where the invitation is sent"),
    role: MemberRole.describe("Role of this one user; null makes a guest"),
  }),
]);
export type Invitee = z.infer<typeof Invitee>;

/** Result of inviting one address. */
const Invitation = z.looseObject({
  email: z.string().describe("The address, normalized"),
  outcome: z.enum(["invited", "member"]).describe("`member` if already a member: nothing is sent"),
  id: z.string().optional().describe("Its id in listOrganizationInviteLinks"),
  expiresAt: Timestamp.optional().describe("When it can no longer be accepted"),
  url: z.string().optional().describe("URL for accepting it, to be passed on; absent when the service mails it"),
});

/** Result of inviting users. */
export const InvitationOutcome = z.looseObject({
  users: z.array(z.string()).describe("Ids of the users who became members at once"),
  invited: z.number().describe("How many were invited, members at once or when they accept"),
  failedSSOEmails: z
    .array(z.string())
    .optional()
    .describe("Addresses invited without single sign-on, since their users sign in elsewhere"),
  invitations: z.array(Invitation).optional().describe("The result for each address, where users accept first"),
});
export type InvitationOutcome = z.infer<typeof InvitationOutcome>;

/** A user's role in a space. */
export const UserPermission = z.looseObject({
  permission: Role.describe("Role of the user in the space"),
  user: User.describe("Whose role it is"),
  source: RoleSource.optional().describe(
    "Where the role comes from, in the list of everyone. Only from the embedded platform",
  ),
});
export type UserPermission = z.infer<typeof UserPermission>;

/** A team's role in a space. */
export const TeamPermission = z.looseObject({
  permission: Role.describe("Role of the team's members in the space"),
  team: Team.describe("Whose role it is"),
});
export type TeamPermission = z.infer<typeof TeamPermission>;
