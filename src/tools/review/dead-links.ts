import type { Page } from "../../contract/models/page.ts";
import { candidatePaths, foldPath, isExternal, readHref } from "../../text/link-paths.ts";
import { hasAnchor, readAnchors } from "../../text/page-anchors.ts";
import { listPageLinks } from "../../text/page-links.ts";
import { quoted } from "../present/name.ts";
import type { PageIndex } from "../resolve/page-index.ts";

const mostNamed = 8;

/**
 * The links that a new text brings to a page and that lead nowhere in the tree, in a line. Links to files and to other
 * spaces are not judged, nor anchors on other pages.
 */
export function deadLinks(before: Page | undefined, after: Page, tree: PageIndex): string[] {
  const { markdown = "" } = after;
  const old = new Set(listPageLinks(before?.markdown ?? "").map(({ href }) => href));
  const added = listPageLinks(markdown).filter(
    ({ href, kind, relation }) => kind === "path" && relation === "reference" && !old.has(href),
  );
  if (added.length === 0) return [];
  const placed = tree.byId(after.id)?.page ?? after;
  const origin = { source: placed.git?.path, path: placed.path ?? "" };
  const known = pathsOf(tree);
  const anchors = readAnchors(markdown);
  const leadsNowhere = (href: string) => {
    const { path, anchor } = readHref(href);
    if (isExternal(href) || isElsewhere(path)) return false;
    if (path === "") return anchor !== undefined && anchor !== "" && !hasAnchor(anchors, anchor);
    return !candidatePaths(origin, href).some((lead) => known.has(foldPath(lead)));
  };
  const dead = [...new Set(added.map(({ href }) => href))].filter(leadsNowhere);
  if (dead.length === 0) return [];
  const others = dead.length - mostNamed;
  const named = dead.slice(0, mostNamed).map((href) => quoted(href));
  return [`  links that lead nowhere: ${named.join(", ")}${others > 0 ? ` and ${others} more` : ""}`];
}

/** Paths of files, and addresses that the platform gives to what is no page of this space. */
const isElsewhere = (path: string) =>
  /^\/(?:files|spaces|s|o)\//.test(path) || (/\.[a-z0-9]{1,5}$/i.test(path) && !/\.(?:md|mdx|markdown)$/i.test(path));

const pathsOf = ({ pages }: PageIndex): ReadonlySet<string> =>
  new Set(
    pages.flatMap(({ page }) => [page.id, page.path, page.git?.path].flatMap((name) => (name ? foldPath(name) : []))),
  );
