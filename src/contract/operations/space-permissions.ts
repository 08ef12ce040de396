import { z } from "zod";
import { Id, SpaceId, UserId } from "../models/id.ts";
import { listOf, paging } from "../models/paging.ts";
import { TeamPermission, UserPermission } from "../models/people.ts";
import { MemberRole, Role } from "../models/role.ts";
import { del, get, patch, post } from "../operation.ts";

const inSpace = { spaceId: SpaceId };
const ofUser = { ...inSpace, userId: UserId };

export const spacePermissions = {
  grant: post("/spaces/{spaceId}/permissions", {
    id: "inviteToSpace",
    summary: "Give users and teams a role in a space",
    description: "Give `users`, `teams` or both. It replaces any earlier role there.",
    effect: "run",
    reach: "grants",
    params: inSpace,
    body: {
      teams: z.array(Id).min(1).optional().describe("Teams to give the role, by id"),
      users: z.array(Id).min(1).optional().describe("Users to give the role, by id"),
      role: MemberRole.describe("What they may do in the space; null denies access"),
    },
    success: 204,
    returns: null,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "public-api",
  }),
  listAll: get("/spaces/{spaceId}/permissions/aggregate", {
    id: "listPermissionsAggregateInSpace",
    summary: "List everyone who can open a space, with the role that counts",
    description: "The role comes from grants to the user and the user's teams, and from the space's default level.",
    effect: "read",
    params: inSpace,
    query: { ...paging, role: Role.optional().describe("Only those with this role") },
    returns: listOf(UserPermission),
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
  listUsers: get("/spaces/{spaceId}/permissions/users", {
    id: "listUserPermissionsInSpace",
    summary: "List the users who were given a role in a space",
    effect: "read",
    params: inSpace,
    query: paging,
    returns: listOf(UserPermission),
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
  listTeams: get("/spaces/{spaceId}/permissions/teams", {
    id: "listTeamPermissionsInSpace",
    summary: "List the teams that were given a role in a space",
    effect: "read",
    params: inSpace,
    query: paging,
    returns: listOf(TeamPermission),
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
  updateUser: patch("/spaces/{spaceId}/permissions/users/{userId}", {
    id: "updateUserPermissionInSpace",
    summary: "Change the role a user was given in a space",
    effect: "update",
    reach: "grants",
    params: ofUser,
    body: { role: MemberRole.optional().describe("The new role; null denies access") },
    success: 204,
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
  removeUser: del("/spaces/{spaceId}/permissions/users/{userId}", {
    id: "removeUserFromSpace",
    summary: "Revoke the role a user was given in a space",
    description: "The user keeps what a team or the space's default level grants.",
    effect: "delete",
    reach: "deletes",
    removal: { back: { by: "inviteToSpace" } },
    params: ofUser,
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
};
