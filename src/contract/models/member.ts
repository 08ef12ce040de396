import { z } from "zod";
import { briefs } from "../brief.ts";
import { Timestamp } from "./paging.ts";
import { MemberRole, Role } from "./role.ts";
import { RoleSource } from "./role-source.ts";
import { Space } from "./space.ts";
import { User } from "./user.ts";

export const Member = z
  .looseObject({
    object: z.enum(["member"]).describe("Always `member`"),
    id: z.string().describe("Which user, by id"),
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
    usual: { disabled: false },
  });
export type Member = z.infer<typeof Member>;

/** A space that a member can open. */
export const MemberSpace = z.looseObject({
  permission: Role.describe("Role of the member in the space"),
  space: Space.describe("The space itself"),
  source: RoleSource.optional().describe("Where the role comes from. The embedded platform tells it"),
});
export type MemberSpace = z.infer<typeof MemberSpace>;
