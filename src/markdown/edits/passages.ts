import { fenceAround } from "../grammar/line-shape.ts";
import { hasInvisible, listShownPassages } from "../text/invisible.ts";
import { lineCounter, lineFrom, lineStart } from "../text/lines.ts";
import { listOccurrences } from "../text/occurrences.ts";
import type { Range } from "../text/ranges.ts";
import { foldTypography, listWordRanges, listWords, WordBag } from "../text/words.ts";
import { EditError, type EditProblem } from "./edit-error.ts";

const maxMatchesNamed = 8;

const contextChars = 40;

/**
 * Where the old text is on the page: once, or everywhere with `all`. Line endings match each other, as do an invisible
 * character and the escape that shows it.
 */
export function findPassages(markdown: string, oldText: string, all: boolean, index: number): Range[] {
  if (oldText === "") {
    throw new EditError("empty", index, "The old text is empty. Give the passage to replace, or edit a section.");
  }
  const found = listPassages(markdown, oldText);
  if (found.length === 0) {
    throw new EditError("not_found", index, describeClosestPassage(markdown, oldText));
  }
  if (found.length > 1 && !all) {
    throw new EditError("ambiguous", index, describeMatches(markdown, found));
  }
  return found.length === 1 ? found : disjoint(found);
}

export function listPassages(markdown: string, oldText: string): Range[] {
  if (hasInvisible(markdown)) return listShownPassages(markdown, oldText);
  const needle = oldText.replaceAll("\r\n", "\n");
  if (!markdown.includes("\r\n")) return toRanges(listOccurrences(markdown, needle), needle.length, (offset) => offset);
  const plain = markdown.replaceAll("\r\n", "\n");
  const returns = listOccurrences(markdown, "\r\n").map((offset, count) => offset - count);
  return toRanges(listOccurrences(plain, needle), needle.length, (offset) => offset + countBelow(returns, offset));
}

function toRanges(positions: readonly number[], length: number, map: (offset: number) => number): Range[] {
  return positions.map((position) => ({ start: map(position), end: map(position + length) }));
}

/** The count of the ascending numbers below `limit`. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function disjoint(ranges: readonly Range[]): Range[] {
  let free = 0;
  return ranges.filter(({ start, end }) => {
    if (start < free) return false;
    free = end;
    return true;
  });
}

function describeMatches(markdown: string, found: readonly Range[]): EditProblem {
  const lineAt = lineCounter(markdown);
  const named = found
    .slice(0, maxMatchesNamed)
    .map((range) => `line ${lineAt(range.start)}: ${inContext(markdown, range)}`);
  const rest = found.length > named.length ? [`and ${found.length - named.length} more`] : [];
  return {
    problem: `The old text occurs ${found.length} times:`,
    fromPage: [...named, ...rest].map((line) => `- ${line}`).join("\n"),
    advice: "Include more of the text around the one you mean, or set `all` to replace every one.",
  };
}

/** The line a match starts on, cut to what is around the match. */
function inContext(markdown: string, { start, end }: Range): string {
  const line = lineFrom(markdown, lineStart(markdown, start));
  const from = Math.max(line.start, start - contextChars);
  const to = Math.min(line.end, Math.min(end, start + contextChars) + contextChars);
  return `${from > line.start ? "…" : ""}${markdown.slice(from, to).trim()}${to < line.end ? "…" : ""}`;
}

const maxQuoteChars = 600;

const maxExcerptChars = 100;

/** Lines up to this much longer than the old text are quoted whole. */
const maxExtraLineChars = 80;

/** The minimum similarity for a passage to be suggested. */
const minSimilarity = 0.3;

/** Explains why the old text is not on the page: the most similar passage, its line, and what differs. */
function describeClosestPassage(markdown: string, oldText: string): EditProblem {
  const folded = findFolded(markdown, oldText);
  if (folded) return describeFolded(markdown, folded, oldText);
  const window = findClosestWindow(markdown, oldText);
  if (!window) {
    return { problem: "The old text is not on the page, and nothing there resembles it. Read the page again." };
  }
  const { start, end } = window;
  const passage = markdown.slice(start + alignedStart(markdown.slice(start, end), oldText), end);
  const difference = firstDifference(passage, oldText);
  const line = lineCounter(markdown)(end - passage.length);
  return {
    problem: `The old text is not on the page. The closest passage is on line ${line}:`,
    fromPage: [quote(passage), ...(difference ? [difference] : [])].join("\n"),
    advice: "Copy the old text exactly from the page.",
  };
}

interface Difference {
  name: string;
  fold: (text: string) => string;
}

/** Differences that do not change the words, in the order they are normalized. */
const knownDifferences: readonly Difference[] = [
  { name: "quotation marks, dashes or invisible characters", fold: foldTypography },
  { name: "backslashes", fold: (text) => text.replaceAll("\\", "") },
  { name: "letter case", fold: (text) => text.toLowerCase() },
  { name: "spaces or line breaks", fold: (text) => text.replace(/\s+/g, " ").trim() },
];

/** The first passage that has the same characters once spacing, case, quotes, dashes and backslashes are folded. */
function findFolded(markdown: string, oldText: string): Range | undefined {
  const needle = foldWithOffsets(oldText);
  const page = foldWithOffsets(markdown);
  const [first] = listOccurrences(page.text, needle.text.trim());
  if (first === undefined) return undefined;
  const last = first + needle.text.trim().length - 1;
  return { start: page.offsets[first] ?? 0, end: (page.offsets[last] ?? 0) + 1 };
}

/** Folded text with, for each of its units, the offset it came from. */
function foldWithOffsets(text: string): { text: string; offsets: Int32Array } {
  const offsets = new Int32Array(text.length);
  const folded: string[] = [];
  let spaced = false;
  for (let position = 0; position < text.length; position += 1) {
    const unit = foldUnit(text.charAt(position));
    if (unit === "" || (unit === " " && spaced)) continue;
    spaced = unit === " ";
    offsets[folded.length] = position;
    folded.push(unit);
  }
  return { text: folded.join(""), offsets };
}

function foldUnit(unit: string): string {
  if (unit === "\\") return "";
  if (unit > " " && unit < "\x7f") return unit.toLowerCase();
  const plain = foldTypography(unit);
  if (plain.trim() === "") return plain === "" ? "" : " ";
  const lower = plain.toLowerCase();
  return lower.length === 1 ? lower : plain;
}

function describeFolded(markdown: string, range: Range, oldText: string): EditProblem {
  const actual = markdown.slice(range.start, range.end);
  const names = knownDifferences.filter((difference) => differsIn(difference, actual, oldText)).map(({ name }) => name);
  const inside = withPlainFeeds(actual) !== withPlainFeeds(oldText).trim();
  const what = inside ? names.join(" and ") : "spaces or line breaks at its ends";
  return {
    problem: `The old text is not on the page as given; line ${lineCounter(markdown)(range.start)} differs in ${what}:`,
    fromPage: quote(actual),
    advice: "Copy the old text exactly from there.",
  };
}

/** Whether two texts that are equal when folded still differ after every other difference is undone. */
function differsIn(difference: Difference, one: string, other: string): boolean {
  const folds = knownDifferences.filter((candidate) => candidate !== difference).map(({ fold }) => fold);
  const foldOthers = (text: string) => folds.reduce((folded, fold) => fold(folded), withPlainFeeds(text));
  return foldOthers(one) !== foldOthers(other);
}

/** The run of as many words as the old text that shares most with it, as whole lines unless those are long. */
function findClosestWindow(markdown: string, oldText: string): Range | undefined {
  const wanted = new WordBag(oldText);
  if (wanted.size === 0) return undefined;
  const [opening] = listWords(oldText);
  const words = listWordRanges(markdown);
  let hits = 0;
  let best = { hits: 0, first: 0 };
  for (const [index, { word }] of words.entries()) {
    const left = words[index - wanted.size];
    hits += wanted.weight(word) - (left === undefined ? 0 : wanted.weight(left.word));
    const first = Math.max(0, index - wanted.size + 1);
    // Of two with as much in common, the one aligned with the old text: both end where the other does.
    const inStep = words[first]?.word === opening && wanted.last === word ? 0.5 : 0;
    if (hits + inStep > best.hits) best = { hits: hits + inStep, first };
  }
  if (best.hits / wanted.size < minSimilarity) return undefined;
  const first = words[best.first];
  const last = words[Math.min(best.first + wanted.size, words.length) - 1];
  if (first === undefined || last === undefined) return undefined;
  return wholeLines(markdown, { start: first.start, end: last.end }, 2 * oldText.length + maxExtraLineChars);
}

function wholeLines(markdown: string, window: Range, maxLength: number): Range {
  const start = markdown.lastIndexOf("\n", window.start - 1) + 1;
  const feed = markdown.indexOf("\n", window.end);
  const end = feed === -1 ? markdown.length : markdown[feed - 1] === "\r" ? feed - 1 : feed;
  return end - start <= maxLength ? { start, end } : window;
}

/** The first position at which two texts differ, one line of each. */
function firstDifference(actual: string, wanted: string): string | undefined {
  const one = withPlainFeeds(actual);
  const other = withPlainFeeds(wanted);
  const position = commonLength(one, other);
  if (position === one.length && position === other.length) return undefined;
  return `They first differ here: the page has ${excerptAt(one, position)}, the old text ${excerptAt(other, position)}.`;
}

function commonLength(one: string, other: string): number {
  let position = 0;
  while (position < one.length && one[position] === other[position]) position += 1;
  return position;
}

function excerptAt(text: string, position: number): string {
  const wordStart = text.lastIndexOf(" ", position - 15) + 1;
  const from = Math.max(0, position - 40, wordStart);
  const excerpt = text.slice(from, from + maxExcerptChars);
  if (position >= text.length) return `${JSON.stringify(excerpt)} and then nothing more`;
  return JSON.stringify(excerpt);
}

/** Where in the passage the old text seems to begin: at its first characters, else at the passage's start. */
function alignedStart(passage: string, oldText: string): number {
  for (const length of [40, 20, 10]) {
    const at = oldText.length < length ? -1 : passage.indexOf(oldText.slice(0, length));
    if (at !== -1) return at;
  }
  return 0;
}

/** Fenced, so that the passage's lines stay unchanged. */
function quote(passage: string): string {
  const text = passage.length > maxQuoteChars ? `${passage.slice(0, maxQuoteChars)}…` : passage;
  const fence = fenceAround(text);
  return `${fence}\n${withPlainFeeds(text)}\n${fence}`;
}

function withPlainFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
