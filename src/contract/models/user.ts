import { z } from "zod";
import { Urls } from "./paging.ts";

export const User = z.looseObject({
  object: z.enum(["user"]),
  id: z.string(),
  displayName: z.string(),
  email: z.string().optional(),
  photoURL: z.string().optional(),
  urls: Urls,
});
export type User = z.infer<typeof User>;
