import type { Role } from "../../contract/models/role.ts";
import type { Context } from "../context.ts";
import { Problem } from "../problem.ts";
import { findChangeRequest } from "../store/change-requests.ts";
import { findMember, findOrganization } from "../store/people.ts";
import { findSpace } from "../store/spaces.ts";
import type { Row } from "../store/tables.ts";
import { may, neededRole, type Permission } from "./permissions.ts";

/** How long a deleted space can be restored, in milliseconds. */
const restoreWindow = 7 * 24 * 60 * 60 * 1000;

export interface OrganizationScope {
  readonly organization: Row<"organization">;
  readonly role: Role | null;
}

export interface SpaceScope {
  readonly space: Row<"space">;
  readonly role: Role | null;
}

/** An organization the caller may use so. What the caller may not see is answered as if it did not exist. */
export async function organizationFor(
  context: Context,
  id: string,
  permission: Permission,
): Promise<OrganizationScope> {
  const organization = await findOrganization(context.queries, id);
  const member = organization && (await findMember(context.queries, id, context.user.id));
  const role = (member?.role ?? null) as Role | null;
  if (organization === undefined || !may(role, "view")) throw absent("organization", id);
  demand(role, permission, `organization ${id}`);
  return { organization, role };
}

/** A space that is not deleted and that the caller may use so. */
export async function spaceFor(context: Context, id: string, permission: Permission): Promise<SpaceScope> {
  const scope = await anySpaceFor(context, id, permission);
  if (scope.space.deleted_at !== null) {
    throw new Problem("not_found", `spaceId: space ${id} was deleted. It can be restored for 7 days.`);
  }
  return scope;
}

/** The same, deleted spaces that can be restored included. */
export async function anySpaceFor(context: Context, id: string, permission: Permission): Promise<SpaceScope> {
  const scope = await findVisibleSpace(context, id);
  if (scope === undefined) throw absent("space", id);
  demand(scope.role, permission, `space ${id}`);
  return scope;
}

/** A space the caller may see, deleted ones that can be restored included. Undefined tells no more than 404 does. */
export async function findVisibleSpace(context: Context, id: string): Promise<SpaceScope | undefined> {
  const space = await findSpace(context.queries, id);
  const member = space && (await findMember(context.queries, space.organization, context.user.id));
  const role = (member?.role ?? null) as Role | null;
  return space === undefined || !may(role, "view") || isGone(space, context.now) ? undefined : { space, role };
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
  const changeRequest = await findChangeRequest(context.queries, scope.space.id, input.changeRequestId);
  if (changeRequest === undefined) throw absent("changeRequest", input.changeRequestId);
  return { ...scope, changeRequest };
}

function isGone(space: Row<"space">, now: string): boolean {
  return space.deleted_at !== null && Date.parse(now) - Date.parse(space.deleted_at) > restoreWindow;
}

function demand(role: Role | null, permission: Permission, subject: string): void {
  if (may(role, permission)) return;
  throw new Problem(
    "forbidden",
    `This needs the role "${neededRole(permission)}" on ${subject}; the token's user has "${role}".`,
  );
}

const nouns = { organization: "organization", space: "space", changeRequest: "change request" } as const;

const absent = (kind: keyof typeof nouns, id: string) =>
  new Problem("not_found", `${kind}Id: there is no ${nouns[kind]} ${id}, or this token may not see it.`);
