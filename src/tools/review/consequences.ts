import type { Page } from "../../contract/models/page.ts";
import type { SemanticChanges } from "../../contract/models/semantic-change.ts";
import { changeRequestContent } from "../../contract/operations/change-request-content.ts";
import { pages } from "../../contract/operations/pages.ts";
import { hasAnchor, readingAnchors } from "../../markdown/page/anchors.ts";
import { candidatePaths, foldPath, isExternal, splitHref } from "../../markdown/page/link-paths.ts";
import { listingPageLinks } from "../../markdown/page/links.ts";
import { listingSections } from "../../markdown/page/sections.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { quoted } from "../../present/wording.ts";
import { type DraftContent, readPageByPath, readSourceAt } from "../../resolve/content.ts";
import type { ToolContext } from "../../resolve/context.ts";
import type { PageIndex } from "../../resolve/pages.ts";
import { lookUp } from "../../resolve/reads.ts";
import { getBaseRevision } from "./changes.ts";

const maxDeadLinksNamed = 8;

/**
 * The links that a new text adds to a page and that lead nowhere in the tree, in one line. Links to files and to other
 * spaces and anchors on other pages are not checked.
 */
export async function deadLinks(before: Page | undefined, after: Page, tree: PageIndex): Promise<string[]> {
  const { markdown = "" } = after;
  const timeSlices = new TimeSlices();
  const old = new Set((await timeSlices.run(listingPageLinks(before?.markdown ?? ""))).map(({ href }) => href));
  const added = (await timeSlices.run(listingPageLinks(markdown))).filter(
    ({ href, kind, relation }) => kind === "path" && relation === "reference" && !old.has(href),
  );
  if (added.length === 0) return [];
  const sourcePage = tree.byId(after.id)?.page ?? after;
  const origin = { source: sourcePage.git?.path, path: sourcePage.path ?? "" };
  const known = await listPaths(tree);
  const anchors = await timeSlices.run(readingAnchors(markdown));
  const isDead = (href: string) => {
    const { path, anchor } = splitHref(href);
    if (isExternal(href) || isElsewhere(path)) return false;
    if (path === "") return anchor !== undefined && anchor !== "" && !hasAnchor(anchors, anchor);
    return !candidatePaths(origin, href).some((lead) => known.has(foldPath(lead)));
  };
  const dead = [...new Set(added.map(({ href }) => href))].filter(isDead);
  if (dead.length === 0) return [];
  const others = dead.length - maxDeadLinksNamed;
  const named = dead.slice(0, maxDeadLinksNamed).map((href) => quoted(href));
  return [`  links that lead nowhere: ${named.join(", ")}${others > 0 ? ` and ${others} more` : ""}`];
}

/** Paths of files, and the platform's addresses for anything but pages of this space. */
const isElsewhere = (path: string) =>
  /^\/(?:files|spaces|s|o)\//.test(path) || (/\.[a-z0-9]{1,5}$/i.test(path) && !/\.(?:md|mdx|markdown)$/i.test(path));

const pathsByTree = new WeakMap<PageIndex, Promise<ReadonlySet<string>>>();

/** What links to the pages of a tree may say, listed once for all pages of a change. */
function listPaths(tree: PageIndex): Promise<ReadonlySet<string>> {
  const known = pathsByTree.get(tree);
  if (known !== undefined) return known;
  const paths = new TimeSlices().run(listingPaths(tree));
  pathsByTree.set(tree, paths);
  return paths;
}

function* listingPaths({ pages }: PageIndex): Generator<undefined, ReadonlySet<string>> {
  const paths = new Set<string>();
  for (const { page } of pages) {
    for (const name of [page.id, page.path, page.git?.path]) if (name) paths.add(foldPath(name));
    yield;
  }
  return paths;
}

/** The most deleted pages checked, pages linking to one, linking pages named, and rewritten pages read. */
const maxDeletedPages = 8;

const maxPagesRead = 50;

const maxLinkingNamed = 3;

export const linkReads = [pages.listBacklinks, changeRequestContent.pageByPath];

/**
 * Which pages link to pages that a change request deletes, one line per deleted page. For pages it does not change, the
 * links in the space count; for those it writes, the links in its own text. `complete` if all were checked.
 */
export async function linksToDeleted(
  draft: DraftContent,
  { changes }: SemanticChanges,
  context: ToolContext,
): Promise<{ lines: string[]; complete: boolean }> {
  const deleted = changes.flatMap((change) => (change.type === "page_deleted" ? [change.page] : []));
  if (deleted.length === 0) return { lines: [], complete: true };
  const deletedIds = new Set(deleted.map(({ id }) => id));
  const written = changes.flatMap((change) =>
    change.type === "page_created" || change.type === "page_edited" ? [change.page.id] : [],
  );
  let complete = deleted.length <= maxDeletedPages && written.length <= maxPagesRead;
  const texts = (
    await Promise.all(written.slice(0, maxPagesRead).map((page) => readSourceAt(draft, draft.revision, page, context)))
  ).filter((page) => page !== undefined);
  const lines: string[] = [];
  for (const { id, title, path } of deleted.slice(0, maxDeletedPages)) {
    if (path !== undefined && (await readPageByPath(draft, path, context)) !== undefined) continue;
    const names = { spaceId: draft.space.id, pageId: id, limit: maxPagesRead };
    const [found, target] = await Promise.all([
      lookUp(context.client.pages.listBacklinks(names, { signal: context.signal })),
      readSourceAt(draft, getBaseRevision(draft.changeRequest), id, context),
    ]);
    complete &&= found !== undefined && found.next === undefined;
    const linking = new Map<string, string>();
    for (const backlink of found?.items ?? []) {
      if (backlink.kind === "page" && !deletedIds.has(backlink.page.id))
        linking.set(backlink.page.id, backlink.page.title);
    }
    for (const page of texts) {
      linking.delete(page.id);
      if (target !== undefined && (await linksTo(page, target))) linking.set(page.id, page.title);
    }
    if (linking.size > 0) lines.push(formatDeletedPage(title, linking, found?.next !== undefined));
  }
  return { lines, complete };
}

async function linksTo({ markdown = "", git, path = "" }: Page, target: Page): Promise<boolean> {
  const wanted = new Set([target.git?.path, target.path, target.id].flatMap((name) => (name ? foldPath(name) : [])));
  const origin = { source: git?.path, path };
  return (await new TimeSlices().run(listingPageLinks(markdown))).some(
    ({ href, kind }) => kind === "path" && candidatePaths(origin, href).some((lead) => wanted.has(foldPath(lead))),
  );
}

function formatDeletedPage(title: string, linking: ReadonlyMap<string, string>, more: boolean): string {
  const count = linking.size === 1 && !more ? "1 page links" : `${linking.size}${more ? " or more" : ""} pages link`;
  const named = [...linking].slice(0, maxLinkingNamed).map(([id, name]) => `${quoted(name)} (${id})`);
  const others = linking.size - named.length;
  return `${count} to the deleted ${quoted(title)}, which breaks the links: ${named.join(", ")}${others > 0 ? ` and ${others} more` : ""}.`;
}

const maxSectionsNamed = 8;

/** The headings whose anchors an edit removes, including renamed ones, in one line. */
export async function lostSections(before: string, after: string): Promise<string[]> {
  const timeSlices = new TimeSlices();
  const remainingAnchors = new Set((await timeSlices.run(listingSections(after))).map(({ anchor }) => anchor));
  // The first heading is the title, which is reported as such.
  const lost = (await timeSlices.run(listingSections(before)))
    .slice(1)
    .filter(({ anchor }) => !remainingAnchors.has(anchor));
  if (lost.length === 0) return [];
  const named = lost.slice(0, maxSectionsNamed).map(({ title, anchor }) => `${quoted(title)} (#${anchor})`);
  const others = lost.length - named.length;
  return [`  sections lost: ${named.join(", ")}${others > 0 ? ` and ${others} more` : ""}`];
}
