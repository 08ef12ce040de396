import { readHref } from "../../text/link-paths.ts";
import { listPageLinks } from "../../text/page-links.ts";
import { quoted } from "../present/name.ts";
import { type DraftContent, readPageById } from "../resolve/content.ts";
import type { LinkTargets } from "../resolve/link-targets.ts";
import type { PageIndex } from "../resolve/page-index.ts";
import type { ToolContext } from "../tool.ts";
import { advisory } from "./advisory-read.ts";
import { inGroups } from "./in-groups.ts";

/** Moved pages whose links are looked at, linking pages that are read, and those that are named. */
const mostMoved = 30;
const mostRead = 100;
const mostNamed = 5;

/** A page that only the draft has is linked to from nowhere else. */
const nothing = { items: [], next: undefined };

/** A page whose path a call changed. */
export interface MovedPath {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** The pages that have another path now, in the order of the table of contents. */
export function movedPaths(before: PageIndex, after: PageIndex): MovedPath[] {
  return after.pages.flatMap(({ page: { id, path: to } }) => {
    const from = before.byId(id)?.page.path;
    return from === undefined || to === undefined || from === to ? [] : [{ id, from, to }];
  });
}

/**
 * What became of links to moved pages: on which pages the service rewrote them, on how many they work as they stand, and
 * where they lead elsewhere now.
 */
export async function linksToMoved(
  moved: readonly MovedPath[],
  followed: readonly string[],
  targets: LinkTargets,
  draft: DraftContent,
  context: ToolContext,
): Promise<string[]> {
  if (moved.length === 0) return [];
  const { client, signal } = context;
  const linking = new Map<string, Set<string>>();
  let cut = moved.length > mostMoved;
  await inGroups(moved.slice(0, mostMoved), async ({ id: pageId }) => {
    const names = { spaceId: draft.space.id, pageId, limit: 1000 };
    const found = await advisory(client.pages.listBacklinks(names, { signal }), nothing);
    cut ||= found === undefined || found.next !== undefined;
    for (const place of found?.items ?? []) {
      if (place.kind !== "page" || targets.byId(place.page.id) === undefined) continue;
      linking.set(place.page.id, (linking.get(place.page.id) ?? new Set()).add(pageId));
    }
  });
  const untouched = [...linking].filter(([id]) => !followed.includes(id));
  cut ||= untouched.length > mostRead;
  const checked = await inGroups(untouched.slice(0, mostRead), async ([id, wanted]) => {
    const text = (await readPageById(draft, id, context))?.markdown ?? "";
    return { id, works: leadsToAll(text, id, wanted, targets) };
  });
  const working = checked.filter(({ works }) => works).map(({ id }) => id);
  const lost = checked.filter(({ works }) => !works).map(({ id }) => id);
  return [
    ...(followed.length === 0 ? [] : [`Links rewritten on ${named(followed, targets)}.`]),
    ...(working.length === 0 ? [] : [`Links that work as they stand, by id or file: on ${named(working, targets)}.`]),
    ...(lost.length === 0 ? [] : [`Links that no longer lead there, to be repaired: on ${named(lost, targets)}.`]),
    ...(cut ? ["Not all links to the moved pages were looked at."] : []),
  ];
}

/** Whether a page's text leads to each of the wanted pages. */
function leadsToAll(markdown: string, id: string, wanted: ReadonlySet<string>, targets: LinkTargets): boolean {
  const from = targets.byId(id);
  const found = new Set(
    listPageLinks(markdown).flatMap(({ href, kind }) => {
      if (kind !== "path") return [];
      return (readHref(href).path === "" ? id : targets.find(from, href)?.id) ?? [];
    }),
  );
  return [...wanted].every((page) => found.has(page));
}

function named(ids: readonly string[], targets: LinkTargets): string {
  const shown = ids.slice(0, mostNamed).map((id) => quoted(targets.byId(id)?.title ?? id));
  const more = ids.length - shown.length;
  const count = `${ids.length} ${ids.length === 1 ? "page" : "pages"}`;
  return `${count} (${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""})`;
}
