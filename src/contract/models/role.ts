import { z } from "zod";

const roles = ["admin", "create", "review", "edit", "comment", "read"] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

/** A role where it may be missing: guests of an organization have none. */
export const MemberRole = Role.nullable();
export type MemberRole = z.infer<typeof MemberRole>;

export const DefaultLevel = z
  .enum([...roles, "inherit"])
  .nullable()
  .describe("Role of members without a grant; null is none, `inherit` the parent's");
export type DefaultLevel = z.infer<typeof DefaultLevel>;
