import { listAttributes } from "./attributes.ts";
import { type Block, scanBlocks } from "./blocks.ts";
import { readDefinitions } from "./definitions.ts";
import { type InlineToken, scanInline } from "./inline.ts";
import type { Range } from "./range.ts";
import { readCandidates } from "./srcset.ts";

/** A destination on the page: `href` is exactly `markdown.slice(start, end)`, neither unescaped nor decoded. */
export interface TextLink extends Range {
  /**
   * `link` is `[text](href)` or `<https://…>`; `image` is `![text](href)`; `definition` is `[label]: href`; `tag` is an
   * attribute of `{% … %}`; `html` one of an element. Addresses that stand bare in the text are not listed.
   */
  kind: "link" | "image" | "tag" | "html" | "definition";
  href: string;
}

const TAG_ATTRIBUTES: ReadonlySet<string> = new Set(["url", "src", "href"]);
const ELEMENT_ATTRIBUTES: ReadonlySet<string> = new Set(["href", "src", "srcset", "poster"]);

/** Every link on the page in order, outside fences, code spans and comments. Linear. */
export function listLinks(markdown: string): TextLink[] {
  const links: TextLink[] = [];
  for (const block of scanBlocks(markdown)) {
    if (block.kind === "blank" || block.kind === "fence") continue;
    const textStart = block.kind === "text" ? addDefinitions(block) : afterComment(markdown, block);
    const source = markdown.slice(textStart, block.end);
    for (const token of scanInline(source)) addToken(source, textStart, token);
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
    const names = kind === "tag" ? TAG_ATTRIBUTES : ELEMENT_ATTRIBUTES;
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

/** A comment that is never closed reaches to the end of the page. */
function afterComment(markdown: string, block: Block): number {
  if (block.kind !== "html" || block.element !== "comment") return block.start;
  const close = markdown.indexOf("-->", block.start);
  return close === -1 ? block.end : Math.min(close + 3, block.end);
}

/**
 * The page with the links for which `replace` answers a new href; all other bytes stay. What would end the
 * destination early where it stands (spaces, quotes, brackets) is percent-encoded.
 */
export function replaceLinks(markdown: string, replace: (link: TextLink) => string | undefined): string {
  let text = "";
  let copied = 0;
  for (const link of listLinks(markdown)) {
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
