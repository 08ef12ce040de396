/** An HTML element found in a text, as offsets into it. */
export interface HtmlElement {
  name: string;
  attributes: Record<string, string>;
  start: number;
  innerStart: number;
  innerEnd: number;
  end: number;
  children: HtmlElement[];
}

export interface HtmlTag {
  name: string;
  closing: boolean;
  attributes: Record<string, string>;
}

const tagPattern = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/g;

const singleTagPattern = new RegExp(`^${tagPattern.source}$`);

const attributePattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

const voidElements = new Set(["img", "br", "hr", "input", "col", "wbr", "source"]);

const maxElementDepth = 50;

/** Reads one tag such as `<a href="x">` or `</a>`; nothing if the text is not exactly that. */
export function readHtmlTag(text: string): HtmlTag | undefined {
  const match = singleTagPattern.exec(text);
  if (!match) return undefined;
  return {
    name: (match[2] ?? "").toLowerCase(),
    closing: match[1] === "/",
    attributes: readAttributes(match[3] ?? ""),
  };
}

/** The elements of an HTML text; nothing if its tags do not nest properly. */
export function readHtml(text: string): HtmlElement[] | undefined {
  const root: HtmlElement[] = [];
  const open: HtmlElement[] = [];
  for (const match of text.matchAll(tagPattern)) {
    const name = (match[2] ?? "").toLowerCase();
    const end = match.index + match[0].length;
    if (match[1] === "/") {
      const element = open.pop();
      if (element?.name !== name) return undefined;
      element.innerEnd = match.index;
      element.end = end;
      continue;
    }
    const attributes = readAttributes(match[3] ?? "");
    const element = { name, attributes, start: match.index, innerStart: end, innerEnd: end, end, children: [] };
    (open.at(-1)?.children ?? root).push(element);
    if (voidElements.has(name)) continue;
    if (open.length === maxElementDepth) return undefined;
    open.push(element);
  }
  return open.length === 0 ? root : undefined;
}

/** HTML without its comments, except those in a `<pre>`, whose code is shown as written. An unclosed comment stays. */
export function withoutComments(html: string): string {
  const opening = /<!--|<pre(?=[\s>])/gi;
  const preEnd = /<\/pre>/gi;
  let uncommented = "";
  let at = 0;
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    if (match[0] === "<!--") {
      const end = html.indexOf("-->", match.index + 2);
      if (end === -1) break;
      uncommented += html.slice(at, match.index);
      at = end + 3;
      opening.lastIndex = at;
    } else {
      preEnd.lastIndex = match.index;
      if (!preEnd.test(html)) break;
      opening.lastIndex = preEnd.lastIndex;
    }
  }
  return uncommented + html.slice(at);
}

/** The text of an element outside its children. */
export function textBetween(html: string, { innerStart, innerEnd, children }: HtmlElement): string {
  let text = "";
  let at = innerStart;
  for (const child of children) {
    text += html.slice(at, child.start);
    at = child.end;
  }
  return text + html.slice(at, innerEnd);
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const match of text.matchAll(attributePattern)) {
    const value = decodeEntities(match[2] ?? match[3] ?? match[4] ?? "");
    const key = (match[1] ?? "").toLowerCase();
    Object.defineProperty(attributes, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return attributes;
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  bull: "•",
  cent: "¢",
  check: "✓",
  copy: "©",
  darr: "↓",
  deg: "°",
  euro: "€",
  ge: "≥",
  gt: ">",
  harr: "↔",
  hellip: "…",
  laquo: "«",
  larr: "←",
  ldquo: "“",
  le: "≤",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  middot: "·",
  minus: "−",
  nbsp: "\u00a0",
  ndash: "–",
  ne: "≠",
  para: "¶",
  plusmn: "±",
  pound: "£",
  quot: '"',
  raquo: "»",
  rarr: "→",
  rdquo: "”",
  reg: "®",
  rsquo: "’",
  sect: "§",
  shy: "\u00ad",
  times: "×",
  trade: "™",
  uarr: "↑",
  yen: "¥",
  zwj: "\u200d",
  zwnj: "\u200c",
};

/** A character reference whose character `decodeEntity` knows. */
export const entityPattern = new RegExp(
  `&(?:#\\d{1,7}|#[xX][0-9a-fA-F]{1,6}|(?:${Object.keys(namedEntities).join("|")}));`,
  "g",
);

/** The text with character references replaced by their characters. */
export function decodeEntities(text: string): string {
  return text.includes("&") ? text.replace(entityPattern, decodeEntity) : text;
}

/** The character of an entity such as `&amp;` or `&#8594;`; the entity itself if it is unknown. */
export function decodeEntity(entity: string): string {
  const body = entity.slice(1, -1);
  if (!body.startsWith("#")) return (Object.hasOwn(namedEntities, body) && namedEntities[body]) || entity;
  const hexadecimal = body[1] === "x" || body[1] === "X";
  const code = Number.parseInt(body.slice(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
  if (Number.isNaN(code)) return entity;
  const invalid = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  return invalid ? "\ufffd" : String.fromCodePoint(code);
}

/** An opening tag with its attributes; undefined values are omitted. */
export function printHtmlTag(name: string, attributes: Record<string, string | number | undefined>): string {
  let printed = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) printed += ` ${key}="${escapeHtml(String(value))}"`;
  }
  return `${printed}>`;
}

/** Text for HTML content or a quoted attribute, on one line. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"\n\r]/g, (character) => `&#x${character.charCodeAt(0).toString(16)};`)
    .replaceAll("&#x26;", "&amp;")
    .replaceAll("&#x3c;", "&lt;")
    .replaceAll("&#x3e;", "&gt;")
    .replaceAll("&#x22;", "&quot;");
}

/** One `name="value"` of an HTML element or a `{% … %}` tag; the offsets delimit the value inside its quotes. */
interface Attribute {
  name: string;
  valueStart: number;
  valueEnd: number;
}

const namePattern = /[A-Za-z_:][\w:.-]*/y;

/**
 * Attributes between `from` and `to`, both inside the element's brackets and after its name.
 * Attributes without a value are omitted.
 */
export function listAttributes(text: string, from: number, to: number): Attribute[] {
  const attributes: Attribute[] = [];
  let position = from;
  while (position < to) {
    namePattern.lastIndex = position;
    const name = namePattern.exec(text)?.[0];
    if (name === undefined) {
      position += 1;
      continue;
    }
    position = skipSpace(text, position + name.length, to);
    if (text[position] !== "=" || position >= to) continue;
    position = skipSpace(text, position + 1, to);
    const quote = text[position];
    const quoted = quote === '"' || quote === "'";
    const valueStart = quoted ? position + 1 : position;
    const valueEnd = quoted ? quotedEnd(text, quote, valueStart, to) : unquotedEnd(text, valueStart, to);
    attributes.push({ name: name.toLowerCase(), valueStart, valueEnd });
    position = quoted ? valueEnd + 1 : Math.max(valueEnd, position + 1);
  }
  return attributes;
}

function skipSpace(text: string, from: number, to: number): number {
  let position = from;
  while (position < to && isSpace(text.charCodeAt(position))) position += 1;
  return position;
}

function quotedEnd(text: string, quote: string, from: number, to: number): number {
  const end = text.indexOf(quote, from);
  return end === -1 || end > to ? to : end;
}

function unquotedEnd(text: string, from: number, to: number): number {
  let position = from;
  while (position < to && !isSpace(text.charCodeAt(position))) position += 1;
  return position;
}

/** Space, tab, line feed, carriage return. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}
