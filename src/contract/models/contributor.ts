import { z } from "zod";
import { Timestamp } from "./paging.ts";
import { User } from "./user.ts";

/** Someone who added to an object, with how often. */
export const Contributor = z.looseObject({
  updatedAt: Timestamp.describe("When they last added something"),
  count: z.int().describe("How many times they added something"),
  user: User.describe("Who it is"),
});
export type Contributor = z.infer<typeof Contributor>;

export const ChangeRequestContributor = Contributor.extend({
  actionType: z.enum(["edit", "comment"]).describe("What they did in the change request"),
});
export type ChangeRequestContributor = z.infer<typeof ChangeRequestContributor>;
