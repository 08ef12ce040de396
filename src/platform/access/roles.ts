import type { Role, RoleSource } from "../../contract/models/role.ts";

/** From the least to the most: each role includes those before it. */
export const rolesByRank: readonly Role[] = ["read", "comment", "edit", "review", "create", "admin"];

/** The rank of a role, from 1; 0 for no role. */
export const getRoleRank = (role: Role | null): number => (role === null ? 0 : rolesByRank.indexOf(role) + 1);

export const roleAt = (rank: number): Role | undefined => rolesByRank[rank - 1];

const highest = (roles: readonly (Role | null)[]): Role | null =>
  roles.reduce<Role | null>((best, role) => (getRoleRank(role) > getRoleRank(best) ? role : best), null);

/** What determines a member's role in a space. */
export interface RoleSources {
  /** Role in the organization; null for a guest. */
  readonly member: Role | null;
  /** The space's effective default level; `inherit` is the role in the organization. */
  readonly level: Role | "inherit" | null;
  /** Granted to the user; null denies access. */
  readonly user?: Role | null;
  /** Granted to the user's teams; null removes the default level. */
  readonly teams: readonly (Role | null)[];
}

/** Administrators of an organization administer all of it; otherwise the highest granted role applies. */
export function roleInSpace({ member, level, user, teams }: RoleSources): Role | null {
  if (member === "admin") return "admin";
  if (user === null) return null;
  const fromLevel = teams.includes(null) ? null : roleByLevel(member, level);
  return highest([fromLevel, user ?? null, ...teams]);
}

interface NamedSources extends Omit<RoleSources, "teams"> {
  readonly teams: readonly { readonly id: string; readonly title: string; readonly role: Role | null }[];
}

/** Returns the source of a member's role in a space; the most specific one if several grant it. */
export function sourceOfRole({ teams, ...sources }: NamedSources): RoleSource | undefined {
  const role = roleInSpace({ ...sources, teams: teams.map((team) => team.role) });
  if (role === null) return undefined;
  if (sources.member === "admin") return { kind: "administrator" };
  if (sources.user === role) return { kind: "user" };
  const team = teams.find((one) => one.role === role);
  if (team !== undefined) return { kind: "team", team: { id: team.id, title: team.title } };
  return { kind: sources.level === "inherit" ? "organization" : "default_level" };
}

/** Returns the role that a level gives a member. Guests get only what they were granted. */
export function roleByLevel(member: Role | null, level: RoleSources["level"]): Role | null {
  if (member === null || member === "admin") return member;
  return level === "inherit" ? member : level;
}

/** The minimum role for an action on a space or collection, or on objects of an organization. */
const minRoles = {
  view: "read",
  comment: "comment",
  edit: "edit",
  review: "review",
  merge: "review",
  create: "create",
  admin: "admin",
} as const satisfies Record<string, Role>;

export type Permission = keyof typeof minRoles;

export function may(role: Role | null, permission: Permission): boolean {
  return getRoleRank(role) >= getRoleRank(minRoles[permission]);
}

export const neededRole = (permission: Permission): Role => minRoles[permission];
