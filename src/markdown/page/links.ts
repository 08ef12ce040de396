import { type Block, scanningBlocks } from "../grammar/blocks.ts";
import { readDefinitions } from "../grammar/destinations.ts";
import { listAttributes } from "../grammar/html.ts";
import { type InlineToken, scanningInline } from "../grammar/inline.ts";
import { type Range, trimRange } from "../text/ranges.ts";
import { truncate } from "../text/trim.ts";
import { runToEnd, type WorkInSteps } from "../text/work-in-steps.ts";
import { listingSections, type Section } from "./sections.ts";
import { findTitle } from "./title.ts";

/** A destination on the page: `href` is exactly `markdown.slice(start, end)`, neither unescaped nor decoded. */
export interface TextLink extends Range {
  /**
   * `link` is `[text](href)` or `<https://…>`; `image` is `![text](href)`; `definition` is `[label]: href`; `tag` is an
   * attribute of `{% … %}`; `html` one of an element. Bare addresses in the text are not listed.
   */
  kind: "link" | "image" | "tag" | "html" | "definition";
  href: string;
}

const tagAttributes: ReadonlySet<string> = new Set(["url", "src", "href"]);

const elementAttributes: ReadonlySet<string> = new Set(["href", "src", "srcset", "poster"]);

/** Every link on the page in order, outside fences, code spans and comments. Linear. */
export const listLinks = (markdown: string): TextLink[] => runToEnd(listingLinks(markdown));

/** Blocks or links per step. */
const stepSize = 100;

/** The same in steps, for a text that may be long. */
export function* listingLinks(markdown: string): WorkInSteps<TextLink[]> {
  const links: TextLink[] = [];
  for (const [index, block] of (yield* scanningBlocks(markdown)).entries()) {
    if (index % stepSize === 0) yield;
    if (block.kind === "blank" || block.kind === "fence") continue;
    const textStart = block.kind === "text" ? addDefinitions(block) : afterComment(markdown, block);
    const source = markdown.slice(textStart, block.end);
    for (const [index, token] of (yield* scanningInline(source)).entries()) {
      addToken(source, textStart, token);
      if (index % (10 * stepSize) === 0) yield;
    }
  }
  return links;

  function addDefinitions(block: Range): number {
    const { definitions, textStart } = readDefinitions(markdown, block);
    for (const { href } of definitions) add("definition", href.start, href.end);
    return textStart;
  }

  function addToken(source: string, offset: number, token: InlineToken): void {
    if (token.kind === "close" && token.href) {
      add(token.image ? "image" : "link", offset + token.href.start, offset + token.href.end);
    } else if (token.kind === "autolink") {
      add("link", offset + token.content.start, offset + token.content.end);
    } else if (token.kind === "tag" || (token.kind === "element" && !token.closing)) {
      const from = token.start + (token.kind === "tag" ? 2 : token.name.length + 1);
      const to = token.end - (token.kind === "tag" ? 2 : 1);
      addAttributes(token.kind === "tag" ? "tag" : "html", source, offset, { start: from, end: to });
    }
  }

  function addAttributes(kind: "tag" | "html", source: string, offset: number, range: Range): void {
    const names = kind === "tag" ? tagAttributes : elementAttributes;
    for (const { name, valueStart, valueEnd } of listAttributes(source, range.start, range.end)) {
      if (!names.has(name)) continue;
      if (name === "srcset") addCandidates(offset + valueStart, offset + valueEnd);
      else add(kind, offset + valueStart, offset + valueEnd);
    }
  }

  function addCandidates(start: number, end: number): void {
    for (const candidate of readCandidates(markdown, { start, end })) add("html", candidate.start, candidate.end);
  }

  function add(kind: TextLink["kind"], start: number, end: number): void {
    links.push({ kind, href: markdown.slice(start, end), start, end });
  }
}

/** An unclosed comment extends to the end of the page. */
function afterComment(markdown: string, block: Block): number {
  if (block.kind !== "html" || block.element !== "comment") return block.start;
  const close = markdown.indexOf("-->", block.start);
  return close === -1 ? block.end : Math.min(close + 3, block.end);
}

/**
 * The page with the links for which `replace` returns a new href; all other bytes stay. Characters that would end the
 * destination early (spaces, quotes, brackets) are percent-encoded.
 */
export function replaceLinks(markdown: string, replace: (link: TextLink) => string | undefined): string {
  return runToEnd(replacingLinks(markdown, replace));
}

/** The same in steps, for a text that may be long. */
export function* replacingLinks(
  markdown: string,
  replace: (link: TextLink) => string | undefined,
): WorkInSteps<string> {
  let text = "";
  let copied = 0;
  for (const [index, link] of (yield* listingLinks(markdown)).entries()) {
    if (index % stepSize === 0) yield;
    const href = replace(link);
    if (href === undefined || href === link.href) continue;
    text += markdown.slice(copied, link.start) + safeHref(markdown, link, href);
    copied = link.end;
  }
  return text + markdown.slice(copied);
}

function safeHref(markdown: string, { kind, start }: TextLink, href: string): string {
  const before = markdown[start - 1];
  const quoted = (kind === "tag" || kind === "html") && (before === '"' || before === "'");
  if (quoted) return encode(href, before === '"' ? /[\r\n"]/g : /[\r\n']/g);
  const bracketed = before === "<";
  if (bracketed) return encode(href, /[\r\n<>]/g);
  const spaceless = encode(href, kind === "tag" || kind === "html" ? /[\s"'<>`]/g : /[\s<>]/g);
  return hasBalancedParentheses(spaceless) ? spaceless : encode(spaceless, /[()]/g);
}

function encode(href: string, characters: RegExp): string {
  // A last backslash would escape the character that ends the destination.
  return href.replace(characters, percentEncode).replace(/\\$/, percentEncode);
}

function percentEncode(character: string): string {
  const code = character.charCodeAt(0);
  return code < 128 ? `%${code.toString(16).toUpperCase().padStart(2, "0")}` : encodeURIComponent(character);
}

function hasBalancedParentheses(href: string): boolean {
  let depth = 0;
  for (const character of href.replace(/\\[()]/g, "")) {
    if (character === "(") depth += 1;
    else if (character === ")" && --depth < 0) return false;
  }
  return depth === 0;
}

/** `2x`, `1.5x`, `640w`: how large a candidate is. */
const descriptorPattern = /\s\d{1,6}(?:\.\d{1,6})?[xwh]\s*$/;

const fileEndingPattern = /\.[a-z\d]{2,5}(?:\?[^\s?]{0,30})?\s*$/i;

/** Longer than any descriptor or file extension: the length that is examined before a comma. */
const lookBehind = 40;

/**
 * The addresses of a `srcset`: `one.png 1x, two.png 2x`. File names may contain spaces and commas
 * (`Badge Dark.png`): a comma ends a candidate after its size, and before a space after a file's extension.
 */
function readCandidates(text: string, { start, end }: Range): Range[] {
  const value = text.slice(start, end);
  const candidates: Range[] = [];
  for (let from = 0, comma = nextComma(0); from <= value.length; comma = nextComma(comma + 1)) {
    const before = value.slice(Math.max(from, comma - lookBehind), comma);
    const size = descriptorPattern.exec(before)?.[0] ?? "";
    const isLast = comma === value.length;
    const endsFile = /\s/.test(value.charAt(comma + 1)) && fileEndingPattern.test(before);
    if (!isLast && size === "" && !endsFile) continue;
    const candidate = trimRange(value, { start: from, end: comma - size.length });
    if (/[^\s,]/.test(value.slice(candidate.start, candidate.end))) {
      candidates.push({ start: start + candidate.start, end: start + candidate.end });
    }
    from = comma + 1;
  }
  return candidates;

  function nextComma(position: number): number {
    const comma = value.indexOf(",", position);
    return comma === -1 ? value.length : comma;
  }
}

/** What a page includes from elsewhere: `target` is exactly `markdown.slice(start, end)`. */
interface Inclusion extends Range {
  /** `include` names a path, `openapi` the slug of a specification. */
  readonly kind: "include" | "openapi";
  readonly target: string;
}

/** `{% include "path" %}` on its own line; the range is the whole line without its line ending. */
export interface Include extends Range {
  readonly path: string;
  /** White space before the tag, by which the text that replaces it is indented. */
  readonly indent: string;
}

const includePattern = /^([ \t]*)\{%-?[ \t]*include[ \t]+(?:"([^"]*)"|'([^']*)')/;

const endOfIncludePattern = /^[ \t]*-?%\}[ \t]*(?:\r?\n)?$/;

const openapiPattern = /^[ \t]*\{%-?[ \t]*openapi-[a-z]+[ \t]/;

/** `{% include "…" %}` and the `spec` of `{% openapi-… %}`, in order, outside code. Linear. */
export const listInclusions = (markdown: string): Inclusion[] => runToEnd(listingInclusions(markdown));

/** The same in steps, for a text that may be long. */
export function* listingInclusions(markdown: string): WorkInSteps<Inclusion[]> {
  return (yield* findTagBlocks(markdown)).flatMap(({ start, end }) => {
    const line = markdown.slice(start, end);
    const include = readInclude(line);
    if (include !== undefined) return inclusion("include", start + include.start, start + include.end);
    if (!openapiPattern.test(line)) return [];
    return listAttributes(line, 0, line.length)
      .filter(({ name }) => name === "spec")
      .flatMap(({ valueStart, valueEnd }) => inclusion("openapi", start + valueStart, start + valueEnd));
  });

  function inclusion(kind: Inclusion["kind"], start: number, end: number): Inclusion[] {
    return end > start ? [{ kind, target: markdown.slice(start, end), start, end }] : [];
  }
}

/** The includes whose line can be replaced by their text, in order, outside code. Linear. */
export const listIncludes = (markdown: string): Include[] => runToEnd(listingIncludes(markdown));

/** The same in steps, for a text that may be long. */
export function* listingIncludes(markdown: string): WorkInSteps<Include[]> {
  return (yield* findTagBlocks(markdown)).flatMap(({ start, end }) => {
    const line = markdown.slice(start, end);
    const include = readInclude(line);
    if (include === undefined || !endOfIncludePattern.test(line.slice(include.end + 1))) return [];
    const { path, indent } = include;
    return [{ path, indent, start, end: start + line.replace(/\r?\n$/, "").length }];
  });
}

function* findTagBlocks(markdown: string): WorkInSteps<Block[]> {
  return markdown.includes("{%") ? (yield* scanningBlocks(markdown)).filter(({ kind }) => kind === "tag") : [];
}

/** The range is that of the path within the line. */
function readInclude(line: string): Include | undefined {
  const match = includePattern.exec(line);
  if (match === null) return undefined;
  const path = match[2] ?? match[3] ?? "";
  const end = match[0].length - 1;
  return { path, indent: match[1] ?? "", start: end - path.length, end };
}

/** A link of a page with the section it is in. */
export interface PageLink {
  readonly href: string;
  /** `path` is an address, `openapi` the slug of a specification. */
  readonly kind: "path" | "openapi";
  /** `dependsOn` includes the target's content, `reference` points to it. */
  readonly relation: "reference" | "dependsOn";
  /** Empty before the first heading below the page's title. */
  readonly anchor: string;
  readonly start: number;
}

/** Every link, picture and inclusion of a page, in order. */
export const listPageLinks = (markdown: string): PageLink[] => runToEnd(listingPageLinks(markdown));

/** The same in steps, for a text that may be long. */
export function* listingPageLinks(markdown: string): WorkInSteps<PageLink[]> {
  const links = [
    ...(yield* listingLinks(markdown)).map(({ href, start }) => ({
      href,
      start,
      kind: "path" as const,
      relation: "reference" as const,
    })),
    ...(yield* listingInclusions(markdown)).map(({ kind, target, start }) => ({
      href: target,
      start,
      kind: kind === "openapi" ? ("openapi" as const) : ("path" as const),
      relation: "dependsOn" as const,
    })),
  ].sort((one, other) => one.start - other.start);
  if (links.length === 0) return [];
  const sections = yield* listingSections(markdown);
  const title = findTitle(markdown);
  let index = -1;
  return links.map((link) => {
    while ((sections[index + 1]?.start ?? Number.POSITIVE_INFINITY) <= link.start) index += 1;
    const section = sections[index];
    const isLead = section === undefined || (title?.source === "heading" && isWithin(title.start, section));
    return { ...link, anchor: isLead ? "" : section.anchor };
  });
}

/** Whether an offset is in the heading of a section. */
const isWithin = (offset: number, { start, bodyStart }: Section) => start <= offset && offset < bodyStart;

/** Characters around a link that are examined, and of its label that are shown. */
const maxExaminedChars = 400;

const maxLabelChars = 60;

/** The visible text of a link whose address is at an offset: its text, or the description of a picture. */
export function linkLabel(markdown: string, start: number): string {
  const before = markdown.slice(Math.max(0, start - maxExaminedChars), start);
  const after = markdown.slice(start, start + maxExaminedChars);
  const label = before.endsWith("](") || before.endsWith("](<") ? bracketed(before) : attributed(before, after);
  return truncate(
    label
      .replace(/<[^<>]*>|[*`]/g, "")
      .replace(/\s+/g, " ")
      .trim(),
    maxLabelChars,
  );
}

/** The text in the brackets that the address follows. */
function bracketed(before: string): string {
  const end = before.lastIndexOf("](");
  let depth = 1;
  for (let at = end - 1; at >= 0; at -= 1) {
    if (before[at - 1] === "\\") continue;
    if (before[at] === "]") depth += 1;
    if (before[at] === "[") depth -= 1;
    if (depth === 0) return before.slice(at + 1, end);
  }
  return "";
}

/** The description of an element, or the text between it and its end. */
function attributed(before: string, after: string): string {
  const open = before.slice(before.lastIndexOf("<"));
  const close = after.indexOf(">");
  const described = /\b(?:alt|title)="([^"]*)"/.exec(open + (close === -1 ? "" : after.slice(0, close)))?.[1];
  if (described !== undefined || !/^<a\s/i.test(open) || close === -1) return described ?? "";
  const end = after.search(/<\/a>/i);
  return end === -1 ? "" : after.slice(close + 1, end);
}
