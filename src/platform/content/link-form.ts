import { listLinks, replaceLinks } from "../../text/links.ts";
import type { ContentMap } from "./content-map.ts";
import { filesOfPages } from "./exported-text.ts";
import { findFiles, pathOf } from "./page-tree.ts";
import type { PageRecord } from "./records.ts";
import { hrefTo, LinkResolver, type LinkTarget } from "./references.ts";

/** How the links of a text within its content are written: from its own place, or by ids that outlive renames and moves. */
export type LinkForm = "relative" | "stable";

/** A text of `page` with its links within the content in one form. Broken links and those out of it stay as they are. */
export async function withLinksAs(form: LinkForm, map: ContentMap, page: PageRecord, text: string): Promise<string> {
  const hrefs = new Set(listLinks(text).map(({ href }) => href));
  const wanted = [...hrefs].filter((href) => form === "stable" || href.startsWith("/"));
  if (wanted.length === 0) return text;
  const resolver = new LinkResolver(map);
  const origin = { id: page.id, source: page.source, path: await pathOf(map, page) };
  const targets = new Map<string, LinkTarget>();
  for (const href of wanted) targets.set(href, await resolver.resolve(origin, href));
  const written = form === "stable" ? stableHref : await relativeHrefs(map, page.source ?? "", [...targets.values()]);
  return replaceLinks(text, ({ href }) => {
    const target = targets.get(href);
    const address = target && written(target);
    return address === undefined ? undefined : address + (/#.*$/s.exec(href)?.[0] ?? "");
  });
}

function stableHref(target: LinkTarget): string | undefined {
  if (target.kind === "page") return `/pages/${target.page}`;
  return target.kind === "file" ? `/files/${target.file}` : undefined;
}

async function relativeHrefs(map: ContentMap, own: string, targets: readonly LinkTarget[]) {
  const pages = await filesOfPages(
    map,
    targets.flatMap((target) => (target.kind === "page" ? [target.page] : [])),
  );
  const files = await findFiles(
    map,
    targets.flatMap((target) => (target.kind === "file" ? [target.file] : [])),
  );
  return (target: LinkTarget): string | undefined => {
    const path = target.kind === "page" ? pages.get(target.page) : undefined;
    const source = target.kind === "file" ? files.get(target.file)?.source : path;
    return source === undefined ? undefined : hrefTo(own, source);
  };
}
