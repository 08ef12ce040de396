import type { ParsedInput } from "../../../contract/operation.ts";
import type { siteSpaces as operations } from "../../../contract/operations/site-spaces.ts";
import type { Context } from "../../kernel/context.ts";
import { type UpdateColumns, updatedColumns } from "../../kernel/database/row-view.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { positionKey, readOffset, readPaging, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import { requireCondition } from "./adaptive-schema.ts";
import { readShareKey } from "./share-links-rows.ts";
import { addVariant, requirePage, showableSpace, spaceToShow } from "./show-space.ts";
import { findVisibleSite, type SiteScope, siteFor } from "./site-access.ts";
import { SiteLayout, type Variant } from "./site-layout.ts";
import { requireDistinctPaths, requireSegment } from "./site-paths.ts";
import { StructurePresenter } from "./site-view.ts";
import { type SiteRow, updateSite } from "./sites-rows.ts";
import { readStructure, removeSiteSpace, updateSiteSpace } from "./structure-rows.ts";

type Update = Omit<ParsedInput<typeof operations.update>, "organizationId" | "siteId" | "siteSpaceId">;

const updates: UpdateColumns<"site_space", Update> = {
  path: (path) => ({ path: requireSegment(path, "path") }),
  condition: (condition) => ({ condition: condition === null ? null : requireCondition(condition) }),
  pageId: (page) => ({ page }),
  spaceId: (space) => ({ space }),
  hidden: (hidden) => ({ hidden: hidden ? 1 : 0 }),
  draft: (draft) => ({ draft: draft ? 1 : 0 }),
};

export const siteSpaces: Handlers<"siteSpaces"> = {
  async create({ spaceId, template, sectionId, draft, pageId, title, ...input }, context) {
    const scope = await siteFor(context, input, draft ? "edit" : "create");
    const { site, viewer } = scope;
    const layout = await SiteLayout.forMember(context, site, viewer);
    if (sectionId !== undefined) layout.requireSection(sectionId, "sectionId");
    const section = sectionId ?? site.default_section;
    const space = await spaceToShow(context, site, { spaceId, template, title, pageId });
    const id = await addVariant(context, site, space, { section, title, draft, page: pageId });
    await updateSite(context.queries, site.id, {}, context.now);
    return presentVariant(context, scope, id);
  },

  async list({ default: isDefault, shareKey, ...input }, context) {
    const { site, viewer } = await siteFor(context, input, "view");
    const key = await readShareKey(context, site, shareKey);
    const layout = await SiteLayout.forMember(context, site, viewer);
    const presenter = await StructurePresenter.open(context, layout, key);
    const home = layout.defaultVariant(layout.defaultSection);
    const variants = layout.allVariants.filter(
      (variant) => isDefault === undefined || (variant === home) === isDefault,
    );
    const request = readPaging("siteSpaces.list", [site.id, isDefault, shareKey], input);
    const offset = readOffset(request);
    const rows = variants.slice(offset, offset + request.limit + 1);
    const shown = rows.map((variant, index) => ({ variant, position: offset + index + 1 }));
    const items = shown.slice(0, request.limit).map(({ variant }) => presenter.siteSpace(variant));
    return toListResponse(request, shown, variants.length, ({ position }) => positionKey(position), items);
  },

  async update({ siteSpaceId, ...input }, context) {
    const scope = await siteFor(context, input, "create");
    const { site, viewer } = scope;
    const variant = (await SiteLayout.forMember(context, site, viewer)).requireVariant(siteSpaceId);
    const { organizationId: _, siteId: __, ...changes } = input;
    const space = await shownThen(context, site, variant, changes);
    if (changes.pageId != null) await requirePage(context, space, changes.pageId);
    // The home page belonged to the previous space.
    const page = changes.spaceId === undefined || changes.pageId !== undefined ? {} : { page: null };
    await updateSiteSpace(context.queries, siteSpaceId, { ...(await updatedColumns(updates, changes)), ...page });
    requireDistinctPaths(site, await readStructure(context.queries, site.id));
    await updateSite(context.queries, site.id, {}, context.now);
    return presentVariant(context, scope, siteSpaceId);
  },

  async remove({ siteSpaceId, ...input }, context) {
    const visible = await findVisibleSite(context, input);
    const layout = visible && (await SiteLayout.forMember(context, visible.site, visible.viewer));
    const variant = layout?.findVariant(siteSpaceId);
    if (variant === undefined) return { deleted: false };
    const { site } = await siteFor(context, input, "create");
    const rows = await readStructure(context.queries, site.id);
    const siblings = rows.siteSpaces.filter(({ section }) => section === variant.row.section);
    requireRemovable(rows.sections, site, variant, siblings.length);
    await removeSiteSpace(context.queries, siteSpaceId);
    const isDefault = site.default_site_space === siteSpaceId;
    await updateSite(context.queries, site.id, isDefault ? { default_site_space: null } : {}, context.now);
    return { deleted: true };
  },
};

/** A default site space cannot be removed directly, because every address at the root would change. */
function requireRemovable(
  sections: readonly { readonly id: string; readonly default_site_space: string | null }[],
  site: SiteRow,
  { row }: Variant,
  siblings: number,
): void {
  if (row.section !== null && siblings === 1) {
    throw new Problem(
      "conflict",
      `siteSpaceId: site space ${row.id} is the only one in section ${row.section}. Delete the section instead.`,
    );
  }
  const section = sections.find(({ id }) => id === row.section);
  const chosen = section === undefined ? site.default_site_space : section.default_site_space;
  if (chosen !== row.id || siblings === 1) return;
  const by = section === undefined ? "updateSiteById" : "updateSiteSectionById";
  throw new Problem(
    "conflict",
    `siteSpaceId: site space ${row.id} is shown first. Make another the default first, with ${by}.`,
  );
}

/** The space that a variant shows after an update. Throws if the caller may not change it. */
async function shownThen(
  context: Context,
  site: SiteRow,
  { row, space }: Variant,
  { spaceId, draft }: Pick<Update, "spaceId" | "draft">,
) {
  if (spaceId === undefined || spaceId === space.id) {
    return draft === false && row.draft === 1 ? showableSpace(context, site, space.id) : space;
  }
  const shown = await showableSpace(context, site, spaceId);
  const { siteSpaces: rows } = await readStructure(context.queries, site.id);
  const other = rows.find((one) => one.space === spaceId);
  if (other === undefined) return shown;
  throw new Problem("conflict", `spaceId: site ${site.id} already shows space ${spaceId}, as site space ${other.id}.`);
}

async function presentVariant(context: Context, { site, viewer }: SiteScope, id: string) {
  const layout = await SiteLayout.forMember(context, site, viewer);
  const presenter = await StructurePresenter.open(context, layout);
  return presenter.siteSpace(layout.requireVariant(id));
}
