import type { ParsedInput } from "../../../contract/operation.ts";
import type { sites as operations } from "../../../contract/operations/sites.ts";
import { findVisibleSpace, organizationFor } from "../../access/scope.ts";
import type { Context } from "../../kernel/context.ts";
import { createId, randomText } from "../../kernel/database/ids.ts";
import type { UpdateColumns } from "../../kernel/database/row-view.ts";
import { updatedColumns } from "../../kernel/database/row-view.ts";
import type { NewRow, Queries } from "../../kernel/database/tables.ts";
import { publishSiteEvent } from "../../kernel/events.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { orderKey, readOrder, readPaging, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import { sealColumn } from "../../kernel/secrets/sealed-columns.ts";
import { unsetDefaultSite } from "../../workspace/organizations/index.ts";
import { presentAdaptiveSchema, requireAdaptiveSchema, templateConditions } from "./adaptive-schema.ts";
import { addVariant, showableSpace } from "./show-space.ts";
import { findVisibleSite, type SiteScope, siteFor } from "./site-access.ts";
import { SiteLayout } from "./site-layout.ts";
import { freeBasename, requireBasename, requireDistinctPaths } from "./site-paths.ts";
import { searchSite } from "./site-search.ts";
import { presentSite, presentSites } from "./site-view.ts";
import {
  countSites,
  findSiteByBasename,
  findSiteByHostname,
  findSiteByProxy,
  insertSite,
  listProxies,
  listSites,
  removeSite,
  type SiteRow,
  updateSite,
} from "./sites-rows.ts";
import { readStructure, updateSection } from "./structure-rows.ts";

type Update = Omit<
  ParsedInput<typeof operations.update>,
  "organizationId" | "siteId" | "defaultSiteSpace" | "defaultSiteSection"
>;

const updates: UpdateColumns<"site", Update> = {
  title: (title) => ({ title }),
  visibility: (visibility) => ({ visibility }),
  basename: (basename) => ({ basename: requireBasename(basename) }),
  hostname: (hostname) => ({ hostname }),
  adaptiveContent: ({ enabled }) => ({ adaptive_content: enabled ? 1 : 0 }),
  agentsContext: (agentsContext) => ({ agents_context: agentsContext }),
  proxy: (proxy) => ({ proxy: proxy === null ? null : lowerHost(proxy) }),
};

export const sites: Handlers<"sites"> = {
  async list({ organizationId, space, title, published, ...paging }, context) {
    const { viewer } = await organizationFor(context, organizationId, "view");
    const request = readPaging("sites.list", [organizationId, space, title, published], paging);
    // An invisible space matches nothing, so that the result does not reveal whether a site shows it.
    const sought = space === undefined ? undefined : ((await findVisibleSpace(context, space))?.space.id ?? "");
    const filter = { organization: organizationId, space: sought, title, published };
    const rows = await listSites(context.queries, filter, readOrder(request)?.[0], request.limit + 1);
    const count = await countSites(context.queries, filter);
    const items = await presentSites(context, viewer, rows.slice(0, request.limit));
    return toListResponse(request, rows, count, (row) => orderKey(row.order, row.id), items);
  },

  async create({ organizationId, type, title, visibility = "public", spaces = [] }, context) {
    const scope = await organizationFor(context, organizationId, "create");
    const twice = spaces.find((space, index) => spaces.indexOf(space) !== index);
    if (twice !== undefined) throw new Problem("bad_request", `spaces: contains space ${twice} twice.`);
    const shown = [];
    for (const [index, id] of spaces.entries()) {
      shown.push(await showableSpace(context, { organization: organizationId }, id, `spaces.${index}`));
    }
    const first = shown[0]?.title ?? "";
    const site = await makeSite(context, {
      organization: organizationId,
      type,
      title: title ?? (first.length < 2 ? "Documentation" : first),
      visibility,
    });
    for (const space of shown) await addVariant(context, site, space, { section: null, draft: false });
    return presentSite(context, { ...scope, site });
  },

  async get(input, context) {
    return presentSite(context, await siteFor(context, input, "view"));
  },

  async remove(input, context) {
    if ((await findVisibleSite(context, input)) === undefined) return { deleted: false };
    const { site } = await siteFor(context, input, "admin");
    if (site.published === 1) await publishSiteEvent(context, site, "site_unpublished");
    await publishSiteEvent(context, site, "site_removed");
    await unsetDefaultSite(context.queries, site.organization, site.id);
    await removeSite(context.queries, site.id);
    return { deleted: true };
  },

  async update({ defaultSiteSpace, defaultSiteSection, ...input }, context) {
    const scope = await siteFor(context, input, "admin");
    const { organizationId: _, siteId: __, ...settings } = input;
    const change = await updatedColumns(updates, settings);
    requireOtherHost(context, change);
    await requireFreeAddresses(context, scope.site, change);
    await updateSite(context.queries, scope.site.id, change, context.now);
    await setDefaults(context, scope, { defaultSiteSpace, defaultSiteSection });
    return presentSite(context, await siteFor(context, input, "view"));
  },

  async getAdaptiveSchema(input, context) {
    return presentAdaptiveSchema((await siteFor(context, input, "view")).site);
  },

  async updateAdaptiveSchema({ jsonSchema, ...input }, context) {
    const { site } = await siteFor(context, input, "admin");
    requireAdaptiveSchema(jsonSchema);
    const change = { adaptive_schema: JSON.stringify(jsonSchema), adaptive_schema_at: context.now };
    await updateSite(context.queries, site.id, change, context.now);
    return presentAdaptiveSchema({ ...site, ...change });
  },

  async listTemplateConditions(input, context) {
    const { jsonSchema } = presentAdaptiveSchema((await siteFor(context, input, "view")).site);
    return { items: templateConditions(jsonSchema) };
  },

  async search(input, context) {
    const { site, viewer } = await siteFor(context, input, "view");
    return searchSite(context, await SiteLayout.forMember(context, site, viewer), input);
  },
};

type NewSite = Pick<NewRow<"site">, "organization" | "type" | "title" | "visibility">;

async function makeSite({ queries, now }: Context, columns: NewSite): Promise<SiteRow> {
  const isFree = async (name: string) => (await findSiteByBasename(queries, name)) === undefined;
  const id = createId();
  const site: SiteRow = {
    ...columns,
    id,
    basename: await freeBasename(columns.title, isFree),
    hostname: null,
    proxy: null,
    published: 0,
    adaptive_content: null,
    agents_context: "included",
    default_section: null,
    default_site_space: null,
    customization: null,
    adaptive_schema: null,
    adaptive_schema_at: null,
    auth_backend: "custom",
    auth_fallback_url: null,
    auth_logout_url: null,
    auth_key: sealColumn(queries, "site.auth_key", { id }, randomText(43)),
    version: 1,
    created_at: now,
    updated_at: now,
  };
  await insertSite(queries, site);
  return site;
}

/** Lower-cases the host of an address; the path is unchanged. */
const lowerHost = (address: string) => address.replace(/^[^/]*/, (host) => host.toLowerCase());

/** The service's own host serves the API and every site, so no site may claim it. */
function requireOtherHost({ origin, servedAt }: Context, { hostname, proxy }: Partial<SiteRow>): void {
  const hosts = [origin, servedAt()].flatMap((url) => (url === undefined ? [] : new URL(url).hostname));
  for (const [field, value] of [
    ["hostname", hostname],
    ["proxy", proxy],
  ] as const) {
    const own = value?.split("/")[0] ?? "";
    if (!hosts.includes(own)) continue;
    throw new Problem(
      "bad_request",
      `${field}: ${own} is the host of this service itself. Give another host, or change the basename.`,
    );
  }
}

/** Throws `conflict` if another site has one of the addresses. */
async function requireFreeAddresses({ queries }: Context, site: SiteRow, change: Partial<SiteRow>): Promise<void> {
  await requireFreePaths(queries, site, change);
  const { basename, hostname, proxy } = change;
  const owners = {
    basename: basename === undefined ? undefined : await findSiteByBasename(queries, basename),
    hostname: hostname == null ? undefined : await findSiteByHostname(queries, hostname),
    proxy: proxy == null ? undefined : await findSiteByProxy(queries, proxy),
  };
  for (const field of ["basename", "hostname", "proxy"] as const) {
    const owner = owners[field];
    if (owner !== undefined && owner.id !== site.id) {
      throw new Problem("conflict", `${field}: another site has "${change[field]}". Choose another.`);
    }
  }
}

/**
 * A site with a host name has all paths of that host, and a site of another organization all paths below its own. The
 * sites of one organization may share a host that they reach by paths.
 */
async function requireFreePaths(queries: Queries, site: SiteRow, change: Partial<SiteRow>): Promise<void> {
  const taken = (field: string, address: string) =>
    new Problem("conflict", `${field}: another site has "${address}". Choose another host.`);
  const { hostname, proxy } = change;
  if (hostname != null) {
    for (const address of await listProxies(queries, hostname)) {
      if ((await findSiteByProxy(queries, address))?.id !== site.id) throw taken("hostname", address);
    }
  }
  if (proxy == null) return;
  const [host = ""] = proxy.split("/");
  const owner = await findSiteByHostname(queries, host);
  if (owner !== undefined && owner.id !== site.id) throw taken("proxy", host);
  for (const address of await listProxies(queries, host)) {
    const isNested = `${address}/`.startsWith(`${proxy}/`) || `${proxy}/`.startsWith(`${address}/`);
    if (!isNested || address === proxy) continue;
    const other = await findSiteByProxy(queries, address);
    if (other !== undefined && other.id !== site.id && other.organization !== site.organization) {
      throw taken("proxy", address);
    }
  }
}

interface Defaults {
  readonly defaultSiteSpace: string | undefined;
  readonly defaultSiteSection: string | undefined;
}

async function setDefaults(
  context: Context,
  { site, viewer }: SiteScope,
  { defaultSiteSpace, defaultSiteSection }: Defaults,
): Promise<void> {
  if (defaultSiteSpace === undefined && defaultSiteSection === undefined) return;
  const { queries, now } = context;
  const layout = await SiteLayout.forMember(context, site, viewer);
  const section =
    defaultSiteSection === undefined
      ? layout.defaultSection
      : layout.requireSection(defaultSiteSection, "defaultSiteSection");
  const change: Partial<SiteRow> = defaultSiteSection === undefined ? {} : { default_section: defaultSiteSection };
  if (defaultSiteSpace !== undefined) {
    const { row } = layout.requireVariant(defaultSiteSpace, "defaultSiteSpace");
    if (row.section !== (section?.row.id ?? null)) {
      throw new Problem(
        "bad_request",
        `defaultSiteSpace: site space ${row.id} is not in the default section. Give defaultSiteSection ${row.section} with it, or update that section.`,
      );
    }
    if (section === undefined) change.default_site_space = row.id;
    else await updateSection(queries, section.row.id, { default_site_space: row.id });
  }
  await updateSite(queries, site.id, change, now);
  requireDistinctPaths({ ...site, ...change }, await readStructure(queries, site.id));
}
