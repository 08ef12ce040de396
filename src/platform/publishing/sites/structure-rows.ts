import type { Json, NewRow, Queries, Row } from "../../kernel/database/tables.ts";

interface SiteSectionTable {
  id: string;
  site: string;
  /** The group that contains it; null at the root. */
  section_group: string | null;
  title: string;
  localized_title: Json | null;
  description: string | null;
  localized_description: Json | null;
  path: string;
  icon: string | null;
  condition: string | null;
  draft: number;
  default_site_space: string | null;
  /** Order among sections and groups of the same parent. */
  position: number;
}

interface SiteSectionGroupTable {
  id: string;
  site: string;
  /** The group that contains it; null at the root. */
  section_group: string | null;
  title: string;
  icon: string | null;
  position: number;
}

interface SiteSpaceTable {
  id: string;
  site: string;
  /** Null on sites without sections. */
  section: string | null;
  space: string;
  path: string;
  /** Null uses the space's title. */
  title: string | null;
  condition: string | null;
  /** Its home page; null uses the first page of the space. */
  page: string | null;
  draft: number;
  hidden: number;
  /** Settings that override the site's customization. */
  customization: Json | null;
  /** Order within its section or site. */
  position: number;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    site_section: SiteSectionTable;
    site_section_group: SiteSectionGroupTable;
    site_space: SiteSpaceTable;
  }
}

export type SectionRow = Row<"site_section">;
export type GroupRow = Row<"site_section_group">;
export type SiteSpaceRow = Row<"site_space">;

export interface StructureRows {
  readonly sections: readonly SectionRow[];
  readonly groups: readonly GroupRow[];
  readonly siteSpaces: readonly SiteSpaceRow[];
}

/** Everything in the structure of a site, each kind in order. */
export async function readStructure(queries: Queries, site: string): Promise<StructureRows> {
  const structures = await readStructures(queries, [site]);
  return structures.get(site) ?? { sections: [], groups: [], siteSpaces: [] };
}

/** The structures of several sites, by site. */
export async function readStructures(queries: Queries, sites: readonly string[]): Promise<Map<string, StructureRows>> {
  if (sites.length === 0) return new Map();
  const { sections, groups, siteSpaces } = {
    sections: await queries
      .selectFrom("site_section")
      .selectAll()
      .where("site", "in", sites)
      .orderBy("position")
      .orderBy("id")
      .execute(),
    groups: await queries
      .selectFrom("site_section_group")
      .selectAll()
      .where("site", "in", sites)
      .orderBy("position")
      .orderBy("id")
      .execute(),
    siteSpaces: await queries
      .selectFrom("site_space")
      .selectAll()
      .where("site", "in", sites)
      .orderBy("position")
      .orderBy("id")
      .execute(),
  };
  const at = <Item extends { readonly site: string }>(items: readonly Item[], site: string) =>
    items.filter((item) => item.site === site);
  return new Map(
    sites.map((site) => [
      site,
      { sections: at(sections, site), groups: at(groups, site), siteSpaces: at(siteSpaces, site) },
    ]),
  );
}

/** The spaces that each of the sites shows, deleted ones included. */
export function spacesOfSites(queries: Queries, sites: readonly string[]): Promise<{ site: string; space: string }[]> {
  if (sites.length === 0) return Promise.resolve([]);
  return queries.selectFrom("site_space").select(["site", "space"]).where("site", "in", sites).execute();
}

export async function insertSection(queries: Queries, section: NewRow<"site_section">): Promise<void> {
  await queries.insertInto("site_section").values(section).execute();
}

export async function updateSection(queries: Queries, id: string, change: Partial<SectionRow>): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await queries.updateTable("site_section").set(change).where("id", "=", id).execute();
}

/** Removes a section and its site spaces. */
export async function removeSection(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom("site_space").where("section", "=", id).execute();
  await queries.deleteFrom("site_section").where("id", "=", id).execute();
}

export async function insertGroup(queries: Queries, group: NewRow<"site_section_group">): Promise<void> {
  await queries.insertInto("site_section_group").values(group).execute();
}

export async function updateGroup(queries: Queries, id: string, change: Partial<GroupRow>): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await queries.updateTable("site_section_group").set(change).where("id", "=", id).execute();
}

export async function removeGroup(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom("site_section_group").where("id", "=", id).execute();
}

export async function insertSiteSpace(queries: Queries, siteSpace: NewRow<"site_space">): Promise<void> {
  await queries.insertInto("site_space").values(siteSpace).execute();
}

export async function updateSiteSpace(queries: Queries, id: string, change: Partial<SiteSpaceRow>): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await queries.updateTable("site_space").set(change).where("id", "=", id).execute();
}

export async function removeSiteSpace(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom("site_space").where("id", "=", id).execute();
}

/** Removes a permanently deleted space from every site. */
export async function removeSpaceFromSites(queries: Queries, space: string): Promise<void> {
  await queries.deleteFrom("site_space").where("space", "=", space).execute();
}
