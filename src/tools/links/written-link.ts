import { linkLabel } from "../../text/link-label.ts";
import { listPageLinks, type PageLink } from "../../text/page-links.ts";

/** A link as the text of its page has it. */
export interface WrittenLink {
  readonly href: string;
  /** What readers see of it. */
  readonly label: string;
  readonly isImage: boolean;
  readonly anchor: string;
}

/** The links of a text whose addresses fit, in order. */
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

/** Of the links of a text, the ones in a section; services differ in what is a section, so without one all of them. */
export function linksAt(links: readonly WrittenLink[], anchor: string): readonly WrittenLink[] {
  const there = links.filter((link) => link.anchor === anchor);
  return there.length > 0 ? there : links;
}

/** A section and what readers see of a link in it, in short. */
export function placeText(anchor: string, label: string | undefined): string {
  const section = anchor === "" ? "top" : `#${anchor}`;
  return label === undefined || label === "" ? section : `${section} "${label}"`;
}

/** Characters before an address in which its element begins. */
const longestOpening = 1000;

function showsImage(markdown: string, { start }: PageLink): boolean {
  const before = markdown.slice(Math.max(0, start - longestOpening), start);
  if (/\]\(<?$/.test(before)) return opensWithMark(before.slice(0, before.lastIndexOf("](")));
  return /^<(?:img|source|picture)\b/i.test(before.slice(before.lastIndexOf("<")));
}

/** Whether an exclamation mark stands before the bracket that is open at the end. */
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
