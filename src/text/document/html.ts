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

const TAG = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/g;
const ONE_TAG = new RegExp(`^${TAG.source}$`);
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
const VOID_ELEMENTS = new Set(["img", "br", "hr", "input", "col", "wbr", "source"]);
const DEEPEST_ELEMENT = 50;

/** Reads one tag such as `<a href="x">` or `</a>`; nothing when the text is not exactly that. */
export function readHtmlTag(text: string): HtmlTag | undefined {
  const match = ONE_TAG.exec(text);
  if (!match) return undefined;
  return {
    name: (match[2] ?? "").toLowerCase(),
    closing: match[1] === "/",
    attributes: readAttributes(match[3] ?? ""),
  };
}

/** The elements of an HTML text; nothing when its tags do not nest properly. */
export function readHtml(text: string): HtmlElement[] | undefined {
  const root: HtmlElement[] = [];
  const open: HtmlElement[] = [];
  for (const match of text.matchAll(TAG)) {
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
    if (VOID_ELEMENTS.has(name)) continue;
    if (open.length === DEEPEST_ELEMENT) return undefined;
    open.push(element);
  }
  return open.length === 0 ? root : undefined;
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
  for (const match of text.matchAll(ATTRIBUTE)) {
    const value = decodeEntities(match[2] ?? match[3] ?? match[4] ?? "");
    const key = (match[1] ?? "").toLowerCase();
    Object.defineProperty(attributes, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return attributes;
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  copy: "\u00a9",
  reg: "\u00ae",
  trade: "\u2122",
  hellip: "\u2026",
  mdash: "\u2014",
  ndash: "\u2013",
  laquo: "\u00ab",
  raquo: "\u00bb",
  rarr: "\u2192",
  larr: "\u2190",
  times: "\u00d7",
};

/** A character reference that `decodeEntities` would replace. */
export const ENTITY = new RegExp(`&(?:#(\\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(${Object.keys(NAMED).join("|")}));`, "g");

export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(ENTITY, (_, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? "";
    const code = decimal !== undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex ?? "0", 16);
    return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? "\ufffd" : String.fromCodePoint(code);
  });
}

/** An opening tag with its attributes; values that are undefined are left out. */
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
