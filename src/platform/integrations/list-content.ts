import type { SiteInstallation, SpaceInstallation } from "../../contract/models/installation.ts";
import type { Role } from "../../contract/models/role.ts";
import { findActiveMember } from "../access/people-rows.ts";
import { may } from "../access/roles.ts";
import { getSpaceScopes } from "../access/scope.ts";
import { findSpaces } from "../access/spaces-rows.ts";
import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import { readPaging, toListResponse } from "../kernel/paging.ts";
import { Problem } from "../kernel/problem.ts";
import { findSites, presentSites } from "../publishing/sites/index.ts";
import { presentSpaces } from "../workspace/spaces/index.ts";
import { type InstallationScope, integrationFor, organizationsSeen } from "./installation-access.ts";
import {
  type ContentFilter,
  type ContentKind,
  countContentInstallations,
  findInstallation,
  findInstallationIn,
  listContentInstallations,
} from "./installations-rows.ts";
import { findInstaller, isGiven, requireGiven } from "./integration-tokens.ts";
import { findIntegration } from "./integrations-rows.ts";
import { presentContentInstallation } from "./view.ts";

interface ListInput {
  readonly externalId?: string | undefined;
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
}

/** Presents rows whose space or site the caller may see. */
export type Present<Item> = (rows: readonly Row<"content_installation">[]) => Promise<Item[]>;

/** The spaces or sites that an integration was added to, in all organizations that the caller may see. */
export async function listEverywhere<Item>(
  context: Context,
  kind: ContentKind,
  integrationName: string,
  { externalId, ...paging }: ListInput,
  present: Present<Item>,
) {
  const integration = await integrationFor(context, integrationName);
  const organizations = await organizationsSeen(context, integration);
  return list(context, { integration: integrationName, organizations, externalId, kind }, paging, present);
}

/** The spaces or sites that one installation was added to. */
export function listOfInstallation<Item>(
  context: Context,
  kind: ContentKind,
  { installation }: InstallationScope,
  { page, limit }: ListInput,
  present: Present<Item>,
) {
  const { id, integration, organization } = installation;
  const filter = { integration, organizations: [organization], externalId: undefined, kind, installation: id };
  return list(context, filter, { page, limit }, present);
}

async function list<Item>(
  { queries }: Context,
  filter: ContentFilter,
  paging: Omit<ListInput, "externalId">,
  present: Present<Item>,
) {
  const { kind, integration, externalId, installation } = filter;
  const request = readPaging(`installations.on.${kind}`, [integration, externalId, installation], paging);
  const rows = await listContentInstallations(queries, filter, request.after, request.limit + 1);
  const count = await countContentInstallations(queries, filter);
  const items = await present(rows.slice(0, request.limit));
  return toListResponse(request, rows, count, (row) => [row.content, row.installation], items);
}

/** Presents one row, which is there unless its space or site is not visible to the caller. */
export async function presentOne<Item>(row: Row<"content_installation">, present: Present<Item>): Promise<Item> {
  const [item] = await present([row]);
  if (item === undefined) throw absent(row);
  return item;
}

const absent = ({ kind, content }: Row<"content_installation">) =>
  new Problem("not_found", `${kind}Id: there is no ${kind} ${content}, or this token may not see it.`);

/** Presents installations on spaces: with the ids of these, or with those whole that the caller may see. */
export const presentOnSpaces =
  (context: Context, integration: string, extended: boolean): Present<SpaceInstallation> =>
  async (rows) => {
    if (extended) await requireWhole(context, "space");
    const shown = withContent(rows, extended ? await spacesById(context, rows) : undefined);
    return shown.map(([row, space]) => ({ ...presentContentInstallation(context, integration, row), space }));
  };

/** The same for sites. */
export const presentOnSites =
  (context: Context, integration: string, extended: boolean): Present<SiteInstallation> =>
  async (rows) => {
    if (extended) await requireWhole(context, "site");
    const shown = withContent(rows, extended ? await sitesById(context, rows) : undefined);
    return shown.map(([row, site]) => ({ ...presentContentInstallation(context, integration, row), site }));
  };

/** Each row with its space or site, or with the id of it if none are given. Rows of others are left out. */
function withContent<Content>(
  rows: readonly Row<"content_installation">[],
  byId: ReadonlyMap<string, Content> | undefined,
): (readonly [Row<"content_installation">, Content | string])[] {
  return rows.flatMap((row) => {
    const content = byId === undefined ? row.content : byId.get(row.content);
    return content === undefined ? [] : [[row, content] as const];
  });
}

/** The scope with which an integration may read more of a space or site than its id. */
const scopeOfWhole = { space: "space:metadata:read", site: "site:metadata:read" } as const;

/** Throws `forbidden` for a call of an installation without the scope. */
async function requireWhole({ queries, integration: calling }: Context, kind: ContentKind): Promise<void> {
  if (calling?.installation === undefined) return;
  const installation = await findInstallation(queries, calling.installation);
  const integration = await findIntegration(queries, calling.name);
  if (installation === undefined || integration === undefined) throw new Error(`${calling.name} lost its installation`);
  requireGiven(installation, integration, scopeOfWhole[kind], "extended");
}

interface Viewing {
  readonly context: Context;
  readonly viewer: Row<"member">;
}

/**
 * Who sees the spaces or sites of an organization: the caller, or, if an integration lists all of its own, whoever
 * installed it there. Undefined if nobody does.
 */
async function findViewing(context: Context, kind: ContentKind, organization: string): Promise<Viewing | undefined> {
  const { queries, integration: calling } = context;
  let { user } = context;
  if (calling !== undefined && calling.installation === undefined) {
    const installation = await findInstallationIn(queries, calling.name, organization);
    const integration = await findIntegration(queries, calling.name);
    const installer = installation && (await findInstaller(queries, installation));
    if (installation === undefined || integration === undefined || installer === undefined) return undefined;
    if (!isGiven(installation, integration, scopeOfWhole[kind])) return undefined;
    user = installer;
  }
  const viewer = await findActiveMember(queries, organization, user.id);
  return viewer && { context: { ...context, user }, viewer };
}

/** Those of the given spaces that the caller may see, by id. */
async function spacesById(context: Context, rows: readonly Row<"content_installation">[]) {
  const found = await findSpaces(
    context.queries,
    rows.map(({ content }) => content),
  );
  const presented: [string, SpaceInstallation["space"]][] = [];
  for (const id of new Set(found.map(({ organization }) => organization))) {
    const viewing = await findViewing(context, "space", id);
    if (viewing === undefined) continue;
    const own = found.filter(({ organization }) => organization === id);
    const seen = (await getSpaceScopes(viewing.context, viewing.viewer, own)).filter(({ role }) => role !== null);
    for (const space of await presentSpaces(viewing.context, seen)) presented.push([space.id, space]);
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
    const viewing = await findViewing(context, "site", id);
    if (viewing === undefined || !may(viewing.viewer.role as Role | null, "view")) continue;
    const own = found.filter(({ organization }) => organization === id);
    for (const site of await presentSites(viewing.context, viewing.viewer, own)) presented.push([site.id, site]);
  }
  return new Map(presented);
}
