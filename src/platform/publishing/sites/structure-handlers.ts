import type { SiteStructureItem } from "../../../contract/models/site-structure.ts";
import type { ParsedInput } from "../../../contract/operation.ts";
import type { siteSectionGroups as groupOperations } from "../../../contract/operations/site-section-groups.ts";
import type { siteSections as sectionOperations } from "../../../contract/operations/site-sections.ts";
import type { Context } from "../../kernel/context.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { UpdateColumns } from "../../kernel/database/row-view.ts";
import { updatedColumns } from "../../kernel/database/row-view.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { positionKey, readOffset, readPaging, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import { requireCondition } from "./adaptive-schema.ts";
import { readShareKey } from "./share-links-rows.ts";
import { addVariant, spaceToShow } from "./show-space.ts";
import { findVisibleSite, type SiteScope, siteFor } from "./site-access.ts";
import { absentItem, type Section, SiteLayout } from "./site-layout.ts";
import { freePath, requireDistinctPaths, requireSegment } from "./site-paths.ts";
import { StructurePresenter } from "./site-view.ts";
import { type SiteRow, updateSite } from "./sites-rows.ts";
import {
  type GroupRow,
  insertGroup,
  insertSection,
  readStructure,
  removeGroup,
  removeSection,
  type SectionRow,
  updateGroup,
  updateSection,
  updateSiteSpace,
} from "./structure-rows.ts";

export const siteStructure: Handlers<"siteStructure"> = {
  async get(input, context) {
    const { layout, presenter } = await present(context, await siteFor(context, input, "view"), input.shareKey);
    return layout.hasSections || layout.variants.length > 0
      ? presenter.structure()
      : { type: "siteSpaces", structure: [] };
  },

  async sort({ item, position, ...input }, context) {
    const scope = await siteFor(context, input, "create");
    const layout = await SiteLayout.forMember(context, scope.site, scope.viewer);
    const siblings = await listSiblings(context, layout, item);
    const neighbour = position.before ?? position.after;
    const others = siblings.filter(({ id }) => id !== item.id);
    const at = others.findIndex(({ id, type }) => id === neighbour?.id && type === neighbour.type);
    if (at < 0) {
      throw new Problem(
        "bad_request",
        `position: ${neighbour?.type} ${neighbour?.id} is not a sibling of ${item.type} ${item.id}. Name another item of the same parent.`,
      );
    }
    const moved = siblings.find(({ id }) => id === item.id);
    const index = position.before === undefined ? at + 1 : at;
    const ordered = [...others.slice(0, index), ...(moved === undefined ? [] : [moved]), ...others.slice(index)];
    for (const [order, { id, moveTo }] of ordered.entries()) await moveTo(id, order + 1);
    await updateSite(context.queries, scope.site.id, {}, context.now);
    const { layout: sorted, presenter } = await present(context, scope);
    return presentItem(sorted, presenter, item);
  },
};

interface OrderedItem {
  readonly id: string;
  readonly type: SiteStructureItem["object"];
  moveTo(id: string, position: number): Promise<void>;
}

interface Pointer {
  readonly type: SiteStructureItem["object"];
  readonly id: string;
}

/** The items that an item is ordered among: itself too, and items hidden from the caller, which keep their position. */
async function listSiblings({ queries }: Context, layout: SiteLayout, { type, id }: Pointer): Promise<OrderedItem[]> {
  const rows = await readStructure(queries, layout.site.id);
  if (type === "site-space") {
    const { row } = layout.requireVariant(id, "item");
    return rows.siteSpaces
      .filter(({ section }) => section === row.section)
      .map((other) => ({
        id: other.id,
        type: "site-space",
        moveTo: (one, position) => updateSiteSpace(queries, one, { position }),
      }));
  }
  if (type === "site-external-link") throw absentItem("item", "external link", layout.site.id, id);
  const parent =
    type === "site-section"
      ? layout.requireSection(id, "item").row.section_group
      : layout.requireGroup(id, "item").section_group;
  const sections = rows.sections.map((row) => ({
    row,
    type: "site-section" as const,
    moveTo: (one: string, position: number) => updateSection(queries, one, { position }),
  }));
  const groups = rows.groups.map((row) => ({
    row,
    type: "site-section-group" as const,
    moveTo: (one: string, position: number) => updateGroup(queries, one, { position }),
  }));
  return [...sections, ...groups]
    .filter(({ row }) => row.section_group === parent)
    .sort((one, other) => one.row.position - other.row.position || (one.row.id < other.row.id ? -1 : 1))
    .map(({ row, type: kind, moveTo }) => ({ id: row.id, type: kind, moveTo }));
}

function presentItem(layout: SiteLayout, presenter: StructurePresenter, { type, id }: Pointer): SiteStructureItem {
  if (type === "site-space") return presenter.siteSpace(layout.requireVariant(id, "item"));
  if (type === "site-section") return presenter.section(layout.requireSection(id, "item"));
  return presenter.group(layout.requireGroup(id, "item"));
}

/** Presents the current structure. */
async function present(
  context: Context,
  { site, viewer }: Pick<SiteScope, "site" | "viewer">,
  shareKey?: string,
): Promise<{ layout: SiteLayout; presenter: StructurePresenter }> {
  const key = await readShareKey(context, site, shareKey);
  const layout = await SiteLayout.forMember(context, site, viewer);
  return { layout, presenter: await StructurePresenter.open(context, layout, key) };
}

type SectionUpdate = Omit<ParsedInput<typeof sectionOperations.update>, "organizationId" | "siteId" | "siteSectionId">;

const sectionUpdates: UpdateColumns<"site_section", SectionUpdate> = {
  title: (title) => ({ title }),
  localizedTitle: (titles) => ({ localized_title: JSON.stringify(titles) }),
  path: (path) => ({ path: requireSegment(path, "path") }),
  defaultSiteSpace: (id) => ({ default_site_space: id }),
  condition: (condition) => ({ condition: condition === null ? null : requireCondition(condition) }),
  icon: (icon) => ({ icon }),
  draft: (draft) => ({ draft: draft ? 1 : 0 }),
  description: (description) => ({ description }),
  localizedDescription: (descriptions) => ({ localized_description: JSON.stringify(descriptions) }),
  siteSectionGroupId: (group) => ({ section_group: group }),
};

export const siteSections: Handlers<"siteSections"> = {
  async list(input, context) {
    const { layout, presenter } = await present(context, await siteFor(context, input, "view"), input.shareKey);
    const request = readPaging("siteSections.list", [input.siteId, input.shareKey], input);
    const rows = withPositions(layout.sections, readOffset(request), request.limit);
    const items = rows.slice(0, request.limit).map(({ item }) => presenter.section(item));
    return toListResponse(request, rows, layout.sections.length, ({ position }) => positionKey(position), items);
  },

  async create({ spaceId, template, title, icon = null, draft, pageId, siteSectionGroupId, ...input }, context) {
    const scope = await siteFor(context, input, draft ? "edit" : "create");
    const { queries, now } = context;
    const layout = await SiteLayout.forMember(context, scope.site, scope.viewer);
    if (siteSectionGroupId !== undefined) layout.requireGroup(siteSectionGroupId);
    const space = await spaceToShow(context, scope.site, { spaceId, template, title, pageId });
    const site = layout.hasSections ? scope.site : await divideIntoSections(context, scope.site);
    const group = siteSectionGroupId ?? null;
    const id = await addSection(context, site, { title: title ?? space.title, icon, draft, group });
    const defaults = site.default_section === null ? { default_section: id } : {};
    await updateSite(queries, site.id, defaults, now);
    await addVariant(context, { ...site, ...defaults }, space, { section: id, draft: false, page: pageId });
    const { layout: updatedLayout, presenter } = await present(context, await siteFor(context, input, "view"));
    return presenter.section(updatedLayout.requireSection(id));
  },

  async update({ siteSectionId, ...input }, context) {
    const scope = await siteFor(context, input, "create");
    const layout = await SiteLayout.forMember(context, scope.site, scope.viewer);
    const section = layout.requireSection(siteSectionId);
    const { organizationId: _, siteId: __, ...changes } = input;
    if (changes.siteSectionGroupId != null) layout.requireGroup(changes.siteSectionGroupId);
    if (changes.defaultSiteSpace !== undefined) requireOwn(section, changes.defaultSiteSpace);
    await updateSection(context.queries, siteSectionId, {
      ...(await updatedColumns(sectionUpdates, changes)),
      ...(await findGroupPosition(context, section, changes.siteSectionGroupId)),
    });
    return changedSection(context, scope, siteSectionId);
  },

  async remove({ siteSectionId, ...input }, context) {
    const visible = await findVisibleSite(context, input);
    if (visible === undefined) return { deleted: false };
    const seen = await SiteLayout.forMember(context, visible.site, visible.viewer);
    if (seen.findSection(siteSectionId) === undefined) return { deleted: false };
    const { site } = await siteFor(context, input, "create");
    const { sections } = await readStructure(context.queries, site.id);
    if (site.default_section === siteSectionId && sections.length > 1) {
      throw new Problem(
        "conflict",
        `siteSectionId: section ${siteSectionId} is shown first. Make another the default of the site first, with updateSiteById.`,
      );
    }
    await removeSection(context.queries, siteSectionId);
    const last = sections.length === 1 ? { default_section: null } : {};
    await updateSite(context.queries, site.id, last, context.now);
    return { deleted: true };
  },
};

interface Positioned<Item> {
  readonly item: Item;
  /** One-based. */
  readonly position: number;
}

/** At most limit + 1 items, starting at the offset. */
const withPositions = <Item>(items: readonly Item[], offset: number, limit: number): Positioned<Item>[] =>
  items.slice(offset, offset + limit + 1).map((item, index) => ({ item, position: offset + index + 1 }));

interface NewSection extends Pick<SectionRow, "title" | "icon"> {
  readonly draft: boolean;
  readonly group: string | null;
}

async function addSection(
  { queries }: Context,
  site: SiteRow,
  { title, icon, draft, group }: NewSection,
): Promise<string> {
  const { sections, groups, siteSpaces } = await readStructure(queries, site.id);
  const atRoot = siteSpaces.filter(({ section }) => section === site.default_section);
  const id = createId();
  await insertSection(queries, {
    id,
    site: site.id,
    section_group: group,
    title,
    localized_title: null,
    description: null,
    localized_description: null,
    path: await freePath(
      title,
      [...sections, ...(site.default_section === null ? [] : atRoot)].map(({ path }) => path),
    ),
    icon,
    condition: null,
    draft: draft ? 1 : 0,
    default_site_space: null,
    position: nextPosition([...sections, ...groups], group),
  });
  return id;
}

const nextPosition = (items: readonly Pick<GroupRow, "section_group" | "position">[], group: string | null): number =>
  1 + Math.max(0, ...items.filter((item) => item.section_group === group).map(({ position }) => position));

/**
 * Moves the content of a site without sections into a first section, which stays at the root. Returns the updated site.
 */
async function divideIntoSections(context: Context, site: SiteRow): Promise<SiteRow> {
  const { queries, now } = context;
  const { siteSpaces } = await readStructure(queries, site.id);
  if (siteSpaces.length === 0) return site;
  const id = await addSection(context, site, { title: site.title, icon: null, draft: false, group: null });
  await updateSection(queries, id, { default_site_space: site.default_site_space });
  for (const row of siteSpaces) await updateSiteSpace(queries, row.id, { section: id });
  const change = { default_section: id, default_site_space: null };
  await updateSite(queries, site.id, change, now);
  return { ...site, ...change };
}

function requireOwn({ row, variants }: Section, siteSpace: string): void {
  if (variants.some((variant) => variant.row.id === siteSpace)) return;
  throw new Problem("bad_request", `defaultSiteSpace: section ${row.id} has no site space ${siteSpace}.`);
}

/** The last position in another group, or undefined if the section stays in its own. */
async function findGroupPosition(
  { queries }: Context,
  { row }: Section,
  group: string | null | undefined,
): Promise<Partial<SectionRow>> {
  if (group === undefined || group === row.section_group) return {};
  const { sections, groups } = await readStructure(queries, row.site);
  return { section_group: group, position: nextPosition([...sections, ...groups], group) };
}

async function changedSection(context: Context, { site, viewer }: SiteScope, id: string) {
  await noteChange(context, site);
  const { layout, presenter } = await present(context, { site, viewer });
  return presenter.section(layout.requireSection(id));
}

/** Increments the version after a structure change, which must leave every address unique. */
async function noteChange({ queries, now }: Context, site: SiteRow): Promise<void> {
  requireDistinctPaths(site, await readStructure(queries, site.id));
  await updateSite(queries, site.id, {}, now);
}

type GroupUpdate = Omit<ParsedInput<typeof groupOperations.update>, "organizationId" | "siteId" | "siteSectionGroupId">;

const groupUpdates: UpdateColumns<"site_section_group", GroupUpdate> = {
  title: (title) => ({ title }),
  icon: (icon) => ({ icon }),
};

/** The greatest nesting depth of groups. */
const maxDepth = 8;

export const siteSectionGroups: Handlers<"siteSectionGroups"> = {
  async list(input, context) {
    const { layout, presenter } = await present(context, await siteFor(context, input, "view"));
    const request = readPaging("siteSectionGroups.list", [input.siteId], input);
    const rows = withPositions(layout.groups, readOffset(request), request.limit);
    const items = rows.slice(0, request.limit).map(({ item }) => presenter.group(item));
    return toListResponse(request, rows, layout.groups.length, ({ position }) => positionKey(position), items);
  },

  async create({ title, icon = null, sections = [], parent, ...input }, context) {
    const { site, viewer } = await siteFor(context, input, "create");
    const layout = await SiteLayout.forMember(context, site, viewer);
    if (parent !== undefined) requireShallow(layout, layout.requireGroup(parent, "parent"));
    for (const [index, id] of sections.entries()) layout.requireSection(id, `sections.${index}`);
    const rows = await readStructure(context.queries, site.id);
    const id = createId();
    await insertGroup(context.queries, {
      id,
      site: site.id,
      section_group: parent ?? null,
      title,
      icon,
      position: nextPosition([...rows.sections, ...rows.groups], parent ?? null),
    });
    for (const [index, section] of sections.entries()) {
      await updateSection(context.queries, section, { section_group: id, position: index + 1 });
    }
    return changedGroup(context, { site, viewer }, id);
  },

  async update({ siteSectionGroupId, ...input }, context) {
    const { site, viewer } = await siteFor(context, input, "create");
    (await SiteLayout.forMember(context, site, viewer)).requireGroup(siteSectionGroupId);
    const { organizationId: _, siteId: __, ...changes } = input;
    await updateGroup(context.queries, siteSectionGroupId, await updatedColumns(groupUpdates, changes));
    return changedGroup(context, { site, viewer }, siteSectionGroupId);
  },

  async remove({ siteSectionGroupId, ...input }, context) {
    const visible = await findVisibleSite(context, input);
    if (visible === undefined) return { deleted: false };
    const { queries } = context;
    const { sections, groups } = await readStructure(queries, visible.site.id);
    const group = groups.find(({ id }) => id === siteSectionGroupId);
    if (group === undefined) return { deleted: false };
    const { site } = await siteFor(context, input, "create");
    let position = nextPosition([...sections, ...groups], group.section_group);
    const inside = (row: Pick<GroupRow, "section_group">) => row.section_group === siteSectionGroupId;
    for (const { id } of sections.filter(inside)) {
      await updateSection(queries, id, { section_group: group.section_group, position: position++ });
    }
    for (const { id } of groups.filter(inside)) {
      await updateGroup(queries, id, { section_group: group.section_group, position: position++ });
    }
    await removeGroup(queries, siteSectionGroupId);
    await noteChange(context, site);
    return { deleted: true };
  },

  async addSection({ siteSectionGroupId, sectionId, ...input }, context) {
    const { site, viewer } = await siteFor(context, input, "create");
    const layout = await SiteLayout.forMember(context, site, viewer);
    layout.requireGroup(siteSectionGroupId);
    const section = layout.requireSection(sectionId, "sectionId");
    await updateSection(context.queries, sectionId, await findGroupPosition(context, section, siteSectionGroupId));
    return changedGroup(context, { site, viewer }, siteSectionGroupId);
  },
};

function requireShallow(layout: SiteLayout, parent: GroupRow): void {
  let depth = 1;
  for (let above: string | null = parent.section_group; above !== null; depth += 1) {
    above = layout.requireGroup(above, "parent").section_group;
  }
  if (depth < maxDepth) return;
  throw new Problem("bad_request", `parent: group ${parent.id} is nested ${maxDepth} deep, which is the maximum.`);
}

async function changedGroup(context: Context, { site, viewer }: Pick<SiteScope, "site" | "viewer">, id: string) {
  await noteChange(context, site);
  const { layout, presenter } = await present(context, { site, viewer });
  return presenter.group(layout.requireGroup(id));
}
