import { foldAnchor, scanningBlocks } from "../grammar/blocks.ts";
import { listAttributes } from "../grammar/html.ts";
import { type InlineToken, scanningInline } from "../grammar/inline.ts";
import { inlineText } from "../grammar/inline-text.ts";
import { runToEnd, type WorkInSteps } from "../text/work-in-steps.ts";
import { listingInclusions } from "./links.ts";

/** The locations on a page that a link can lead to. */
export interface PageAnchors {
  /** Ids as they are written, and the anchors of sections. */
  readonly known: ReadonlySet<string>;
  /** What has the anchor that the site makes from its title. */
  readonly titles: TitleAnchors;
  /** Titles of expandables, tabs and headings written as HTML, in order. */
  readonly ofElements: readonly string[];
  /** The page includes other content, which may have its own anchors. */
  readonly open: boolean;
}

/** Anchors of headings, expandables, tabs and footnotes, and ids that elements carry. */
export const readAnchors = (markdown: string): PageAnchors => runToEnd(readingAnchors(markdown));

/** The same in steps, for a text that may be long. */
export function* readingAnchors(markdown: string): WorkInSteps<PageAnchors> {
  const known = new Set<string>();
  const titles = new TitleAnchors();
  const ofElements: string[] = [];
  for (const [index, block] of (yield* scanningBlocks(markdown)).entries()) {
    if (index % 100 === 0) yield;
    if (block.kind === "blank" || block.kind === "fence") continue;
    const source = markdown.slice(block.start, block.end);
    if (block.kind === "heading") {
      known.add(foldAnchor(block.anchor));
      if (!block.anchorIsWritten) titles.add(block.title);
    } else if (block.kind === "text") {
      addFootnotes(source);
    }
    if (/[\s<](?:id|name|slug|title)\s*=|<(?:summary|h[1-6])[\s>]/i.test(source)) yield* addElements(source);
  }
  return { known, titles, ofElements, open: (yield* listingInclusions(markdown)).length > 0 };

  /** A footnote and its mark have their ids from GitBook and GitHub. */
  function addFootnotes(source: string): void {
    const label = /^ {0,3}\[\^([^[\]\s]{1,200})\]:/.exec(source)?.[1];
    if (label !== undefined) known.add(foldAnchor(`user-content-fn-${label}`));
    for (const [, mark = ""] of source.matchAll(/\[\^([^[\]\s]{1,200})\](?!:)/g)) {
      known.add(foldAnchor(`user-content-fnref-${mark}`));
    }
  }

  function* addElements(source: string): WorkInSteps<void> {
    let titled: InlineToken | undefined;
    for (const token of yield* scanningInline(source)) {
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
  return open || known.has(foldAnchor(decoded(anchor))) || titles.has(decoded(anchor));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Further titles that differ only in their breaks are not distinguished: only a hostile page has that many. */
const maxSpellings = 8;

const maxTitleChars = 1_000;

/** Letters and digits in lower case, and the text before each of them and at the end. */
interface Spelling {
  readonly letters: string;
  readonly gaps: readonly string[];
  /** Whether a word may begin at the letter: `userInterface`, `AD`. */
  readonly humps: readonly boolean[];
}

/**
 * The anchors that sites make of titles. Sites differ, and have changed their rules: `1. Users & UserGroups` is
 * `1-users--usergroups`, `id-1.-users-and-user-groups` and others. An anchor fits a title that has the same letters
 * and digits, if the title has a break wherever the anchor has one and the anchor keeps the spaces of the title.
 */
class TitleAnchors {
  readonly #spellings = new Map<string, Spelling[]>();
  readonly #counts = new Map<string, number>();

  add(title: string): void {
    const shown = title.slice(0, maxTitleChars);
    for (const text of new Set([shown, shown.replace(/&/g, " and ")])) {
      const spelling = toSpelling(text);
      const known = this.#spellings.get(spelling.letters);
      if (known === undefined) this.#spellings.set(spelling.letters, [spelling]);
      else if (known.length < maxSpellings) known.push(spelling);
      this.#counts.set(spelling.letters, (this.#counts.get(spelling.letters) ?? 0) + 1);
    }
  }

  /** Of repeated titles, the second has the anchor `title-1`. */
  has(anchor: string): boolean {
    if (this.#fits(anchor) !== undefined) return true;
    const [, before = "", number] = /^(.*)-(\d{1,9})$/s.exec(anchor) ?? [];
    const letters = number === undefined ? undefined : this.#fits(before);
    return letters !== undefined && Number(number) > 0 && Number(number) < (this.#counts.get(letters) ?? 0);
  }

  /** The letters of the title that the anchor matches. */
  #fits(anchor: string): string | undefined {
    if (anchor.length > 2 * maxTitleChars) return undefined;
    for (const text of [anchor, anchor.replace(/^id-(?=\p{N})/u, "")]) {
      const { letters, gaps } = toSpelling(text);
      if (letters === "") continue;
      if (this.#spellings.get(letters)?.some((title) => gaps.every((gap, at) => fitsAt(title, gap, at))))
        return letters;
    }
    return undefined;
  }
}

function toSpelling(text: string): Spelling {
  const gaps: string[] = [];
  const humps: boolean[] = [];
  let letters = "";
  let gap = "";
  let before = "";
  for (const character of text.normalize("NFKD").replace(/(\p{Script=Latin})\p{Mn}+/gu, "$1")) {
    if (!/[\p{L}\p{N}\p{M}]/u.test(character)) {
      gap += character;
      before = "";
      continue;
    }
    const lower = character.toLowerCase();
    for (let unit = 0; unit < lower.length; unit += 1) {
      gaps.push(unit === 0 ? gap : "");
      humps.push(unit === 0 && before !== "" && /\p{Lu}/u.test(character));
    }
    letters += lower;
    gap = "";
    before = character;
  }
  gaps.push(gap);
  humps.push(false);
  return { letters, gaps, humps };
}

function fitsAt({ gaps, humps }: Spelling, written: string, at: number): boolean {
  const gap = gaps[at] ?? "";
  const isEnd = at === 0 || at === gaps.length - 1;
  if (written === "") return isEnd || !/[\s-]/.test(gap);
  if (gap === "") return humps[at] === true && /^-+$/.test(written);
  for (const character of written) {
    if (character !== "-" && !gap.includes(character)) return false;
  }
  return /[\s-]/.test(gap) && !isEnd ? written.includes("-") : true;
}
