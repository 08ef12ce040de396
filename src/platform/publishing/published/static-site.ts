import { allRedirects, findRedirected } from "../../content/redirects.ts";
import { SpaceContent } from "../../content/space-content.ts";
import type { Queries, Row } from "../../kernel/database/tables.ts";
import {
  conditionsFor,
  effectiveCustomization,
  encodedPath,
  listFollowed,
  SiteLayout,
  type SiteRoute,
  type Variant,
  variantPath,
} from "../sites/index.ts";
import { createPlainContent } from "./plain-site.ts";
import { createServedContent, type ServedContent } from "./served-content.ts";
import { siteAround } from "./site-around.ts";
import { SpaceReader } from "./space-reader.ts";

/** What is written as files: each content with the site around it, and the redirects of addresses without a page. */
export interface StaticSite {
  readonly servedContents: readonly ServedContent[];
  readonly redirects: readonly StaticRedirect[];
}

export interface StaticRedirect {
  /** Path below the site's root, decoded; a final `*` matches every path with that prefix. */
  readonly source: string;
  /** A full address, or a path on the host. A final `:splat` represents what the `*` matched. */
  readonly target: string;
  readonly isPermanent: boolean;
}

interface Address {
  /** Path of the site's root; begins and ends with a slash. */
  readonly basePath: string;
  readonly origin: string;
}

/** A space on its own. */
export async function staticSpace(
  queries: Queries,
  space: Row<"space">,
  { basePath, origin }: Address,
): Promise<StaticSite> {
  return createStaticSite(
    queries,
    createPlainContent({
      space: space.id,
      revision: space.revision,
      title: space.title,
      basePath,
      origin,
      version: "build",
      hasServer: false,
    }),
  );
}

/** A content on its own, such as a folder of Markdown. */
export async function createStaticSite(queries: Queries, served: ServedContent): Promise<StaticSite> {
  return { servedContents: [served], redirects: await movedPages(queries, served, served.basePath) };
}

/** A site as anonymous visitors see it: live content, with no visitor attributes. */
export async function staticSite(queries: Queries, site: Row<"site">, address: Address): Promise<StaticSite> {
  const { basePath, origin } = address;
  const conditions = conditionsFor(site, {}, {});
  const layout = SiteLayout.forReaders(site, await SiteLayout.read(queries, site), {
    drafts: false,
    holds: (condition) => conditions?.holds(condition) ?? true,
    mayRead: () => true,
  });
  const home = (variant: Variant) => (layout.isHomeVariant(variant) ? 0 : 1);
  const variants = [...layout.allVariants].sort((one, other) => home(one) - home(other));
  const servedContents: ServedContent[] = [];
  const redirects: StaticRedirect[] = [];
  for (const variant of variants) {
    const path = variantPath(layout, variant);
    const found: SiteRoute = {
      kind: "place",
      site,
      layout,
      section: layout.findVariantSection(variant),
      variant,
      revision: variant.space.revision,
      changeRequest: undefined,
      namedRevision: undefined,
      pagePath: "",
      sitePath: `/${path}`,
      siteBasePath: basePath,
      basePath: basePath + path,
      shareKey: undefined,
      complete: true,
      preview: false,
      drafts: false,
      canonicalUrl: new URL(basePath + path, origin).href,
      conditions,
      contextId: undefined,
      credential: { kind: "published", isAgent: false, signed: undefined, unsigned: {}, shareKey: undefined },
    };
    const around = await siteAround(queries, found, effectiveCustomization(site, variant.row), { hasModel: false });
    // Without a server, there are no forms and no endpoints for agents.
    const withoutServer = { ...around, feedback: undefined, agents: around.agents && {} };
    const served = createServedContent(found, { site: withoutServer, origin, version: "build", hasServer: false });
    servedContents.push(served);
    redirects.push(...(await movedPages(queries, served, basePath)));
  }
  const base = new URL(basePath, origin).href;
  const reading = { queries, content: new SpaceContent(queries) };
  for (const { row, url } of await listFollowed(reading, layout, base)) {
    const captures = row.source.endsWith("*") && row.capture_wildcard === 1;
    redirects.push({
      source: row.source.slice(1),
      target: captures ? `${url.replace(/\/$/, "")}/:splat` : url,
      isPermanent: row.permanent === 1,
    });
  }
  return { servedContents, redirects };
}

/** Redirects from previous paths of pages. */
async function movedPages(queries: Queries, served: ServedContent, root: string): Promise<StaticRedirect[]> {
  const reader = await SpaceReader.open(queries, served);
  const moved: StaticRedirect[] = [];
  for (const from of (await allRedirects(reader.map)).keys()) {
    const page = await findRedirected(reader.map, from);
    const node = page && reader.order.find(page.id);
    const href = node && reader.findHref(node);
    if (href === undefined || reader.order.findByPath(from) !== undefined) continue;
    moved.push({ source: served.basePath.slice(root.length) + from, target: href, isPermanent: true });
  }
  return moved;
}

/** The content as seen from one of its pages: links to other variants open the same page, if they have it. */
export function aroundPage(
  served: ServedContent,
  path: string,
  pathsByRoot: ReadonlyMap<string, ReadonlySet<string>>,
): ServedContent {
  if (path === "" || served.site.variants.length < 2) return served;
  const variants = served.site.variants.map((variant) =>
    variant.isCurrent || pathsByRoot.get(variant.href)?.has(path) !== true
      ? variant
      : { ...variant, href: variant.href + encodedPath(path) },
  );
  return { ...served, site: { ...served.site, variants } };
}
