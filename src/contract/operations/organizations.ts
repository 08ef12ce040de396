import { z } from "zod";
import { OrganizationId, WebUrl } from "../models/id.ts";
import {
  DefaultContent,
  EmailDomain,
  Organization,
  OrganizationHostname,
  OrganizationTitle,
  OrganizationUseCase,
} from "../models/organization.ts";
import { listOf, paging } from "../models/paging.ts";
import { OrganizationMergeRules } from "../models/review.ts";
import { MemberRole } from "../models/role.ts";
import { get, patch, post } from "../operation.ts";
import { byFields } from "../reach.ts";

const one = { organizationId: OrganizationId };

export const organizations = {
  list: get("/orgs", {
    id: "listOrganizationsForAuthenticatedUser",
    summary: "List the organizations the caller belongs to",
    effect: "read",
    params: {},
    query: paging,
    returns: listOf(Organization),
    errors: [],
    source: "platform-api-2",
  }),
  create: post("/orgs", {
    id: "createOrganization",
    summary: "Create an organization, which the caller then administers",
    description:
      "On the embedded platform, this requires an administrator of the organization that the installation was created with.",
    effect: "create",
    reach: "grants",
    params: {},
    body: {
      title: OrganizationTitle.describe("Display name"),
      emailDomains: z
        .array(EmailDomain)
        .optional()
        .describe("Users with a verified address in one of these domains may join"),
      useCase: OrganizationUseCase.optional().describe("What it is for; only shown"),
    },
    returns: Organization,
    errors: ["bad_request", "forbidden"],
    source: "public-api",
  }),
  get: get("/orgs/{organizationId}", {
    id: "getOrganizationById",
    summary: "Read one organization",
    effect: "read",
    params: one,
    returns: Organization,
    errors: ["not_found"],
    source: "platform-api-2",
  }),
  update: patch("/orgs/{organizationId}", {
    id: "updateOrganizationById",
    summary: "Change an organization's name, who may join it, its sign-on or its merge rules",
    description:
      "The embedded platform applies all of them except `hostname`, `defaultContent`, `logo` and `ai`, which it only stores and returns.",
    effect: "update",
    reach: byFields("administers", {
      emailDomains: "invites",
      inviteLinks: "invites",
      defaultRole: "grants",
      sso: "grants",
      mergeRules: "grants",
    }),
    params: one,
    body: {
      title: OrganizationTitle.optional().describe("Display name"),
      emailDomains: z
        .array(EmailDomain)
        .optional()
        .describe("Users with a verified address in one of these domains may join"),
      hostname: OrganizationHostname.optional().describe(
        "Name in the address of its content, unless a site has its own",
      ),
      defaultRole: MemberRole.optional().describe("Role new members get; null makes them guests"),
      defaultContent: DefaultContent.nullable().optional().describe("What members see first; null clears it"),
      logo: WebUrl.nullable().optional().describe("Address of its picture; null removes it"),
      sso: z.boolean().optional().describe("True allows signing in through the SAML provider only"),
      ai: z.boolean().optional().describe("Switches features that use language models on or off"),
      inviteLinks: z.boolean().optional().describe("False stops invite links from working"),
      mergeRules: OrganizationMergeRules.optional().describe(
        "What spaces without their own rules require before a merge",
      ),
    },
    returns: Organization,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "platform-api-2",
  }),
  join: post("/orgs/{organizationId}/join", {
    id: "joinOrganization",
    summary: "Make the caller a member of an organization that accepts the domain of their e-mail address",
    effect: "create",
    reach: "invites",
    params: one,
    success: 204,
    returns: null,
    errors: ["bad_request", "not_found"],
    source: "platform-api-2",
  }),
  listForEmailDomain: get("/email-domains/{emailDomain}/orgs", {
    id: "getOrganizationsForEmailDomain",
    summary: "List the organizations that users with an address in an e-mail domain may join",
    effect: "read",
    params: { emailDomain: EmailDomain },
    returns: z.looseObject({ organizations: z.array(Organization).describe("Those that accept the domain") }),
    errors: [],
    source: "platform-api-2",
  }),
};
