import { z } from "zod";
import { briefs } from "../brief.ts";
import { Member } from "./member.ts";
import { Timestamp } from "./paging.ts";

export const TeamTitle = z.string().min(1).max(64);

export const TeamMemberRole = z.enum(["owner", "member"]).describe("Owners manage who is in the team");
export type TeamMemberRole = z.infer<typeof TeamMemberRole>;

export const Team = z
  .looseObject({
    object: z.enum(["team"]).describe("Always `team`"),
    id: z.string().describe("Unique within the organization"),
    title: TeamTitle.describe("Name of the team"),
    members: z.int().describe("How many members it has"),
    spaces: z.number().describe("How many spaces it was given access to"),
    createdAt: Timestamp.describe("When it was made"),
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
