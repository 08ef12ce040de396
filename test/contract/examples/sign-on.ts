import type { Examples } from "./example.ts";

const settings = {
  label: "Acme SSO",
  entityID: "https://id.acme.example/metadata",
  certificate: "-----BEGIN CERTIFICATE-----\nMIIBszCCARygAwIBAgIJ\n-----END CERTIFICATE-----\n",
  ssoURL: "https://id.acme.example/sso",
  defaultTeam: "team1",
  defaultRole: null,
};

/** SAML providers and signing in with them. */
export const signOn: Examples = {
  listSAMLProvidersInOrganizationById: {
    input: { organizationId: "org1", page: "cursor1", limit: 5 },
    sends: "GET /v1/orgs/org1/saml?page=cursor1&limit=5",
  },
  createOrganizationSAMLProvider: {
    input: { organizationId: "org1", ...settings },
    sends: "POST /v1/orgs/org1/saml",
    body: settings,
  },
  getOrganizationSAMLProviderById: {
    input: { organizationId: "org1", samlProviderId: "saml1" },
    sends: "GET /v1/orgs/org1/saml/saml1",
  },
  deleteOrganizationSAMLProvider: {
    input: { organizationId: "org1", samlProviderId: "saml1" },
    sends: "DELETE /v1/orgs/org1/saml/saml1",
  },
  updateOrganizationSAMLProvider: {
    input: { organizationId: "org1", samlProviderId: "saml1", ...settings, defaultRole: "read" },
    sends: "PATCH /v1/orgs/org1/saml/saml1",
    body: { ...settings, defaultRole: "read" },
  },
  listSSOProviderLoginsInOrganization: { input: { organizationId: "org1" }, sends: "GET /v1/orgs/org1/sso" },
};
