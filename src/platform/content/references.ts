import { posix } from "node:path";
import { candidatePaths, isExternal, type LinkOrigin, splitHref } from "../../markdown/page/link-paths.ts";
import { listingLinks, replaceLinks } from "../../markdown/page/links.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import type { ContentMap } from "./content-map.ts";
import { findPageByPath, getPagePath } from "./page-tree.ts";
import { keys, type PageRecord } from "./records.ts";

/** The target of a page's link. A `broken` link leads to nothing in the revision. */
export type LinkTarget =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "anchor"; readonly anchor: string; readonly page: string }
  | { readonly kind: "page"; readonly page: string; readonly anchor?: string }
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "broken"; readonly url: string };

/** Resolves every link in a text of `page`, by href. */
export async function resolveLinks(map: ContentMap, page: PageRecord, text: string): Promise<Map<string, LinkTarget>> {
  const timeSlices = new TimeSlices();
  const hrefs = [...new Set((await timeSlices.run(listingLinks(text))).map((link) => link.href))];
  await timeSlices.yieldIfDue();
  const targets = new Map<string, LinkTarget>();
  const origin = { id: page.id, source: page.source, path: await getPagePath(map, page) };
  const resolver = new LinkResolver(map);
  for (const href of hrefs) {
    targets.set(href, await resolver.resolve(origin, href));
    await timeSlices.yieldIfDue();
  }
  return targets;
}

/** The page or reusable content that contains a link. */
export interface IdentifiedOrigin extends LinkOrigin {
  readonly id: string;
}

/** Resolves links within one content, caching its lookups. */
export class LinkResolver {
  readonly #map: ContentMap;
  readonly #found = new Map<string, string | undefined>();

  constructor(map: ContentMap) {
    this.#map = map;
  }

  async resolve(origin: IdentifiedOrigin, href: string): Promise<LinkTarget> {
    if (isExternal(href)) return { kind: "url", url: href };
    const { path, anchor } = splitHref(href);
    if (path === "") return { kind: "anchor", anchor: anchor ?? "", page: origin.id };
    const found = await this.#target(origin, href, path);
    if (found === undefined) return { kind: "broken", url: href };
    const [kind, id] = [found.slice(0, found.indexOf("/")), found.slice(found.indexOf("/") + 1)];
    if (kind === "file") return { kind: "file", file: id };
    return anchor ? { kind: "page", page: id, anchor } : { kind: "page", page: id };
  }

  /** `page/<id>` or `file/<id>`. */
  async #target(origin: LinkOrigin, href: string, path: string): Promise<string | undefined> {
    const byId = /^\/(pages|files)\/([a-zA-Z0-9_-]+)$/.exec(path);
    if (byId !== null) {
      const key = byId[1] === "pages" ? keys.page(byId[2] ?? "") : keys.file(byId[2] ?? "");
      if ((await this.#map.getMany([key])).has(key)) return key;
    }
    for (const candidate of candidatePaths(origin, href)) {
      if (!this.#found.has(candidate)) this.#found.set(candidate, await this.#lookUp(candidate));
      const found = this.#found.get(candidate);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #lookUp(candidate: string): Promise<string | undefined> {
    const source = await findSource(this.#map, candidate);
    if (source !== undefined) return source;
    const page = await findPageByPath(this.#map, candidate.replace(/\/(readme|index)\.mdx?$/i, "").toLowerCase());
    return page && keys.page(page.id);
  }
}

/** `page/<id>` or `file/<id>` for a source path, whose ending or index may be omitted. */
export async function findSource(map: ContentMap, path: string): Promise<string | undefined> {
  const folder = path.replace(/\/$/, "");
  const names = [
    path,
    ...[".md", ".mdx", ".markdown"].map((ending) => folder + ending),
    ...["README.md", "readme.md", "index.md", "README.mdx", "index.mdx"].map((name) => posix.join(folder, name)),
  ].map(keys.source);
  const found = await map.getMany(names);
  return names.map((name) => found.get(name)).find((value) => value !== undefined);
}

/** Replaces links to `./<ref>` or `./<ref>.md` with links to the source paths or addresses the refs name. */
export function bindReferences(text: string, source: string, refs: ReadonlyMap<string, string>): string {
  return replaceLinks(text, (link) => {
    const [, name = "", anchor = ""] = /^\.\/([^#]+)(#.*)?$/.exec(link.href) ?? [];
    const target = refs.get(name) ?? refs.get(name.replace(/\.md$/, ""));
    if (target === undefined) return undefined;
    return (target.startsWith("/") ? target : hrefTo(source, target)) + anchor;
  });
}

/** The relative link from a page at one source path to another. */
export function hrefTo(source: string, target: string): string {
  return posix.relative(posix.dirname(source), target).split("/").map(encodeURIComponent).join("/");
}
