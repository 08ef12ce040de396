import { changeRequestContent } from "../../contract/operations/change-request-content.ts";
import { pages } from "../../contract/operations/pages.ts";
import { candidatePaths, foldPath, readHref } from "../../text/link-paths.ts";
import { hasAnchor, type PageAnchors, readAnchors } from "../../text/page-anchors.ts";
import { listPageLinks } from "../../text/page-links.ts";
import { listSections, type Section } from "../../text/sections.ts";
import { quoted } from "../present/name.ts";
import { type DraftContent, readSourceAt } from "../resolve/content.ts";
import type { ToolContext } from "../tool.ts";
import { advisory } from "./advisory-read.ts";
import { inGroups } from "./in-groups.ts";
import type { TextChange } from "./new-links.ts";

/** Linking pages that are read, and changed pages with lost anchors that are looked at. */
const mostRead = 50;
const mostChanged = 8;
const mostNamed = 3;

export const backlinkReads = [pages.listBacklinks, changeRequestContent.changes];

/** A page that only the draft has is linked to from nowhere else. */
const nothing = { items: [], next: undefined };

interface LostAnchor {
  readonly anchor: string;
  readonly title: string;
  /** The heading that stands in its place. */
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
  const lines: string[] = [];
  for (const { change, lost } of losing.slice(0, mostChanged)) {
    const { linking, cut } = await linkingTexts(change, changes, draft, context);
    for (const one of lost) {
      const from = linking.flatMap(({ title, anchors }) => (hasAnchor(anchors, one.anchor) ? [title] : []));
      if (from.length > 0) lines.push(lineOf(one, from, change.after));
    }
    if (cut) lines.push(`Not all pages that may link to headings of ${quoted(change.page.title)} were read.`);
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

interface LinkingText {
  readonly title: string;
  /** The anchors of the page in question that it links to. */
  readonly anchors: PageAnchors;
}

/** Texts that link to places of a page, as they are after the call: its own, those of the space, those of the draft. */
async function linkingTexts(
  { page, after }: TextChange,
  changes: readonly TextChange[],
  draft: DraftContent,
  context: ToolContext,
): Promise<{ linking: LinkingText[]; cut: boolean }> {
  const { client, signal } = context;
  const spaceId = draft.space.id;
  const names = { spaceId, changeRequestId: draft.changeRequest.id };
  const [target, backlinks, semantic] = await Promise.all([
    readSourceAt(draft, draft.revision, page.id, context),
    advisory(client.pages.listBacklinks({ spaceId, pageId: page.id, limit: 1000 }, { signal }), nothing),
    advisory(client.changeRequestContent.changes({ ...names, limit: 1000 }, { signal })),
  ]);
  const ids = new Set(changes.map((change) => change.page.id));
  for (const place of backlinks?.items ?? []) if (place.kind === "page") ids.add(place.page.id);
  for (const change of semantic?.changes ?? []) {
    if (change.type === "page_created" || change.type === "page_edited") ids.add(change.page.id);
  }
  ids.delete(page.id);
  const others = await inGroups([...ids].slice(0, mostRead), (id) => readSourceAt(draft, draft.revision, id, context));
  const wanted = new Set([target?.git?.path, target?.path, page.id].flatMap((name) => (name ? foldPath(name) : [])));
  const texts = new Map(changes.map((change) => [change.page.id, change.after]));
  const linking = others.flatMap((other) => {
    if (other === undefined) return [];
    const origin = { source: other.git?.path, path: other.path ?? "" };
    const anchors = anchorsIn(texts.get(other.id) ?? other.markdown ?? "", (href) =>
      candidatePaths(origin, href).some((lead) => wanted.has(foldPath(lead))),
    );
    return [{ title: other.title, anchors }];
  });
  const own = { title: page.title, anchors: anchorsIn(after, (href) => href.startsWith("#")) };
  return {
    linking: [own, ...linking],
    cut: ids.size > mostRead || backlinks === undefined || backlinks.next !== undefined,
  };
}

function anchorsIn(markdown: string, leadsThere: (href: string) => boolean): LinkingText["anchors"] {
  const hrefs = listPageLinks(markdown).flatMap(({ href, kind }) =>
    kind === "path" && leadsThere(href) ? [href] : [],
  );
  const anchors = hrefs.flatMap((href) => readHref(href).anchor ?? []);
  // As a page would have them, so that they compare alike.
  return readAnchors(anchors.map((anchor) => `<a id="${anchor.replace(/["<>]/g, "")}"></a>\n\n`).join(""));
}

function lineOf({ anchor, title, heir }: LostAnchor, from: readonly string[], after: string): string {
  const named = from.slice(0, mostNamed).map((page) => quoted(page));
  const more = from.length - named.length;
  const who = `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const lost = `Links on ${from.length} ${from.length === 1 ? "page" : "pages"} (${who}) lead to ${quoted(`#${anchor}`, 120)}, which goes with the heading ${quoted(title)}.`;
  if (heir === undefined) return lost;
  const written = after.slice(heir.start, heir.bodyStart).trim();
  const line = written.startsWith("#") ? written : `${"#".repeat(heir.level)} ${heir.title}`;
  return `${lost} To keep it, write the new heading as ${quoted(`${line} <a href="#${anchor}" id="${anchor}"></a>`, 300)}; else lead the links to ${quoted(`#${heir.anchor}`, 120)}.`;
}
