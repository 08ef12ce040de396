import type { Matcher } from "./matcher.ts";

interface Match {
  /** Which word of the text it is. */
  position: number;
  start: number;
  end: number;
  strengths: Float64Array;
  /** Whether it says something by itself, as a word that need not be there does not. */
  tells: boolean;
}

const LENGTH = 200;
/** Text kept before the first match, so that it does not stand without its sentence. */
const LEAD_IN = 60;

/** A passage, and where the matches are in it, in UTF-16 units. */
export interface Snippet {
  readonly text: string;
  readonly highlights: Highlight[];
}

export type Highlight = { start: number; end: number };

/**
 * The passage of a text that says most about the query: about 200 characters on one line, cut between words, the cut
 * ends marked by `…`. The beginning of the text when nothing matches.
 */
export function snippet(matcher: Matcher, text: string): Snippet {
  const matches: Match[] = [];
  matcher.visit(text, ({ strengths }, position, start, end) => {
    const tells = strengths.some((strength, term) => strength > 0 && matcher.isOptional[term] !== true);
    matches.push({ position, start, end, strengths, tells });
  });
  const densest = densestStart(matches);
  const start = densest <= LEAD_IN ? 0 : borderBefore(text, densest - LEAD_IN, densest);
  const end = start + LENGTH >= text.length ? text.length : borderAfter(text, start, start + LENGTH);
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

/** Text on one line, without white space at its ends. */
class Line {
  readonly #opening: string;
  text: string;
  #hasSpace = false;

  constructor(opening: string) {
    this.#opening = opening;
    this.text = opening;
  }

  /** Returns where the added words begin. */
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
 * Where the stretch begins that holds the most different terms, then the most that stand together as in the query, then
 * the most matches; the first of equals.
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
      if (match === undefined || match.end > first.start + LENGTH - LEAD_IN) break;
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

/** The first word border from `from` on that is not behind `until`. */
function borderBefore(text: string, from: number, until: number): number {
  for (let at = from; at < until; at += 1) if (isSpace(text, at - 1)) return at;
  return wholeCharacter(text, from);
}

/** The last word border up to `until`; within one endless word, `until` itself. */
function borderAfter(text: string, from: number, until: number): number {
  for (let at = until; at > from + LENGTH / 2; at -= 1) if (isSpace(text, at)) return at;
  return wholeCharacter(text, until);
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

function wholeCharacter(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
}

/**
 * What to mark between two places: matches that say something, and those that say nothing by themselves only where they
 * are between two such. Words that stand together are marked as one.
 */
function joined(matches: readonly Match[], text: string, from: number, to: number): Highlight[] {
  const found: Highlight[] = [];
  let lastTold = Number.NEGATIVE_INFINITY;
  let between = 0;
  for (const { start, end, position, tells } of matches) {
    if (start < from || end > to) continue;
    if (!tells) {
      between += 1;
      continue;
    }
    const last = found.at(-1);
    const gap = last === undefined ? "" : text.slice(last.end, start);
    const together = position - lastTold === between + 1 && (between > 0 || /^\s*$/.test(gap));
    if (last !== undefined && (together || start <= last.end)) last.end = Math.max(last.end, end);
    else found.push({ start, end });
    lastTold = position;
    between = 0;
  }
  return found;
}
