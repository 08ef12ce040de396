import { stringify } from "yaml";
import { type Block, type HeadingBlock, scanBlocks } from "../grammar/blocks.ts";
import { findBodyStart, findFrontMatterScalar } from "../grammar/front-matter.ts";
import { detectLineEnding } from "../text/lines.ts";
import { truncate } from "../text/trim.ts";

/** The offsets delimit the heading's title text, and exist only for a heading. */
type PageTitle =
  | { source: "front_matter"; title: string }
  | { source: "heading"; title: string; start: number; end: number };

/** UTF-16 units. */
export const maxSlugChars = 100;

const markupCharactersPattern = /[!-/:-@[-`{-~]/g;

/**
 * The title that a source file gives its page: `title` in the front matter, or else a level-1 heading with nothing but
 * comments before it. Undefined if it gives none.
 */
export function findTitle(markdown: string): PageTitle | undefined {
  const written = foldSpace(findFrontMatterScalar(markdown, "title")?.value ?? "");
  if (written !== "") return { source: "front_matter", title: written };
  const heading = titleHeading(markdown);
  if (!heading) return undefined;
  return { source: "heading", title: heading.title, ...heading.words };
}

/**
 * Replaces the title of the page where it is, and nothing else; a page without one gets a level-1 heading.
 * White space in `title` is collapsed; a blank title changes nothing.
 */
export function withTitle(markdown: string, title: string): string {
  const words = foldSpace(title);
  if (words === "") return markdown;
  if (findTitle(markdown)?.source === "front_matter") return withFrontMatterTitle(markdown, words);
  const heading = titleHeading(markdown);
  return heading ? withHeadingTitle(markdown, heading, words) : withNewHeading(markdown, words);
}

/** Sets a separate title, and keeps a level-1 heading at the beginning of the page as the first of its body. */
export function withTitleAbove(markdown: string, title: string): string {
  const words = foldSpace(title);
  if (words === "" || findTitle(markdown)?.source === "front_matter") return withTitle(markdown, words);
  return withNewHeading(markdown, words);
}

function withFrontMatterTitle(markdown: string, title: string): string {
  const scalar = findFrontMatterScalar(markdown, "title");
  if (!scalar) return markdown;
  const { start, end, quoted } = scalar;
  // A block scalar's range includes the line ending after it.
  const lineEnd = /\r?\n$/.exec(markdown.slice(start, end))?.[0] ?? "";
  const value = quoted ? JSON.stringify(title) : stringify(title, { lineWidth: 0 }).trimEnd();
  return markdown.slice(0, start) + value + lineEnd + markdown.slice(end);
}

function withHeadingTitle(markdown: string, heading: HeadingBlock, title: string): string {
  const { words } = heading;
  const lead = words.start === words.end && !/\s/.test(markdown.charAt(words.start - 1)) ? " " : "";
  for (const source of [title, escapeMarkup(title)]) {
    const edited = markdown.slice(heading.start, words.start) + lead + source + markdown.slice(words.end, heading.end);
    if (titleHeading(edited)?.title === title) {
      return markdown.slice(0, heading.start) + edited + markdown.slice(heading.end);
    }
  }
  // An underlined title that would be read as a list or a quote in its place becomes a `#` heading.
  const ending = /\r?\n$/.exec(markdown.slice(heading.start, heading.end))?.[0] ?? "";
  return `${markdown.slice(0, heading.start)}${headingLine(title)}${ending}${markdown.slice(heading.end)}`;
}

function withNewHeading(markdown: string, title: string): string {
  const ending = detectLineEnding(markdown) ?? "\n";
  const isVisible = (block: Block) => block.kind !== "blank";
  const first = scanBlocks(markdown, isVisible).find(isVisible)?.start;
  if (first !== undefined) {
    return `${markdown.slice(0, first)}${headingLine(title)}${ending}${ending}${markdown.slice(first)}`;
  }
  const bodyStart = findBodyStart(markdown);
  const open = bodyStart > 1 && !markdown.endsWith("\n") ? ending : "";
  return `${markdown}${open}${headingLine(title)}${ending}`;
}

function headingLine(title: string): string {
  const plain = `# ${title}`;
  return titleHeading(plain)?.title === title ? plain : `# ${escapeMarkup(title)}`;
}

function escapeMarkup(title: string): string {
  return title.replace(markupCharactersPattern, "\\$&");
}

function titleHeading(markdown: string): HeadingBlock | undefined {
  const comesFirst = (block: Block) =>
    block.kind !== "blank" && !(block.kind === "html" && block.element === "comment");
  const first = scanBlocks(markdown, comesFirst).find(comesFirst);
  return first?.kind === "heading" && first.level === 1 ? first : undefined;
}

const unmarkedLetters: Readonly<Record<string, string>> = {
  æ: "ae",
  ð: "d",
  đ: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ø: "o",
  œ: "oe",
  ß: "ss",
  þ: "th",
};

/**
 * A title as part of an address: lower case, Latin letters without diacritics, letters and digits of other scripts
 * unchanged, dashes for everything else. 1 to 100 UTF-16 units.
 */
export function toSlug(title: string): string {
  const slug = title
    .slice(0, 10 * maxSlugChars)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/(\p{Script=Latin})[\u0300-\u036f]+/gu, "$1")
    .normalize("NFC")
    .replace(/[æðđħıłøœßþ]/g, (letter) => unmarkedLetters[letter] ?? letter)
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .replace(/^-/, "");
  return truncate(slug, maxSlugChars).replace(/-$/, "") || "page";
}

function foldSpace(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
