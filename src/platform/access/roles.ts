import type { Role, RoleSource } from "../../contract/models/role.ts";

/** From the least to the most: each role may do what those before it may. */
export const ladder: readonly Role[] = ["read", "comment", "edit", "review", "create", "admin"];

/** Where a role stands, from 1; 0 is no role. */
export const rankOf = (role: Role | null): number => (role === null ? 0 : ladder.indexOf(role) + 1);

export const roleAt = (rank: number): Role | undefined => ladder[rank - 1];

const highest = (roles: readonly (Role | null)[]): Role | null =>
  roles.reduce<Role | null>((best, role) => (rankOf(role) > rankOf(best) ? role : best), null);

/** What counts for a member's role in one space. */
export interface RoleSources {
  /** Role in the organization; null for a guest. */
  readonly member: Role | null;
  /** What the space's default level comes to; `inherit` is the role in the organization. */
  readonly level: Role | "inherit" | null;
  /** Granted to the user; null shuts the user out. */
  readonly user?: Role | null;
  /** Granted to the user's teams; null takes away what the level gives. */
  readonly teams: readonly (Role | null)[];
}

/** Administrators of an organization administer all of it; otherwise the highest role that was given counts. */
export function roleInSpace({ member, level, user, teams }: RoleSources): Role | null {
  if (member === "admin") return "admin";
  if (user === null) return null;
  const fromLevel = teams.includes(null) ? null : roleByLevel(member, level);
  return highest([fromLevel, user ?? null, ...teams]);
}

interface NamedSources extends Omit<RoleSources, "teams"> {
  readonly teams: readonly { readonly id: string; readonly title: string; readonly role: Role | null }[];
}

/** What gives a member the role that counts in a space, the nearest to the member where several give it. */
export function sourceOfRole({ teams, ...sources }: NamedSources): RoleSource | undefined {
  const role = roleInSpace({ ...sources, teams: teams.map((team) => team.role) });
  if (role === null) return undefined;
  if (sources.member === "admin") return { kind: "administrator" };
  if (sources.user === role) return { kind: "user" };
  const team = teams.find((one) => one.role === role);
  if (team !== undefined) return { kind: "team", team: { id: team.id, title: team.title } };
  return { kind: sources.level === "inherit" ? "organization" : "default_level" };
}

/** What a level gives a member. A guest has what was granted and nothing else. */
export function roleByLevel(member: Role | null, level: RoleSources["level"]): Role | null {
  if (member === null || member === "admin") return member;
  return level === "inherit" ? member : level;
}

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
