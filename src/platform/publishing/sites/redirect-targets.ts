import type { SiteRedirect } from "../../../contract/models/site-redirect.ts";
import { findPage, getPagePath } from "../../content/page-tree.ts";
import { revisionContent } from "../../content/space-content.ts";
import { isVisible } from "../../content/visible-text.ts";
import type { Context } from "../../kernel/context.ts";
import { Problem } from "../../kernel/problem.ts";
import { findPublishedPage } from "./published-page.ts";
import { allRedirects, findRedirectsBySource, type RedirectRow } from "./redirects-rows.ts";
import { findStructureMatch } from "./resolve.ts";
import type { SiteLayout } from "./site-layout.ts";
import { encodedPath, sectionPath, siteUrl, variantPath } from "./site-paths.ts";

export type Destination = SiteRedirect["destination"];

type Reading = Pick<Context, "queries" | "content">;

const toRule = (row: RedirectRow) => ({
  source: row.source,
  captureWildcard: row.capture_wildcard === 1,
  row,
});

export const parseDestination = ({ destination }: Pick<RedirectRow, "destination">): Destination =>
  JSON.parse(destination) as Destination;

/** Decides for one visitor which pages are visible. */
type Conditions = Parameters<typeof isVisible>[2];

/** The URL of a destination; undefined if it no longer exists or is not visible. `base` ends with a slash. */
async function destinationUrl(
  reading: Reading,
  layout: SiteLayout,
  destination: Destination,
  base: string,
  visitor?: Conditions,
): Promise<string | undefined> {
  if (destination.kind === "external") return destination.url;
  if (destination.kind === "site-section") {
    const section = layout.findSection(destination.siteSectionId);
    return section && base + sectionPath(layout, section);
  }
  const variant = layout.findVariant(destination.siteSpaceId);
  if (variant === undefined) return undefined;
  const root = base + variantPath(layout, variant);
  if (destination.kind === "site-space") return root;
  const map = await revisionContent(reading, variant.space.id, variant.space.revision);
  const page = await findPage(map, destination.pageId);
  if (page === undefined || (visitor !== undefined && !(await isVisible(map, page, visitor)))) return undefined;
  return root + encodedPath(await getPagePath(map, page));
}

export interface FollowedRedirect {
  readonly row: RedirectRow;
  readonly url: string;
}

/** Finds where a path of a site redirects to; drafts take precedence when they are included. */
export async function followRedirect(
  reading: Reading,
  layout: SiteLayout,
  path: string,
  {
    base,
    drafts,
    visitor,
  }: { readonly base: string; readonly drafts: boolean; readonly visitor?: Conditions | undefined },
): Promise<FollowedRedirect | undefined> {
  const sources = listSources(path);
  for (const draft of drafts ? [true, false] : [false]) {
    const rules = (await findRedirectsBySource(reading.queries, layout.site.id, sources, draft)).map(toRule);
    const rule = ruleFor(rules, path);
    const url = rule && (await destinationUrl(reading, layout, parseDestination(rule.row), base, visitor));
    if (rule !== undefined && url !== undefined) return { row: rule.row, url: computeTarget(rule, url, path) };
  }
  return undefined;
}

/** All live redirects that resolve, each with its target URL. */
export async function listFollowed(reading: Reading, layout: SiteLayout, base: string): Promise<FollowedRedirect[]> {
  const followed: FollowedRedirect[] = [];
  for (const row of await allRedirects(reading.queries, layout.site.id)) {
    const url = await destinationUrl(reading, layout, parseDestination(row), base);
    if (url !== undefined) followed.push({ row, url });
  }
  return followed;
}

/** Browsers also treat a longer chain of redirects as a loop. */
const maxSteps = 20;

/**
 * Throws `conflict` if following a redirect leads back to it. Only the site's own addresses can loop, and only those
 * without a page, because pages take precedence over redirects.
 */
export async function requireNoLoop(
  context: Pick<Context, "queries" | "content" | "origin">,
  layout: SiteLayout,
  row: RedirectRow,
): Promise<void> {
  const base = siteUrl(layout.site, context.origin);
  const reached = new Set<string>();
  let path = row.source.replace(/\*$/, "x");
  for (let step = 0; step < maxSteps; step += 1) {
    const followed: FollowedRedirect | undefined = await followRedirect(context, layout, path, {
      base,
      drafts: row.draft === 1,
    });
    if (
      followed === undefined ||
      parseDestination(followed.row).kind !== "external" ||
      !followed.url.startsWith(base)
    ) {
      return;
    }
    if (reached.has(followed.row.id)) break;
    reached.add(followed.row.id);
    path = `/${new URL(followed.url).pathname.slice(new URL(base).pathname.length)}`;
    if (await hasPage(context, layout, path)) return;
  }
  throw new Problem(
    "conflict",
    `destination: readers of "${row.source}" would be redirected in a loop. Choose a page, or an address that no redirect matches.`,
  );
}

async function hasPage(reading: Reading, layout: SiteLayout, path: string): Promise<boolean> {
  const segments = path.split("/").filter((segment) => segment !== "");
  const match = findStructureMatch(layout, segments.map(decodedSegment));
  if (match === undefined) return false;
  const { variant, rest } = match;
  return (
    (await findPublishedPage(reading, { variant, revision: variant.space.revision, pagePath: rest.join("/") })) !==
    undefined
  );
}

/** The part of a redirect needed to follow it. */
interface RedirectRule {
  /** A path from the site's root; a closing `*` matches every path that begins with what precedes it. */
  readonly source: string;
  readonly captureWildcard: boolean;
}

/** UTF-16 units. */
const maxSourceLength = 512;

/** Every source that matches a path, most specific first, in lower case: at most as many as the path has characters. */
function listSources(path: string): string[] {
  const key = normalPath(path).toLowerCase();
  const wild: string[] = [];
  for (let end = Math.min(key.length, maxSourceLength); end > 1; end -= 1) wild.push(`${key.slice(0, end)}*`);
  // `/old/*` matches `/old` too, and is more specific than `/old*`.
  return [key, `${key}/*`, ...wild];
}

/** Starts with a slash and does not end with one; encoded the way sources are written. */
function normalPath(path: string): string {
  const segments = path.split("/").filter((segment) => segment !== "");
  return `/${segments.map(normalSegment).join("/")}`;
}

const normalSegment = (segment: string): string => encodeURIComponent(decodedSegment(segment)).replace(/%2B/g, "+");

/** An invalid encoding is used unchanged. */
function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The rule that applies to a path. */
function ruleFor<Rule extends RedirectRule>(rules: readonly Rule[], path: string): Rule | undefined {
  const sources = listSources(path);
  let best: { readonly rule: Rule; readonly rank: number } | undefined;
  for (const rule of rules) {
    const rank = sources.indexOf(normalSource(rule.source));
    if (rank >= 0 && (best === undefined || rank < best.rank)) best = { rule, rank };
  }
  return best?.rule;
}

/** The form in which sources are compared: lower case, with consistent encoding. */
export function normalSource(source: string): string {
  const [, path = "", wild = ""] = /^(.*?)(\/\*|\*)?$/.exec(source) ?? [];
  return normalPath(path).toLowerCase() + wild;
}

/** Where a rule sends a matching path: the destination, plus what `*` matched if captureWildcard is set. */
function computeTarget({ source, captureWildcard }: RedirectRule, destination: string, path: string): string {
  if (!captureWildcard || !source.endsWith("*")) return destination;
  const before = normalSource(source).replace(/\/?\*$/, "");
  const taken = normalPath(path).slice(before.length);
  const url = new URL(destination);
  url.pathname = url.pathname.replace(/\/$/, "") + taken;
  return url.href;
}
