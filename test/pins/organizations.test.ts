import { describe, it } from "vitest";
import { startExchange } from "./exchange.ts";

const exchange = startExchange();

const local = {
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

describe("GET /orgs", () => {
  it("lists the caller's organizations", () =>
    exchange({
      send: "GET /v1/orgs",
      status: 200,
      answer: { count: 1, items: [local] },
      required: { "items[]": "Organization" },
    }));
});

describe("GET /orgs/{organizationId}", () => {
  it("answers one organization", () =>
    exchange({ send: "GET /v1/orgs/{organization}", status: 200, answer: local, required: { "": "Organization" } }));

  it("answers 404 when there is none", () =>
    exchange({
      send: "GET /v1/orgs/nobody",
      status: 404,
      answer: {
        error: {
          code: 404,
          message: "organizationId: there is no organization nobody, or this token may not see it.",
        },
      },
      required: { "": "Error" },
    }));
});
