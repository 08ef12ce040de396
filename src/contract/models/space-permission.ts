import { z } from "zod";
import { Role } from "./role.ts";
import { RoleSource } from "./role-source.ts";
import { Team } from "./team.ts";
import { User } from "./user.ts";

/** A user's role in a space. */
export const UserPermission = z.looseObject({
  permission: Role.describe("Role of the user in the space"),
  user: User.describe("Whose role it is"),
  source: RoleSource.optional().describe(
    "Where the role comes from, in the list of everyone. The embedded platform tells it",
  ),
});
export type UserPermission = z.infer<typeof UserPermission>;

/** A team's role in a space. */
export const TeamPermission = z.looseObject({
  permission: Role.describe("Role of the team's members in the space"),
  team: Team.describe("Whose role it is"),
});
export type TeamPermission = z.infer<typeof TeamPermission>;
