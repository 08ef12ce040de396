import type {
  RedirectChange,
  RedirectOutcome,
  RedirectPlace,
  RedirectTarget,
  SiteRedirect,
} from "../../../contract/models/site-redirect.ts";
import { findPage, findPageByPath } from "../../content/page-tree.ts";
import { revisionContent } from "../../content/space-content.ts";
import type { Context } from "../../kernel/context.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { readPaging, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import { type Destination, followRedirect, normalSource, parseDestination, requireNoLoop } from "./redirect-targets.ts";
import {
  countRedirects,
  findRedirect,
  findRedirectsBySource,
  insertRedirect,
  listRedirects,
  type RedirectRow,
  removeRedirect,
  updateRedirect,
} from "./redirects-rows.ts";
import { readShareKey } from "./share-links-rows.ts";
import { findVisibleSite, siteFor } from "./site-access.ts";
import { SiteLayout } from "./site-layout.ts";
import { siteUrl } from "./site-paths.ts";
import { type SiteRow, updateSite } from "./sites-rows.ts";

export const siteRedirects: Handlers<"siteRedirects"> = {
  async list({ search, draft, orderBy, ...input }, context) {
    const { site } = await siteFor(context, input, "view");
    const request = readPaging("siteRedirects.list", [site.id, search, draft, orderBy], input);
    const filter = { site: site.id, search, draft };
    const rows = await listRedirects(context.queries, filter, orderBy, request.after, request.limit + 1);
    const count = await countRedirects(context.queries, filter);
    const items = rows.map((row) => present(context, site, row));
    return toListResponse(request, rows, count, ({ key, id }) => [key, id], items);
  },

  async create({ source, captureWildcard, draft, permanent, destination, ...input }, context) {
    const { site, viewer } = await siteFor(context, input, "create");
    const layout = await SiteLayout.forMember(context, site, viewer);
    const rules = { captureWildcard, draft, permanent };
    if ((await findBySource(context, site, source, draft)) !== undefined) throw taken(site, source);
    const row = await write(context, layout, undefined, { source, ...rules, destination });
    await updateSite(context.queries, site.id, {}, context.now);
    return present(context, site, row);
  },

  async upsert({ redirects, ...input }, context) {
    const { site, viewer } = await siteFor(context, input, "create");
    const layout = await SiteLayout.forMember(context, site, viewer);
    const results: RedirectOutcome[] = [];
    for (const change of redirects) results.push(await applyChange(context, layout, change));
    await updateSite(context.queries, site.id, {}, context.now);
    return { results };
  },

  async update({ siteRedirectId, ...input }, context) {
    const { site, viewer } = await siteFor(context, input, "create");
    const layout = await SiteLayout.forMember(context, site, viewer);
    const row = await findRedirect(context.queries, site.id, siteRedirectId);
    if (row === undefined) {
      throw new Problem("not_found", `siteRedirectId: site ${site.id} has no redirect ${siteRedirectId}.`);
    }
    const source = input.source ?? row.source;
    const draft = input.draft ?? row.draft === 1;
    const other = await findBySource(context, site, source, draft);
    if (other !== undefined && other.id !== row.id) throw taken(site, source);
    const changed = await write(context, layout, row, {
      source,
      draft,
      captureWildcard: input.captureWildcard ?? row.capture_wildcard === 1,
      permanent: input.permanent ?? row.permanent === 1,
      destination: input.destination,
    });
    await updateSite(context.queries, site.id, {}, context.now);
    return present(context, site, changed);
  },

  async remove({ siteRedirectId, ...input }, context) {
    const visible = await findVisibleSite(context, input);
    const row = visible && (await findRedirect(context.queries, visible.site.id, siteRedirectId));
    if (visible === undefined || row === undefined) return { deleted: false };
    const { site } = await siteFor(context, input, "create");
    await removeRedirect(context.queries, row.id);
    await updateSite(context.queries, site.id, {}, context.now);
    return { deleted: true };
  },

  async getBySource({ source, shareKey, ...input }, context) {
    const { site, viewer } = await siteFor(context, input, "view");
    const key = await readShareKey(context, site, shareKey);
    const layout = await SiteLayout.forMember(context, site, viewer);
    const base = siteUrl(site, context.origin, key);
    const followed = await followRedirect(context, layout, source, {
      base,
      drafts: false,
      visitor: context.reader?.visitor,
    });
    if (followed === undefined) {
      throw new Problem("not_found", `source: site ${site.id} has no redirect that matches "${source}".`);
    }
    return { redirect: present(context, site, followed.row), target: followed.url };
  },
};

const taken = (site: SiteRow, source: string) =>
  new Problem(
    "conflict",
    `source: site ${site.id} already has a redirect from "${source}". Change that one, or choose another source.`,
  );

async function findBySource(
  { queries }: Context,
  site: SiteRow,
  source: string,
  draft: boolean,
): Promise<RedirectRow | undefined> {
  return (await findRedirectsBySource(queries, site.id, [normalSource(source)], draft))[0];
}

interface Rule {
  readonly source: string;
  readonly draft: boolean;
  readonly captureWildcard: boolean;
  readonly permanent: boolean;
  /** If undefined, the redirect keeps its destination. */
  readonly destination: RedirectTarget | RedirectPlace | undefined;
}

/** Creates or updates a redirect and returns its row. */
async function write(
  context: Context,
  layout: SiteLayout,
  before: RedirectRow | undefined,
  { source, draft, captureWildcard, permanent, destination }: Rule,
): Promise<RedirectRow> {
  const { queries, now } = context;
  if (captureWildcard && !source.endsWith("*")) {
    throw new Problem("bad_request", `captureWildcard: the source "${source}" has no * to capture.`);
  }
  const to =
    destination === undefined ? before && parseDestination(before) : await readTarget(context, layout, destination);
  const fields = {
    source,
    source_key: normalSource(source),
    draft: draft ? 1 : 0,
    capture_wildcard: captureWildcard ? 1 : 0,
    permanent: permanent ? 1 : 0,
    destination: JSON.stringify(to),
  };
  const row: RedirectRow =
    before === undefined
      ? { id: createId(), site: layout.site.id, created_at: now, updated_at: null, ...fields }
      : { ...before, ...fields, updated_at: now };
  if (before === undefined) await insertRedirect(queries, row);
  else await updateRedirect(queries, row.id, { ...fields, updated_at: now });
  await requireNoLoop(context, layout, row);
  return row;
}

/** A destination in its stored form. Throws unless what it names exists. */
async function readTarget(
  context: Context,
  layout: SiteLayout,
  target: RedirectTarget | RedirectPlace,
): Promise<Destination> {
  switch (target.kind) {
    case "external":
      return target;
    case "site-section":
      layout.requireSection(target.siteSectionId, "destination.siteSectionId");
      return target;
    case "site-space":
      layout.requireVariant(target.siteSpaceId, "destination.siteSpaceId");
      return target;
    case "site-page": {
      const { space } = layout.requireVariant(target.siteSpaceId, "destination.siteSpaceId");
      const map = await revisionContent(context, space.id, space.revision);
      if ((await findPage(map, target.pageId)) !== undefined) return target;
      throw new Problem("not_found", `destination.pageId: there is no page ${target.pageId} in space ${space.id}.`);
    }
    case "path": {
      const variant = layout.allVariants.find(({ space }) => space.id === target.spaceId);
      if (variant === undefined) {
        throw new Problem(
          "not_found",
          `destination.spaceId: site ${layout.site.id} does not show space ${target.spaceId}.`,
        );
      }
      const map = await revisionContent(context, variant.space.id, variant.space.revision);
      const page = await findPageByPath(map, target.path);
      if (page !== undefined) return { kind: "site-page", siteSpaceId: variant.row.id, pageId: page.id };
      throw new Problem("not_found", `destination.path: space ${target.spaceId} has no page at "${target.path}".`);
    }
  }
}

/** Applies one change of a batch. A failure is reported in the outcome, and the batch continues. */
async function applyChange(context: Context, layout: SiteLayout, change: RedirectChange): Promise<RedirectOutcome> {
  const { source, intent, captureWildcard, permanent, destination } = change;
  const draft = intent === "draft";
  const failed = (error: string): RedirectOutcome => ({ status: "error", source, draft, error });
  const { site } = layout;
  const live = await findBySource(context, site, source, draft);
  if (intent === "publish") {
    const drafted = await findBySource(context, site, source, true);
    if (drafted === undefined) return failed(`source: there is no draft redirect from "${source}" to make live.`);
    if (live !== undefined) await removeRedirect(context.queries, live.id);
    await updateRedirect(context.queries, drafted.id, { draft: 0, updated_at: context.now });
    return { status: "published", source, draft: false, id: drafted.id };
  }
  if (destination === null) {
    if (live === undefined) return failed(`source: there is no redirect from "${source}" to delete.`);
    await removeRedirect(context.queries, live.id);
    return { status: "deleted", source, draft };
  }
  const rule = { source, draft, captureWildcard, permanent: permanent ?? live?.permanent === 1, destination };
  const written = await attempt(context, layout, live, rule);
  if (typeof written === "string") return failed(written);
  return { status: live === undefined ? "created" : "updated", source, draft, id: written.id };
}

/** The row of a redirect, or the reason why it was not written; on failure nothing changes. */
async function attempt(
  context: Context,
  layout: SiteLayout,
  before: RedirectRow | undefined,
  rule: Rule,
): Promise<RedirectRow | string> {
  try {
    return await write(context, layout, before, rule);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const written = await findBySource(context, layout.site, rule.source, rule.draft);
    if (before !== undefined) await updateRedirect(context.queries, before.id, before);
    else if (written !== undefined) await removeRedirect(context.queries, written.id);
    return error.message;
  }
}

function present({ origin }: Context, site: SiteRow, row: RedirectRow): SiteRedirect {
  return {
    object: "site-redirect",
    id: row.id,
    source: row.source,
    draft: row.draft === 1,
    captureWildcard: row.capture_wildcard === 1,
    permanent: row.permanent === 1,
    destination: parseDestination(row),
    createdAt: row.created_at,
    ...(row.updated_at === null ? {} : { updatedAt: row.updated_at }),
    urls: { location: `${origin}/v1/orgs/${site.organization}/sites/${site.id}/redirects/${row.id}` },
  };
}
