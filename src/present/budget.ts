import { cacheLongText, findLongText, latestLongTexts, longText } from "./long-texts.ts";

interface Cut {
  readonly text: string;
  /** Characters of the original in `text`; the original's length if nothing was left out. */
  readonly includedChars: number;
  readonly complete: boolean;
}

/**
 * Estimates the tokens of a text from its characters: never much less than o200k counts, and for prose
 * and code about a fifth more. Linear in the length, up to the size of the largest answer: the rest is extrapolated
 * from the beginning.
 */
export function estimateTokens(text: string): number {
  if (text.length < longText) return count(text);
  // An answer around a known part is not kept: the marks of its fence make it different from all others.
  const known = findLongText(text)?.tokens ?? estimateAroundCachedText(text);
  if (known !== undefined) return known;
  const tokens = count(text);
  cacheLongText(text, tokens);
  return tokens;
}

/** The same for an answer in parts, of which the long ones are often parts of other answers. */
export const estimateParts = (parts: readonly string[]): number =>
  parts.reduce((sum, part) => sum + estimateTokens(part), 0);

function count(text: string): number {
  if (text.length <= maxMeasuredLength) return measure(text, Number.POSITIVE_INFINITY).tokens;
  return Math.ceil((count(text.slice(0, maxMeasuredLength)) * text.length) / maxMeasuredLength);
}

/** UTF-16 units. */
const maxMeasuredLength = 500_000;

/** The tokens of a text of which most was counted recently. */
function estimateAroundCachedText(text: string): number | undefined {
  for (const [part, { tokens }] of latestLongTexts()) {
    if (part.length > text.length || 2 * part.length < text.length) continue;
    const start = text.indexOf(part);
    if (start >= 0) return count(text.slice(0, start)) + tokens + count(text.slice(start + part.length));
  }
  return undefined;
}

/**
 * Cuts a text to a number of tokens at the best boundary: before a heading, between paragraphs, between lines,
 * between words. The result of `continuation` for the kept characters is appended and counts towards the budget.
 */
export function cut(text: string, tokens: number, continuation: string | ((includedChars: number) => string)): Cut {
  const noteFor = typeof continuation === "string" ? () => continuation : continuation;
  if (fits(text, tokens)) return { text, includedChars: text.length, complete: true };

  const includedChars = computeCutLength(text, tokens - estimateTokens(noteFor(text.length)));
  const head = text.slice(0, includedChars);
  const openFence = openCodeFence(head);
  const closed = openFence === undefined ? head.trimEnd() : `${head.trimEnd()}\n${openFence}`;
  return { text: `${closed}\n\n${noteFor(includedChars)}`, includedChars, complete: false };
}

/** Whether a text has at most this many tokens. Reads no further than that. */
export function fits(text: string, tokens: number): boolean {
  if (text.length < longText) return lengthWithin(text, tokens) === text.length;
  const known = findLongText(text);
  if (known !== undefined) return known.tokens <= tokens;
  const measured = measure(text, tokens);
  if (measured.length < text.length) return false;
  cacheLongText(text, measured.tokens);
  return true;
}

/** How much of a text that does not fit is kept, with room to close a code block. */
function computeCutLength(text: string, tokens: number): number {
  const reserved = estimateTokens("\n```") + 2;
  return borderBefore(text, lengthWithin(text, Math.max(1, tokens - reserved)));
}

/** The longest prefix of at most `tokens`, without splitting a surrogate pair. */
function lengthWithin(text: string, tokens: number): number {
  const { length } = measure(text, tokens);
  return length < text.length && isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length;
}

/** The best boundary in the second half of the prefix of `length` characters; the length itself if there is none. */
function borderBefore(text: string, length: number): number {
  const earliest = Math.floor(length / 2);
  const window = text.slice(earliest, length + 1);
  const heading = lastMatch(window, /\n(?=#{1,6} )/g);
  if (heading > 0 && !insideCodeFence(text, earliest + heading)) return earliest + heading;
  for (const border of ["\n\n", "\n", " "]) {
    const found = window.lastIndexOf(border);
    if (found > 0) return earliest + found + border.length;
  }
  return length;
}

function lastMatch(text: string, pattern: RegExp): number {
  let last = -1;
  for (const match of text.matchAll(pattern)) last = match.index + match[0].length;
  return last;
}

const insideCodeFence = (text: string, position: number) => openCodeFence(text.slice(0, position)) !== undefined;

/** The marks that close an open code block at the end of a Markdown text. */
function openCodeFence(text: string): string | undefined {
  let open: string | undefined;
  for (const match of text.matchAll(/^ {0,3}(`{3,}|~{3,})(.*)$/gm)) {
    const [, marks = "", info = ""] = match;
    if (open === undefined) open = marks;
    else if (marks.startsWith(open) && info.trim() === "") open = undefined;
  }
  return open;
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

const kindOther = 0;

const kindLower = 1;

const kindUpper = 2;

const kindDigit = 3;

const kindSpace = 4;

const kindMark = 5;

/**
 * Counts characters in runs of one kind, since tokens do not span letters, digits and marks, up to a cost of
 * `maxTokens`. Returns how far that was, and the cost.
 */
function measure(text: string, maxTokens: number): { readonly length: number; readonly tokens: number } {
  let finished = 0;
  let index = 0;
  while (index < text.length) {
    const start = index;
    const end = findRunEnd(text, start);
    index = end.at;
    const cost = end.kind === kindOther ? wideCost(text.charCodeAt(start)) : runCost(end.kind, index - start);
    if (Math.ceil(finished + cost) > maxTokens) {
      let length = 1;
      while (end.kind !== kindOther && Math.ceil(finished + runCost(end.kind, length)) <= maxTokens) length += 1;
      return { length: start + length - 1, tokens: maxTokens };
    }
    finished += cost;
  }
  return { length: text.length, tokens: Math.ceil(finished) };
}

/** Reused, since it is needed for each word of a text. */
const runEnd = { at: 0, kind: kindOther };

/** The end of the run that begins here. A capital before lower-case letters belongs to them. */
function findRunEnd(text: string, start: number): typeof runEnd {
  let kind = getKind(text.charCodeAt(start));
  let at = start + 1;
  if (kind !== kindOther) {
    if (kind === kindUpper && getKind(text.charCodeAt(at)) === kindLower) kind = kindLower;
    while (at < text.length && getKind(text.charCodeAt(at)) === kind) at += 1;
  }
  runEnd.at = at;
  runEnd.kind = kind;
  return runEnd;
}

const getKind = (code: number): number => (code < 128 ? (kinds[code] as number) : kindOther);

function runCost(kind: number, length: number): number {
  if (kind === kindLower) return length <= 6 ? 1 : 1 + (length - 6) / 4;
  if (kind === kindUpper) return length <= 2 ? 1 : length / 2;
  if (kind === kindDigit) return Math.ceil(length / 3);
  // A single space belongs to the following word.
  if (kind === kindSpace) return length === 1 ? 0 : 1 + length / 32;
  return length <= 2 ? 1 : 1 + (length - 2) / 3;
}

/** By ASCII code. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 0x61 && code <= 0x7a) return kindLower;
  if (code === 0x20) return kindSpace;
  if (code < 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return kindOther;
  if (code >= 0x41 && code <= 0x5a) return kindUpper;
  return code >= 0x30 && code <= 0x39 ? kindDigit : kindMark;
});

/**
 * Tokens of one UTF-16 unit outside ASCII, by alphabet: the first limit above the unit applies. Rounded up from o200k's
 * counts for running text in the alphabets it knows words of, and for any text in the others.
 */
function wideCost(code: number): number {
  if (isEscaped(code)) return escapedTokens;
  for (const [limit, cost] of wideCosts) if (code < limit) return cost;
  return 1.3;
}

const wideCosts: readonly (readonly [limit: number, cost: number])[] = [
  [0x0250, 0.5], // Latin
  [0x0370, 2], // phonetic letters, combining marks
  [0x0700, 0.5], // Greek to Arabic
  [0x0900, 2], // Syriac, Thaana, N'Ko
  [0x0e80, 0.6], // Indic, Thai
  [0x1000, 2], // Lao, Tibetan
  [0x1100, 0.6], // Burmese, Georgian
  [0x1200, 3], // parts of Korean syllables
  [0x13a0, 2.3], // Ethiopic
  [0x1780, 3], // Cherokee, Canadian syllables
  [0x1800, 0.9], // Khmer
  [0x1e00, 3], // Mongolian and smaller ones
  [0x2000, 0.6], // Vietnamese, ancient Greek
  [0x2e80, 1.3], // marks and symbols
  [0x3000, 3], // radicals
  [0x3400, 0.9], // Japanese syllables
  [0x4e00, 3], // rare ideographs
  [0xa000, 0.9], // ideographs
  [0xac00, 3], // Yi, Vai
  [0xd7b0, 0.9], // Korean
  [0xd83c, 2.7], // first halves of rare letters and ideographs
  [0xd83f, 1.3], // first halves of emoji
  [0xdc00, 2.7],
  [0xe000, 1.3], // second halves
  [0xfe00, 3], // private use, presentation forms
];

/** Tokens of an invisible character as shown in answers, such as `\u{e0041}`. */
const escapedTokens = 6;

/** The blocks of invisible characters, including some that stay unescaped in emoji and joined letters. */
const escapedBlocks: readonly (readonly [first: number, last: number])[] = [
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  // The first halves of tags and supplementary variation selectors.
  [0xdb40, 0xdb43],
  [0xfe00, 0xfe0f],
  [0xfff0, 0xfffb],
];

const escapedCodes: ReadonlySet<number> = new Set([
  0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x3164, 0xfeff, 0xffa0,
]);

function isEscaped(code: number): boolean {
  if (code < 0xa0 || escapedCodes.has(code)) return true;
  return code >= 0x180b && escapedBlocks.some(([first, last]) => code >= first && code <= last);
}

/** Tokens of a fence around a text, including a title of usual length. */
export const fenceTokens = 90;

/** How many of the blocks, each followed by a line feed, fit into a number of tokens. */
export const countWithin = (blocks: readonly string[], tokens: number): number => takeWithin(blocks, tokens).length;

/** The first blocks that fit. Consumes only one more than that. */
export function takeWithin(blocks: Iterable<string>, tokens: number): string[] {
  const taken: string[] = [];
  let spent = 0;
  for (const block of blocks) {
    spent += estimateTokens(block) + 1;
    if (spent > tokens) break;
    taken.push(block);
  }
  return taken;
}

/**
 * Where the part of a text from `start` must end to have at most `tokens`: at the best boundary before that,
 * but never at `start` itself.
 */
export function endWithin(text: string, start: number, end: number, tokens: number): number {
  const part = text.slice(start, end);
  const maxTokens = Math.max(1, tokens);
  return fits(part, maxTokens) ? end : Math.min(end, start + Math.max(1, computeCutLength(part, maxTokens)));
}
