import { z } from "zod";
import { Collection } from "./collection.ts";
import { Timestamp } from "./paging.ts";
import { MemberRole } from "./role.ts";
import { Space } from "./space.ts";

const invite = {
  object: z.enum(["invite"]).describe("Always `invite`"),
  id: z.string().describe("Secret of the link: anyone who has it can join"),
  redundant: z.boolean().describe("The caller already has all that it gives"),
};
const level = MemberRole.describe("Role that it gives there; null gives none");

/** An invite link to the organization as a whole, or an invitation to an e-mail address. */
export const OrganizationInvite = z.looseObject({
  ...invite,
  role: MemberRole.describe("Role that it gives in the organization; null makes guests"),
  email: z.string().optional().describe("Whom it is for; its `id` then lets nobody in, and changes or deletes it"),
  expiresAt: Timestamp.optional().describe("When it can no longer be accepted; absent for links"),
  delivery: z
    .enum(["waiting", "sent", "failed", "shown"])
    .optional()
    .describe("What became of the message; `shown` where whoever invited got the address to pass on"),
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

/** Whom to invite: an address, or an address with a role of its own. */
export const Invitee = z.union([
  z.email(),
  z.object({
    email: z.email().describe("Where the invitation is sent"),
    role: MemberRole.describe("Role of this one user; null makes a guest"),
  }),
]);
export type Invitee = z.infer<typeof Invitee>;

/** What came of inviting one address. */
const Invitation = z.looseObject({
  email: z.string().describe("The address, in its one spelling"),
  outcome: z.enum(["invited", "member"]).describe("`member` for who is one already: nothing is sent"),
  id: z.string().optional().describe("Id that listOrganizationInviteLinks shows it under"),
  expiresAt: Timestamp.optional().describe("When it can no longer be accepted"),
  url: z.string().optional().describe("Where to accept, to be passed on; absent where the service mails it"),
});

/** What came of inviting users. */
export const InvitationOutcome = z.looseObject({
  users: z.array(z.string()).describe("Ids of the users who became members at once"),
  invited: z.number().describe("How many were invited, members at once or when they accept"),
  failedSSOEmails: z
    .array(z.string())
    .optional()
    .describe("Addresses invited without single sign-on, since their users sign in elsewhere"),
  invitations: z.array(Invitation).optional().describe("What came of each address, where users accept first"),
});
export type InvitationOutcome = z.infer<typeof InvitationOutcome>;
