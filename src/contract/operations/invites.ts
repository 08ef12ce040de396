import { z } from "zod";
import { Id, InviteId, OrganizationId } from "../models/id.ts";
import { listOf, paging } from "../models/paging.ts";
import { InvitationOutcome, Invite, Invitee, OrganizationInvite } from "../models/people.ts";
import { MemberRole } from "../models/role.ts";
import { del, get, patch, post } from "../operation.ts";

const inOrganization = { organizationId: OrganizationId };
const one = { ...inOrganization, inviteId: InviteId };

export const invites = {
  inviteUsers: post("/orgs/{organizationId}/invites", {
    id: "inviteUsersToOrganization",
    summary: "Invite users to an organization by e-mail",
    effect: "run",
    reach: "invites",
    insteadOf: ["createOrganizationInvite"],
    params: inOrganization,
    body: {
      emails: z.array(Invitee).describe("Who to invite, each an address or an address with its own role"),
      role: MemberRole.optional().describe("Role of those without one of their own; null makes guests"),
      sso: z.boolean().optional().describe("True has them sign in through the SAML provider; false when left out"),
    },
    success: 200,
    returns: InvitationOutcome,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "public-api",
  }),
  join: post("/orgs/{organizationId}/invites/{inviteId}", {
    id: "joinOrganizationWithInvite",
    summary: "Make the caller a member of an organization with an invite link",
    effect: "create",
    reach: "invites",
    params: one,
    success: 200,
    returns: z.looseObject({}),
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
  list: get("/orgs/{organizationId}/link-invites", {
    id: "listOrganizationInviteLinks",
    summary: "List the invite links to an organization as a whole",
    effect: "read",
    params: inOrganization,
    query: paging,
    returns: listOf(OrganizationInvite),
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
  create: post("/orgs/{organizationId}/link-invites", {
    id: "createOrganizationInvite",
    summary: "Create an invite link to an organization, or to one space or collection of it",
    description: "Give `role` alone for the organization, or `level` with either `space` or `collection`.",
    effect: "create",
    reach: "invites",
    insteadOf: ["inviteUsersToOrganization"],
    params: inOrganization,
    body: {
      role: MemberRole.optional().describe("Role in the organization; null makes guests"),
      level: MemberRole.optional().describe("Role in the space or collection; null grants none"),
      space: Id.optional().describe("Space it opens, by id"),
      collection: Id.optional().describe("Collection it opens, by id"),
    },
    returns: Invite,
    errors: ["bad_request", "not_found", "forbidden", "conflict"],
    source: "public-api",
  }),
  update: patch("/orgs/{organizationId}/link-invites/{inviteId}", {
    id: "updateOrganizationInviteById",
    summary: "Change the role that an invite link grants",
    description: "Give `role` for a link to the organization, `level` for one to a space or collection.",
    effect: "update",
    reach: "invites",
    params: one,
    body: {
      role: MemberRole.optional().describe("New role in the organization; null makes guests"),
      level: MemberRole.optional().describe("New role in the space or collection; null grants none"),
    },
    returns: Invite,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "public-api",
  }),
  remove: del("/orgs/{organizationId}/link-invites/{inviteId}", {
    id: "deleteOrganizationInviteById",
    summary: "Delete an invite link, so that no one can join with it any more",
    effect: "delete",
    reach: "deletes",
    params: one,
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
};
