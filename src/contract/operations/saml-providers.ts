import { z } from "zod";
import { OrganizationId, SamlProviderId } from "../models/id.ts";
import { SamlLabel, SamlProvider, SsoLogin, samlSettings } from "../models/organization.ts";
import { listOf, paging } from "../models/paging.ts";
import { del, get, patch, post } from "../operation.ts";

const inOrganization = { organizationId: OrganizationId };
const one = { ...inOrganization, samlProviderId: SamlProviderId };

export const samlProviders = {
  list: get("/orgs/{organizationId}/saml", {
    id: "listSAMLProvidersInOrganizationById",
    summary: "List the SAML providers of an organization",
    effect: "read",
    params: inOrganization,
    query: paging,
    returns: listOf(SamlProvider),
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
  create: post("/orgs/{organizationId}/saml", {
    id: "createOrganizationSAMLProvider",
    summary: "Add a SAML provider that users sign in to an organization with",
    description:
      "With only the label, it is `pending`, and the response contains what to enter at the identity provider.",
    effect: "create",
    reach: "grants",
    params: inOrganization,
    body: { label: SamlLabel, ...samlSettings },
    returns: SamlProvider,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "platform-api-2",
  }),
  get: get("/orgs/{organizationId}/saml/{samlProviderId}", {
    id: "getOrganizationSAMLProviderById",
    summary: "Read one SAML provider",
    effect: "read",
    params: one,
    returns: SamlProvider,
    errors: ["not_found"],
    source: "platform-api-2",
  }),
  remove: del("/orgs/{organizationId}/saml/{samlProviderId}", {
    id: "deleteOrganizationSAMLProvider",
    summary: "Delete a SAML provider; no one can sign in with it any more",
    effect: "delete",
    reach: "deletes",
    params: one,
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
  update: patch("/orgs/{organizationId}/saml/{samlProviderId}", {
    id: "updateOrganizationSAMLProvider",
    summary: "Change a SAML provider's settings",
    effect: "update",
    reach: "grants",
    params: one,
    body: { label: SamlLabel.optional(), ...samlSettings },
    returns: SamlProvider,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "platform-api-2",
  }),
  listLogins: get("/orgs/{organizationId}/sso", {
    id: "listSSOProviderLoginsInOrganization",
    summary: "List the ways to sign in to an organization through its SAML providers",
    effect: "read",
    params: inOrganization,
    returns: z.looseObject({ items: z.array(SsoLogin).describe("One for each provider") }),
    errors: ["not_found"],
    source: "platform-api-2",
  }),
};
