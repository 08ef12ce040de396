import { z } from "zod";
import { Id, InstallationId, IntegrationEventId, WebUrl } from "../models/id.ts";
import {
  BlockDomain,
  ContentSecurityPolicy,
  Integration,
  IntegrationCategory,
  IntegrationDescription,
  IntegrationName,
  IntegrationScope,
  IntegrationSummary,
  IntegrationTarget,
  IntegrationTitle,
  IntegrationVisibility,
} from "../models/integration.ts";
import { IntegrationEvent, IntegrationEventDetail, IntegrationEventStatus } from "../models/integration-event.ts";
import {
  ContentSourceInput,
  ExternalLinkInput,
  IntegrationBlockInput,
  IntegrationConfigurationsInput,
} from "../models/integration-parts.ts";
import { listOf, paging } from "../models/paging.ts";
import { del, get, post, put } from "../operation.ts";

const one = { integrationName: IntegrationName };

export const integrations = {
  list: get("/integrations", {
    id: "listIntegrations",
    summary: "List or search the integrations that can be installed",
    effect: "read",
    params: {},
    query: {
      search: z.string().optional().describe("Words in the name"),
      category: IntegrationCategory.optional().describe("Only those listed there"),
      blockDomain: z.array(BlockDomain).optional().describe("Only those with blocks for one of these domains"),
      blocks: z.boolean().optional().describe("Only those that add blocks, or only those that add none"),
      contentSources: z.boolean().optional().describe("Only those that compute content, or only those that do not"),
      owner: Id.optional().describe("Only those that this organization published"),
      scope: IntegrationScope.optional().describe("Only those that ask for this"),
      target: IntegrationTarget.optional().describe("Only those that are installed on this"),
      ...paging,
    },
    returns: listOf(Integration),
    errors: [],
    source: "platform-api-2",
  }),
  get: get("/integrations/{integrationName}", {
    id: "getIntegrationByName",
    summary: "Read one integration",
    effect: "read",
    params: one,
    returns: Integration,
    errors: ["not_found"],
    source: "platform-api-2",
  }),
  publish: post("/integrations/{integrationName}", {
    id: "publishIntegration",
    summary: "Publish an integration, or a new version of one",
    effect: "run",
    reach: "publishes",
    params: one,
    body: {
      runtime: z.enum(["v1", "v2"]).optional().describe("Runtime its script is written for; `v1` when left out"),
      icon: z.base64().optional().describe("Picture in base64"),
      title: IntegrationTitle.describe("Name that people read"),
      description: IntegrationDescription.describe("What it does, in a line"),
      summary: IntegrationSummary.optional().describe("What it does, at length, in Markdown"),
      previewImages: z.array(z.base64()).max(3).optional().describe("Pictures that show it, in base64"),
      visibility: IntegrationVisibility.optional().describe("`unlisted` can be installed by those who know its name"),
      target: IntegrationTarget.optional().describe("What it can be installed on; everything when left out"),
      scopes: z.array(IntegrationScope).describe("What an installation lets it do"),
      categories: z.array(IntegrationCategory).optional().describe("Where it is listed"),
      blocks: z.array(IntegrationBlockInput).optional().describe("Blocks it adds to the editor"),
      contentSources: z.array(ContentSourceInput).optional().describe("Content it computes from elsewhere"),
      externalLinks: z.array(ExternalLinkInput).max(5).optional().describe("Links to show with it"),
      configurations: IntegrationConfigurationsInput.optional().describe("What it asks for on installation"),
      script: z.string().describe("Its code, bundled into one script"),
      endpoint: WebUrl.optional().describe("Where events are posted, signed, instead of running the script"),
      organization: z.string().min(1).describe("Who publishes it: id or subdomain of an organization"),
      secrets: z
        .record(z.string(), z.string())
        .refine((secrets) => Object.keys(secrets).length <= 20, { message: "an integration has at most 20 secrets" })
        .optional()
        .describe("At most 20 secrets that its script can read, by name"),
      contentSecurityPolicy: ContentSecurityPolicy.optional().describe("What its script and blocks may load"),
    },
    success: 200,
    returns: Integration,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "platform-api-2",
  }),
  unpublish: del("/integrations/{integrationName}", {
    id: "unpublishIntegration",
    summary: "Withdraw a published integration",
    effect: "delete",
    reach: "deletes",
    removal: { along: { installation: "listIntegrationInstallations" }, back: { by: "publishIntegration" } },
    params: one,
    returns: null,
    errors: ["forbidden"],
    source: "platform-api-2",
  }),
  listEvents: get("/integrations/{integrationName}/events", {
    id: "listIntegrationEvents",
    summary: "List what an integration was told",
    effect: "read",
    params: one,
    query: {
      status: IntegrationEventStatus.optional().describe("Only these; what was sent, when left out"),
      installation: InstallationId.optional().describe("Only what this installation was told, by id"),
      ...paging,
    },
    returns: listOf(IntegrationEvent),
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
  getEvent: get("/integrations/{integrationName}/events/{eventId}", {
    id: "getIntegrationEvent",
    summary: "Read one event of an integration with the log of its handling",
    effect: "read",
    params: { ...one, eventId: IntegrationEventId },
    returns: IntegrationEventDetail,
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
  setDevelopmentMode: put("/integrations/{integrationName}/dev", {
    id: "setIntegrationDevelopmentMode",
    summary: "Send an integration's events to a developer's tunnel instead of the published script",
    effect: "run",
    reach: "grants",
    params: one,
    body: {
      tunnelUrl: WebUrl.min(1).max(256).describe("Where the tunnel takes events"),
      all: z.boolean().optional().describe("True also sends the events of other organizations than the publisher's"),
    },
    success: 204,
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "platform-api-2",
  }),
  unsetDevelopmentMode: del("/integrations/{integrationName}/dev", {
    id: "disableIntegrationDevelopmentMode",
    summary: "Send an integration's events to the published script again",
    effect: "delete",
    reach: "deletes",
    removal: { back: { by: "setIntegrationDevelopmentMode" } },
    params: one,
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
};
