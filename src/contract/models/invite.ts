import { z } from "zod";
import { Collection } from "./collection.ts";
import { MemberRole } from "./role.ts";
import { Space } from "./space.ts";

const invite = {
  object: z.enum(["invite"]).describe("Always `invite`"),
  id: z.string().describe("Secret of the link: whoever has it can join"),
  redundant: z.boolean().describe("The caller already has all that it gives"),
};
const level = MemberRole.describe("Role that it gives there; null gives none");

/** An invite link to the organization as a whole. */
export const OrganizationInvite = z.looseObject({
  ...invite,
  role: MemberRole.describe("Role that it gives in the organization; null makes guests"),
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

/** What came of inviting users. */
export const InvitationOutcome = z.looseObject({
  users: z.array(z.string()).describe("Ids of the users who became members"),
  invited: z.number().describe("How many users became members"),
  failedSSOEmails: z
    .array(z.string())
    .optional()
    .describe("Addresses invited without single sign-on, since their users sign in elsewhere"),
});
export type InvitationOutcome = z.infer<typeof InvitationOutcome>;
