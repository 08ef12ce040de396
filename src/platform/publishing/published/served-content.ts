import type { ExpressionScope } from "../../../markdown/expressions/expressions.ts";
import type { SiteView } from "../../../site/view.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { effectiveCustomization, type SiteRoute, variantPath } from "../sites/index.ts";

/** The visitor's attributes in the form that expressions take. */
type Claims = Extract<ExpressionScope[string], object>;

/** The content from which a request for a page is served, and the site around it. */
export interface ServedContent {
  readonly space: string;
  readonly revision: string;
  readonly title: string;
  /** Path of the content's root; begins and ends with a slash. */
  readonly basePath: string;
  readonly origin: string;
  /** Id of the content's home page; the first page if there is none. */
  readonly home?: string | null | undefined;
  /** What the site's pages have in common, except what can be derived from the members above. */
  readonly site: Pick<
    SiteView,
    "root" | "customization" | "headerLinks" | "footerGroups" | "sections" | "variants" | "isUnlisted"
  > &
    Partial<Pick<SiteView, "agents" | "announcement" | "ask" | "feedback" | "changes">> & {
      /** Where the logo links to; the root of the content if absent. */
      readonly home?: string | undefined;
    };
  /** Evaluates conditions of pages for the visitor; undefined if all hold. */
  readonly visitor?: { holds(condition: string): boolean; readonly claims: Claims } | undefined;
  /** Another content of the site that this visitor may read; absent without a site. */
  findSibling?(space: string): Pick<ServedContent, "space" | "revision" | "basePath" | "home"> | undefined;
  /** Where the site redirects a path that has no page. */
  redirect?(queries: Queries): Promise<{ readonly redirect: string; readonly isPermanent: boolean } | undefined>;
  /** Whether others besides this visitor may be shown the response. */
  readonly audience: "public" | "visitor";
  /** Changes whenever anything above may have; part of the cache key of responses. */
  readonly version: string;
  /** What a preview of a change request or a revision shows; absent elsewhere. */
  readonly draft?: ServedDraft | undefined;
  /** Whether searches go to the server; otherwise the browser searches a file of titles. */
  readonly hasServer: boolean;
  /** Whether pages are available as PDF. */
  readonly printsPdf?: boolean | undefined;
}

interface ServedDraft {
  readonly title: string;
  /** The revision that it changes; undefined for the first one of a space. */
  readonly before: string | undefined;
  /** Whether pages have marked what changed. */
  readonly marksChanges: boolean;
}

/** The content that a visitor reads on a site. */
export function createServedContent(
  { site: row, layout, siteBasePath, variant, revision, basePath, conditions, preview }: SiteRoute,
  settings: Pick<ServedContent, "site" | "origin" | "version" | "hasServer" | "printsPdf" | "redirect" | "draft">,
): ServedContent {
  const isPublic = row.visibility === "public" || row.visibility === "unlisted";
  return {
    space: variant.space.id,
    revision,
    title: effectiveCustomization(row, variant.row).title ?? row.title,
    basePath,
    home: variant.row.page,
    visitor: conditions,
    audience: isPublic && !preview && conditions === undefined ? "public" : "visitor",
    findSibling(space) {
      const other = layout.allVariants.find((one) => one.space.id === space);
      if (other === undefined) return undefined;
      const { revision: current } = other.space;
      return { space, revision: current, basePath: siteBasePath + variantPath(layout, other), home: other.row.page };
    },
    ...settings,
  };
}
