import type { Installation } from "../../contract/models/installation.ts";
import { organizationFor, spaceFor } from "../access/scope.ts";
import type { Context } from "../kernel/context.ts";
import { createId } from "../kernel/database/ids.ts";
import type { Row } from "../kernel/database/tables.ts";
import type { Handlers } from "../kernel/handler.ts";
import { readPaging, toListResponse } from "../kernel/paging.ts";
import { Problem } from "../kernel/problem.ts";
import { openColumn, sealColumn } from "../kernel/secrets/sealed-columns.ts";
import { siteFor } from "../publishing/sites/index.ts";
import { getForm, isComplete, readConfiguration } from "./configuration.ts";
import { type ContentChange, installOn, requireOn, uninstallFrom, updateOn } from "./content-installations.ts";
import { findEvent, updateEvent } from "./events-rows.ts";
import { installationFor, integrationFor, organizationsSeen, requireIntegrationToken } from "./installation-access.ts";
import {
  type ContentKind,
  countInstallations,
  findInstallation,
  findInstallationIn,
  insertInstallation,
  integrationsOn,
  listInstallations,
  updateInstallation,
} from "./installations-rows.ts";
import { effectiveScopes } from "./integration-tokens.ts";
import { findIntegrations } from "./integrations-rows.ts";
import {
  listEverywhere,
  listOfInstallation,
  type Present,
  presentOne,
  presentOnSites,
  presentOnSpaces,
} from "./list-content.ts";
import { ensureDelivery, recordEvent } from "./queue-event.ts";
import { removeInstallation } from "./uninstall.ts";
import { presentInstallations, presentIntegrations } from "./view.ts";

export const installations: Handlers<"installations"> = {
  async list({ integrationName, externalId, ...input }, context) {
    const integration = await integrationFor(context, integrationName);
    const organizations = await organizationsSeen(context, integration);
    const filter = { integration: integrationName, organizations, externalId };
    const request = readPaging("installations.list", [integrationName, externalId], input);
    const rows = await listInstallations(context.queries, filter, request.after, request.limit + 1);
    const count = await countInstallations(context.queries, filter);
    const items = await presentInstallations(context, rows.slice(0, request.limit));
    return toListResponse(request, rows, count, (row) => [row.created_at, row.id], items);
  },

  async install({ integrationName, organization: name }, context) {
    const { organization } = await organizationFor(context, name, "admin", "organization");
    const integration = await integrationFor(context, integrationName);
    if (integration.visibility === "private" && integration.organization !== organization.id) {
      throw new Problem("forbidden", `integrationName: ${integrationName} is private to the organization it is from.`);
    }
    const before = await findInstallationIn(context.queries, integrationName, organization.id);
    if (before !== undefined && effectiveScopes(integration.scopes, before.scopes).length < scopesIn(integration)) {
      return giveScopes(context, before, integration);
    }
    if (before !== undefined) {
      throw new Problem("conflict", `integrationName: ${integrationName} is installed in the organization already.`);
    }
    const account = getForm(integration, "account");
    const configuration = readConfiguration(account, {}, "configuration");
    const selection = integration.target === "space" || integration.target === "site" ? "selected" : "all";
    const id = createId();
    const installation: Row<"installation"> = {
      id,
      integration: integrationName,
      organization: organization.id,
      status: isComplete(account, configuration) ? "active" : "pending",
      space_selection: selection,
      site_selection: selection,
      configuration: sealConfiguration(context, id, configuration),
      external_ids: "[]",
      scopes: integration.scopes,
      created_by: context.user.id,
      created_at: context.now,
      updated_at: context.now,
    };
    await insertInstallation(context.queries, installation);
    await recordEvent(context, installation, { type: "installation_setup", status: installation.status });
    return presentInstallation(context, installation);
  },

  listOnSpaces: ({ integrationName, extended, ...input }, context) =>
    listEverywhere(context, "space", integrationName, input, presentOnSpaces(context, integrationName, extended)),

  listOnSites: ({ integrationName, extended, ...input }, context) =>
    listEverywhere(context, "site", integrationName, input, presentOnSites(context, integrationName, extended)),

  async get(input, context) {
    const { installation } = await installationFor(context, input, "view");
    return presentInstallation(context, installation);
  },

  async update({ externalIds, configuration, space_selection, site_selection, replay = [], ...input }, context) {
    const { integration, installation } = await installationFor(context, input, "admin");
    const account = getForm(integration, "account");
    const before = JSON.parse(openColumn(context.queries, "installation.configuration", installation)) as Record<
      string,
      unknown
    >;
    const values = configuration === undefined ? before : readConfiguration(account, configuration, "configuration");
    const ready = isComplete(account, values) ? "active" : "pending";
    const change = {
      status: installation.status === "paused" ? installation.status : ready,
      configuration: sealConfiguration(context, installation.id, values),
      external_ids: externalIds === undefined ? installation.external_ids : JSON.stringify(externalIds),
      space_selection: space_selection ?? installation.space_selection,
      site_selection: site_selection ?? installation.site_selection,
      updated_at: context.now,
    } as const;
    await updateInstallation(context.queries, installation.id, change);
    const previous = { status: installation.status, configuration: before };
    const settings = [externalIds, configuration, space_selection, site_selection];
    if (replay.length === 0 || settings.some((one) => one !== undefined)) {
      await recordEvent(context, installation, { type: "installation_setup", status: change.status, previous });
    }
    await replayEvents(context, { ...installation, ...change }, replay);
    return presentInstallation(context, { ...installation, ...change });
  },

  async uninstall(input, context) {
    const { installation } = await installationFor(context, input, "admin");
    await removeInstallation(context, installation);
    return { deleted: true };
  },

  listSpaces: (input, context) => onSpaces.list(context, input),

  async installOnSpace({ space: id, ...input }, context) {
    const scope = await installationFor(context, input, "admin");
    const { space } = await spaceFor(context, id, "admin");
    if (space.organization !== scope.installation.organization) {
      throw new Problem("not_found", `space: the organization of the installation has no space ${id}.`);
    }
    return onSpaces.present(context, input, await installOn(context, scope, "space", space.id));
  },

  getOnSpace: ({ spaceId, ...input }, context) => onSpaces.get(context, input, spaceId),

  updateOnSpace: ({ spaceId, ...input }, context) => onSpaces.update(context, input, spaceId),

  uninstallFromSpace: ({ spaceId, ...input }, context) => onSpaces.uninstall(context, input, spaceId),

  listSites: (input, context) => onSites.list(context, input),

  async installOnSite({ siteId, ...input }, context) {
    const scope = await installationFor(context, input, "admin");
    const { site } = await siteFor(context, { organizationId: scope.installation.organization, siteId }, "admin");
    return onSites.present(context, input, await installOn(context, scope, "site", site.id));
  },

  getOnSite: ({ siteId, ...input }, context) => onSites.get(context, input, siteId),

  updateOnSite: ({ siteId, ...input }, context) => onSites.update(context, input, siteId),

  uninstallFromSite: ({ siteId, ...input }, context) => onSites.uninstall(context, input, siteId),

  async createToken({ integrationName, installationId }, context) {
    requireIntegrationToken(context, "createIntegrationInstallationToken");
    const installation = await findInstallation(context.queries, installationId);
    if (installation?.integration !== integrationName) {
      throw new Problem("not_found", `installationId: ${integrationName} has no installation ${installationId}.`);
    }
    return { token: context.integrationTokens.forInstallation(installation.id, context.now) };
  },

  async listInSpace({ spaceId, search }, context) {
    const { space } = await spaceFor(context, spaceId, "view");
    return listOnContent(context, space.organization, { kind: "space", content: space.id }, search);
  },

  async listInSite({ search, ...input }, context) {
    const { site } = await siteFor(context, input, "view");
    return listOnContent(context, site.organization, { kind: "site", content: site.id }, search);
  },
};

interface InstallationInput {
  readonly integrationName: string;
  readonly installationId: string;
}

interface PresentedInput extends InstallationInput {
  readonly extended: boolean;
}

/** What is the same for an installation's spaces and its sites. */
const operationsOn = <Item>(
  kind: ContentKind,
  presentOn: (context: Context, integration: string, extended: boolean) => Present<Item>,
) => ({
  async list(
    context: Context,
    input: PresentedInput & { readonly page?: string | undefined; readonly limit?: number | undefined },
  ) {
    const scope = await installationFor(context, input, "view");
    return listOfInstallation(context, kind, scope, input, presentOn(context, input.integrationName, input.extended));
  },

  present: (context: Context, { integrationName, extended }: PresentedInput, row: Row<"content_installation">) =>
    presentOne(row, presentOn(context, integrationName, extended)),

  async get(context: Context, input: PresentedInput, content: string) {
    const { installation } = await installationFor(context, input, "view");
    return this.present(context, input, await requireOn(context, installation, kind, content));
  },

  async update(
    context: Context,
    { externalIds, configuration, ...input }: PresentedInput & ContentChange,
    content: string,
  ) {
    const scope = await installationFor(context, input, "admin");
    const row = await updateOn(context, scope, kind, content, { externalIds, configuration });
    return this.present(context, input, row);
  },

  async uninstall(context: Context, input: InstallationInput, content: string) {
    const { installation } = await installationFor(context, input, "admin");
    return { deleted: await uninstallFrom(context, installation, kind, content) };
  },
});

const onSpaces = operationsOn("space", presentOnSpaces);
const onSites = operationsOn("site", presentOnSites);

const sealConfiguration = ({ queries }: Context, id: string, configuration: object) =>
  sealColumn(queries, "installation.configuration", { id }, JSON.stringify(configuration));

/** By name. */
async function listOnContent(
  context: Context,
  organization: string,
  on: { readonly kind: ContentKind; readonly content: string },
  search = "",
) {
  const found = await findIntegrations(context.queries, await integrationsOn(context.queries, organization, on));
  const wanted = search.toLowerCase();
  const items = found
    .filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(wanted))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  return { count: items.length, items: await presentIntegrations(context, items) };
}

const scopesIn = ({ scopes }: Row<"integration">): number => (JSON.parse(scopes) as string[]).length;

/** Installing again grants the scopes that a later version requests. */
async function giveScopes(context: Context, before: Row<"installation">, { scopes }: Row<"integration">) {
  const change = { scopes, updated_at: context.now };
  await updateInstallation(context.queries, before.id, change);
  const previous = { status: before.status };
  await recordEvent(context, before, { type: "installation_setup", status: before.status, previous });
  return presentInstallation(context, { ...before, ...change });
}

async function presentInstallation(context: Context, row: Row<"installation">): Promise<Installation> {
  const [presented] = await presentInstallations(context, [row]);
  if (presented === undefined) throw new Error(`Installation ${row.id} was not presented`);
  return presented;
}

/** Sends an installation's events again, with their original ids and the normal retries. */
async function replayEvents(
  context: Context,
  installation: Row<"installation">,
  events: readonly string[],
): Promise<void> {
  if (events.length > 0 && installation.status !== "active") {
    throw new Problem(
      "conflict",
      `replay: the installation is ${installation.status} and receives no events. Give the configuration that it requires first.`,
    );
  }
  for (const [index, id] of events.entries()) {
    const event = await findEvent(context.queries, installation.integration, id);
    if (event === undefined || event.installation !== installation.id) {
      throw new Problem(
        "not_found",
        `replay.${index}: the installation received no event ${id}. Events are kept for 30 days; listIntegrationEvents lists them.`,
      );
    }
    const logs = JSON.parse(openColumn(context.queries, "integration_event.logs", event)) as unknown[];
    const line = { timestamp: context.now, level: "info", message: `Sent again at the request of ${context.user.id}.` };
    await updateEvent(context.queries, id, {
      status: "waiting",
      attempts: 0,
      due_at: context.now,
      settled_at: null,
      logs: sealColumn(context.queries, "integration_event.logs", event, JSON.stringify([...logs, line])),
    });
  }
  if (events.length > 0) await ensureDelivery(context, installation.id);
}
