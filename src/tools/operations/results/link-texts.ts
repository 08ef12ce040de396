import { isRecord } from "../../../client/json.ts";
import type { LinkRecord, ResolvedReference } from "../../../contract/models/link.ts";
import type { Page } from "../../../contract/models/page.ts";
import type { ReusableContent } from "../../../contract/models/reusable-content.ts";
import { splitHref } from "../../../markdown/page/link-paths.ts";
import { linkLabel, listPageLinks, type PageLink } from "../../../markdown/page/links.ts";
import type { ToolContext } from "../../../resolve/context.ts";
import { inGroups, lookUpIfAllowed } from "../../../resolve/reads.ts";

/** Texts read for one answer. */
const maxTextsRead = 50;

const maxNamed = 10;

/** What contains a link: a page, or a reusable content that several pages include. */
export interface Holder {
  readonly id: string;
  /** How an answer names it. */
  readonly name: string;
  readonly isPage: boolean;
}

/** The location of a link, and the section it is in; empty before the first. */
export interface LinkLocation extends Holder {
  readonly anchor: string;
}

export interface HolderText {
  readonly markdown: string;
  readonly path: string;
  readonly source: string | undefined;
}

interface LinkTexts {
  readonly byId: ReadonlyMap<string, HolderText>;
  /** States which texts are missing; empty if none is. */
  readonly note: string;
}

/** Where a link is; undefined if it has no text to read. */
export function findLocation(reference: ResolvedReference): LinkLocation | undefined {
  if (reference.kind === "page" && isRecord(reference.page)) {
    const { page, internalLocation } = reference;
    const anchor = internalLocation?.type === "anchor" ? internalLocation.anchor : "";
    return { id: page.id, name: page.path ?? page.id, isPage: true, anchor };
  }
  if (reference.kind === "reusable-content" && isRecord(reference.reusableContent)) {
    const { id, title } = reference.reusableContent;
    return { id, name: `reusable content ${title} (${id})`, isPage: false, anchor: "" };
  }
  return undefined;
}

/** The texts that contain links, and those of further requested pages. */
export async function readLinkTexts(
  holders: readonly Holder[],
  spaceId: string,
  { client, signal }: ToolContext,
): Promise<LinkTexts> {
  const wanted = [...new Map(holders.map((holder) => [holder.id, holder])).values()];
  const read = await inGroups(wanted.slice(0, maxTextsRead), async ({ id, isPage }) => {
    return lookUpIfAllowed<Page | ReusableContent>(
      isPage
        ? client.pages.get({ spaceId, pageId: id, format: "markdown" }, { signal })
        : client.reusableContents.get({ spaceId, reusableContentId: id }, { signal }),
    );
  });
  const byId = new Map<string, HolderText>();
  for (const [at, found] of read.entries()) {
    const id = wanted[at]?.id ?? "";
    if (typeof found?.markdown !== "string") continue;
    const path = "path" in found && typeof found.path === "string" ? found.path : "";
    byId.set(id, { markdown: found.markdown, path, source: found.git?.path });
  }
  return { byId, note: missing(wanted.filter(({ id }) => !byId.has(id))) };
}

function missing(holders: readonly Holder[]): string {
  if (holders.length === 0) return "";
  const names = holders.slice(0, maxNamed).map(({ name }) => name);
  const more = holders.length > maxNamed ? ` and ${holders.length - maxNamed} more` : "";
  return `Not read, so that link texts and suggestions are missing: ${names.join(", ")}${more}. At most ${maxTextsRead} texts are read for one answer.`;
}

/** A link as the text of its page has it. */
export interface WrittenLink {
  readonly href: string;
  /** Its visible text. */
  readonly label: string;
  readonly isImage: boolean;
  readonly anchor: string;
}

/** The matching links of a text, in order. */
export function writtenLinks(markdown: string, fits: (href: string) => boolean): WrittenLink[] {
  return listPageLinks(markdown)
    .filter(({ href }) => fits(href))
    .map((link) => ({
      href: link.href,
      label: linkLabel(markdown, link.start),
      isImage: showsImage(markdown, link),
      anchor: link.anchor,
    }));
}

/** The links in one section of a text; all of them without a section, because services differ in what a section is. */
export function linksAt(links: readonly WrittenLink[], anchor: string): readonly WrittenLink[] {
  const there = links.filter((link) => link.anchor === anchor);
  return there.length > 0 ? there : links;
}

/** A section and the visible text of a link in it, in short. */
export function locationText(anchor: string, label: string | undefined): string {
  const section = anchor === "" ? "top" : `#${anchor}`;
  return label === undefined || label === "" ? section : `${section} "${label}"`;
}

/** Characters before an address in which its element begins. */
const maxOpeningChars = 1000;

function showsImage(markdown: string, { start }: PageLink): boolean {
  const before = markdown.slice(Math.max(0, start - maxOpeningChars), start);
  if (/\]\(<?$/.test(before)) return opensWithMark(before.slice(0, before.lastIndexOf("](")));
  return /^<(?:img|source|picture)\b/i.test(before.slice(before.lastIndexOf("<")));
}

/** Whether the bracket that is open at the end follows an exclamation mark. */
function opensWithMark(before: string): boolean {
  let depth = 1;
  for (let at = before.length - 1; at >= 0; at -= 1) {
    if (before[at - 1] === "\\") continue;
    if (before[at] === "]") depth += 1;
    if (before[at] === "[") depth -= 1;
    if (depth === 0) return before[at - 1] === "!";
  }
  return false;
}

/** What a link is meant to lead to or show. */
export const linkKinds = ["page", "anchor", "image", "file", "include", "space"] as const;

export type LinkKind = (typeof linkKinds)[number];

/** The kind of target that a broken link lacks; `showsImage` if the page shows it. */
export function getLinkKind({ targetReference: target, relation }: LinkRecord, showsImage: boolean): LinkKind {
  if (target?.kind === "page" && target.internalLocation !== undefined) return "anchor";
  if (relation === "dependsOn") return "include";
  if (target?.kind !== "url") return target?.kind === "file" ? "file" : target?.kind === "space" ? "space" : "page";
  if (showsImage) return "image";
  const { path, anchor } = splitHref(target.url);
  const lost = /^\/broken\/(page|file|space)s\//.exec(path)?.[1] as "page" | "file" | "space" | undefined;
  if (lost !== undefined) return lost;
  if (IMAGE.test(path)) return "image";
  if (isFilePath(path)) return "file";
  return path === "" && anchor !== undefined ? "anchor" : "page";
}

const IMAGE = /\.(?:avif|bmp|gif|ico|jpe?g|png|svg|webp)$/i;

/** Pages are Markdown or have no extension. */
export const isFilePath = (path: string): boolean =>
  /(?:^|\/)\.gitbook\/assets\//.test(path) || /\.(?!(?:mdx?|markdown)$)[a-z0-9]{2,5}$/i.test(path);
