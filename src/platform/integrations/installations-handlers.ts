import type { Installation, SiteInstallation, SpaceInstallation } from "../../contract/models/installation.ts";
import type { Integration } from "../../contract/models/integration.ts";
import { may } from "../access/roles.ts";
import { organizationFor, scopesOf, spaceFor } from "../access/scope.ts";
import { findSpaces } from "../access/spaces-rows.ts";
import type { Context } from "../kernel/context.ts";
import { createId } from "../kernel/database/ids.ts";
import type { Row } from "../kernel/database/tables.ts";
import type { Handlers } from "../kernel/handler.ts";
import { answerList, readPaging } from "../kernel/paging.ts";
import { Problem } from "../kernel/problem.ts";
import { openColumn, sealColumn } from "../kernel/secrets/sealed-columns.ts";
import { findSites, presentSites } from "../sites/index.ts";
import { presentSpaces } from "../spaces/index.ts";
import { isComplete, readConfiguration } from "./configuration.ts";
import { findEvent, updateEvent } from "./events-rows.ts";
import { installationFor, integrationFor, organizationsSeen } from "./installation-access.ts";
import { effectiveScopes } from "./installation-tokens.ts";
import {
  countContentInstallations,
  countInstallations,
  findContentInstallation,
  findInstallationIn,
  insertInstallation,
  integrationsOnSpace,
  listContentInstallations,
  listInstallations,
  putContentInstallation,
  updateInstallation,
} from "./installations-rows.ts";
import { findIntegrations } from "./integrations-rows.ts";
import { ensureDelivery, tell } from "./record-event.ts";
import { removeInstallation } from "./uninstall.ts";
import { presentContentInstallation, presentInstallations, presentIntegrations } from "./view.ts";

export const installations: Handlers<"installations"> = {
  async list({ integrationName, externalId, ...input }, context) {
    const integration = await integrationFor(context, integrationName);
    const organizations = await organizationsSeen(context, integration);
    const filter = { integration: integrationName, organizations, externalId };
    const request = readPaging("installations.list", [integrationName, externalId], input);
    const rows = await listInstallations(context.queries, filter, request.after, request.limit + 1);
    const count = await countInstallations(context.queries, filter);
    const items = await presentInstallations(context, rows.slice(0, request.limit));
    return answerList(request, rows, count, (row) => [row.created_at, row.id], items);
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
    const account = formOf(integration, "account");
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
    await tell(context, installation, { type: "installation_setup", status: installation.status });
    return presentOne(context, installation);
  },

  listOnSpaces: async ({ integrationName, externalId, extended, ...input }, context) => {
    const { items, list } = await listContent(context, "space", integrationName, { externalId, ...input });
    const shown = extended ? await spacesById(context, items) : undefined;
    return list(
      items.flatMap((row): SpaceInstallation[] => {
        const space = shown === undefined ? row.content : shown.get(row.content);
        return space === undefined ? [] : [{ ...presentContentInstallation(context, integrationName, row), space }];
      }),
    );
  },

  listOnSites: async ({ integrationName, externalId, extended, ...input }, context) => {
    const { items, list } = await listContent(context, "site", integrationName, { externalId, ...input });
    const shown = extended ? await sitesById(context, items) : undefined;
    return list(
      items.flatMap((row): SiteInstallation[] => {
        const site = shown === undefined ? row.content : shown.get(row.content);
        return site === undefined ? [] : [{ ...presentContentInstallation(context, integrationName, row), site }];
      }),
    );
  },

  async get(input, context) {
    const { installation } = await installationFor(context, input, "view");
    return presentOne(context, installation);
  },

  async update({ externalIds, configuration, space_selection, site_selection, replay = [], ...input }, context) {
    const { integration, installation } = await installationFor(context, input, "admin");
    const account = formOf(integration, "account");
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
    const given = [externalIds, configuration, space_selection, site_selection];
    if (replay.length === 0 || given.some((one) => one !== undefined)) {
      await tell(context, installation, { type: "installation_setup", status: change.status, previous });
    }
    await replayEvents(context, { ...installation, ...change }, replay);
    return presentOne(context, { ...installation, ...change });
  },

  async uninstall(input, context) {
    const { installation } = await installationFor(context, input, "admin");
    await removeInstallation(context, installation);
    return { deleted: true };
  },

  async installOnSpace({ space: id, extended, ...input }, context) {
    const { integration, installation } = await installationFor(context, input, "admin");
    const { space } = await spaceFor(context, id, "admin");
    if (space.organization !== installation.organization) {
      throw new Problem("not_found", `space: the organization of the installation has no space ${id}.`);
    }
    if ((await findContentInstallation(context.queries, installation.id, "space", space.id)) !== undefined) {
      throw new Problem("conflict", `space: ${integration.name} works on the space already.`);
    }
    const form = formOf(integration, "space");
    const configuration = readConfiguration(form, {}, "configuration");
    const key = { installation: installation.id, kind: "space", content: space.id } as const;
    const json = JSON.stringify(configuration);
    const row: Row<"content_installation"> = {
      ...key,
      status: isComplete(form, configuration) ? "active" : "pending",
      configuration: sealColumn(context.queries, "content_installation.configuration", key, json),
      external_ids: "[]",
      created_at: context.now,
      updated_at: context.now,
    };
    await putContentInstallation(context.queries, row);
    await tell(context, installation, { type: "space_installation_setup", spaceId: space.id, status: row.status });
    const shown = extended ? await spacesById(context, [row]) : undefined;
    return { ...presentContentInstallation(context, integration.name, row), space: shown?.get(space.id) ?? space.id };
  },

  async listInSpace({ spaceId, search = "" }, context) {
    const { space } = await spaceFor(context, spaceId, "view");
    const names = await integrationsOnSpace(context.queries, space.organization, space.id);
    const found = await findIntegrations(context.queries, names);
    const wanted = search.toLowerCase();
    const items = found
      .filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(wanted))
      .sort((left, right) => (left.name < right.name ? -1 : 1));
    return { count: items.length, items: await presentIntegrations(context, items) };
  },
};

const sealConfiguration = ({ queries }: Context, id: string, configuration: object) =>
  sealColumn(queries, "installation.configuration", { id }, JSON.stringify(configuration));

const scopesIn = ({ scopes }: Row<"integration">): number => (JSON.parse(scopes) as string[]).length;

/** Installing again grants the scopes that a later version requests. */
async function giveScopes(context: Context, before: Row<"installation">, { scopes }: Row<"integration">) {
  const change = { scopes, updated_at: context.now };
  await updateInstallation(context.queries, before.id, change);
  const previous = { status: before.status };
  await tell(context, before, { type: "installation_setup", status: before.status, previous });
  return presentOne(context, { ...before, ...change });
}

type Forms = NonNullable<Integration["configurations"]>;

function formOf({ configurations }: Row<"integration">, of: "account" | "space" | "site"): Forms["account"] {
  return configurations === null ? undefined : (JSON.parse(configurations) as Forms)[of];
}

async function presentOne(context: Context, row: Row<"installation">): Promise<Installation> {
  const [presented] = await presentInstallations(context, [row]);
  if (presented === undefined) throw new Error(`Installation ${row.id} was not presented`);
  return presented;
}

interface ContentList {
  readonly externalId: string | undefined;
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
}

async function listContent(
  context: Context,
  kind: "space" | "site",
  integrationName: string,
  { externalId, ...input }: ContentList,
) {
  const integration = await integrationFor(context, integrationName);
  const organizations = await organizationsSeen(context, integration);
  const filter = { integration: integrationName, organizations, externalId, kind };
  const request = readPaging(`installations.on.${kind}`, [integrationName, externalId], input);
  const rows = await listContentInstallations(context.queries, filter, request.after, request.limit + 1);
  const count = await countContentInstallations(context.queries, filter);
  return {
    items: rows.slice(0, request.limit),
    list: <Item>(items: readonly Item[]) =>
      answerList(request, rows, count, (row) => [row.content, row.installation], items),
  };
}

/** Those of the given spaces that the caller may see, by id. */
async function spacesById(context: Context, rows: readonly Row<"content_installation">[]) {
  const found = await findSpaces(
    context.queries,
    rows.map(({ content }) => content),
  );
  const organizations = [...new Set(found.map(({ organization }) => organization))];
  const presented: [string, SpaceInstallation["space"]][] = [];
  for (const id of organizations) {
    const { viewer } = await organizationFor(context, id, "enter");
    const scopes = await scopesOf(
      context,
      viewer,
      found.filter(({ organization }) => organization === id),
    );
    const seen = scopes.filter(({ role }) => role !== null);
    for (const space of await presentSpaces(context, seen)) presented.push([space.id, space]);
  }
  return new Map(presented);
}

/** The same for sites, which have no grants of their own. */
async function sitesById(context: Context, rows: readonly Row<"content_installation">[]) {
  const found = await findSites(
    context.queries,
    rows.map(({ content }) => content),
  );
  const presented: [string, SiteInstallation["site"]][] = [];
  for (const id of new Set(found.map(({ organization }) => organization))) {
    const { viewer, role } = await organizationFor(context, id, "enter");
    if (!may(role, "view")) continue;
    const own = found.filter(({ organization }) => organization === id);
    for (const site of await presentSites(context, viewer, own)) presented.push([site.id, site]);
  }
  return new Map(presented);
}

/** Sends an installation's events again, with their original ids and the usual retries. */
async function replayEvents(
  context: Context,
  installation: Row<"installation">,
  events: readonly string[],
): Promise<void> {
  if (events.length > 0 && installation.status !== "active") {
    throw new Problem(
      "conflict",
      `replay: the installation is ${installation.status} and is sent nothing. Give the configuration that it requires first.`,
    );
  }
  for (const [index, id] of events.entries()) {
    const event = await findEvent(context.queries, installation.integration, id);
    if (event === undefined || event.installation !== installation.id) {
      throw new Problem(
        "not_found",
        `replay.${index}: the installation was told of no event ${id}. Events are kept for 30 days; listIntegrationEvents lists them.`,
      );
    }
    const logs = JSON.parse(openColumn(context.queries, "integration_event.logs", event)) as unknown[];
    const line = { timestamp: context.now, level: "info", message: `Sent again on request of ${context.user.id}.` };
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
