import type { Range } from "../text/ranges.ts";
import { foldLabel, readDestination } from "./destinations.ts";
import { decodeEntity } from "./html.ts";

/** A piece of running text. Tokens follow each other without gaps; a link is an `open` and a later `close`. */
export type InlineToken = Range &
  (
    | { kind: "text" | "comment" | "entity" | "delimiter" }
    /** A backslash and what it escapes: punctuation, or the end of the line. */
    | { kind: "escape" }
    | { kind: "code"; content: Range }
    | { kind: "autolink"; content: Range }
    /** An HTML element's opening or closing bracket. */
    | { kind: "element"; name: string; closing: boolean }
    /** `{% … %}` */
    | { kind: "tag" }
    /** `[` or `![`; `linked` when a link or an image starts here. */
    | { kind: "open"; image: boolean; linked: boolean }
    /** `]` with the destination that follows it. `href` is missing for references by label. */
    | { kind: "close"; image: boolean; linked: boolean; href?: Range }
  );

type Open = InlineToken & { kind: "open" };

const PLAIN = /[^\\`*_~[\]!<&{]+/y;

const BACKTICKS = /`+/y;

const ENTITY = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/y;

const AUTOLINK = /<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+)>/y;

const ELEMENT_NAME = /<\/?([A-Za-z][A-Za-z0-9-]*)(?=[\s/>])/y;

const ESCAPABLE = /[!-/:-@[-`{-~\r\n]/;

const LONGEST_LABEL = 999;

/**
 * Splits the running text of one block into tokens, in time linear in its length. Offsets are into `source`.
 * `labels` are the page's reference labels as `foldLabel` makes them; without them `[text][label]` stays text.
 */
export function scanInline(source: string, labels?: ReadonlySet<string>): InlineToken[] {
  const to = source.length;
  const tokens: InlineToken[] = [];
  const opens: Open[] = [];
  // A link cannot hold a link: brackets opened below this height can only become images.
  let spentHeight = 0;
  let latestBracket: Open | undefined;
  const backticks = new BacktickRuns(source);
  const none = { comment: false, tag: false };
  for (let position = 0; position < to; ) {
    const token = tokenAt(position);
    tokens.push(token);
    position = token.end;
  }
  return tokens;

  function tokenAt(start: number): InlineToken {
    const character = source[start];
    switch (character) {
      case "\\": {
        const next = source[start + 1];
        return next !== undefined && ESCAPABLE.test(next)
          ? { kind: "escape", start, end: start + 2 }
          : { kind: "text", start, end: start + 1 };
      }
      case "`":
        return codeAt(start);
      case "*":
      case "_":
      case "~": {
        let end = start + 1;
        while (end < to && source[end] === character) end += 1;
        return { kind: "delimiter", start, end };
      }
      case "!":
      case "[":
        return openAt(start);
      case "]":
        return closeAt(start);
      case "<":
        return angleAt(start);
      case "&": {
        const end = matchEnd(ENTITY, start);
        return end === -1 ? { kind: "text", start, end: start + 1 } : { kind: "entity", start, end };
      }
      case "{":
        return braceAt(start);
      default:
        return { kind: "text", start, end: Math.max(matchEnd(PLAIN, start), start + 1) };
    }
  }

  function matchEnd(pattern: RegExp, start: number): number {
    pattern.lastIndex = start;
    return pattern.test(source) ? pattern.lastIndex : -1;
  }

  function codeAt(start: number): InlineToken {
    const content = matchEnd(BACKTICKS, start);
    const closing = backticks.next(content - start, content);
    if (closing === -1) return { kind: "text", start, end: content };
    return { kind: "code", start, end: closing + content - start, content: { start: content, end: closing } };
  }

  function openAt(start: number): InlineToken {
    const image = source[start] === "!";
    if (image && source[start + 1] !== "[") return { kind: "text", start, end: start + 1 };
    const open: Open = { kind: "open", start, end: start + (image ? 2 : 1), image, linked: false };
    opens.push(open);
    latestBracket = open;
    return open;
  }

  function closeAt(start: number): InlineToken {
    const plain: InlineToken = { kind: "close", start, end: start + 1, image: false, linked: false };
    const open = opens.pop();
    const bracketFree = open !== undefined && open === latestBracket;
    latestBracket = undefined;
    const spent = opens.length < spentHeight;
    spentHeight = Math.min(spentHeight, opens.length);
    if (!open || (spent && !open.image)) return plain;
    const target = readDestination(source, start + 1) ?? readReference(open, start, bracketFree);
    if (!target) return plain;
    open.linked = true;
    if (!open.image) spentHeight = opens.length;
    return { ...plain, end: target.end, image: open.image, linked: true, ...(target.href && { href: target.href }) };
  }

  function readReference(open: Open, close: number, bracketFree: boolean): { end: number; href?: Range } | undefined {
    if (!labels || labels.size === 0) return undefined;
    if (source[close + 1] === "[") {
      const end = source.slice(close + 2, close + 2 + LONGEST_LABEL).indexOf("]");
      if (end > 0 && labels.has(foldLabel(source.slice(close + 2, close + 2 + end)))) return { end: close + 3 + end };
      if (end !== 0) return undefined;
    }
    if (!bracketFree || close - open.end > LONGEST_LABEL || !labels.has(foldLabel(source.slice(open.end, close))))
      return undefined;
    return { end: source.startsWith("[]", close + 1) ? close + 3 : close + 1 };
  }

  function angleAt(start: number): InlineToken {
    if (source.startsWith("<!--", start)) {
      const end = none.comment ? -1 : source.indexOf("-->", start + 4);
      if (end !== -1) return { kind: "comment", start, end: end + 3 };
      none.comment = true;
      return { kind: "text", start, end: start + 1 };
    }
    const autolink = matchEnd(AUTOLINK, start);
    if (autolink !== -1) {
      return { kind: "autolink", start, end: autolink, content: { start: start + 1, end: autolink - 1 } };
    }
    ELEMENT_NAME.lastIndex = start;
    const name = ELEMENT_NAME.exec(source)?.[1];
    const end = name === undefined ? -1 : elementEnd(source, start + name.length + 1);
    if (name === undefined || end === -1) return { kind: "text", start, end: start + 1 };
    return { kind: "element", start, end, name: name.toLowerCase(), closing: source[start + 1] === "/" };
  }

  function braceAt(start: number): InlineToken {
    if (source[start + 1] === "%" && !none.tag) {
      const end = source.indexOf("%}", start + 2);
      if (end !== -1) return { kind: "tag", start, end: end + 2 };
      none.tag = true;
    }
    return { kind: "text", start, end: start + 1 };
  }
}

/** The end of an element whose name ends at or after `from`: the first `>` outside quotes, -1 when `<` comes first. */
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

/** Where backtick runs of each length stand, so that unmatched runs never cost a second pass. */
export class BacktickRuns {
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

  /** The first run of exactly `length` at or after `from`, -1 when there is none. Ask with growing offsets. */
  next(length: number, from: number): number {
    const positions = this.#positions.get(length);
    if (!positions) return -1;
    let index = this.#used.get(length) ?? 0;
    while (index < positions.length && (positions[index] ?? 0) < from) index += 1;
    this.#used.set(length, index);
    return positions[index] ?? -1;
  }
}

const MARKUP = /[\\`*_~[\]!<&{]/;

/** Elements inside a word; every other element separates what stands on its two sides. */
const WITHIN_WORDS: ReadonlySet<string> = new Set(
  "a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time u var wbr".split(
    " ",
  ),
);

/** A run of `*`, `_` or `~` that may open or close emphasis; `left` is how many of them stay visible. */
interface Run {
  character: string;
  left: number;
  length: number;
}

/**
 * Running text as a reader sees it: link and image texts, code, decoded entities; no destinations, elements,
 * comments, tags or emphasis marks. Linear in its length. `labels` as in `scanInline`.
 */
export function inlineText(source: string, labels?: ReadonlySet<string>): string {
  if (!MARKUP.test(source)) return source;
  const pieces: (string | Run)[] = [];
  const openRuns = new Map<string, Run[]>();
  for (const token of scanInline(source, labels)) {
    if (token.kind === "delimiter") pieces.push(closeEmphasis(source, token.start, token.end, openRuns));
    else pieces.push(visibleText(source, token));
  }
  return pieces.map((piece) => (typeof piece === "string" ? piece : piece.character.repeat(piece.left))).join("");
}

function visibleText(source: string, token: InlineToken): string {
  switch (token.kind) {
    case "escape":
      return source.slice(token.start + 1, token.end);
    case "code":
      return codeText(source.slice(token.content.start, token.content.end));
    case "autolink":
      return source.slice(token.content.start, token.content.end);
    case "entity":
      return decodeEntity(source.slice(token.start, token.end));
    case "element":
      return WITHIN_WORDS.has(token.name) ? "" : " ";
    case "comment":
    case "tag":
      return "";
    case "open":
    case "close":
      return token.linked ? "" : source.slice(token.start, token.end);
    default:
      return source.slice(token.start, token.end);
  }
}

function codeText(content: string): string {
  const padded = content.length > 2 && content.startsWith(" ") && content.endsWith(" ") && content.trim() !== "";
  return padded ? content.slice(1, -1) : content;
}

/** Pairs a run with earlier ones of its character, as CommonMark does but for its rule of three. */
function closeEmphasis(source: string, start: number, end: number, openRuns: Map<string, Run[]>): Run {
  const character = source.charAt(start);
  const run: Run = { character, left: end - start, length: end - start };
  const { canOpen, canClose } = flanking(character, source.charAt(start - 1), source.charAt(end));
  let opens = openRuns.get(character);
  if (!opens) {
    opens = [];
    openRuns.set(character, opens);
  }
  if (canClose) {
    for (let open = opens.at(-1); open && run.left > 0; open = opens.at(-1)) {
      if (character === "~" && open.length !== run.length) break;
      const paired = Math.min(open.left, run.left);
      open.left -= paired;
      run.left -= paired;
      if (open.left === 0) opens.pop();
    }
  }
  if (canOpen && run.left > 0) opens.push(run);
  return run;
}

export function flanking(character: string, before: string, after: string): { canOpen: boolean; canClose: boolean } {
  const spaceBefore = before.trim() === "";
  const spaceAfter = after.trim() === "";
  const markBefore = isMark(character, before);
  const markAfter = isMark(character, after);
  const left = !spaceAfter && (!markAfter || spaceBefore || markBefore);
  const right = !spaceBefore && (!markBefore || spaceAfter || markAfter);
  if (character !== "_") return { canOpen: left, canClose: right };
  return { canOpen: left && (!right || markBefore), canClose: right && (!left || markAfter) };
}

/** Whether punctuation stands beside a run; `~` may stand between emphasis and its word. */
function isMark(character: string, beside: string): boolean {
  return /[\p{P}\p{S}]/u.test(beside) && (character === "~" || beside !== "~");
}
