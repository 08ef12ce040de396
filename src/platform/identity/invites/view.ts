import type { Invite, OrganizationInvite } from "../../../contract/models/people.ts";
import type { Role } from "../../../contract/models/role.ts";
import { getRoleRank } from "../../access/roles.ts";
import type { CollectionScope, SpaceScope } from "../../access/scope.ts";
import type { Context } from "../../kernel/context.ts";
import { presentCollection, presentSpace } from "../../workspace/spaces/index.ts";
import type { InviteLink, listInvites } from "./rows.ts";

type Listed = Awaited<ReturnType<typeof listInvites>>[number];

export function presentOrganizationInvite(
  { id, role, ...invite }: Pick<Listed, "id" | "role"> & Partial<Listed>,
  viewer: Role | null,
): OrganizationInvite {
  const { email, expires_at: expiresAt, delivery, failure } = invite;
  return {
    object: "invite",
    id,
    redundant: getRoleRank(viewer) >= getRoleRank(role as Role | null),
    role: role as Role | null,
    ...(email == null ? {} : { email }),
    ...(expiresAt == null ? {} : { expiresAt }),
    ...(delivery == null ? {} : { delivery: delivery as OrganizationInvite["delivery"] }),
    ...(failure == null ? {} : { failure }),
  };
}

export async function presentSpaceInvite(
  context: Context,
  { id, level }: Pick<InviteLink, "id" | "level">,
  scope: SpaceScope,
): Promise<Invite> {
  const invite = presentLevel(id, level, scope.role);
  return { ...invite, space: await presentSpace(context, scope) };
}

export async function presentCollectionInvite(
  context: Context,
  { id, level }: Pick<InviteLink, "id" | "level">,
  scope: CollectionScope,
): Promise<Invite> {
  const invite = presentLevel(id, level, scope.role);
  return { ...invite, collection: await presentCollection(context, scope) };
}

const presentLevel = (id: string, level: string | null, viewer: Role | null) => ({
  object: "invite" as const,
  id,
  redundant: getRoleRank(viewer) >= getRoleRank(level as Role | null),
  level: level as Role | null,
});
