import { z } from "zod";
import { Id, InstallationId, IntegrationEventId, SpaceId } from "../models/id.ts";
import {
  ExternalIds,
  Installation,
  InstallationSelection,
  SiteInstallation,
  SpaceInstallation,
} from "../models/installation.ts";
import { Integration, IntegrationName } from "../models/integration.ts";
import { listOf, paging } from "../models/paging.ts";
import { del, get, patch, post } from "../operation.ts";
import { byFields } from "../reach.ts";

const ofIntegration = { integrationName: IntegrationName };
const one = { ...ofIntegration, installationId: InstallationId };
const externalId = z.string().optional().describe("Only what the integration calls this elsewhere");

export const installations = {
  list: get("/integrations/{integrationName}/installations", {
    id: "listIntegrationInstallations",
    summary: "List where an integration is installed",
    effect: "read",
    params: ofIntegration,
    query: { externalId, ...paging },
    returns: listOf(Installation),
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
  install: post("/integrations/{integrationName}/installations", {
    id: "installIntegration",
    summary: "Install an integration in an organization, with the access its scopes name",
    effect: "run",
    reach: "grants",
    params: ofIntegration,
    body: { organization: Id.describe("Organization to install it in, by id") },
    success: 200,
    otherSuccess: [201],
    returns: Installation,
    errors: ["not_found", "forbidden", "conflict"],
    source: "platform-api-2",
  }),
  listOnSpaces: get("/integrations/{integrationName}/spaces", {
    id: "listIntegrationSpaceInstallations",
    summary: "List the spaces an integration is installed on",
    effect: "read",
    params: ofIntegration,
    query: {
      externalId,
      extended: z.boolean().default(false).describe("True answers whole spaces instead of their ids"),
      ...paging,
    },
    returns: listOf(SpaceInstallation),
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
  listOnSites: get("/integrations/{integrationName}/sites", {
    id: "listIntegrationSiteInstallations",
    summary: "List the sites an integration is installed on",
    effect: "read",
    params: ofIntegration,
    query: {
      externalId,
      extended: z.boolean().default(false).describe("True answers whole sites instead of their ids"),
      ...paging,
    },
    returns: listOf(SiteInstallation),
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
  get: get("/integrations/{integrationName}/installations/{installationId}", {
    id: "getIntegrationInstallationById",
    summary: "Read one installation of an integration",
    effect: "read",
    params: one,
    returns: Installation,
    errors: ["not_found"],
    source: "public-api",
  }),
  update: patch("/integrations/{integrationName}/installations/{installationId}", {
    id: "updateIntegrationInstallation",
    summary: "Configure an installation, or choose what it works on",
    effect: "update",
    reach: byFields("administers", {
      configuration: "grants",
      space_selection: "grants",
      site_selection: "grants",
      replay: "runs",
    }),
    insteadOf: ["installIntegrationOnSpace"],
    params: one,
    body: {
      externalIds: ExternalIds.optional().describe("What the integration calls it elsewhere; replaces the old ones"),
      configuration: z.looseObject({}).optional().describe("What the integration asks for; replaces the old one"),
      space_selection: InstallationSelection.optional().describe("All spaces, or only those it is installed on"),
      site_selection: InstallationSelection.optional().describe("All sites, or only those it is installed on"),
      replay: z
        .array(IntegrationEventId)
        .max(100)
        .optional()
        .describe("Events that it is sent once more, by id, before all that waits"),
    },
    returns: Installation,
    errors: ["bad_request", "not_found", "forbidden", "conflict"],
    source: "public-api",
  }),
  uninstall: del("/integrations/{integrationName}/installations/{installationId}", {
    id: "uninstallIntegration",
    summary: "Uninstall an integration, and take back its access",
    effect: "delete",
    reach: "deletes",
    removal: { back: { by: "installIntegration" } },
    params: one,
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
  installOnSpace: post("/integrations/{integrationName}/installations/{installationId}/spaces", {
    id: "installIntegrationOnSpace",
    summary: "Let an installation work on one more space",
    effect: "run",
    reach: "grants",
    insteadOf: ["updateIntegrationInstallation"],
    params: one,
    query: { extended: z.boolean().default(false).describe("True answers the whole space instead of its id") },
    body: { space: Id.describe("Space to install it on, by id") },
    returns: SpaceInstallation,
    errors: ["not_found", "forbidden", "conflict"],
    source: "public-api",
  }),
  listInSpace: get("/spaces/{spaceId}/integrations", {
    id: "listSpaceIntegrations",
    summary: "List the integrations that work on a space",
    effect: "read",
    params: { spaceId: SpaceId },
    query: { search: z.string().optional().describe("Words in the name") },
    returns: listOf(Integration),
    errors: ["not_found"],
    source: "public-api",
  }),
};
