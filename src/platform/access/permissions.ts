import type { Role } from "../../contract/models/role.ts";

/** From the least to the most: each role may do what those before it may. */
const ladder: readonly Role[] = ["read", "comment", "edit", "review", "create", "admin"];

/** The least role that may do something to a space, or to what an organization owns. */
const leastRole = {
  view: "read",
  comment: "comment",
  edit: "edit",
  review: "review",
  merge: "review",
  create: "create",
  admin: "admin",
} as const satisfies Record<string, Role>;

export type Permission = keyof typeof leastRole;

export function may(role: Role | null, permission: Permission): boolean {
  return role !== null && ladder.indexOf(role) >= ladder.indexOf(leastRole[permission]);
}

export const neededRole = (permission: Permission): Role => leastRole[permission];
