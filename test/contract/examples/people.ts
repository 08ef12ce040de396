import type { Examples } from "./example.ts";

/** Members, teams, invites and who may open a space. */
export const people: Examples = {
  listMembersInOrganizationById: {
    input: {
      organizationId: "org1",
      order: "asc",
      role: "edit",
      search: "ada@acme",
      sort: "lastSeenAt",
      page: "cursor1",
      limit: 50,
    },
    sends: "GET /v1/orgs/org1/members?order=asc&role=edit&search=ada%40acme&sort=lastSeenAt&page=cursor1&limit=50",
  },
  getMemberInOrganizationById: {
    input: { organizationId: "org1", userId: "user1" },
    sends: "GET /v1/orgs/org1/members/user1",
  },
  removeMemberFromOrganizationById: {
    input: { organizationId: "org1", userId: "user1" },
    sends: "DELETE /v1/orgs/org1/members/user1",
  },
  updateMemberInOrganizationById: {
    input: { organizationId: "org1", userId: "user1", role: null },
    sends: "PATCH /v1/orgs/org1/members/user1",
    body: { role: null },
  },
  updateOrganizationMemberLastSeenAt: { input: { organizationId: "org1" }, sends: "POST /v1/orgs/org1/ping" },
  setUserAsSSOMemberForOrganization: {
    input: { organizationId: "org1", userId: "user1" },
    sends: "POST /v1/orgs/org1/members/user1/sso",
  },
  listSpacesForOrganizationMember: {
    input: { organizationId: "org1", userId: "user1", order: "desc", page: "cursor1", limit: 20 },
    sends: "GET /v1/orgs/org1/members/user1/spaces?order=desc&page=cursor1&limit=20",
  },
  listTeamsForOrganizationMember: {
    input: { organizationId: "org1", userId: "user1", title: "docs", page: "cursor1", limit: 20 },
    sends: "GET /v1/orgs/org1/members/user1/teams?title=docs&page=cursor1&limit=20",
  },
  listTeamsInOrganizationById: {
    input: { organizationId: "org1", owner: "user1", title: "docs", page: "cursor1", limit: 20 },
    sends: "GET /v1/orgs/org1/teams?owner=user1&title=docs&page=cursor1&limit=20",
  },
  createOrganizationTeam: {
    input: { organizationId: "org1", title: "Docs", members: ["user1", "user2"] },
    sends: "PUT /v1/orgs/org1/teams",
    body: { title: "Docs", members: ["user1", "user2"] },
  },
  getTeamInOrganizationById: {
    input: { organizationId: "org1", teamId: "team1" },
    sends: "GET /v1/orgs/org1/teams/team1",
  },
  removeTeamFromOrganizationById: {
    input: { organizationId: "org1", teamId: "team1" },
    sends: "DELETE /v1/orgs/org1/teams/team1",
  },
  updateTeamInOrganizationById: {
    input: { organizationId: "org1", teamId: "team1", title: "Documentation" },
    sends: "PATCH /v1/orgs/org1/teams/team1",
    body: { title: "Documentation" },
  },
  listTeamMembersInOrganizationById: {
    input: { organizationId: "org1", teamId: "team1", page: "cursor1", limit: 20 },
    sends: "GET /v1/orgs/org1/teams/team1/members?page=cursor1&limit=20",
  },
  updateMembersInOrganizationTeam: {
    input: {
      organizationId: "org1",
      teamId: "team1",
      add: ["user1", "ada@acme.example"],
      remove: ["user2"],
      memberships: { user1: { role: "owner" }, user3: { role: "member" } },
    },
    sends: "PUT /v1/orgs/org1/teams/team1/members",
    body: {
      add: ["user1", "ada@acme.example"],
      remove: ["user2"],
      memberships: { user1: { role: "owner" }, user3: { role: "member" } },
    },
  },
  addMemberToOrganizationTeamById: {
    input: { organizationId: "org1", teamId: "team1", userId: "user1", role: "owner" },
    sends: "PUT /v1/orgs/org1/teams/team1/members/user1",
    body: { role: "owner" },
  },
  deleteMemberFromOrganizationTeamById: {
    input: { organizationId: "org1", teamId: "team1", userId: "user1" },
    sends: "DELETE /v1/orgs/org1/teams/team1/members/user1",
  },
  inviteUsersToOrganization: {
    input: {
      organizationId: "org1",
      emails: ["ada@acme.example", { email: "grace@acme.example", role: "admin" }],
      role: "read",
      sso: true,
    },
    sends: "POST /v1/orgs/org1/invites",
    body: {
      emails: ["ada@acme.example", { email: "grace@acme.example", role: "admin" }],
      role: "read",
      sso: true,
    },
  },
  joinOrganizationWithInvite: {
    input: { organizationId: "org1", inviteId: "invite1" },
    sends: "POST /v1/orgs/org1/invites/invite1",
  },
  listOrganizationInviteLinks: {
    input: { organizationId: "org1", page: "cursor1", limit: 20 },
    sends: "GET /v1/orgs/org1/link-invites?page=cursor1&limit=20",
  },
  createOrganizationInvite: {
    input: { organizationId: "org1", role: "edit", level: "comment", space: "space1", collection: "collection1" },
    sends: "POST /v1/orgs/org1/link-invites",
    body: { role: "edit", level: "comment", space: "space1", collection: "collection1" },
  },
  updateOrganizationInviteById: {
    input: { organizationId: "org1", inviteId: "invite1", role: "edit", level: "comment" },
    sends: "PATCH /v1/orgs/org1/link-invites/invite1",
    body: { role: "edit", level: "comment" },
  },
  deleteOrganizationInviteById: {
    input: { organizationId: "org1", inviteId: "invite1" },
    sends: "DELETE /v1/orgs/org1/link-invites/invite1",
  },
  inviteToSpace: {
    input: { spaceId: "space1", teams: ["team1"], users: ["user1", "user2"], role: "review" },
    sends: "POST /v1/spaces/space1/permissions",
    body: { teams: ["team1"], users: ["user1", "user2"], role: "review" },
  },
  listPermissionsAggregateInSpace: {
    input: { spaceId: "space1", page: "cursor1", limit: 100, role: "admin" },
    sends: "GET /v1/spaces/space1/permissions/aggregate?page=cursor1&limit=100&role=admin",
  },
  listUserPermissionsInSpace: {
    input: { spaceId: "space1", page: "cursor1", limit: 100 },
    sends: "GET /v1/spaces/space1/permissions/users?page=cursor1&limit=100",
  },
  listTeamPermissionsInSpace: {
    input: { spaceId: "space1", page: "cursor1", limit: 100 },
    sends: "GET /v1/spaces/space1/permissions/teams?page=cursor1&limit=100",
  },
  updateUserPermissionInSpace: {
    input: { spaceId: "space1", userId: "user1", role: "comment" },
    sends: "PATCH /v1/spaces/space1/permissions/users/user1",
    body: { role: "comment" },
  },
  removeUserFromSpace: {
    input: { spaceId: "space1", userId: "user1" },
    sends: "DELETE /v1/spaces/space1/permissions/users/user1",
  },
};
