import { changeRequestContent } from "../../contract/operations/change-request-content.ts";
import { pages } from "../../contract/operations/pages.ts";
import { hasAnchor, type PageAnchors, readAnchors, readingAnchors } from "../../markdown/page/anchors.ts";
import { splitHref } from "../../markdown/page/link-paths.ts";
import { listingPageLinks } from "../../markdown/page/links.ts";
import { listingSections, type Section } from "../../markdown/page/sections.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { quoted } from "../../present/wording.ts";
import { type DraftContent, readPageById } from "../../resolve/content.ts";
import type { ToolContext } from "../../resolve/context.ts";
import type { PageIndex } from "../../resolve/pages.ts";
import { advisory, inGroups } from "../../resolve/reads.ts";
import { LinkingTexts } from "./linking-texts.ts";
import { LinkTargets, type TextChange } from "./new-links.ts";

/** The most changed pages with lost anchors that are checked. */
const maxChangedPages = 8;

const maxLinkingNamed = 3;

export const backlinkReads = [pages.listBacklinks, changeRequestContent.changes, changeRequestContent.reusableContent];

interface LostAnchor {
  readonly anchor: string;
  readonly title: string;
  /** The heading that replaces it. */
  readonly replacement: Section | undefined;
}

/** Which links lead to headings that a call renames or removes, one line per heading, and how to keep them. */
export async function linksToLostAnchors(
  changes: readonly TextChange[],
  draft: DraftContent,
  context: ToolContext,
): Promise<string[]> {
  const losing: { change: TextChange; lost: LostAnchor[] }[] = [];
  for (const change of changes) {
    const lost = await lostAnchors(change, context);
    if (lost.length > 0) losing.push({ change, lost });
  }
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
  for (const { change, lost } of losing.slice(0, maxChangedPages)) {
    const { linking, complete } = await links.to(change.page.id);
    const linked = linking.map(({ title, anchors }) => ({ title, anchors: toPageAnchors(anchors) }));
    const unlinked: LostAnchor[] = [];
    for (const one of lost) {
      const from = linked.flatMap(({ title, anchors }) => (hasAnchor(anchors, one.anchor) ? [title] : []));
      if (from.length > 0) lines.push(formatLostAnchor(one, from, change.after));
      else if (one.replacement !== undefined && one.replacement.level > 1) unlinked.push(one);
    }
    if (complete) lines.push(...unlinkedLine(unlinked));
    else lines.push(`Not all pages that may link to headings of ${quoted(change.page.title)} were read.`);
  }
  const unseen = losing.length - maxChangedPages;
  if (unseen > 0) lines.push(`Links to removed headings were not checked on ${unseen} more changed pages.`);
  return lines;
}

async function lostAnchors({ before, after }: TextChange, { signal }: ToolContext): Promise<LostAnchor[]> {
  const timeSlices = new TimeSlices(signal);
  const anchors = { ...(await timeSlices.run(readingAnchors(after))), open: false };
  const previousSections = (await timeSlices.run(listingSections(before))).filter(({ level }) => level > 0);
  const now = (await timeSlices.run(listingSections(after))).filter(({ level }) => level > 0);
  const previousAnchors = new Set(previousSections.map(({ anchor }) => anchor));
  const createdSections = new CreatedSections(now.filter(({ anchor }) => !previousAnchors.has(anchor)));
  return previousSections
    .map((section, order) => ({ ...section, order }))
    .filter(({ anchor }) => !hasAnchor(anchors, anchor))
    .map(({ anchor, title, level, order }) => {
      // A new heading of the same level, or one in the same order: the level may have changed too.
      return { anchor, title, replacement: createdSections.takeOfLevel(level) ?? createdSections.take(now[order]) };
    });
}

/** The sections that an edit made; each is taken once. */
class CreatedSections {
  readonly #left: Set<Section>;
  readonly #byLevel: ReadonlyMap<number, Iterator<Section>>;

  constructor(sections: readonly Section[]) {
    this.#left = new Set(sections);
    const levels = new Set(sections.map(({ level }) => level));
    this.#byLevel = new Map(
      Array.from(levels, (level) => [level, sections.filter((section) => section.level === level).values()] as const),
    );
  }

  /** The first remaining section of a level. */
  takeOfLevel(level: number): Section | undefined {
    const ofLevel = this.#byLevel.get(level);
    for (let step = ofLevel?.next(); step !== undefined && step.done !== true; step = ofLevel?.next()) {
      if (this.#left.delete(step.value)) return step.value;
    }
    return undefined;
  }

  take(section: Section | undefined): Section | undefined {
    return section !== undefined && this.#left.delete(section) ? section : undefined;
  }
}

/** Normalizes anchors the way pages do, for comparison. */
const toPageAnchors = (anchors: readonly string[]): PageAnchors =>
  readAnchors(anchors.map((anchor) => `<a id="${anchor.replace(/["<>]/g, "")}"></a>\n\n`).join(""));

/** Anchors of renamed headings that nothing in the space links to; other sites may. */
function unlinkedLine(lost: readonly LostAnchor[]): string[] {
  const [first] = lost;
  if (first === undefined) return [];
  const shown = lost.slice(0, maxLinkingNamed).map(({ anchor }) => quoted(`#${anchor}`, 120));
  const more = lost.length - shown.length;
  const anchorTag = quoted(`<a href="#${first.anchor}" id="${first.anchor}"></a>`, 300);
  return [
    `Renamed headings lose ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}: nothing in this space links there. To keep it, end the heading with ${anchorTag}.`,
  ];
}

function formatLostAnchor({ anchor, title, replacement }: LostAnchor, from: readonly string[], after: string): string {
  const namePages = from.slice(0, maxLinkingNamed).map((page) => quoted(page));
  const more = from.length - namePages.length;
  const who = `${namePages.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const lost = `Links on ${from.length} ${from.length === 1 ? "page" : "pages"} (${who}) lead to ${quoted(`#${anchor}`, 120)}, which is removed with the heading ${quoted(title)}.`;
  if (replacement === undefined) return lost;
  const written = after.slice(replacement.start, replacement.bodyStart).trim();
  const line = written.startsWith("#") ? written : `${"#".repeat(replacement.level)} ${replacement.title}`;
  return `${lost} To keep it, write the new heading as ${quoted(`${line} <a href="#${anchor}" id="${anchor}"></a>`, 300)}; otherwise change the links to ${quoted(`#${replacement.anchor}`, 120)}.`;
}

/** The most moved pages checked, linking pages read, and linking pages named. */
const maxMoved = 30;

const maxUntouchedRead = 100;

const maxUntouchedNamed = 5;

/** A page that exists only in the draft has no links from elsewhere. */
const noBacklinks = { items: [], next: undefined };

/** A page whose path a call changed. */
interface MovedPath {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** The pages with a new path, in the order of the table of contents. */
export function movedPaths(before: PageIndex, after: PageIndex): MovedPath[] {
  return after.pages.flatMap(({ page: { id, path: to } }) => {
    const from = before.byId(id)?.page.path;
    return from === undefined || to === undefined || from === to ? [] : [{ id, from, to }];
  });
}

/**
 * What happened to links to moved pages: where the service rewrote them, where they work unchanged, and
 * where they now lead elsewhere.
 */
export async function linksToMoved(
  moved: readonly MovedPath[],
  followed: readonly string[],
  { previous, targets }: { readonly previous: LinkTargets; readonly targets: LinkTargets },
  draft: DraftContent,
  context: ToolContext,
): Promise<string[]> {
  if (moved.length === 0) return [];
  const { client, signal } = context;
  const linking = new Map<string, Set<string>>();
  let cut = moved.length > maxMoved;
  await inGroups(moved.slice(0, maxMoved), async ({ id: pageId }) => {
    const names = { spaceId: draft.space.id, pageId, limit: 1000 };
    const found = await advisory(client.pages.listBacklinks(names, { signal }), noBacklinks);
    cut ||= found === undefined || found.next !== undefined;
    for (const backlink of found?.items ?? []) {
      if (backlink.kind !== "page" || targets.byId(backlink.page.id) === undefined) continue;
      linking.set(backlink.page.id, (linking.get(backlink.page.id) ?? new Set()).add(pageId));
    }
  });
  const untouched = [...linking].filter(([id]) => !followed.includes(id));
  cut ||= untouched.length > maxUntouchedRead;
  const checked = await inGroups(untouched.slice(0, maxUntouchedRead), async ([id, wanted]) => {
    const text = (await readPageById(draft, id, context))?.markdown ?? "";
    return { id, works: await linksToAll(text, id, wanted, targets) };
  });
  const ownBroken = (
    await inGroups(moved.slice(0, maxMoved), async ({ id }) => {
      const text = (await readPageById(draft, id, context))?.markdown ?? "";
      return (await hasBrokenOwnLinks(text, id, { previous, targets, isFollowed: followed.includes(id) })) ? [id] : [];
    })
  ).flat();
  const working = checked.filter(({ works }) => works).map(({ id }) => id);
  const lost = checked.filter(({ works }) => !works).map(({ id }) => id);
  return [
    ...(followed.length === 0 ? [] : [`Links rewritten on ${namePages(followed, targets)}.`]),
    ...(working.length === 0 ? [] : [`Links that still work, by id or file: on ${namePages(working, targets)}.`]),
    ...(lost.length === 0 ? [] : [`Links that no longer lead there, to be repaired: on ${namePages(lost, targets)}.`]),
    ...(ownBroken.length === 0
      ? []
      : [`Links of moved pages that break, to be repaired: on ${namePages(ownBroken, targets)}.`]),
    ...(cut ? ["Not all links to the moved pages were checked."] : []),
    ...(cut || lost.length > 0 || ownBroken.length > 0 ? [] : ["No links between pages break."]),
  ];
}

/** Whether a moved page's own links led to a page from its old position and now lead elsewhere or nowhere. */
async function hasBrokenOwnLinks(
  markdown: string,
  id: string,
  {
    previous,
    targets,
    isFollowed,
  }: { readonly previous: LinkTargets; readonly targets: LinkTargets; readonly isFollowed: boolean },
): Promise<boolean> {
  return (await new TimeSlices().run(listingPageLinks(markdown))).some(({ href, kind }) => {
    if (kind !== "path" || splitHref(href).path === "") return false;
    const before = previous.find(previous.byId(id), href);
    // A page that the call deletes is reported as deleted.
    if (before === undefined || targets.byId(before.id) === undefined) return false;
    const now = targets.find(targets.byId(id), href);
    // A link that the service rewrote may have led elsewhere from the old position.
    return now === undefined || (!isFollowed && now.id !== before.id);
  });
}

/** Whether a page's text links to each of the wanted pages. */
async function linksToAll(
  markdown: string,
  id: string,
  wanted: ReadonlySet<string>,
  targets: LinkTargets,
): Promise<boolean> {
  const from = targets.byId(id);
  const found = new Set(
    (await new TimeSlices().run(listingPageLinks(markdown))).flatMap(({ href, kind }) => {
      if (kind !== "path") return [];
      return (splitHref(href).path === "" ? id : targets.find(from, href)?.id) ?? [];
    }),
  );
  return [...wanted].every((page) => found.has(page));
}

function namePages(ids: readonly string[], targets: LinkTargets): string {
  const shown = ids.slice(0, maxUntouchedNamed).map((id) => quoted(targets.byId(id)?.title ?? id));
  const more = ids.length - shown.length;
  const count = `${ids.length} ${ids.length === 1 ? "page" : "pages"}`;
  return `${count} (${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""})`;
}
