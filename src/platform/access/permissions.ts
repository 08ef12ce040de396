import type { Role } from "../../contract/models/role.ts";
import { rankOf } from "./roles.ts";

/** The least role that may do something to a space or collection, or to what an organization owns. */
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
  return rankOf(role) >= rankOf(leastRole[permission]);
}

export const neededRole = (permission: Permission): Role => leastRole[permission];
