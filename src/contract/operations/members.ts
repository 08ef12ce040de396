import { z } from "zod";
import { OrganizationId, UserId } from "../models/id.ts";
import { listOf, paging, SortOrder } from "../models/paging.ts";
import { Member, MemberSpace, MemberTeam } from "../models/people.ts";
import { MemberRole, Role } from "../models/role.ts";
import { del, get, patch, post } from "../operation.ts";

const inOrganization = { organizationId: OrganizationId };
const one = { ...inOrganization, userId: UserId };

export const members = {
  list: get("/orgs/{organizationId}/members", {
    id: "listMembersInOrganizationById",
    summary: "List or search the members of an organization",
    effect: "read",
    params: inOrganization,
    query: {
      order: SortOrder.default("desc").describe("`desc` is newest first"),
      role: z
        .enum([...Role.options, "guest"])
        .optional()
        .describe("Only those with this role; `guest` is those without one"),
      search: z.string().optional().describe("Words in the name or e-mail address"),
      sort: z
        .enum(["joinedAt", "lastSeenAt"])
        .default("joinedAt")
        .describe("What to sort by; `lastSeenAt` leaves out those never active"),
      ...paging,
    },
    returns: listOf(Member),
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
  get: get("/orgs/{organizationId}/members/{userId}", {
    id: "getMemberInOrganizationById",
    summary: "Read one member of an organization",
    effect: "read",
    params: one,
    returns: Member,
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
  remove: del("/orgs/{organizationId}/members/{userId}", {
    id: "removeMemberFromOrganizationById",
    summary: "Remove a member from an organization",
    description: "202 means that it was requested from administrators.",
    effect: "delete",
    reach: "deletes",
    removal: {
      along: { "team membership": "listTeamsForOrganizationMember", "space role": "listSpacesForOrganizationMember" },
      stays: "What the member wrote stays.",
      back: { by: "inviteUsersToOrganization" },
    },
    params: one,
    otherSuccess: [202],
    returns: null,
    errors: ["not_found", "forbidden", "conflict"],
    source: "platform-api-2",
  }),
  update: patch("/orgs/{organizationId}/members/{userId}", {
    id: "updateMemberInOrganizationById",
    summary: "Change a member's role in an organization",
    effect: "update",
    reach: "grants",
    params: one,
    body: { role: MemberRole.optional().describe("The new role; null makes the member a guest") },
    returns: Member,
    errors: ["not_found", "forbidden", "conflict"],
    source: "platform-api-2",
  }),
  updateLastSeen: post("/orgs/{organizationId}/ping", {
    id: "updateOrganizationMemberLastSeenAt",
    summary: "Record that the caller is active in an organization now",
    effect: "update",
    reach: "administers",
    params: inOrganization,
    success: 200,
    returns: z.looseObject({
      serviceVisitorClaims: z.string().optional().describe("Signed claims (JWT) about the user, where there are any"),
      gitbookVisitorClaims: z.string().optional().describe("Name that the public service gives `serviceVisitorClaims`"),
    }),
    errors: ["not_found"],
    source: "platform-api-2",
  }),
  setSso: post("/orgs/{organizationId}/members/{userId}/sso", {
    id: "setUserAsSSOMemberForOrganization",
    summary: "Let a user sign in to an organization through its SAML provider",
    effect: "update",
    reach: "grants",
    params: one,
    success: 200,
    returns: Member,
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
  listSpaces: get("/orgs/{organizationId}/members/{userId}/spaces", {
    id: "listSpacesForOrganizationMember",
    summary: "List the spaces a member can open, with the role in each",
    effect: "read",
    params: one,
    query: { order: SortOrder.optional().describe("`desc`, newest first, when left out"), ...paging },
    returns: listOf(MemberSpace),
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
  listTeams: get("/orgs/{organizationId}/members/{userId}/teams", {
    id: "listTeamsForOrganizationMember",
    summary: "List the teams a member is in, with the role in each",
    effect: "read",
    params: one,
    query: { title: z.string().optional().describe("Only teams with this in their title, ignoring case"), ...paging },
    returns: listOf(MemberTeam),
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
};
