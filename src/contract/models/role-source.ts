import { z } from "zod";

/** Where somebody's role in a space comes from. */
export const RoleSource = z.looseObject({
  kind: z
    .enum(["administrator", "user", "team", "organization", "default_level"])
    .describe(
      "`administrator`: administers the organization. `user` or `team`: given in the space to the user, or to a team of theirs. `organization`: the role in the organization, which the space takes over. `default_level`: what the space gives every member",
    ),
  team: z
    .looseObject({ id: z.string().describe("Which team, by id"), title: z.string().describe("Name of the team") })
    .optional()
    .describe("The team that was given it, where one was"),
});
export type RoleSource = z.infer<typeof RoleSource>;
