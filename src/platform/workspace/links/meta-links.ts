import type { z } from "zod";
import type { PageMetaLinks as MetaLinksModel } from "../../../contract/models/page.ts";
import { readFrontMatter } from "../../../markdown/grammar/front-matter.ts";
import type { StoredMap } from "../../content/content-map.ts";
import { getPagePath } from "../../content/page-tree.ts";
import type { PageRecord } from "../../content/records.ts";
import { LinkResolver } from "../../content/references.ts";

type PageMetaLinks = z.infer<typeof MetaLinksModel>;

type MetaLink = NonNullable<PageMetaLinks["canonical"]>;

/** Far more translations and versions than any page has. */
const maxAlternates = 100;

/**
 * `metaLinks` in a page's front matter: `canonical`, an address, and `alternates`, a list of addresses. They are
 * resolved like links of the page; an address that leads to nowhere on the web and to no page that the caller may see is left out.
 */
export async function readMetaLinks(
  map: StoredMap,
  page: PageRecord,
  text: string,
  space: string,
  canSee: (page: string) => Promise<boolean>,
): Promise<PageMetaLinks> {
  const { metaLinks } = readFrontMatter(text).attributes as { metaLinks?: unknown };
  if (typeof metaLinks !== "object" || metaLinks === null) return {};
  const { canonical, alternates } = metaLinks as { canonical?: unknown; alternates?: unknown };
  const resolver = new LinkResolver(map);
  const origin = { id: page.id, source: page.source, path: await getPagePath(map, page) };
  const original = await follow(canonical);
  const others: MetaLink[] = [];
  for (const alternate of Array.isArray(alternates) ? alternates.slice(0, maxAlternates) : []) {
    const found = await follow(alternate);
    if (found !== undefined) others.push(found);
  }
  return {
    ...(original === undefined ? {} : { canonical: original }),
    ...(others.length === 0 ? {} : { alternates: others }),
  };

  async function follow(address: unknown): Promise<MetaLink | undefined> {
    if (typeof address !== "string") return undefined;
    const target = await resolver.resolve(origin, address);
    if (target.kind === "page" && !(await canSee(target.page))) return undefined;
    if (target.kind === "page") return { kind: "page", page: target.page, space };
    return target.kind === "url" && /^https?:/i.test(address) ? { kind: "url", url: address } : undefined;
  }
}
