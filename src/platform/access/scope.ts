import type { Role } from "../../contract/models/role.ts";
import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import { Problem } from "../kernel/problem.ts";
import type { CallEntry } from "./call-entry.ts";
import { findChangeRequest } from "./change-requests-rows.ts";
import { findCollection } from "./collections-rows.ts";
import { listGrants, type Viewer } from "./levels-rows.ts";
import { findActiveMember, findOrganization } from "./people-rows.ts";
import { type Reader, visitorUser } from "./reader.ts";
import { may, neededRole, type Permission, type RoleSources, roleByLevel, roleInSpace } from "./roles.ts";
import { findSpace } from "./spaces-rows.ts";

/** How long a deleted space can be restored, in milliseconds. */
export const restoreWindow = 7 * 24 * 60 * 60 * 1000;

export interface OrganizationScope {
  readonly organization: Row<"organization">;
  readonly role: Role | null;
  /** The caller as a `Viewer`, for lists. */
  readonly viewer: Viewer;
}

export interface SpaceScope {
  readonly space: Row<"space">;
  readonly role: Role | null;
}

declare module "../kernel/context.ts" {
  interface Context {
    readonly entry?: CallEntry | undefined;
  }
}

export interface CollectionScope {
  readonly collection: Row<"collection">;
  readonly role: Role | null;
}

/**
 * Requires an organization with the given access. Objects the caller may not see are reported as missing. `enter` also
 * admits guests: lists must then be limited to what `viewer` may see. `view` and the others require a role.
 */
export async function organizationFor(
  context: Context,
  id: string,
  permission: Permission | "enter",
  field?: string,
): Promise<OrganizationScope> {
  const organization = await findOrganization(context.queries, id);
  if (context.reader !== undefined) return organizationForReader(context.reader, organization, id, permission, field);
  const viewer = organization && (await findActiveMember(context.queries, id, context.user.id));
  if (organization === undefined || viewer === undefined) throw absent("organization", id, field);
  const role = viewer.role as Role | null;
  if (permission !== "enter") requirePermission(role, permission, `organization ${id}`);
  return { organization, role, viewer };
}

/** A visitor's organization: what of it may be read is decided by the site. */
function organizationForReader(
  reader: Reader,
  organization: Row<"organization"> | undefined,
  id: string,
  permission: Permission | "enter",
  field: string | undefined,
): OrganizationScope {
  if (organization === undefined || id !== reader.organization) throw absent("organization", id, field);
  if (permission !== "enter") requirePermission("read", permission, `organization ${id}`);
  // Without a role, lists contain nothing.
  return { organization, role: "read", viewer: { organization: id, user: visitorUser.id, role: null } };
}

/** Requires a space that is not deleted, with the given access. */
export async function spaceFor(context: Context, id: string, permission: Permission): Promise<SpaceScope> {
  const scope = await anySpaceFor(context, id, permission);
  if (scope.space.deleted_at !== null) {
    throw new Problem("not_found", `spaceId: space ${id} was deleted. It can be restored for 7 days.`);
  }
  return scope;
}

/** The same, including deleted spaces that can be restored. */
export async function anySpaceFor(context: Context, id: string, permission: Permission): Promise<SpaceScope> {
  const scope = await findVisibleSpace(context, id);
  if (scope === undefined) throw absent("space", id);
  requirePermission(scope.role, permission, `space ${id}`);
  return scope;
}

/**
 * Finds a space the caller may see, including deleted ones that can be restored. Undefined reveals no more than 404.
 */
export async function findVisibleSpace(context: Context, id: string): Promise<SpaceScope | undefined> {
  const entry = context.entry?.takeSpace(id);
  const space = entry === undefined ? await findSpace(context.queries, id) : entry.space;
  if (space === undefined || isGone(space, context.now)) return undefined;
  if (context.reader !== undefined) return context.reader.spaces.has(id) ? { space, role: "read" } : undefined;
  const role = entry === undefined ? await getUserRole(context, space, context.user.id) : entry.role;
  return may(role, "view") ? { space, role } : undefined;
}

/** The role of any user in a space; null if there is none. */
export async function getUserRole(
  context: Pick<Context, "queries">,
  space: Row<"space">,
  user: string,
): Promise<Role | null> {
  const viewer = await findActiveMember(context.queries, space.organization, user);
  const [scope] = viewer === undefined ? [] : await getSpaceScopes(context, viewer, [space]);
  return scope?.role ?? null;
}

/** A space after a change, with the caller's new access to it, which can be none. */
export async function scopeNow(context: Context, id: string): Promise<SpaceScope> {
  const space = await findSpace(context.queries, id);
  if (space === undefined) throw absent("space", id);
  return { space, role: await getUserRole(context, space, context.user.id) };
}

/** The viewer's role in several spaces of the viewer's organization, in one query. */
export async function getSpaceScopes(
  { queries, reader }: Pick<Context, "queries" | "reader">,
  viewer: Viewer,
  spaces: readonly Row<"space">[],
): Promise<SpaceScope[]> {
  if (reader !== undefined)
    return spaces.map((space) => ({ space, role: reader.spaces.has(space.id) ? "read" : null }));
  const member = viewer.role as Role | null;
  const grants = new Map<string, { user?: Role | null; teams: (Role | null)[] }>();
  if (member !== "admin") {
    const ids = spaces.map(({ id }) => id);
    for (const { space, to, role } of await listGrants(queries, viewer.user, ids)) {
      const known = grants.get(space) ?? { teams: [] };
      if (to === "user") known.user = role as Role | null;
      else known.teams.push(role as Role | null);
      grants.set(space, known);
    }
  }
  return spaces.map((space) => {
    const level = space.level as RoleSources["level"];
    return { space, role: roleInSpace({ member, level, ...(grants.get(space.id) ?? { teams: [] }) }) };
  });
}

/** Requires a collection with the given access. */
export async function collectionFor(context: Context, id: string, permission: Permission): Promise<CollectionScope> {
  const scope = await findVisibleCollection(context, id);
  if (scope === undefined) throw absent("collection", id);
  requirePermission(scope.role, permission, `collection ${id}`);
  return scope;
}

export async function findVisibleCollection(context: Context, id: string): Promise<CollectionScope | undefined> {
  const collection = await findCollection(context.queries, id);
  const member = collection && (await findActiveMember(context.queries, collection.organization, context.user.id));
  if (collection === undefined || member === undefined) return undefined;
  const scope = collectionScope(member, collection);
  return may(scope.role, "view") ? scope : undefined;
}

/** A collection after a change, with the caller's new access to it. */
export async function collectionNow(context: Context, id: string): Promise<CollectionScope> {
  const collection = await findCollection(context.queries, id);
  if (collection === undefined) throw absent("collection", id);
  const viewer = await findActiveMember(context.queries, collection.organization, context.user.id);
  return viewer === undefined ? { collection, role: null } : collectionScope(viewer, collection);
}

export function collectionScope(viewer: Viewer, collection: Row<"collection">): CollectionScope {
  return {
    collection,
    role: roleByLevel(viewer.role as Role | null, collection.level as RoleSources["level"]),
  };
}

export interface ChangeRequestScope extends SpaceScope {
  readonly changeRequest: Row<"change_request">;
}

export async function changeRequestFor(
  context: Context,
  input: { readonly spaceId: string; readonly changeRequestId: string },
  permission: Permission,
): Promise<ChangeRequestScope> {
  const scope = await spaceFor(context, input.spaceId, permission);
  const { id } = scope.space;
  const changeRequest =
    context.entry?.takeChangeRequest(id, input.changeRequestId) ??
    (await findChangeRequest(context.queries, id, input.changeRequestId));
  if (changeRequest === undefined) throw absent("changeRequest", input.changeRequestId);
  return { ...scope, changeRequest };
}

/** A deleted space that can no longer be restored. */
export function isGone(space: Row<"space">, now: string): boolean {
  return space.deleted_at !== null && Date.parse(now) - Date.parse(space.deleted_at) > restoreWindow;
}

export function requirePermission(role: Role | null, permission: Permission, subject: string): void {
  if (may(role, permission)) return;
  const has = role === null ? "is a guest" : `has "${role}"`;
  throw new Problem(
    "forbidden",
    `This needs the role "${neededRole(permission)}" on ${subject}; the token's user ${has}.`,
  );
}

const nouns = {
  organization: "organization",
  space: "space",
  collection: "collection",
  changeRequest: "change request",
} as const;

export const absent = (kind: keyof typeof nouns, id: string, field = `${kind}Id`) =>
  new Problem("not_found", `${field}: there is no ${nouns[kind]} ${id}, or this token may not see it.`);
