import type { Range } from "../text/ranges.ts";
import { runToEnd, type WorkInSteps } from "../text/work-in-steps.ts";
import { addressEnd, emailEnd, emailStart, schemeBefore } from "./addresses.ts";
import { foldLabel, readDestination } from "./destinations.ts";

/** A piece of inline text. Tokens follow each other without gaps; a link is an `open` and a later `close`. */
export type InlineToken = Range &
  /** `comment` is all of HTML that is not an element; `footnote` is `[^mark]`. */
  (
    | { kind: "text" | "comment" | "entity" | "footnote" }
    /** A run of `*`, `_` or `~`. */
    | { kind: "delimiter" }
    /** A backslash and what it escapes: punctuation, or the end of the line. */
    | { kind: "escape" }
    /** `math` is `$$formula$$`. */
    | { kind: "code" | "math"; content: Range }
    | { kind: "autolink"; content: Range; email: boolean }
    /** A bare web or mail address in the text. */
    | { kind: "address"; href: string }
    /** An HTML element's opening or closing bracket. */
    | { kind: "element"; name: string; closing: boolean }
    /** `{% … %}` */
    | { kind: "tag" }
    /** `[` or `![`; `linked` if a link or an image starts here. */
    | { kind: "open"; image: boolean; linked: boolean }
    /** `]` with the destination that follows it: its `href` and title, or for a reference its folded label. */
    | { kind: "close"; image: boolean; linked: boolean; href?: Range; title?: Range; label?: string }
  );

type Open = InlineToken & { kind: "open" };

/** What is known about a page's reference labels, as returned by `foldLabel`. */
export interface Labels {
  readonly size: number;
  has(label: string): boolean;
}

export interface InlineOptions {
  labels?: Labels;
  /** Elements are only those of CommonMark, not of MDX, such as `<A b={c ? d : e}>`, and no tags are read. */
  strict?: boolean;
}

const plainPattern = /(?:[^\\`*_~[\]!<&{$@:wW]|:(?!\/\/)|[wW](?![wW]{2}\.))+/y;

const backticksPattern = /`+/y;

const entityPattern = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/y;

const mathPattern = /\$\$((?:[^$\\]|\\[\s\S]|\$(?!\$))+)\$\$/y;

const footnotePattern = /\[\^[^\]\s[]{1,100}\](?!\()/y;

const autolinkPattern =
  /<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+(@)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*)>/y;

const elementPattern =
  /<(?:\/([A-Za-z][A-Za-z0-9-]*)\s*|([A-Za-z][A-Za-z0-9-]*)(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?)>/y;

const elementNamePattern = /<\/?([A-Za-z][A-Za-z0-9-]*)(?=[\s/>])/y;

const labelPattern = /\[((?:\\[\s\S]|[^[\]\\]){0,999})\]/y;

/** What begins and ends HTML that is not an element. */
const declarations: readonly (readonly [RegExp, string])[] = [
  [/<!--(?!-?>)/y, "-->"],
  [/<\?/y, "?>"],
  [/<!\[CDATA\[/y, "]]>"],
  [/<![A-Za-z]+\s/y, ">"],
];

const emptyCommentPattern = /<!---?>/y;

const escapablePattern = /[!-/:-@[-`{-~\r\n]/;

const maxLabelChars = 999;

/**
 * Splits the inline text of one block into tokens, in time linear in its length. Offsets are into `source`. Without
 * labels `[text][label]` stays text.
 */
export function scanInline(source: string, options: InlineOptions = {}): InlineToken[] {
  return runToEnd(scanningInline(source, options));
}

/** The same in steps, for a text that may be long. */
export function scanningInline(
  source: string,
  { labels, strict = false }: InlineOptions = {},
): WorkInSteps<InlineToken[]> {
  return new InlineScanner(source, labels, strict).scan();
}

/** Tokens per step. */
const stepSize = 1_000;

/** A `[` or `![` that may still become a link. */
interface Bracket {
  token: Open;
  /** Of the token. */
  index: number;
}

class InlineScanner {
  readonly #source: string;
  readonly #labels: Labels | undefined;
  readonly #strict: boolean;
  readonly #tokens: InlineToken[] = [];
  readonly #brackets: Bracket[] = [];
  readonly #backticks: BacktickRuns;
  /** Ends of markup that the rest of the text does not have. */
  readonly #missing = new Set<string>();
  /** A link cannot contain a link: brackets opened below this height can only become images. */
  #spentHeight = 0;
  #latestBracket: Open | undefined;
  /** Index of the latest token that is a bare address. */
  #latestAddress = -1;
  /** Inside `<a>`, where addresses are not links. */
  #inAnchor = false;

  constructor(source: string, labels: Labels | undefined, strict: boolean, inAnchor = false) {
    this.#source = source;
    this.#labels = labels;
    this.#strict = strict;
    this.#inAnchor = inAnchor;
    this.#backticks = new BacktickRuns(source);
  }

  *scan(): WorkInSteps<InlineToken[]> {
    for (let position = 0; position < this.#source.length; ) {
      const token = this.#tokenAt(position);
      this.#tokens.push(token);
      position = token.end;
      if (this.#tokens.length % stepSize === 0) yield;
    }
    return this.#tokens;
  }

  #tokenAt(start: number): InlineToken {
    const source = this.#source;
    const character = source[start];
    switch (character) {
      case "\\": {
        const next = source[start + 1];
        return next !== undefined && escapablePattern.test(next)
          ? { kind: "escape", start, end: start + 2 }
          : { kind: "text", start, end: start + 1 };
      }
      case "`":
        return this.#codeAt(start);
      case "*":
      case "_":
      case "~": {
        let end = start + 1;
        while (source[end] === character) end += 1;
        return { kind: "delimiter", start, end };
      }
      case "!":
        return source[start + 1] === "[" ? this.#openAt(start, true) : { kind: "text", start, end: start + 1 };
      case "[": {
        const footnote = matchEnd(footnotePattern, source, start);
        return footnote === -1 ? this.#openAt(start, false) : { kind: "footnote", start, end: footnote };
      }
      case "]":
        return this.#closeAt(start);
      case "<":
        return this.#angleAt(start);
      case "&": {
        const end = matchEnd(entityPattern, source, start);
        return end === -1 ? { kind: "text", start, end: start + 1 } : { kind: "entity", start, end };
      }
      case "{":
        return this.#braceAt(start);
      case "$":
        return this.#dollarAt(start);
      case ":":
        return this.#schemeAt(start) ?? { kind: "text", start, end: start + 1 };
      case "w":
      case "W":
        return this.#webAt(start) ?? this.#textAt(start);
      case "@":
        return this.#mailAt(start) ?? { kind: "text", start, end: start + 1 };
      default:
        return this.#textAt(start);
    }
  }

  #textAt(start: number): InlineToken {
    return { kind: "text", start, end: Math.max(matchEnd(plainPattern, this.#source, start), start + 1) };
  }

  #codeAt(start: number): InlineToken {
    const content = matchEnd(backticksPattern, this.#source, start);
    const closing = this.#backticks.next(content - start, content);
    if (closing === -1) return { kind: "text", start, end: content };
    return { kind: "code", start, end: closing + content - start, content: { start: content, end: closing } };
  }

  #openAt(start: number, image: boolean): InlineToken {
    const token: Open = { kind: "open", start, end: start + (image ? 2 : 1), image, linked: false };
    this.#brackets.push({ token, index: this.#tokens.length });
    this.#latestBracket = token;
    return token;
  }

  #closeAt(start: number): InlineToken {
    const plain: InlineToken = { kind: "close", start, end: start + 1, image: false, linked: false };
    const bracket = this.#brackets.pop();
    const bracketFree = bracket !== undefined && bracket.token === this.#latestBracket;
    this.#latestBracket = undefined;
    const spent = this.#brackets.length < this.#spentHeight;
    this.#spentHeight = Math.min(this.#spentHeight, this.#brackets.length);
    if (!bracket || (spent && !bracket.token.image)) return plain;
    const { token: open, index } = bracket;
    const target = readDestination(this.#source, start + 1) ?? this.#readReference(open, start, bracketFree);
    if (!target) return plain;
    open.linked = true;
    if (!open.image) {
      this.#spentHeight = this.#brackets.length;
      if (this.#latestAddress > index) this.#withoutAddresses(index + 1);
    }
    return { ...plain, image: open.image, linked: true, ...target };
  }

  /** Reads addresses in the text of a link again as anything else they contain, such as escapes. */
  #withoutAddresses(from: number): void {
    for (const token of this.#tokens.splice(from)) {
      if (token.kind !== "address") {
        this.#tokens.push(token);
        continue;
      }
      const { start } = token;
      const scanner = new InlineScanner(this.#source.slice(start, token.end), undefined, this.#strict, true);
      for (const inner of runToEnd(scanner.scan())) this.#tokens.push(moved(inner, start));
    }
    this.#latestAddress = -1;
  }

  #readReference(open: Open, close: number, bracketFree: boolean): { end: number; label: string } | undefined {
    const labels = this.#labels;
    if (!labels || labels.size === 0) return undefined;
    const source = this.#source;
    labelPattern.lastIndex = close + 1;
    const written = labelPattern.exec(source)?.[1];
    const end = written === undefined ? close + 1 : labelPattern.lastIndex;
    if (!written && (!bracketFree || close - open.end > maxLabelChars)) return undefined;
    const label = foldLabel(written || source.slice(open.end, close));
    return label !== "" && labels.has(label) ? { end, label } : undefined;
  }

  #angleAt(start: number): InlineToken {
    const source = this.#source;
    const emptyComment = matchEnd(emptyCommentPattern, source, start);
    if (emptyComment !== -1) return { kind: "comment", start, end: emptyComment };
    for (const [beginning, ending] of declarations) {
      const inner = matchEnd(beginning, source, start);
      if (inner === -1) continue;
      const end = this.#findEnd(ending, inner);
      return end === -1 ? { kind: "text", start, end: start + 1 } : { kind: "comment", start, end };
    }
    autolinkPattern.lastIndex = start;
    const autolink = autolinkPattern.exec(source);
    if (autolink) {
      const end = autolinkPattern.lastIndex;
      const content = { start: start + 1, end: end - 1 };
      return { kind: "autolink", start, end, content, email: autolink[1] !== undefined };
    }
    return this.#elementAt(start) ?? { kind: "text", start, end: start + 1 };
  }

  #elementAt(start: number): InlineToken | undefined {
    const source = this.#source;
    elementPattern.lastIndex = start;
    const match = elementPattern.exec(source);
    let name = match?.[1] ?? match?.[2];
    let end = start + (match?.[0].length ?? 0);
    if (name === undefined && !this.#strict) {
      elementNamePattern.lastIndex = start;
      name = elementNamePattern.exec(source)?.[1];
      end = name === undefined ? -1 : elementEnd(source, start + name.length + 1);
    }
    if (name === undefined || end === -1) return undefined;
    const closing = source[start + 1] === "/";
    if (name === "a" || name === "A") this.#inAnchor = !closing;
    return { kind: "element", start, end, name: name.toLowerCase(), closing };
  }

  #braceAt(start: number): InlineToken {
    const isTag = !this.#strict && this.#source[start + 1] === "%";
    const end = isTag ? this.#findEnd("%}", start + 2) : -1;
    return end === -1 ? { kind: "text", start, end: start + 1 } : { kind: "tag", start, end };
  }

  #dollarAt(start: number): InlineToken {
    const source = this.#source;
    let end = start + 1;
    while (source[end] === "$") end += 1;
    if (end - start === 1 || this.#missing.has("$$")) return { kind: "text", start, end };
    // A formula is not empty, so in a longer run only the last three signs may begin one.
    if (end - start > 3) return { kind: "text", start, end: end - 3 };
    mathPattern.lastIndex = start;
    if (mathPattern.test(source)) {
      const content = { start: start + 2, end: mathPattern.lastIndex - 2 };
      return { kind: "math", start, end: mathPattern.lastIndex, content };
    }
    this.#missing.add("$$");
    return { kind: "text", start, end };
  }

  /** The end of the first `ending` at or after `from`, -1 if there is none. Call it with growing offsets. */
  #findEnd(ending: string, from: number): number {
    if (this.#missing.has(ending)) return -1;
    const at = this.#source.indexOf(ending, from);
    if (at !== -1) return at + ending.length;
    this.#missing.add(ending);
    return -1;
  }

  #schemeAt(colon: number): InlineToken | undefined {
    const scheme = this.#inAnchor ? undefined : schemeBefore(this.#source, colon);
    const last = this.#tokens.at(-1);
    if (scheme === undefined || last?.kind !== "text" || last.end - last.start < scheme.length) return undefined;
    const start = colon - scheme.length;
    const end = addressEnd(this.#source, start, this.#brackets.length > 0);
    if (end <= colon) return undefined;
    return this.#address(start, end, this.#source.slice(start, end));
  }

  #webAt(start: number): InlineToken | undefined {
    const source = this.#source;
    const before = source[start - 1];
    const apart = before === undefined || /[\s*_~(]/.test(before) || this.#tokens.at(-1)?.kind !== "text";
    if (this.#inAnchor || !apart || !/^www\./i.test(source.slice(start, start + 4))) return undefined;
    const end = addressEnd(source, start, this.#brackets.length > 0);
    return end <= start + 4 ? undefined : this.#address(start, end, `http://${source.slice(start, end)}`);
  }

  #mailAt(at: number): InlineToken | undefined {
    const source = this.#source;
    if (this.#inAnchor) return undefined;
    const end = emailEnd(source, at);
    if (end === -1) return undefined;
    let floor = at;
    const first = emailStart(source, 0, at);
    for (let index = this.#tokens.length - 1; index >= 0 && floor > first; index -= 1) {
      const token = this.#tokens[index];
      if (token?.kind !== "text" && !(token?.kind === "delimiter" && source[token.start] === "_")) break;
      floor = token.start;
    }
    let start = Math.max(floor, first);
    while (start < at && source[start] === "_") start += 1;
    if (start === at) return undefined;
    const scheme = /(?:mailto|xmpp):$/.exec(source.slice(Math.max(floor, start - 7), start))?.[0] ?? "";
    const address = source.slice(start, end);
    return this.#address(start - scheme.length, end, scheme === "" ? `mailto:${address}` : scheme + address);
  }

  /** An address whose beginning may already have been read as text. */
  #address(start: number, end: number, href: string): InlineToken {
    for (let last = this.#tokens.at(-1); last && last.end > start; last = this.#tokens.at(-1)) {
      if (last.start >= start) this.#tokens.pop();
      else last.end = start;
    }
    this.#latestAddress = this.#tokens.length;
    return { kind: "address", start, end, href };
  }
}

function matchEnd(pattern: RegExp, source: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(source) ? pattern.lastIndex : -1;
}

function moved(token: InlineToken, by: number): InlineToken {
  const range = { start: token.start + by, end: token.end + by };
  if (!("content" in token)) return { ...token, ...range };
  return { ...token, ...range, content: { start: token.content.start + by, end: token.content.end + by } };
}

/** The end of an element whose name ends at or after `from`: the first `>` outside quotes, -1 if `<` comes first. */
function elementEnd(source: string, from: number): number {
  for (let position = from; position < source.length; position += 1) {
    const character = source[position];
    if (character === ">") return position + 1;
    if (character === "<") return -1;
    if (character !== '"' && character !== "'") continue;
    position = source.indexOf(character, position + 1);
    if (position === -1) return -1;
  }
  return -1;
}

/** Positions of backtick runs by length, so that unmatched runs never cost a second pass. */
class BacktickRuns {
  readonly #positions = new Map<number, number[]>();
  readonly #used = new Map<number, number>();

  constructor(source: string) {
    for (let start = source.indexOf("`"); start !== -1; start = source.indexOf("`", start)) {
      let end = start + 1;
      while (source[end] === "`") end += 1;
      const positions = this.#positions.get(end - start);
      if (positions) positions.push(start);
      else this.#positions.set(end - start, [start]);
      start = end;
    }
  }

  /** The first run of exactly `length` at or after `from`, -1 if there is none. Call it with growing offsets. */
  next(length: number, from: number): number {
    const positions = this.#positions.get(length);
    if (!positions) return -1;
    let index = this.#used.get(length) ?? 0;
    while (index < positions.length && (positions[index] ?? 0) < from) index += 1;
    this.#used.set(length, index);
    return positions[index] ?? -1;
  }
}
