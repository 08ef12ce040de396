import { listAttributes } from "./attributes.ts";
import { scanBlocks } from "./blocks.ts";
import { listInclusions } from "./inclusions.ts";
import { type InlineToken, scanInline } from "./inline.ts";
import { inlineText } from "./inline-text.ts";
import { TitleAnchors } from "./title-anchors.ts";

/** The places of a page that a link can lead to. */
export interface PageAnchors {
  /** Ids as they are written, and the anchors that sections are addressed by. */
  readonly known: ReadonlySet<string>;
  /** What has the anchor that the site makes of its title. */
  readonly titles: TitleAnchors;
  /** Titles of expandables, tabs and headings written as elements, in order. */
  readonly ofElements: readonly string[];
  /** The page takes in what stands elsewhere, which may bring anchors of its own. */
  readonly open: boolean;
}

/** Anchors of headings, expandables, tabs and footnotes, and ids that elements carry. */
export function readAnchors(markdown: string): PageAnchors {
  const known = new Set<string>();
  const titles = new TitleAnchors();
  const ofElements: string[] = [];
  for (const block of scanBlocks(markdown)) {
    if (block.kind === "blank" || block.kind === "fence") continue;
    const source = markdown.slice(block.start, block.end);
    if (block.kind === "heading") {
      known.add(foldAnchor(block.anchor));
      if (!block.anchorIsWritten) titles.add(block.title);
    } else if (block.kind === "text") {
      addFootnotes(source);
    }
    if (/[\s<](?:id|name|slug|title)\s*=|<(?:summary|h[1-6])[\s>]/i.test(source)) addElements(source);
  }
  return { known, titles, ofElements, open: listInclusions(markdown).length > 0 };

  /** A footnote and its mark have the ids that GitBook and GitHub give them. */
  function addFootnotes(source: string): void {
    const label = /^ {0,3}\[\^([^[\]\s]{1,200})\]:/.exec(source)?.[1];
    if (label !== undefined) known.add(foldAnchor(`user-content-fn-${label}`));
    for (const [, mark = ""] of source.matchAll(/\[\^([^[\]\s]{1,200})\](?!:)/g)) {
      known.add(foldAnchor(`user-content-fnref-${mark}`));
    }
  }

  function addElements(source: string): void {
    let titled: InlineToken | undefined;
    for (const token of scanInline(source)) {
      if (token.kind !== "tag" && token.kind !== "element") continue;
      if (token.kind === "element" && titledElements.test(token.name)) {
        if (token.closing && titled !== undefined) addTitle(inlineText(source.slice(titled.end, token.start)).trim());
        titled = token.closing ? undefined : token;
      }
      if (token.kind === "element" && token.closing) continue;
      const isTab = token.kind === "tag" && /^\{%-?\s*tab\s/.test(source.slice(token.start, token.start + 20));
      for (const { name, valueStart, valueEnd } of listAttributes(source, token.start + 1, token.end - 1)) {
        const value = source.slice(valueStart, valueEnd).trim();
        if (anchorAttributes.has(name)) known.add(foldAnchor(value));
        else if (isTab && name === "title") addTitle(value);
      }
    }
  }

  function addTitle(title: string): void {
    titles.add(title);
    ofElements.push(title);
  }
}

const anchorAttributes: ReadonlySet<string> = new Set(["id", "name", "slug"]);
const titledElements = /^(?:summary|h[1-6])$/i;

export function hasAnchor({ known, titles, open }: PageAnchors, anchor: string): boolean {
  return open || known.has(foldAnchor(anchor)) || titles.has(decoded(anchor));
}

/** Sites differ in case, and in whether both dashes of `a--b` stay. */
function foldAnchor(anchor: string): string {
  return decoded(anchor).toLowerCase().replace(/-+/g, "-");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
