import { z } from "zod";
import { briefs } from "../brief.ts";
import { Timestamp } from "./paging.ts";

export const User = z
  .looseObject({
    object: z.enum(["user"]).describe("Always `user`"),
    id: z.string().describe("Unique everywhere"),
    displayName: z.string().describe("Name the user goes by"),
    email: z.string().optional().describe("Shown to those who may see it"),
    photoURL: z.string().optional().describe("Address of the user's picture"),
    urls: z.looseObject({ location: z.string().describe("Its address in the API") }).describe("Where to find it"),
  })
  .register(briefs, { named: ["id", "displayName"], listed: ["id", "displayName", "email"] });

export type User = z.infer<typeof User>;

/** Someone who contributed to an object, and how often. */
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
