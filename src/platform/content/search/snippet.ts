import type { Matcher } from "./matcher.ts";

interface Match {
  /** Index of the word in the text. */
  position: number;
  start: number;
  end: number;
  strengths: Float64Array;
  /** Whether it is significant on its own; an optional word is not. */
  isSignificant: boolean;
}

const snippetLength = 200;
/** Text kept before the first match, so that it has some context. */
const leadInLength = 60;

/** A passage and the positions of matches in it, in UTF-16 units. */
export interface Snippet {
  readonly text: string;
  readonly highlights: Highlight[];
}

export type Highlight = { start: number; end: number };

/**
 * The most relevant passage of a text: about 200 characters on one line, cut between words, with cut ends marked by
 * `…`. Without a match, the beginning of the text.
 */
export function snippet(matcher: Matcher, text: string): Snippet {
  const matches: Match[] = [];
  matcher.visit(text, ({ strengths }, position, start, end) => {
    const isSignificant = strengths.some((strength, term) => strength > 0 && matcher.isOptional[term] !== true);
    matches.push({ position, start, end, strengths, isSignificant });
  });
  const densest = densestStart(matches);
  const start = densest <= leadInLength ? 0 : borderBefore(text, densest - leadInLength, densest);
  const end = start + snippetLength >= text.length ? text.length : borderAfter(text, start, start + snippetLength);
  const line = new Line(start > 0 ? "…" : "");
  let done = start;
  const highlights: Highlight[] = [];
  for (const match of joined(matches, text, start, end)) {
    line.add(text.slice(done, match.start));
    const from = line.add(text.slice(match.start, match.end));
    highlights.push({ start: from, end: line.text.length });
    done = match.end;
  }
  line.add(text.slice(done, end));
  return { text: `${line.text}${end < text.length ? "…" : ""}`, highlights };
}

/** Text on one line, without leading or trailing white space. */
class Line {
  readonly #opening: string;
  text: string;
  #hasSpace = false;

  constructor(opening: string) {
    this.#opening = opening;
    this.text = opening;
  }

  /** Returns the position where the added words begin. */
  add(part: string): number {
    const words = part.replace(/\s+/g, " ").trim();
    const isOpen = this.text.length > this.#opening.length;
    const gap = isOpen && (this.#hasSpace || /^\s/.test(part)) ? " " : "";
    if (words === "") {
      this.#hasSpace ||= part !== "";
      return this.text.length;
    }
    this.text += gap + words;
    this.#hasSpace = /\s$/.test(part);
    return this.text.length - words.length;
  }
}

/**
 * The start of the stretch with the most different terms, then the most terms adjacent as in the query, then the most
 * matches; the first one if equal.
 */
function densestStart(matches: readonly Match[]): number {
  let best = { value: 0, start: 0 };
  for (const [index, first] of matches.entries()) {
    const terms = new Float64Array(first.strengths.length);
    let count = 0;
    let together = 0;
    let previous: Match | undefined;
    for (let at = index; at < matches.length; at += 1) {
      const match = matches[at];
      if (match === undefined || match.end > first.start + snippetLength - leadInLength) break;
      count += 1;
      if (previous !== undefined && follows(previous, match)) together += 1;
      previous = match;
      for (const [term, strength] of match.strengths.entries()) terms[term] = Math.max(terms[term] ?? 0, strength);
    }
    const value =
      terms.reduce((sum, strength) => sum + strength, 0) * 100 + Math.min(together, 3) * 16 + Math.min(count, 50);
    if (value > best.value) best = { value, start: first.start };
  }
  return best.start;
}

function follows(one: Match, next: Match): boolean {
  if (next.position !== one.position + 1) return false;
  return next.strengths.some((strength, term) => strength > 0 && (one.strengths[term - 1] ?? 0) > 0);
}

/** The first word border from `from` on, up to `until`. */
function borderBefore(text: string, from: number, until: number): number {
  for (let at = from; at < until; at += 1) if (isSpace(text, at - 1)) return at;
  return wholeCharacter(text, from);
}

/** The last word border up to `until`; within one endless word, `until` itself. */
function borderAfter(text: string, from: number, until: number): number {
  for (let at = until; at > from + snippetLength / 2; at -= 1) if (isSpace(text, at)) return at;
  return wholeCharacter(text, until);
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

function wholeCharacter(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
}

/**
 * What to highlight in a range: significant matches, and other matches only between two of those. Adjacent words become
 * one highlight.
 */
function joined(matches: readonly Match[], text: string, from: number, to: number): Highlight[] {
  const found: Highlight[] = [];
  let lastHighlighted = Number.NEGATIVE_INFINITY;
  let between = 0;
  for (const { start, end, position, isSignificant } of matches) {
    if (start < from || end > to) continue;
    if (!isSignificant) {
      between += 1;
      continue;
    }
    const last = found.at(-1);
    const gap = last === undefined ? "" : text.slice(last.end, start);
    const together = position - lastHighlighted === between + 1 && (between > 0 || /^\s*$/.test(gap));
    if (last !== undefined && (together || start <= last.end)) last.end = Math.max(last.end, end);
    else found.push({ start, end });
    lastHighlighted = position;
    between = 0;
  }
  return found;
}
