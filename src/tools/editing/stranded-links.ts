import { changeRequestContent } from "../../contract/operations/change-request-content.ts";
import { pages } from "../../contract/operations/pages.ts";
import type { ToolContext } from "../../desk/context.ts";
import { quoted } from "../../desk/present/wording.ts";
import { advisory, inGroups } from "../../desk/reads.ts";
import { type DraftContent, readPageById } from "../../desk/resolve/content.ts";
import type { PageIndex } from "../../desk/resolve/pages.ts";
import { hasAnchor, type PageAnchors, readAnchors } from "../../markdown/page/anchors.ts";
import { splitHref } from "../../markdown/page/link-paths.ts";
import { listPageLinks } from "../../markdown/page/links.ts";
import { listSections, type Section } from "../../markdown/page/sections.ts";
import { LinkingTexts } from "./linking-texts.ts";
import { LinkTargets, type TextChange } from "./new-links.ts";

/** Changed pages with lost anchors that are looked at. */
const mostChanged = 8;

const mostLinkingNamed = 3;

export const backlinkReads = [pages.listBacklinks, changeRequestContent.changes, changeRequestContent.reusableContent];

interface LostAnchor {
  readonly anchor: string;
  readonly title: string;
  /** The heading that is in its place. */
  readonly heir: Section | undefined;
}

/** Which links lead to headings that a call renames or takes away, a line for each such heading, and how to keep them. */
export async function linksToLostAnchors(
  changes: readonly TextChange[],
  draft: DraftContent,
  context: ToolContext,
): Promise<string[]> {
  const losing = changes.flatMap((change) => {
    const lost = lostAnchors(change);
    return lost.length === 0 ? [] : [{ change, lost }];
  });
  if (losing.length === 0) return [];
  const { client, signal } = context;
  const names = { spaceId: draft.space.id, changeRequestId: draft.changeRequest.id, limit: 1000 };
  const [targets, semantic] = await Promise.all([
    LinkTargets.read(draft, context),
    advisory(client.changeRequestContent.changes(names, { signal })),
  ]);
  const texts = new Map(changes.map(({ page, after }) => [page.id, after]));
  const links = new LinkingTexts({ targets, changes: semantic, texts }, draft, context);
  const lines: string[] = [];
  for (const { change, lost } of losing.slice(0, mostChanged)) {
    const { linking, complete } = await links.to(change.page.id);
    const linked = linking.map(({ title, anchors }) => ({ title, anchors: asPage(anchors) }));
    const unlinked: LostAnchor[] = [];
    for (const one of lost) {
      const from = linked.flatMap(({ title, anchors }) => (hasAnchor(anchors, one.anchor) ? [title] : []));
      if (from.length > 0) lines.push(lineOf(one, from, change.after));
      else if (one.heir !== undefined && one.heir.level > 1) unlinked.push(one);
    }
    if (complete) lines.push(...unlinkedLine(unlinked));
    else lines.push(`Not all pages that may link to headings of ${quoted(change.page.title)} were read.`);
  }
  const unseen = losing.length - mostChanged;
  if (unseen > 0) lines.push(`Links to headings that go were not looked for on ${unseen} more changed pages.`);
  return lines;
}

function lostAnchors({ before, after }: TextChange): LostAnchor[] {
  const place = { ...readAnchors(after), open: false };
  const former = listSections(before).filter(({ level }) => level > 0);
  const now = listSections(after).filter(({ level }) => level > 0);
  const kept = new Set(former.map(({ anchor }) => anchor));
  const made = now.filter(({ anchor }) => !kept.has(anchor));
  return former
    .map((section, order) => ({ ...section, order }))
    .filter(({ anchor }) => !hasAnchor(place, anchor))
    .map(({ anchor, title, level, order }) => {
      // A new heading of the same level, else one in the same order: a heading may be given another level too.
      const alike = made.findIndex((section) => section.level === level);
      const at = alike === -1 ? indexIn(made, now[order]) : alike;
      return { anchor, title, heir: at === -1 ? undefined : made.splice(at, 1)[0] };
    });
}

const indexIn = (sections: readonly Section[], section: Section | undefined): number =>
  section === undefined ? -1 : sections.indexOf(section);

/** Anchors as a page would have them, so that they compare alike. */
const asPage = (anchors: readonly string[]): PageAnchors =>
  readAnchors(anchors.map((anchor) => `<a id="${anchor.replace(/["<>]/g, "")}"></a>\n\n`).join(""));

/** Anchors of renamed headings that nothing in the space links to; other sites may. */
function unlinkedLine(lost: readonly LostAnchor[]): string[] {
  const [first] = lost;
  if (first === undefined) return [];
  const shown = lost.slice(0, mostLinkingNamed).map(({ anchor }) => quoted(`#${anchor}`, 120));
  const more = lost.length - shown.length;
  const keep = quoted(`<a href="#${first.anchor}" id="${first.anchor}"></a>`, 300);
  return [
    `Renamed headings lose ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}: nothing in this space links there. To keep it, end the heading with ${keep}.`,
  ];
}

function lineOf({ anchor, title, heir }: LostAnchor, from: readonly string[], after: string): string {
  const named = from.slice(0, mostLinkingNamed).map((page) => quoted(page));
  const more = from.length - named.length;
  const who = `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const lost = `Links on ${from.length} ${from.length === 1 ? "page" : "pages"} (${who}) lead to ${quoted(`#${anchor}`, 120)}, which goes with the heading ${quoted(title)}.`;
  if (heir === undefined) return lost;
  const written = after.slice(heir.start, heir.bodyStart).trim();
  const line = written.startsWith("#") ? written : `${"#".repeat(heir.level)} ${heir.title}`;
  return `${lost} To keep it, write the new heading as ${quoted(`${line} <a href="#${anchor}" id="${anchor}"></a>`, 300)}; else lead the links to ${quoted(`#${heir.anchor}`, 120)}.`;
}

/** Moved pages whose links are looked at, linking pages that are read, and those that are named. */
const mostMoved = 30;

const mostUntouchedRead = 100;

const mostUntouchedNamed = 5;

/** A page that only the draft has is linked to from nowhere else. */
const noBacklinks = { items: [], next: undefined };

/** A page whose path a call changed. */
interface MovedPath {
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
  { former, targets }: { readonly former: LinkTargets; readonly targets: LinkTargets },
  draft: DraftContent,
  context: ToolContext,
): Promise<string[]> {
  if (moved.length === 0) return [];
  const { client, signal } = context;
  const linking = new Map<string, Set<string>>();
  let cut = moved.length > mostMoved;
  await inGroups(moved.slice(0, mostMoved), async ({ id: pageId }) => {
    const names = { spaceId: draft.space.id, pageId, limit: 1000 };
    const found = await advisory(client.pages.listBacklinks(names, { signal }), noBacklinks);
    cut ||= found === undefined || found.next !== undefined;
    for (const place of found?.items ?? []) {
      if (place.kind !== "page" || targets.byId(place.page.id) === undefined) continue;
      linking.set(place.page.id, (linking.get(place.page.id) ?? new Set()).add(pageId));
    }
  });
  const untouched = [...linking].filter(([id]) => !followed.includes(id));
  cut ||= untouched.length > mostUntouchedRead;
  const checked = await inGroups(untouched.slice(0, mostUntouchedRead), async ([id, wanted]) => {
    const text = (await readPageById(draft, id, context))?.markdown ?? "";
    return { id, works: leadsToAll(text, id, wanted, targets) };
  });
  const ownBroken = (
    await inGroups(moved.slice(0, mostMoved), async ({ id }) => {
      const text = (await readPageById(draft, id, context))?.markdown ?? "";
      return breaksOwn(text, id, { former, targets, isFollowed: followed.includes(id) }) ? [id] : [];
    })
  ).flat();
  const working = checked.filter(({ works }) => works).map(({ id }) => id);
  const lost = checked.filter(({ works }) => !works).map(({ id }) => id);
  return [
    ...(followed.length === 0 ? [] : [`Links rewritten on ${named(followed, targets)}.`]),
    ...(working.length === 0 ? [] : [`Links that work as they stand, by id or file: on ${named(working, targets)}.`]),
    ...(lost.length === 0 ? [] : [`Links that no longer lead there, to be repaired: on ${named(lost, targets)}.`]),
    ...(ownBroken.length === 0
      ? []
      : [`Links of moved pages that break, to be repaired: on ${named(ownBroken, targets)}.`]),
    ...(cut ? ["Not all links to the moved pages were looked at."] : []),
    ...(cut || lost.length > 0 || ownBroken.length > 0 ? [] : ["No links between pages break."]),
  ];
}

/** Whether a moved page's own links led to a page from where it was, and lead elsewhere or nowhere now. */
function breaksOwn(
  markdown: string,
  id: string,
  {
    former,
    targets,
    isFollowed,
  }: { readonly former: LinkTargets; readonly targets: LinkTargets; readonly isFollowed: boolean },
): boolean {
  return listPageLinks(markdown).some(({ href, kind }) => {
    if (kind !== "path" || splitHref(href).path === "") return false;
    const before = former.find(former.byId(id), href);
    // One that the call deletes is told as such.
    if (before === undefined || targets.byId(before.id) === undefined) return false;
    const now = targets.find(targets.byId(id), href);
    // What the service rewrote may have led elsewhere from the former place.
    return now === undefined || (!isFollowed && now.id !== before.id);
  });
}

/** Whether a page's text leads to each of the wanted pages. */
function leadsToAll(markdown: string, id: string, wanted: ReadonlySet<string>, targets: LinkTargets): boolean {
  const from = targets.byId(id);
  const found = new Set(
    listPageLinks(markdown).flatMap(({ href, kind }) => {
      if (kind !== "path") return [];
      return (splitHref(href).path === "" ? id : targets.find(from, href)?.id) ?? [];
    }),
  );
  return [...wanted].every((page) => found.has(page));
}

function named(ids: readonly string[], targets: LinkTargets): string {
  const shown = ids.slice(0, mostUntouchedNamed).map((id) => quoted(targets.byId(id)?.title ?? id));
  const more = ids.length - shown.length;
  const count = `${ids.length} ${ids.length === 1 ? "page" : "pages"}`;
  return `${count} (${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""})`;
}
