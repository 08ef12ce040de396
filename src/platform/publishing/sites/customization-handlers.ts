import type { Handlers } from "../../kernel/handler.ts";
import { changedOverride, completeSettings, effectiveCustomization, parseCustomization } from "./customization.ts";
import { findVisibleSite, siteFor } from "./site-access.ts";
import { SiteLayout } from "./site-layout.ts";
import { updateSite } from "./sites-rows.ts";
import { updateSiteSpace } from "./structure-rows.ts";

export const siteCustomization: Handlers<"siteCustomization"> = {
  async get(input, context) {
    return parseCustomization((await siteFor(context, input, "view")).site);
  },

  async update({ settings, ...input }, context) {
    const { site } = await siteFor(context, input, "admin");
    const complete = completeSettings(settings);
    await updateSite(context.queries, site.id, { customization: JSON.stringify(complete) }, context.now);
    return complete;
  },

  async getSiteSpace({ siteSpaceId, ...input }, context) {
    const { site, viewer } = await siteFor(context, input, "view");
    const { row } = (await SiteLayout.forMember(context, site, viewer)).requireVariant(siteSpaceId);
    return effectiveCustomization(site, row);
  },

  async overrideSiteSpace({ siteSpaceId, override, ...input }, context) {
    const { site, viewer } = await siteFor(context, input, "admin");
    const { row } = (await SiteLayout.forMember(context, site, viewer)).requireVariant(siteSpaceId);
    const own = changedOverride(row, override);
    const customization = Object.keys(own).length === 0 ? null : JSON.stringify(own);
    await updateSiteSpace(context.queries, siteSpaceId, { customization });
    await updateSite(context.queries, site.id, {}, context.now);
    return effectiveCustomization(site, { customization });
  },

  async resetSiteSpace({ siteSpaceId, ...input }, context) {
    const visible = await findVisibleSite(context, input);
    const layout = visible && (await SiteLayout.forMember(context, visible.site, visible.viewer));
    const variant = layout?.findVariant(siteSpaceId);
    if (variant === undefined) return { deleted: false };
    const { site } = await siteFor(context, input, "admin");
    if (variant.row.customization === null) return { deleted: false };
    await updateSiteSpace(context.queries, siteSpaceId, { customization: null });
    await updateSite(context.queries, site.id, {}, context.now);
    return { deleted: true };
  },
};
