import { withoutEscapes } from "./definitions.ts";
import { foldLabel, readDestination } from "./destinations.ts";
import { BacktickRuns, flanking } from "./inline.ts";

/** A part of running text; `raw` is its source. */
export type ParsedInline = { raw: string } & (
  | { kind: "text" | "html" | "footnote" | "break" }
  /** A backslash and the punctuation it stands before. */
  | { kind: "escape" | "code" | "math"; text: string }
  | { kind: "emphasis" | "strong" | "strikethrough"; children: ParsedInline[] }
  | { kind: "link"; href: string; title?: string; children: ParsedInline[] }
  /** `text` is Markdown. */
  | { kind: "image"; href: string; title?: string; text: string }
);

export interface Target {
  href: string;
  title?: string;
}

const LONGEST_LABEL = 999;

const PLAIN = /[^\\`*_~[\]!<$\n@:wW]+/y;
const BACKTICKS = /`+/y;
const MATH = /\$\$((?:[^$\\]|\\[\s\S]|\$(?!\$))+)\$\$/y;
const FOOTNOTE = /\[\^[^\]\s[]{1,100}\](?!\()/y;
const AUTOLINK =
  /<([a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^\s<>]*|[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+(@)[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+)>/y;
const HTML =
  /<!---?>|<!--[\s\S]*?-->|<\/[a-zA-Z][a-zA-Z0-9-]*\s*>|<[a-zA-Z][a-zA-Z0-9-]*(?:\s+[a-zA-Z:_][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?>|<\?[\s\S]*?\?>|<![a-zA-Z]+\s[\s\S]*?>|<!\[CDATA\[[\s\S]*?\]\]>/y;
const URL = /(?:https?:\/\/|ftp:\/\/|www\.)[a-zA-Z0-9-][^\s<]*/iy;
const WITHIN_BRACKETS = /(?:[^\s<[\]]|\[[^\s<[\]]*\])*/y;
const DOMAIN = /@[a-zA-Z0-9_-]+(?:\.[a-zA-Z0-9_-]*[a-zA-Z0-9])+(?!-|_*[a-zA-Z0-9])/y;
const LABEL = /\[((?:\\[\s\S]|[^[\]\\]){0,999})\]/y;
const LABEL_SPACE = /[ \t]*/y;

interface Flat {
  kind: ParsedInline["kind"] | "delimiter";
  start: number;
  end: number;
  /** The finished part, of all that is not text or a delimiter. */
  part?: ParsedInline;
  /** A link made of an address in running text. */
  bare?: true;
  run?: Run;
}

/** A run of `*`, `_` or `~`. */
interface Run {
  character: string;
  /** How long it was, and what is left of it. */
  length: number;
  left: number;
  canOpen: boolean;
  canClose: boolean;
  opens: Mark[];
  closes: Mark[];
}

type Mark = "emphasis" | "strong" | "strikethrough";

interface Bracket {
  /** Index of its text. */
  index: number;
  end: number;
  image: boolean;
  /** A link may start here: none stands inside yet. */
  active: boolean;
  /** Another bracket follows. */
  holdsBracket: boolean;
}

/** Parses the running text of one block. `definition` finds what a reference label, folded, stands for. */
export function parseInline(source: string, definition: (label: string) => Target | undefined): ParsedInline[] {
  return new InlineParser(source, definition).parse();
}

class InlineParser {
  readonly #source: string;
  readonly #definition: (label: string) => Target | undefined;
  readonly #backticks: BacktickRuns;
  readonly #flat: Flat[] = [];
  readonly #brackets: Bracket[] = [];
  #at = 0;
  /** Inside `<a>`, where addresses are no links. */
  #inAnchor = false;

  constructor(source: string, definition: (label: string) => Target | undefined) {
    this.#source = source;
    this.#definition = definition;
    this.#backticks = new BacktickRuns(source);
  }

  parse(): ParsedInline[] {
    const { length } = this.#source;
    while (this.#at < length) this.#step();
    return this.#tree(this.#flat);
  }

  #step(): void {
    const source = this.#source;
    const start = this.#at;
    const character = source[start];
    switch (character) {
      case "\\":
        return this.#backslash(start);
      case "`":
        return this.#code(start);
      case "*":
      case "_":
      case "~":
        return this.#run(start, character);
      case "!":
        if (source[start + 1] === "[") return this.#bracket(start, true);
        return this.#text(start + 1);
      case "[": {
        const footnote = matchEnd(FOOTNOTE, source, start);
        return footnote === -1 ? this.#bracket(start, false) : this.#add("footnote", footnote);
      }
      case "]":
        return this.#close(start);
      case "<":
        return this.#angle(start);
      case "$": {
        MATH.lastIndex = start;
        const formula = source.startsWith("$$", start) ? MATH.exec(source)?.[1] : undefined;
        if (formula === undefined) return this.#text(start + 1);
        return this.#addPart({ kind: "math", raw: source.slice(start, MATH.lastIndex), text: formula }, MATH.lastIndex);
      }
      case "\n":
        return this.#lineEnd(start);
      case "@":
        return this.#email(start);
      case ":":
        return this.#scheme(start);
      case "w":
      case "W":
        return this.#www(start);
      default:
        return this.#text(matchEnd(PLAIN, source, start));
    }
  }

  #text(end: number): void {
    const last = this.#flat.at(-1);
    if (last?.kind === "text") last.end = end;
    else this.#flat.push({ kind: "text", start: this.#at, end });
    this.#at = end;
  }

  #add(kind: "html" | "footnote" | "break", end: number): void {
    this.#addPart({ kind, raw: this.#source.slice(this.#at, end) }, end);
  }

  #addPart(part: ParsedInline, end: number): void {
    this.#flat.push({ kind: part.kind, start: this.#at, end, part });
    this.#at = end;
  }

  #backslash(start: number): void {
    const next = this.#source[start + 1];
    if (next === "\n" && this.#goesOn(start + 2)) return this.#add("break", this.#afterSpaces(start + 2));
    if (next === undefined || !/[!-/:-@[-`{-~]/.test(next)) return this.#text(start + 1);
    this.#addPart({ kind: "escape", raw: `\\${next}`, text: next }, start + 2);
  }

  #goesOn(from: number): boolean {
    return from < this.#source.length && this.#source.slice(from).search(/\S/) !== -1;
  }

  #afterSpaces(from: number): number {
    return matchEnd(LABEL_SPACE, this.#source, from);
  }

  #lineEnd(start: number): void {
    const last = this.#flat.at(-1);
    let spaces = start;
    while (last?.kind === "text" && spaces > last.start && this.#source[spaces - 1] === " ") spaces -= 1;
    if (start - spaces < 2 || !last || !this.#goesOn(start + 1)) return this.#text(start + 1);
    this.#cutText(spaces);
    this.#at = spaces;
    this.#add("break", this.#afterSpaces(start + 1));
  }

  /** Takes back what was read as text from `start` on. */
  #cutText(start: number): void {
    for (let last = this.#flat.at(-1); last && last.end > start; last = this.#flat.at(-1)) {
      if (last.start >= start) this.#flat.pop();
      else last.end = start;
    }
  }

  #code(start: number): void {
    const source = this.#source;
    const content = matchEnd(BACKTICKS, source, start);
    const closing = this.#backticks.next(content - start, content);
    if (closing === -1) return this.#text(content);
    const text = source.slice(content, closing).replace(/\n/g, " ");
    const padded = text.startsWith(" ") && text.endsWith(" ") && /[^ ]/.test(text);
    const end = closing + content - start;
    this.#addPart({ kind: "code", raw: source.slice(start, end), text: padded ? text.slice(1, -1) : text }, end);
  }

  #run(start: number, character: string): void {
    const source = this.#source;
    let end = start + 1;
    while (source[end] === character) end += 1;
    const before = characterBefore(source, start);
    const after = String.fromCodePoint(source.codePointAt(end) ?? 32);
    const length = end - start;
    const sides = flanking(character, before, after);
    const open = character !== "~" || length < 3;
    const run: Run = {
      character,
      length,
      left: length,
      canOpen: open && sides.canOpen,
      canClose: open && sides.canClose,
      opens: [],
      closes: [],
    };
    this.#flat.push({ kind: "delimiter", start, end, run });
    this.#at = end;
  }

  #bracket(start: number, image: boolean): void {
    const end = start + (image ? 2 : 1);
    const outer = this.#brackets.at(-1);
    if (outer) outer.holdsBracket = true;
    this.#brackets.push({ index: this.#flat.length, end, image, active: true, holdsBracket: false });
    this.#flat.push({ kind: "text", start, end });
    this.#at = end;
    // What follows must not join the text of the bracket.
    this.#flat.push({ kind: "text", start: end, end });
  }

  #close(start: number): void {
    const bracket = this.#brackets.pop();
    const target = bracket?.active ? this.#target(bracket, start) : undefined;
    if (!bracket || !target) return this.#text(start + 1);
    const source = this.#source;
    const opening = this.#flat[bracket.index];
    const inner = this.#flat.splice(bracket.index).slice(1);
    this.#at = opening?.start ?? start;
    const raw = source.slice(this.#at, target.end);
    const { href, title } = target;
    const named = title ? { href, title } : { href };
    if (bracket.image) {
      const text = source.slice(bracket.end, start).replace(/\\([[\]])/g, "$1");
      return this.#addPart({ kind: "image", raw, text, ...named }, target.end);
    }
    const flat = inner.flatMap((each) => (each.bare ? this.#asText(each) : each));
    this.#addPart({ kind: "link", raw, children: this.#tree(flat), ...named }, target.end);
    for (const outer of this.#brackets) if (!outer.image) outer.active = false;
  }

  /** An address in the text of a link as what else it says: escapes and the like. */
  #asText({ start, end }: Flat): Flat[] {
    const parser = new InlineParser(this.#source.slice(start, end), this.#definition);
    parser.#inAnchor = true;
    return parser.parse().map((part) => ({ kind: part.kind, start, end, part }));
  }

  #target(bracket: Bracket, close: number): (Target & { end: number }) | undefined {
    const source = this.#source;
    const destination = readDestination(source, close + 1);
    if (destination) {
      const { href, title, end } = destination;
      return {
        end,
        href: withoutEscapes(source.slice(href.start, href.end)),
        ...(title && { title: withoutEscapes(source.slice(title.start, title.end)) }),
      };
    }
    LABEL.lastIndex = close + 1;
    const label = LABEL.exec(source)?.[1];
    const end = label === undefined ? close + 1 : LABEL.lastIndex;
    if (!label && (bracket.holdsBracket || close - bracket.end > LONGEST_LABEL)) return undefined;
    const written = label || source.slice(bracket.end, close);
    const found = written.trim() === "" ? undefined : this.#definition(foldLabel(written));
    return found && { ...found, end };
  }

  #angle(start: number): void {
    const source = this.#source;
    AUTOLINK.lastIndex = start;
    const [raw, address = "", at] = AUTOLINK.exec(source) ?? [];
    if (raw !== undefined) {
      const href = at ? `mailto:${address}` : address;
      return this.#addPart({ kind: "link", raw, href, children: [{ kind: "text", raw: address }] }, start + raw.length);
    }
    const end = matchEnd(HTML, source, start);
    if (end === -1) return this.#text(start + 1);
    if (/^<a\s/i.test(source.slice(start, start + 3))) this.#inAnchor = true;
    else if (/^<\/a>/i.test(source.slice(start, start + 4))) this.#inAnchor = false;
    this.#add("html", end);
  }

  /** An address in running text: all of it from `start`, which may have been read as text already. */
  #addAddress(start: number, end: number, href: string): void {
    this.#cutText(start);
    this.#at = start;
    const raw = this.#source.slice(start, end);
    this.#addPart({ kind: "link", raw, href, children: [{ kind: "text", raw }] }, end);
    const last = this.#flat.at(-1);
    if (last) last.bare = true;
  }

  #scheme(start: number): void {
    const source = this.#source;
    const before = source.slice(Math.max(0, start - 5), start);
    const scheme = source.startsWith("//", start + 1) ? /(?:https?|ftp)$/i.exec(before)?.[0] : undefined;
    if (scheme === undefined || this.#inAnchor) return this.#text(start + 1);
    const end = this.#addressEnd(start - scheme.length);
    if (end <= start) return this.#text(start + 1);
    this.#addAddress(start - scheme.length, end, source.slice(start - scheme.length, end));
  }

  /** Where an address ends: within brackets at the bracket that closes them, at the latest. */
  #addressEnd(start: number): number {
    const bracket = this.#brackets.length > 0 ? matchEnd(WITHIN_BRACKETS, this.#source, start) : undefined;
    return addressEnd(this.#source, start, bracket);
  }

  #www(start: number): void {
    const source = this.#source;
    const before = source[start - 1];
    const apart = before === undefined || /[\s*_~(]/.test(before) || this.#flat.at(-1)?.kind !== "text";
    const isAddress = !this.#inAnchor && apart && /^www\./i.test(source.slice(start, start + 4));
    const end = isAddress ? this.#addressEnd(start) : -1;
    if (end <= start + 4) return this.#text(start + 1);
    this.#addAddress(start, end, `http://${source.slice(start, end)}`);
  }

  #email(at: number): void {
    const source = this.#source;
    let floor = at;
    for (let index = this.#flat.length - 1; index >= 0; index -= 1) {
      const piece = this.#flat[index];
      if (piece?.kind !== "text" && piece?.run?.character !== "_") break;
      floor = piece.start;
      if (!/^[\w.+-]*$/.test(source.slice(piece.start, piece.end))) break;
    }
    let start = at;
    while (start > floor && /[\w.+-]/.test(source.charAt(start - 1))) start -= 1;
    while (start < at && source[start] === "_") start += 1;
    const end = start === at || this.#inAnchor ? -1 : matchEnd(DOMAIN, source, at);
    if (end === -1) return this.#text(at + 1);
    const scheme = /(?:mailto|xmpp):$/.exec(source.slice(Math.max(floor, start - 7), start))?.[0] ?? "";
    const address = source.slice(start, end);
    this.#addAddress(start - scheme.length, end, scheme === "" ? `mailto:${address}` : scheme + address);
  }

  #tree(flat: readonly Flat[]): ParsedInline[] {
    pairRuns(flat.flatMap(({ run }) => run ?? []));
    const root: ParsedInline[] = [];
    const open: { mark: Mark; children: ParsedInline[]; start: number }[] = [];
    let textEnd = -1;
    const target = () => open.at(-1)?.children ?? root;
    const addText = (start: number, end: number) => {
      if (start >= end) return;
      const last = target().at(-1);
      const raw = this.#source.slice(start, end);
      if (last?.kind === "text" && textEnd === start) last.raw += raw;
      else target().push({ kind: "text", raw });
      textEnd = end;
    };
    for (const { kind, start, end, part, run } of flat) {
      if (part) target().push(part);
      else if (kind === "text") addText(start, end);
      else if (run) {
        let at = start;
        for (const mark of run.closes) {
          at += widthOf(mark, run);
          const { children, start: opening } = open.pop() ?? { children: [], start };
          target().push({ kind: mark, raw: this.#source.slice(opening, at), children });
        }
        addText(at, at + run.left);
        at += run.left;
        for (const mark of run.opens.reverse()) {
          open.push({ mark, children: [], start: at });
          at += widthOf(mark, run);
        }
      }
    }
    return root;
  }
}

function widthOf(mark: Mark, { length }: Run): number {
  if (mark === "strikethrough") return length;
  return mark === "strong" ? 2 : 1;
}

/** Pairs the runs that open and close emphasis, innermost first, as CommonMark says. */
function pairRuns(runs: readonly Run[]): void {
  const stack: Run[] = [];
  /** Height of the stack below which no run opens what a run of this kind closes. */
  const bottoms = new Map<string, number>();
  for (const run of runs) {
    while (run.canClose && run.left > 0) {
      const kind = `${run.character}${run.canOpen}${run.character === "~" ? run.length : run.length % 3}`;
      const bottom = Math.min(bottoms.get(kind) ?? 0, stack.length);
      let index = stack.length - 1;
      while (index >= bottom && !fits(stack[index], run)) index -= 1;
      const opener = index >= bottom ? stack[index] : undefined;
      if (!opener) {
        bottoms.set(kind, stack.length);
        break;
      }
      stack.length = index + 1;
      for (const [other, height] of bottoms) if (height > stack.length) bottoms.set(other, stack.length);
      const mark = run.character === "~" ? "strikethrough" : opener.left > 1 && run.left > 1 ? "strong" : "emphasis";
      opener.opens.push(mark);
      run.closes.push(mark);
      const width = widthOf(mark, run);
      opener.left -= width;
      run.left -= width;
      if (opener.left === 0) stack.pop();
    }
    if (run.canOpen && run.left > 0) stack.push(run);
  }
}

function fits(opener: Run | undefined, closer: Run): boolean {
  if (opener?.character !== closer.character) return false;
  if (closer.character === "~") return opener.length === closer.length;
  const both = opener.canClose || closer.canOpen;
  return !(both && closer.length % 3 !== 0 && (opener.length + closer.length) % 3 === 0);
}

function matchEnd(pattern: RegExp, source: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(source) ? pattern.lastIndex : -1;
}

function characterBefore(source: string, at: number): string {
  const unit = source.charAt(at - 1);
  return /[\udc00-\udfff]/.test(unit) ? source.slice(at - 2, at) : unit;
}

/** Where the address that begins here ends, without the punctuation of the sentence around it. */
function addressEnd(source: string, start: number, most = source.length): number {
  let end = Math.min(matchEnd(URL, source, start), most);
  if (end === -1) return -1;
  const address = source.slice(start, end);
  let surplus = address.split(")").length - address.split("(").length;
  for (;;) {
    const last = source.charAt(end - 1);
    if (last === ")" && surplus > 0) surplus -= 1;
    else if (last === ";") {
      const entity = /&[a-zA-Z0-9]{1,32};$/.exec(source.slice(Math.max(start, end - 34), end))?.[0];
      if (entity !== undefined) end -= entity.length - 1;
    } else if (!/[?!.,:*_'"~]/.test(last)) return end;
    end -= 1;
    if (end <= start) return -1;
  }
}
