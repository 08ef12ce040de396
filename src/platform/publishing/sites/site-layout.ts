import type { Role } from "../../../contract/models/role.ts";
import type { Viewer } from "../../access/levels-rows.ts";
import { may } from "../../access/roles.ts";
import { getSpaceScopes } from "../../access/scope.ts";
import { findSpaces } from "../../access/spaces-rows.ts";
import type { Context } from "../../kernel/context.ts";
import type { Queries, Row } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";
import type { SiteRow } from "./sites-rows.ts";
import {
  type GroupRow,
  readStructure,
  readStructures,
  type SectionRow,
  type SiteSpaceRow,
  type StructureRows,
} from "./structure-rows.ts";

/** A site space with the space it shows. */
export interface Variant {
  readonly row: SiteSpaceRow;
  readonly space: Row<"space">;
  /** The viewer's role in the space; null for readers of the published site. */
  readonly role: Role | null;
}

export interface Section {
  readonly row: SectionRow;
  readonly variants: readonly Variant[];
}

/** What readers may see of a site. */
export interface Readership {
  /** Whether drafts are included, as in previews. */
  readonly drafts: boolean;
  /** Whether a condition holds for the visitor. */
  holds(condition: string): boolean;
  /** Whether a space may be read by its id. */
  mayRead(space: string): boolean;
}

/** The structure of a site, and the spaces that it shows by their ids. */
interface StructureWithSpaces {
  readonly rows: StructureRows;
  readonly spaces: ReadonlyMap<string, Row<"space">>;
}

/** The content at the root of addresses, the same for every visitor, so that an address means the same to everyone. */
interface Homes {
  readonly section: string | undefined;
  /** By section; null on sites without sections. */
  readonly variants: ReadonlyMap<string | null, string>;
}

/**
 * The structure of a site as one viewer sees it. Spaces that were deleted or transferred to another organization are
 * hidden, and so are sections left with no space.
 */
export class SiteLayout {
  readonly site: SiteRow;
  readonly groups: readonly GroupRow[];
  readonly sections: readonly Section[];
  /** On a site without sections. */
  readonly variants: readonly Variant[];
  /** Whether the site is divided into sections. */
  readonly hasSections: boolean;
  readonly #homes: Homes;

  private constructor(
    site: SiteRow,
    { rows, homes }: { readonly rows: StructureRows; readonly homes: Homes },
    variants: readonly Variant[],
    sections: readonly SectionRow[],
  ) {
    this.site = site;
    this.#homes = homes;
    this.groups = rows.groups;
    this.hasSections = rows.sections.length > 0;
    this.sections = sections.map((row) => ({ row, variants: variants.filter((one) => one.row.section === row.id) }));
    this.variants = variants.filter(({ row }) => row.section === null);
  }

  /**
   * What a caller may see: the spaces that a member can read, with empty sections, so that they can be removed; for a
   * visitor what the site shows.
   */
  static async forMember(context: Context, site: SiteRow, viewer: Viewer): Promise<SiteLayout> {
    if (context.reader !== undefined) return context.reader.layout;
    const rows = inTreeOrder(await readStructure(context.queries, site.id));
    const spaces = await shownSpaces(context.queries, site, rows);
    const roles = new Map(
      (await getSpaceScopes(context, viewer, [...spaces.values()])).map(({ space, role }) => [space.id, role]),
    );
    const visible = rows.siteSpaces.filter((row) => may(roles.get(row.space) ?? null, "view"));
    const hidden = new Set(
      rows.siteSpaces.flatMap((row) => (spaces.has(row.space) && !visible.includes(row) ? (row.section ?? []) : [])),
    );
    const seen = new Set(visible.map(({ section }) => section));
    return new SiteLayout(
      site,
      { rows, homes: computeHomes(site, rows, spaces, false) },
      withSpaces(visible, spaces, roles),
      rows.sections.filter(({ id }) => seen.has(id) || !hidden.has(id)),
    );
  }

  /** What the layouts of a site have in common, whoever reads. */
  static async read(queries: Queries, site: SiteRow): Promise<StructureWithSpaces> {
    const rows = inTreeOrder(await readStructure(queries, site.id));
    return { rows, spaces: await shownSpaces(queries, site, rows) };
  }

  /** What readers may see: live content, optionally drafts, subject to conditions. */
  static forReaders(site: SiteRow, structure: StructureWithSpaces, readership: Readership): SiteLayout {
    return SiteLayout.#asRead(site, structure, readership);
  }

  /** The live content of several sites, regardless of conditions, in a fixed number of queries. */
  static async forAnybody(queries: Queries, sites: readonly SiteRow[]): Promise<SiteLayout[]> {
    const structures = await readStructures(
      queries,
      sites.map(({ id }) => id),
    );
    const all = [...structures.values()].flatMap(({ siteSpaces }) => siteSpaces.map(({ space }) => space));
    const found = await findSpaces(queries, [...new Set(all)]);
    return sites.map((site) => {
      const rows = inTreeOrder(structures.get(site.id) ?? { sections: [], groups: [], siteSpaces: [] });
      const own = new Set(rows.siteSpaces.map(({ space }) => space));
      const spaces = ownSpaces(
        site,
        found.filter(({ id }) => own.has(id)),
      );
      return SiteLayout.#asRead(site, { rows, spaces }, { drafts: false, holds: () => true, mayRead: () => true });
    });
  }

  static #asRead(
    site: SiteRow,
    { rows, spaces }: StructureWithSpaces,
    { drafts, holds, mayRead }: Readership,
  ): SiteLayout {
    const shows = (item: { readonly condition: string | null; readonly draft: number }) =>
      (drafts || item.draft === 0) && (item.condition === null || holds(item.condition));
    const sections = rows.sections.filter(shows);
    const open = new Set<string | null>([null, ...sections.map(({ id }) => id)]);
    const variants = rows.siteSpaces.filter(
      (row) => spaces.has(row.space) && open.has(row.section) && shows(row) && mayRead(row.space),
    );
    const filled = new Set(variants.map(({ section }) => section));
    const shown = sections.filter(({ id }) => filled.has(id));
    const groups = withAncestors(rows.groups, new Set(shown.flatMap(({ section_group: group }) => group ?? [])));
    return new SiteLayout(
      site,
      { rows: { ...rows, groups }, homes: computeHomes(site, rows, spaces, drafts) },
      withSpaces(variants, spaces, new Map()),
      shown,
    );
  }

  /** All variants in structure order, with each section's together. */
  get allVariants(): readonly Variant[] {
    return [...this.variants, ...this.sections.flatMap(({ variants }) => variants)];
  }

  /** Whether a section is at the site's root and has no segment of its own in addresses. */
  isHomeSection = ({ row }: Section): boolean => row.id === this.#homes.section;

  /** Whether a variant is at the root of its section. */
  isHomeVariant = ({ row }: Variant): boolean => row.id === this.#homes.variants.get(row.section);

  /** The section shown first: the one at the root or, if that is hidden, the first visible one. */
  get defaultSection(): Section | undefined {
    return this.sections.find(this.isHomeSection) ?? this.sections[0];
  }

  /** The variant shown first, in a section or on a site without sections. */
  defaultVariant(section: Section | undefined): Variant | undefined {
    const variants = section?.variants ?? this.variants;
    return variants.find(this.isHomeVariant) ?? variants.find(({ row }) => row.hidden === 0) ?? variants[0];
  }

  findVariantSection({ row }: Variant): Section | undefined {
    return this.sections.find((section) => section.row.id === row.section);
  }

  findSection(id: string): Section | undefined {
    return this.sections.find(({ row }) => row.id === id);
  }

  findVariant(id: string): Variant | undefined {
    return this.allVariants.find(({ row }) => row.id === id);
  }

  /** Throws `not_found` naming the field. */
  requireSection(id: string, field = "siteSectionId"): Section {
    const section = this.findSection(id);
    if (section === undefined) throw absentItem(field, "section", this.site.id, id);
    return section;
  }

  requireVariant(id: string, field = "siteSpaceId"): Variant {
    const variant = this.findVariant(id);
    if (variant === undefined) throw absentItem(field, "site space", this.site.id, id);
    return variant;
  }

  requireGroup(id: string, field = "siteSectionGroupId"): GroupRow {
    const group = this.groups.find((row) => row.id === id);
    if (group === undefined) throw absentItem(field, "section group", this.site.id, id);
    return group;
  }

  /** Sections and groups directly in a group, or at the root, in order. */
  listChildren(group: string | null): (Section | GroupRow)[] {
    const getRow = (item: Section | GroupRow) => ("row" in item ? item.row : item);
    return [
      ...this.sections.filter(({ row }) => row.section_group === group),
      ...this.groups.filter((row) => row.section_group === group),
    ].sort((one, other) => byPosition(getRow(one), getRow(other)));
  }
}

/** The groups that are named, and those around them. */
function withAncestors(groups: readonly GroupRow[], named: ReadonlySet<string>): GroupRow[] {
  const included = new Set(named);
  const parents = new Map(groups.map(({ id, section_group: parent }) => [id, parent]));
  for (const id of included) {
    const parent = parents.get(id);
    if (parent != null) included.add(parent);
  }
  return groups.filter(({ id }) => included.has(id));
}

/** Orders sections as readers encounter them: those in a group are at the group's position. */
function inTreeOrder(rows: StructureRows): StructureRows {
  const { sections, groups } = rows;
  const within = (parent: string | null): SectionRow[] =>
    [
      ...sections.map((row) => ({ row, inside: [row] })),
      ...groups.map((row) => ({ row, inside: row.section_group === parent ? within(row.id) : [] })),
    ]
      .filter(({ row }) => row.section_group === parent)
      .sort((one, other) => byPosition(one.row, other.row))
      .flatMap(({ inside }) => inside);
  return { ...rows, sections: within(null) };
}

const byPosition = (one: Pick<GroupRow, "id" | "position">, other: Pick<GroupRow, "id" | "position">): number =>
  one.position - other.position || (one.id < other.id ? -1 : 1);

function computeHomes(
  site: SiteRow,
  { sections, siteSpaces }: StructureRows,
  spaces: ReadonlyMap<string, Row<"space">>,
  drafts: boolean,
): Homes {
  const live = <Item extends { readonly draft: number }>(items: readonly Item[]) =>
    drafts ? items : items.filter(({ draft }) => draft === 0);
  const shown = live(siteSpaces.filter(({ space }) => spaces.has(space)));
  const filled = live(sections).filter(({ id }) => shown.some(({ section }) => section === id));
  const section = filled.find(({ id }) => id === site.default_section) ?? filled[0];
  const variants = new Map<string | null, string>();
  for (const sectionId of [null, ...sections.map(({ id }) => id)]) {
    const chosen =
      sectionId === null ? site.default_site_space : sections.find(({ id }) => id === sectionId)?.default_site_space;
    const own = shown.filter((row) => row.section === sectionId);
    const home = own.find(({ id }) => id === chosen) ?? own.find(({ hidden }) => hidden === 0) ?? own[0];
    if (home !== undefined) variants.set(sectionId, home.id);
  }
  return { section: section?.id, variants };
}

export const absentItem = (field: string, noun: string, site: string, id: string) =>
  new Problem("not_found", `${field}: site ${site} has no ${noun} ${id}. Read its structure for the ids.`);

async function shownSpaces(
  queries: Queries,
  site: SiteRow,
  { siteSpaces }: StructureRows,
): Promise<Map<string, Row<"space">>> {
  const spaces = await findSpaces(
    queries,
    siteSpaces.map(({ space }) => space),
  );
  return ownSpaces(site, spaces);
}

function ownSpaces(site: SiteRow, spaces: readonly Row<"space">[]): Map<string, Row<"space">> {
  const shown = spaces.filter((space) => space.organization === site.organization && space.deleted_at === null);
  return new Map(shown.map((space) => [space.id, space]));
}

function withSpaces(
  rows: readonly SiteSpaceRow[],
  spaces: ReadonlyMap<string, Row<"space">>,
  roles: ReadonlyMap<string, Role | null>,
): Variant[] {
  return rows.flatMap((row) => {
    const space = spaces.get(row.space);
    return space === undefined ? [] : { row, space, role: roles.get(row.space) ?? null };
  });
}
