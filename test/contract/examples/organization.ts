import type { Examples } from "./example.ts";
import { people } from "./people.ts";
import { signOn } from "./sign-on.ts";

const instructions = {
  object: "document",
  data: { schemaVersion: 9 },
  nodes: [
    {
      object: "block",
      type: "paragraph",
      data: {},
      nodes: [{ object: "text", leaves: [{ object: "leaf", text: "Write in British English.", marks: [] }] }],
    },
  ],
};

const settings = {
  title: "Acme",
  emailDomains: ["acme.example", "docs.acme.example"],
  hostname: "acme-docs",
  defaultRole: "comment",
  defaultContent: { type: "site", site: "site1" },
  logo: "https://acme.example/logo.png",
  sso: true,
  ai: false,
  inviteLinks: true,
  mergeRules: {
    type: "rules",
    rules: [
      { rule: "require_specific_reviewers", users: ["user1"] },
      { rule: "require_all_reviews_approved" },
      { rule: "custom", expression: "changeRequest.subject != ''" },
    ],
  },
};

export const organization: Examples = {
  getApiInformation: { input: {}, sends: "GET /v1/" },
  getAuthenticatedUser: { input: {}, sends: "GET /v1/user" },
  getUserById: { input: { userId: "user1" }, sends: "GET /v1/users/user1" },
  listOrganizationsForAuthenticatedUser: {
    input: { page: "cursor1", limit: 20 },
    sends: "GET /v1/orgs?page=cursor1&limit=20",
  },
  createOrganization: {
    input: { title: "Acme", emailDomains: ["acme.example"], useCase: "productDocs" },
    sends: "POST /v1/orgs",
    body: { title: "Acme", emailDomains: ["acme.example"], useCase: "productDocs" },
  },
  getOrganizationById: { input: { organizationId: "org1" }, sends: "GET /v1/orgs/org1" },
  updateOrganizationById: {
    input: { organizationId: "org1", ...settings },
    sends: "PATCH /v1/orgs/org1",
    body: settings,
  },
  joinOrganization: { input: { organizationId: "org1" }, sends: "POST /v1/orgs/org1/join" },
  getOrganizationsForEmailDomain: {
    input: { emailDomain: "docs.acme.example" },
    sends: "GET /v1/email-domains/docs.acme.example/orgs",
  },
  getOrganizationAgentInstructions: {
    input: { organizationId: "org1" },
    sends: "GET /v1/orgs/org1/agent-instructions",
  },
  updateOrganizationAgentInstructions: {
    input: { organizationId: "org1", instructions },
    sends: "PUT /v1/orgs/org1/agent-instructions",
    body: { instructions },
  },
  ...people,
  ...signOn,
};
