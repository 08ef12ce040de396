import { BacktickRuns } from "./backtick-runs.ts";
import { readDestination } from "./link-destination.ts";
import type { Range } from "./range.ts";

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

/** Labels match without regard to case and spacing. */
export function foldLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
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
