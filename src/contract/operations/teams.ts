import { z } from "zod";
import { Id, OrganizationId, TeamId, UserId } from "../models/id.ts";
import { listOf, paging } from "../models/paging.ts";
import { Team, TeamMember, TeamMemberRole, TeamTitle } from "../models/people.ts";
import { del, get, patch, put } from "../operation.ts";
import { byFields } from "../reach.ts";

const inOrganization = { organizationId: OrganizationId };
const one = { ...inOrganization, teamId: TeamId };
const member = { ...one, userId: UserId };
const Users = z.array(z.string().min(1));

export const teams = {
  list: get("/orgs/{organizationId}/teams", {
    id: "listTeamsInOrganizationById",
    summary: "List the teams of an organization",
    effect: "read",
    params: inOrganization,
    query: {
      owner: Id.optional().describe("Only teams that this user may manage"),
      title: z.string().optional().describe("Only teams with this in their title, ignoring case"),
      ...paging,
    },
    returns: listOf(Team),
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
  create: put("/orgs/{organizationId}/teams", {
    id: "createOrganizationTeam",
    summary: "Create a team",
    effect: "create",
    reach: byFields("administers", { members: "grants" }),
    params: inOrganization,
    body: {
      title: TeamTitle.describe("Name of the team"),
      members: z.array(Id).optional().describe("Members of the organization to add, by id"),
    },
    success: 201,
    returns: Team,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "platform-api-2",
  }),
  get: get("/orgs/{organizationId}/teams/{teamId}", {
    id: "getTeamInOrganizationById",
    summary: "Read one team",
    effect: "read",
    params: one,
    returns: Team,
    errors: ["not_found"],
    source: "platform-api-2",
  }),
  remove: del("/orgs/{organizationId}/teams/{teamId}", {
    id: "removeTeamFromOrganizationById",
    summary: "Delete one team of an organization",
    effect: "delete",
    reach: "deletes",
    removal: { along: { member: "listTeamMembersInOrganizationById" }, stays: "Its members stay in the organization." },
    params: one,
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
  update: patch("/orgs/{organizationId}/teams/{teamId}", {
    id: "updateTeamInOrganizationById",
    summary: "Rename a team",
    effect: "update",
    reach: "administers",
    params: one,
    body: { title: TeamTitle.describe("The new name") },
    returns: Team,
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
  listMembers: get("/orgs/{organizationId}/teams/{teamId}/members", {
    id: "listTeamMembersInOrganizationById",
    summary: "List the members of a team",
    effect: "read",
    params: one,
    query: paging,
    returns: listOf(TeamMember),
    errors: ["not_found"],
    source: "platform-api-2",
  }),
  updateMembers: put("/orgs/{organizationId}/teams/{teamId}/members", {
    id: "updateMembersInOrganizationTeam",
    summary: "Add, remove and change the roles of a team's members in one step",
    description: "Members it does not name stay as they are.",
    effect: "update",
    reach: "grants",
    insteadOf: ["addMemberToOrganizationTeamById", "deleteMemberFromOrganizationTeamById"],
    params: one,
    body: {
      add: Users.optional().describe("Users to add, each by id or e-mail address"),
      remove: Users.optional().describe("Users to remove, each by id or e-mail address; wins over `add`"),
      memberships: z
        .record(z.string(), z.object({ role: TeamMemberRole }))
        .optional()
        .describe("Roles in the team, by user id or e-mail address; adds users who are not in it"),
    },
    success: 204,
    returns: null,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "platform-api-2",
  }),
  setMember: put("/orgs/{organizationId}/teams/{teamId}/members/{userId}", {
    id: "addMemberToOrganizationTeamById",
    summary: "Add a user to a team, or change the user's role there",
    effect: "update",
    reach: "grants",
    insteadOf: ["updateMembersInOrganizationTeam"],
    params: member,
    body: { role: TeamMemberRole.optional() },
    success: 204,
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
  removeMember: del("/orgs/{organizationId}/teams/{teamId}/members/{userId}", {
    id: "deleteMemberFromOrganizationTeamById",
    summary: "Remove a user from a team",
    effect: "delete",
    reach: "deletes",
    removal: { stays: "The user stays in the organization.", back: { by: "addMemberToOrganizationTeamById" } },
    insteadOf: ["updateMembersInOrganizationTeam"],
    params: member,
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
};
