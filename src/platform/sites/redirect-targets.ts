import type { SiteRedirect } from "../../contract/models/site-redirect.ts";
import { findPage, pathOf } from "../content/page-tree.ts";
import { revisionContent } from "../content/space-content.ts";
import type { Context } from "../kernel/context.ts";
import { Problem } from "../kernel/problem.ts";
import { findPublishedPage } from "./published-page.ts";
import { allRedirects, findRedirectsOf, type RedirectRow } from "./redirects-rows.ts";
import { findPlace } from "./resolve.ts";
import type { SiteLayout } from "./site-layout.ts";
import { encodedPath, sectionPath, siteUrl, variantPath } from "./site-paths.ts";

export type Destination = SiteRedirect["destination"];

type Reading = Pick<Context, "queries" | "content">;

const ruleOf = (row: RedirectRow) => ({
  source: row.source,
  captureWildcard: row.capture_wildcard === 1,
  row,
});

export const destinationOf = ({ destination }: Pick<RedirectRow, "destination">): Destination =>
  JSON.parse(destination) as Destination;

/** The URL that a destination stands for; undefined where it is no longer there, or not to be seen. `base` ends with a slash. */
async function destinationUrl(
  reading: Reading,
  layout: SiteLayout,
  destination: Destination,
  base: string,
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
  return page && root + encodedPath(await pathOf(map, page));
}

export interface FollowedRedirect {
  readonly row: RedirectRow;
  readonly url: string;
}

/** Where readers of a path of a site are sent; drafts come first where they count. */
export async function followRedirect(
  reading: Reading,
  layout: SiteLayout,
  path: string,
  { base, drafts }: { readonly base: string; readonly drafts: boolean },
): Promise<FollowedRedirect | undefined> {
  const sources = sourcesOf(path);
  for (const draft of drafts ? [true, false] : [false]) {
    const rules = (await findRedirectsOf(reading.queries, layout.site.id, sources, draft)).map(ruleOf);
    const rule = ruleFor(rules, path);
    const url = rule && (await destinationUrl(reading, layout, destinationOf(rule.row), base));
    if (rule !== undefined && url !== undefined) return { row: rule.row, url: targetOf(rule, url, path) };
  }
  return undefined;
}

/** All live redirects that lead somewhere, with where that is. */
export async function listFollowed(reading: Reading, layout: SiteLayout, base: string): Promise<FollowedRedirect[]> {
  const followed: FollowedRedirect[] = [];
  for (const row of await allRedirects(reading.queries, layout.site.id)) {
    const url = await destinationUrl(reading, layout, destinationOf(row), base);
    if (url !== undefined) followed.push({ row, url });
  }
  return followed;
}

/** More redirects one after the other are a loop to browsers, too. */
const mostSteps = 20;

/**
 * Throws `conflict` where following a redirect comes back to it. Only addresses of the site itself can do that, and
 * not those that have a page, which come before redirects.
 */
export async function requireNoLoop(
  context: Pick<Context, "queries" | "content" | "origin">,
  layout: SiteLayout,
  row: RedirectRow,
): Promise<void> {
  const base = siteUrl(layout.site, context.origin);
  const reached = new Set<string>();
  let path = row.source.replace(/\*$/, "x");
  for (let step = 0; step < mostSteps; step += 1) {
    const followed: FollowedRedirect | undefined = await followRedirect(context, layout, path, {
      base,
      drafts: row.draft === 1,
    });
    if (followed === undefined || destinationOf(followed.row).kind !== "external" || !followed.url.startsWith(base)) {
      return;
    }
    if (reached.has(followed.row.id)) break;
    reached.add(followed.row.id);
    path = `/${new URL(followed.url).pathname.slice(new URL(base).pathname.length)}`;
    if (await hasPage(context, layout, path)) return;
  }
  throw new Problem(
    "conflict",
    `destination: readers of "${row.source}" would be sent round in a circle. Choose a page, or an address that no redirect takes in.`,
  );
}

async function hasPage(reading: Reading, layout: SiteLayout, path: string): Promise<boolean> {
  const segments = path.split("/").filter((segment) => segment !== "");
  const place = findPlace(layout, segments.map(decodeURIComponent));
  if (place === undefined) return false;
  const { variant, rest } = place;
  return (
    (await findPublishedPage(reading, { variant, revision: variant.space.revision, pagePath: rest.join("/") })) !==
    undefined
  );
}

/** A redirect as far as following it goes. */
interface RedirectRule {
  /** A path from the site's root; a closing `*` takes in every path that begins so. */
  readonly source: string;
  readonly captureWildcard: boolean;
}

/** UTF-16 units. */
const longestSource = 512;

/** Every source that takes in a path, the narrowest first, in lower case: as many as the path has letters at most. */
function sourcesOf(path: string): string[] {
  const key = normalPath(path).toLowerCase();
  const wild: string[] = [];
  for (let end = Math.min(key.length, longestSource); end > 1; end -= 1) wild.push(`${key.slice(0, end)}*`);
  // `/old/*` takes in `/old` too, and is narrower than what it would be without the slash.
  return [key, `${key}/*`, ...wild];
}

/** With a slash at its beginning and none at its end; encoded as sources are written. */
function normalPath(path: string): string {
  const segments = path.split("/").filter((segment) => segment !== "");
  return `/${segments.map(normalSegment).join("/")}`;
}

function normalSegment(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment)).replace(/%2B/g, "+");
  } catch {
    return encodeURIComponent(segment);
  }
}

/** The rule that a path follows. */
function ruleFor<Rule extends RedirectRule>(rules: readonly Rule[], path: string): Rule | undefined {
  const sources = sourcesOf(path);
  let best: { readonly rule: Rule; readonly rank: number } | undefined;
  for (const rule of rules) {
    const rank = sources.indexOf(normalSource(rule.source));
    if (rank >= 0 && (best === undefined || rank < best.rank)) best = { rule, rank };
  }
  return best?.rule;
}

/** A source as it is compared: in lower case, letters encoded alike. */
export function normalSource(source: string): string {
  const [, path = "", wild = ""] = /^(.*?)(\/\*|\*)?$/.exec(source) ?? [];
  return normalPath(path).toLowerCase() + wild;
}

/** Where a rule leads that a path follows: the destination, with what the `*` took in where that is wanted. */
function targetOf({ source, captureWildcard }: RedirectRule, destination: string, path: string): string {
  if (!captureWildcard || !source.endsWith("*")) return destination;
  const before = normalSource(source).replace(/\/?\*$/, "");
  const taken = normalPath(path).slice(before.length);
  const url = new URL(destination);
  url.pathname = url.pathname.replace(/\/$/, "") + taken;
  return url.href;
}
