import type { Installation, SpaceInstallation } from "../../contract/models/installation.ts";
import type { Integration } from "../../contract/models/integration.ts";
import type { IntegrationEvent, IntegrationEventDetail } from "../../contract/models/integration-event.ts";
import type { Role } from "../../contract/models/role.ts";
import { findMemberships, findOrganization } from "../access/people-rows.ts";
import { may } from "../access/roles.ts";
import { countAllSpaces } from "../access/spaces-rows.ts";
import { appAddress } from "../kernel/app-address.ts";
import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import { definedMembers } from "../kernel/defined-members.ts";
import { openColumn } from "../kernel/secrets/sealed-columns.ts";
import { presentOrganization } from "../workspace/organizations/index.ts";
import { countContent } from "./installations-rows.ts";
import { findIcons } from "./integrations-rows.ts";

export async function presentIntegration(context: Context, row: Row<"integration">): Promise<Integration> {
  const [presented] = await presentIntegrations(context, [row]);
  if (presented === undefined) throw new Error(`Integration ${row.name} was not presented`);
  return presented;
}

export async function presentIntegrations(
  context: Context,
  rows: readonly Row<"integration">[],
): Promise<Integration[]> {
  const { queries, user } = context;
  const icons = await findIcons(
    queries,
    rows.map(({ name }) => name),
  );
  const owners = [...new Set(rows.map(({ organization }) => organization))];
  const memberships = await findMemberships(queries, user.id, owners);
  const roles = new Map(memberships.map(({ organization, role }) => [organization, role as Role | null]));
  const presented = new Map<string, Integration["owner"]>();
  for (const id of owners) presented.set(id, await presentOwner(context, id, roles));
  return rows.map((row) => {
    const owner = presented.get(row.organization);
    if (owner === undefined) throw new Error(`Integration ${row.name} lost its owner`);
    const base = `${context.origin}/integrations/${row.name}`;
    const pictures = `${context.origin}/integration-pictures/${row.id}`;
    return definedMembers({
      object: "integration" as const,
      name: row.name,
      version: row.version,
      title: row.title,
      description: row.description,
      summary: row.summary ?? undefined,
      previewImages: Array.from({ length: row.previews }, (_, index) => `${pictures}/${index + 1}`),
      target: row.target,
      verified: false,
      visibility: row.visibility === "unpublished" ? "private" : row.visibility,
      scopes: JSON.parse(row.scopes) as Integration["scopes"],
      categories: JSON.parse(row.categories) as Integration["categories"],
      blocks: JSON.parse(row.blocks) as Integration["blocks"],
      contentSources: JSON.parse(row.content_sources) as Integration["contentSources"],
      configurations: parsed<Integration["configurations"]>(row.configurations),
      externalLinks: JSON.parse(row.external_links) as Integration["externalLinks"],
      owner,
      urls: {
        location: `${context.origin}/v1/integrations/${row.name}`,
        app: appAddress(context, { kind: "integration", id: row.name }),
        ...(icons.has(row.name) ? { icon: `${pictures}/0` } : {}),
        assets: `${base}/assets`,
        ...endpoints(base),
      },
      permissions: { admin: may(roles.get(row.organization) ?? null, "admin") },
      contentSecurityPolicy: parsed<Integration["contentSecurityPolicy"]>(row.content_security_policy),
    });
  });
}

const parsed = <Value>(json: string | null): Value | undefined => (json === null ? undefined : JSON.parse(json));

/** Non-members see only a publisher's identity. */
async function presentOwner(
  context: Context,
  id: string,
  roles: ReadonlyMap<string, Role | null>,
): Promise<Integration["owner"]> {
  const organization = await findOrganization(context.queries, id);
  if (organization === undefined) throw new Error(`Organization ${id} is gone`);
  const role = roles.get(id) ?? null;
  if (may(role, "view")) return presentOrganization(context, organization, role, false);
  const known = { ...organization, settings: "{}", merge_rules: '{"type":"none"}', default_role: null };
  return presentOrganization(context, known, null, false);
}

/** People's cookies are sent to neither, since they have another path. */
const endpoints = (url: string) => ({ publicEndpoint: url, publicContentEndpoint: url });

export async function presentInstallations(
  context: Context,
  rows: readonly Row<"installation">[],
): Promise<Installation[]> {
  const { queries, origin } = context;
  const content = await countContent(
    queries,
    rows.map(({ id }) => id),
  );
  const all = new Map<string, number>();
  for (const { organization } of rows) {
    if (!all.has(organization)) all.set(organization, await countAllSpaces(queries, organization));
  }
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    space_selection: row.space_selection,
    site_selection: row.site_selection,
    spaces: (row.space_selection === "all" ? all.get(row.organization) : content.get(row.id)) ?? 0,
    configuration: JSON.parse(openColumn(queries, "installation.configuration", row)) as Installation["configuration"],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    urls: {
      location: `${origin}/v1/integrations/${row.integration}/installations/${row.id}`,
      app: appAddress(context, { kind: "installation", organization: row.organization, id: row.integration }),
      ...endpoints(`${origin}/integrations/${row.integration}/installations/${row.id}`),
    },
    externalIds: JSON.parse(row.external_ids) as string[],
    target: { organization: row.organization },
  }));
}

/** An installation on one space or site, without naming it. */
export function presentContentInstallation(
  { queries, origin }: Context,
  integration: string,
  row: Row<"content_installation">,
) {
  const configuration = openColumn(queries, "content_installation.configuration", row);
  const path = `integrations/${integration}/installations/${row.installation}/${row.kind}s/${row.content}`;
  return {
    integration,
    installation: row.installation,
    status: row.status,
    configuration: JSON.parse(configuration) as SpaceInstallation["configuration"],
    externalIds: JSON.parse(row.external_ids) as string[],
    urls: { location: `${origin}/v1/${path}`, ...endpoints(`${origin}/${path}`) },
  };
}

export function presentEvent(
  { queries }: Context,
  integrationId: string,
  row: Row<"integration_event">,
): IntegrationEvent {
  return {
    id: row.id,
    integrationId,
    ...(row.installation === null ? {} : { installationId: row.installation }),
    createdAt: row.created_at,
    payload: JSON.parse(openColumn(queries, "integration_event.payload", row)) as IntegrationEvent["payload"],
    status: row.status,
  };
}

export function presentEventDetail(
  context: Context,
  integrationId: string,
  row: Row<"integration_event">,
): IntegrationEventDetail {
  const logs = openColumn(context.queries, "integration_event.logs", row);
  const trace = { logs: JSON.parse(logs) as NonNullable<IntegrationEventDetail["trace"]>["logs"] };
  return { event: presentEvent(context, integrationId, row), trace };
}
