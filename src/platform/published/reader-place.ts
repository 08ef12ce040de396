import type { ExpressionScope } from "../../markdown/expressions/expressions.ts";
import type { SiteView } from "../../site/view.ts";
import type { Queries } from "../kernel/database/tables.ts";
import { effectiveCustomization, type Place, variantPath } from "../sites/index.ts";

/** What is known of a visitor, as expressions take it. */
export type Claims = Extract<ExpressionScope[string], object>;

/** The content that a request for a page is answered from, and the site around it. */
export interface ReaderPlace {
  readonly space: string;
  readonly revision: string;
  readonly title: string;
  /** Path of the content's root; begins and ends with a slash. */
  readonly basePath: string;
  readonly origin: string;
  /** Id of the page that the content opens with; the first one when there is none. */
  readonly home?: string | null | undefined;
  /** What pages of the site have in common, but for what follows from the members above. */
  readonly site: Pick<
    SiteView,
    "root" | "customization" | "headerLinks" | "footerGroups" | "sections" | "variants" | "isUnlisted"
  > &
    Partial<Pick<SiteView, "agents" | "announcement" | "feedback" | "changes">> & {
      /** Where the logo leads; the root of the content when absent. */
      readonly home?: string | undefined;
    };
  /** Decides conditions of pages for the visitor; undefined where all hold. */
  readonly visitor?: { holds(condition: string): boolean; readonly claims: Claims } | undefined;
  /** Another content of the site that this visitor may read; absent where there is no site. */
  beside?(space: string): Pick<ReaderPlace, "space" | "revision" | "basePath" | "home"> | undefined;
  /** Where a path that has no page is sent by a rule of the site. */
  redirect?(queries: Queries): Promise<{ readonly redirect: string; readonly isPermanent: boolean } | undefined>;
  /** Whom the answer may be shown to besides this visitor. */
  readonly audience: "public" | "visitor";
  /** Changes whenever anything above may have; part of the name that answers are kept under. */
  readonly version: string;
  /** Whether searches are sent to the server; else the browser reads a file of titles. */
  readonly hasServer: boolean;
  /** Whether pages can be had as PDF. */
  readonly printsPdf?: boolean | undefined;
}

/** What a visitor reads at a place of a site. */
export function readerPlace(
  { site: row, layout, siteBasePath, variant, revision, basePath, conditions, preview }: Place,
  given: Pick<ReaderPlace, "site" | "origin" | "version" | "hasServer" | "printsPdf" | "redirect">,
): ReaderPlace {
  const isPublic = row.visibility === "public" || row.visibility === "unlisted";
  return {
    space: variant.space.id,
    revision,
    title: effectiveCustomization(row, variant.row).title ?? row.title,
    basePath,
    home: variant.row.page,
    visitor: conditions,
    audience: isPublic && !preview && conditions === undefined ? "public" : "visitor",
    beside(space) {
      const other = layout.allVariants.find((one) => one.space.id === space);
      if (other === undefined) return undefined;
      const { revision: current } = other.space;
      return { space, revision: current, basePath: siteBasePath + variantPath(layout, other), home: other.row.page };
    },
    ...given,
  };
}
