import type { Matcher } from "./matcher.ts";

interface Match {
  /** Which word of the text it is. */
  position: number;
  start: number;
  end: number;
  strengths: Float64Array;
}

const LENGTH = 200;
/** Text kept before the first match, so that it does not stand without its sentence. */
const LEAD_IN = 60;

/**
 * The passage of a text that says most about the query: about 200 characters on one line, cut between words, the cut
 * ends marked by `…` and the matches by `**`. The beginning of the text when nothing matches.
 */
export function snippet(matcher: Matcher, text: string): string {
  const matches: Match[] = [];
  matcher.visit(text, ({ strengths }, position, start, end) => matches.push({ position, start, end, strengths }));
  const densest = densestStart(matches);
  const start = densest <= LEAD_IN ? 0 : borderBefore(text, densest - LEAD_IN, densest);
  const end = start + LENGTH >= text.length ? text.length : borderAfter(text, start, start + LENGTH);
  const passage = mark(text, start, end, matches).replace(/\s+/g, " ").trim();
  return `${start > 0 ? "…" : ""}${passage}${end < text.length ? "…" : ""}`;
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

/** Matches that overlap, as pairs of characters do, share their marks. */
function mark(text: string, from: number, to: number, matches: readonly Match[]): string {
  let marked = "";
  let done = from;
  let open: { start: number; end: number } | undefined;
  for (const { start, end } of matches) {
    if (start < from || end > to) continue;
    if (open !== undefined && start <= open.end) {
      open.end = Math.max(open.end, end);
      continue;
    }
    close();
    open = { start, end };
  }
  close();
  return marked + text.slice(done, to);

  function close(): void {
    if (open === undefined) return;
    marked += `${text.slice(done, open.start)}**${text.slice(open.start, open.end)}**`;
    done = open.end;
  }
}
