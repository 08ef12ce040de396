import type { SiteSearchScope } from "../../../contract/models/site.ts";
import { searchSpaces } from "../../content/search/index.ts";
import type { Context } from "../../kernel/context.ts";
import { readPaging } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import type { SiteLayout, Variant } from "./site-layout.ts";

interface SiteSearch {
  readonly query: string;
  readonly scope?: SiteSearchScope | undefined;
  /** The older form of the scope. */
  readonly mode?: "specific" | "current" | "all" | undefined;
  readonly siteSpaceIds?: readonly string[] | undefined;
  readonly siteSpaceId?: string | undefined;
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
}

/** Searches the live spaces of a site that the caller may see. */
export async function searchSite(context: Context, layout: SiteLayout, input: SiteSearch) {
  const variants = resolveScope(layout, input);
  const { query, scope, mode, siteSpaceIds, siteSpaceId } = input;
  const parts = [layout.site.id, query, scope, mode, siteSpaceIds, siteSpaceId];
  // The index has the active content, and a previewed space is shown in another version.
  const spaces = variants
    .map(({ space }) => space.id)
    .filter((id) => context.reader?.spaces.get(id)?.isPreviewed !== true);
  return searchSpaces(context, spaces, query, readPaging("sites.search", parts, input));
}

function resolveScope(layout: SiteLayout, { scope, mode, siteSpaceIds, siteSpaceId }: SiteSearch): readonly Variant[] {
  if (scope !== undefined) {
    if (scope.mode === "specific") return named(layout, scope.siteSpaceIds ?? [], "scope.siteSpaceIds");
    if (scope.mode === "all") return live(layout);
    return defaultVariants(layout, scope);
  }
  if (mode === "all") return live(layout);
  if (mode === "current") {
    if (siteSpaceId === undefined) {
      throw new Problem("bad_request", "siteSpaceId: is required when mode is current. Name the site space to search.");
    }
    return named(layout, [siteSpaceId], "siteSpaceId");
  }
  if (siteSpaceIds !== undefined) return named(layout, siteSpaceIds, "siteSpaceIds");
  throw new Problem(
    "bad_request",
    'scope: is required. {"mode":"default"} searches the first variant of each section.',
  );
}

const isLive = (layout: SiteLayout, variant: Variant): boolean =>
  variant.row.draft === 0 && layout.findVariantSection(variant)?.row.draft !== 1;

const live = (layout: SiteLayout): Variant[] => layout.allVariants.filter((variant) => isLive(layout, variant));

const named = (layout: SiteLayout, ids: readonly string[], field: string): Variant[] =>
  ids.map((id, index) => layout.requireVariant(id, field === "siteSpaceId" ? field : `${field}.${index}`));

/** One variant of each section: where the reader is, otherwise in the reader's language, otherwise the first. */
function defaultVariants(layout: SiteLayout, { currentSiteSpace, restrictTo }: SiteSearchScope): Variant[] {
  const current =
    currentSiteSpace === undefined ? undefined : layout.requireVariant(currentSiteSpace, "scope.currentSiteSpace");
  if (current !== undefined && restrictTo === "currentSiteSpace") return [current];
  const sections = layout.hasSections ? layout.sections : [undefined];
  const found = sections.flatMap((section) => {
    const variants = (section?.variants ?? layout.variants).filter((variant) => isLive(layout, variant));
    if (current !== undefined && variants.includes(current)) return current;
    const language = current?.space.language;
    const sameLanguage = language == null ? undefined : variants.find(({ space }) => space.language === language);
    const first = layout.defaultVariant(section);
    return sameLanguage ?? variants.find((variant) => variant === first) ?? variants.slice(0, 1);
  });
  return restrictTo === "otherSiteSpaces" ? found.filter((variant) => variant !== current) : found;
}
