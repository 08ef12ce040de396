import { z } from "zod";

const roles = ["admin", "create", "review", "edit", "comment", "read"] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

/** Null shuts everybody out who has no grant of their own; `inherit` takes the parent's level. */
export const DefaultLevel = z.enum([...roles, "inherit"]).nullable();
export type DefaultLevel = z.infer<typeof DefaultLevel>;
