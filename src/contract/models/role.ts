import { z } from "zod";

const roles = ["admin", "create", "review", "edit", "comment", "read"] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

/** A role that may be null: guests of an organization have none. */
export const MemberRole = Role.nullable();
export type MemberRole = z.infer<typeof MemberRole>;

export const DefaultLevel = z
  .enum([...roles, "inherit"])
  .nullable()
  .describe("Role of members without a grant; null is none, `inherit` the parent's");
export type DefaultLevel = z.infer<typeof DefaultLevel>;

/** The source of a user's role in a space. */
export const RoleSource = z.looseObject({
  kind: z
    .enum(["administrator", "user", "team", "organization", "default_level"])
    .describe(
      "`administrator`: administers the organization. `user` or `team`: granted in the space to the user, or to a team of theirs. `organization`: the role in the organization, which the space inherits. `default_level`: what the space grants every member",
    ),
  team: z
    .looseObject({ id: z.string().describe("Id of the team"), title: z.string().describe("Name of the team") })
    .optional()
    .describe("The team that it was granted to, if any"),
});
export type RoleSource = z.infer<typeof RoleSource>;
