import type { Page } from "../../contract/models/page.ts";
import type { SemanticChanges } from "../../contract/models/semantic-change.ts";
import { hasAnchor, type PageAnchors, readingAnchors } from "../../markdown/page/anchors.ts";
import { splitHref } from "../../markdown/page/link-paths.ts";
import { listingInclusions, listingPageLinks } from "../../markdown/page/links.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { quoted } from "../../present/wording.ts";
import { type DraftContent, readPageAt } from "../../resolve/content.ts";
import type { ToolContext } from "../../resolve/context.ts";
import { inGroups } from "../../resolve/reads.ts";
import { type LinkingText, LinkingTexts } from "../editing/linking-texts.ts";
import { LinkTargets } from "../editing/new-links.ts";
import { getBaseRevision } from "./changes.ts";

/** The most edited pages compared, pages with lost anchors checked, and links named. */
const maxCompared = 200;

const maxLosingPages = 20;

const maxAnchorsNamed = 8;

const maxLinkingNamed = 3;

/**
 * Which links a change request breaks by renaming or removing their anchors on a page that it keeps: one line for
 * each anchor. A link counts if its anchor existed before. `complete` if all were checked.
 */
export async function linksToLostAnchors(
  draft: DraftContent,
  found: SemanticChanges,
  context: ToolContext,
): Promise<{ lines: string[]; complete: boolean }> {
  const edited = found.changes.flatMap((change) =>
    change.type === "page_edited" && "document" in change.attributes ? [change.page.id] : [],
  );
  const losing = (await inGroups(edited.slice(0, maxCompared), (id) => losingPage(draft, id, context))).flatMap(
    (page) => page ?? [],
  );
  const allLooked = edited.length <= maxCompared && losing.length <= maxLosingPages;
  if (losing.length === 0) return { lines: [], complete: allLooked };
  const targets = await LinkTargets.read(draft, context);
  const links = new LinkingTexts({ targets, changes: found, texts: new Map() }, draft, context);
  const broken: string[] = [];
  let complete = allLooked;
  for (const page of losing.slice(0, maxLosingPages)) {
    const { linking, complete: all } = await links.to(page.after.id);
    complete &&= all;
    broken.push(...brokenLines(page, linking));
  }
  const more = broken.length - maxAnchorsNamed;
  const lines = [
    ...(broken.length === 0
      ? []
      : ["Links broken because their target was renamed or removed:", ...broken.slice(0, maxAnchorsNamed)]),
    ...(more > 0 ? [`- and ${more} more anchors`] : []),
    ...(complete ? [] : ["Not all links to renamed or removed headings were checked."]),
  ];
  return { lines, complete: complete && broken.length === 0 };
}

interface LosingPage {
  readonly after: Page;
  readonly had: PageAnchors;
  readonly has: PageAnchors;
  /** Anchors of the page that it links to itself. */
  readonly ownLinks: ReadonlySet<string>;
}

/** A page that loses anchors in an edit; undefined if it keeps them all. */
async function losingPage(draft: DraftContent, id: string, context: ToolContext): Promise<LosingPage | undefined> {
  const [before, after] = await Promise.all([
    readPageAt(draft, getBaseRevision(draft.changeRequest), id, context),
    readPageAt(draft, draft.revision, id, context),
  ]);
  if (before?.markdown === undefined || after === undefined) return undefined;
  const timeSlices = new TimeSlices(context.signal);
  const previousInclusions = (await timeSlices.run(listingInclusions(before.markdown))).length;
  const now = await timeSlices.run(readingAnchors(after.markdown ?? ""));
  // Existing inclusions do not restore what the page's own text loses; a new inclusion may.
  const has = {
    ...now,
    open: (await timeSlices.run(listingInclusions(after.markdown ?? ""))).length > previousInclusions,
  };
  const had = { ...(await timeSlices.run(readingAnchors(before.markdown))), open: false };
  if (keepsAll(had, has)) return undefined;
  const links = await timeSlices.run(listingPageLinks(before.markdown));
  const ownLinks = new Set(links.flatMap(({ href }) => splitHref(href).anchor ?? []));
  return { after, had, has, ownLinks };
}

const keepsAll = (had: PageAnchors, has: PageAnchors) =>
  has.open ||
  ([...had.known].every((anchor) => has.known.has(anchor)) && had.ofElements.join("\n") === has.ofElements.join("\n"));

function brokenLines({ after, had, has, ownLinks }: LosingPage, linking: readonly LinkingText[]): string[] {
  const from = new Map<string, string[]>();
  for (const text of linking) {
    for (const anchor of text.anchors) {
      if (!hasAnchor(had, anchor) || hasAnchor(has, anchor)) continue;
      // A new link on the page itself is reported with its text.
      if (text.id === after.id && !ownLinks.has(anchor)) continue;
      from.set(anchor, [...(from.get(anchor) ?? []), text.id === after.id ? "itself" : formatLinkingText(text)]);
    }
  }
  return [...from]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([anchor, linkingPages]) => {
      const more = linkingPages.length - maxLinkingNamed;
      const named = `${linkingPages.slice(0, maxLinkingNamed).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
      return `- ${quoted(`#${anchor}`, 120)} of page ${quoted(after.title)} (${after.id}), linked from ${named}`;
    });
}

const formatLinkingText = ({ kind, id, title }: LinkingText) =>
  `${kind === "page" ? "" : "reusable content "}${quoted(title)} (${id})`;
