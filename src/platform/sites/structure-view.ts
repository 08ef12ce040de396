import type { SiteSection, SiteSectionGroup, SiteSpace, SiteStructure } from "../../contract/models/site-structure.ts";
import type { Space } from "../../contract/models/space.ts";
import type { Context } from "../kernel/context.ts";
import { definedMembers } from "../kernel/defined-members.ts";
import { presentSpaces } from "../spaces/index.ts";
import { sectionPath, siteUrl, variantPath } from "./site-addresses.ts";
import type { Section, SiteLayout, Variant } from "./site-layout.ts";
import type { GroupRow } from "./structure-rows.ts";

/** Shows the structure of one site, or items of it. */
export class StructurePresenter {
  readonly #layout: SiteLayout;
  readonly #location: string;
  /** Undefined while the site is not published. */
  readonly #published: string | undefined;
  readonly #spaces: ReadonlyMap<string, Space>;

  private constructor(layout: SiteLayout, origin: string, spaces: ReadonlyMap<string, Space>, shareKey?: string) {
    const { site } = layout;
    this.#layout = layout;
    this.#location = `${origin}/v1/orgs/${site.organization}/sites/${site.id}`;
    this.#published = site.published === 1 ? siteUrl(site, origin, shareKey) : undefined;
    this.#spaces = spaces;
  }

  /** Reads the spaces of the variants; with a share key, addresses are those of its link. */
  static async open(context: Context, layout: SiteLayout, shareKey?: string): Promise<StructurePresenter> {
    const presented = await presentSpaces(context, layout.allVariants);
    const spaces = new Map(presented.map((space) => [space.id, space]));
    return new StructurePresenter(layout, context.origin, spaces, shareKey);
  }

  structure(): SiteStructure {
    return this.#layout.hasSections
      ? { type: "sections", structure: this.#children(null) }
      : { type: "siteSpaces", structure: this.#layout.variants.map((variant) => this.siteSpace(variant)) };
  }

  siteSpace = (variant: Variant): SiteSpace => {
    const { row, space } = variant;
    const presented = this.#spaces.get(space.id);
    if (presented === undefined) throw new Error(`Space ${space.id} was not presented`);
    return {
      object: "site-space",
      id: row.id,
      path: row.path,
      ...(row.section === null ? {} : { section: row.section }),
      space: presented,
      title: row.title ?? space.title,
      default: this.#layout.isHomeVariant(variant),
      ...definedMembers({ condition: row.condition ?? undefined }),
      pageId: row.page,
      draft: row.draft === 1,
      hidden: row.hidden === 1,
      urls: this.#urls(`site-spaces/${row.id}`, variantPath(this.#layout, variant)),
    };
  };

  section = (section: Section): SiteSection => {
    const { row, variants } = section;
    return {
      object: "site-section",
      id: row.id,
      title: row.title,
      ...definedMembers({
        localizedTitle: parsed<SiteSection["localizedTitle"]>(row.localized_title),
        description: row.description ?? undefined,
        localizedDescription: parsed<SiteSection["localizedDescription"]>(row.localized_description),
        condition: row.condition ?? undefined,
        sectionGroup: row.section_group ?? undefined,
        icon: row.icon ?? undefined,
      }),
      default: this.#layout.isHomeSection(section),
      draft: row.draft === 1,
      path: row.path,
      siteSpaces: variants.map(this.siteSpace),
      urls: this.#urls(`sections/${row.id}`, sectionPath(this.#layout, section)),
    };
  };

  group = (row: GroupRow): SiteSectionGroup => {
    const children = this.#children(row.id);
    return {
      object: "site-section-group",
      id: row.id,
      title: row.title,
      ...definedMembers({ sectionGroup: row.section_group ?? undefined, icon: row.icon ?? undefined }),
      sections: children.filter((child) => child.object === "site-section"),
      draft: false,
      children,
      urls: { location: `${this.#location}/section-groups/${row.id}` },
    };
  };

  #children(group: string | null): (SiteSection | SiteSectionGroup)[] {
    return this.#layout.childrenOf(group).map((child) => ("row" in child ? this.section(child) : this.group(child)));
  }

  #urls(location: string, path: string): { location: string; published?: string } {
    return {
      location: `${this.#location}/${location}`,
      ...(this.#published === undefined ? {} : { published: this.#published + path }),
    };
  }
}

const parsed = <Value>(json: string | null): Value | undefined =>
  json === null ? undefined : (JSON.parse(json) as Value);
