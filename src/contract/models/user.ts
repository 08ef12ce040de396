import { z } from "zod";
import { briefs } from "../brief.ts";

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
