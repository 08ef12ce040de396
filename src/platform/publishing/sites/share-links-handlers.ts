import type { ShareLink } from "../../../contract/models/site-publishing.ts";
import type { Context } from "../../kernel/context.ts";
import { createId, randomText } from "../../kernel/database/ids.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { orderKey, readOrder, readPaging, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import { openColumn } from "../../kernel/secrets/sealed-columns.ts";
import {
  countShareLinks,
  findShareLink,
  insertShareLink,
  listShareLinks,
  removeShareLink,
  type ShareLinkRow,
  updateShareLink,
} from "./share-links-rows.ts";
import { findVisibleSite, siteFor } from "./site-access.ts";
import { siteUrl } from "./site-paths.ts";
import { type SiteRow, updateSite } from "./sites-rows.ts";

export const siteShareLinks: Handlers<"siteShareLinks"> = {
  async list(input, context) {
    const { site } = await siteFor(context, input, "admin");
    const request = readPaging("siteShareLinks.list", [site.id, input.search], input);
    const filter = { site: site.id, search: input.search };
    const rows = await listShareLinks(context.queries, filter, readOrder(request)?.[0], request.limit + 1);
    const count = await countShareLinks(context.queries, filter);
    const items = rows.map((row) => present(context, site, row));
    return toListResponse(request, rows, count, (row) => orderKey(row.order, row.id), items);
  },

  async create({ name, ...input }, context) {
    const { site } = await siteFor(context, input, "admin");
    const columns = { id: createId(), site: site.id, name, active: 1, created_at: context.now };
    const link = await insertShareLink(context.queries, columns, randomText(32));
    await updateSite(context.queries, site.id, {}, context.now);
    return present(context, site, link);
  },

  async update({ shareLinkId, active, name, ...input }, context) {
    const { site } = await siteFor(context, input, "admin");
    const link = await findShareLink(context.queries, site.id, shareLinkId);
    if (link === undefined) {
      throw new Problem("not_found", `shareLinkId: site ${site.id} has no share link ${shareLinkId}.`);
    }
    const change = {
      ...(active === undefined ? {} : { active: active ? 1 : 0 }),
      ...(name === undefined ? {} : { name }),
    };
    await updateShareLink(context.queries, link.id, change);
    await updateSite(context.queries, site.id, {}, context.now);
    return present(context, site, { ...link, ...change });
  },

  async remove({ shareLinkId, ...input }, context) {
    if ((await findVisibleSite(context, input)) === undefined) return { deleted: false };
    const { site } = await siteFor(context, input, "admin");
    const link = await findShareLink(context.queries, site.id, shareLinkId);
    if (link === undefined) return { deleted: false };
    await removeShareLink(context.queries, link.id);
    await updateSite(context.queries, site.id, {}, context.now);
    return { deleted: true };
  },
};

function present({ queries, origin }: Context, site: SiteRow, link: ShareLinkRow): ShareLink {
  const { id, name, active, created_at } = link;
  return {
    object: "share-link",
    id,
    createdAt: created_at,
    name,
    active: active === 1,
    urls: {
      location: `${origin}/v1/orgs/${site.organization}/sites/${site.id}/share-links/${id}`,
      ...(site.published === 1
        ? { published: siteUrl(site, origin, openColumn(queries, "site_share_link.key", link)) }
        : {}),
    },
  };
}
