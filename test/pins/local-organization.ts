import { localUser } from "./guides-space.ts";

/** The organization that the platform makes on its first start. */
export const localOrganization = {
  object: "organization",
  id: "{organization}",
  title: "Local",
  createdAt: "2026-01-02T03:04:05.000Z",
  emailDomains: [],
  type: "business",
  defaultRole: null,
  sso: false,
  ai: false,
  inviteLinks: false,
  plan: "internal",
  mergeRules: { type: "none" },
  trial: { status: "notapplicable", count: 0 },
  urls: {
    location: "https://docs.example.com/v1/orgs/{organization}",
    app: "https://docs.example.com/app/{organization}",
  },
  permissions: {
    view: true,
    access: true,
    admin: true,
    ownTeam: false,
    createContent: true,
    createOpenAPISpec: true,
    ingestConversations: true,
    viewBilling: true,
    listMembers: true,
    listTeams: true,
    listIntegrations: true,
    listInstallations: true,
    installIntegration: true,
  },
};

/** Its one member, in a workspace with one space. */
export const localMember = {
  object: "member",
  id: "{user}",
  role: "admin",
  user: localUser,
  disabled: false,
  joinedAt: "2026-01-02T03:04:05.000Z",
  sso: false,
  spaces: 1,
  teams: 0,
  sites: 0,
};
