import { type InlineToken, scanInline, scanningInline } from "../grammar/inline.ts";
import { inlineText } from "../grammar/inline-text.ts";
import type { Range } from "../text/ranges.ts";
import { runToEnd, type WorkInSteps } from "../text/work-in-steps.ts";

/**
 * A piece of a page that is translated as one. `text` is what a translator gets: one line, with `⟦1⟧`, `⟦2⟧`, … for
 * markup, code and addresses, which are in `held` in their order.
 */
export interface Segment {
  /** `text` is running text; the next two are an attribute's value by its quotes; `plain` is not Markdown. */
  readonly kind: "text" | "double" | "single" | "plain";
  /** As on the page. */
  readonly source: string;
  readonly text: string;
  readonly held: readonly string[];
  /** What it is for readers; absent for ordinary text. Only passed on to the translator. */
  readonly role?: SegmentRole;
}

export type SegmentRole =
  | "title"
  | "link title"
  | "description"
  | "heading"
  | "list item"
  | "table cell"
  | "alt text"
  | "caption"
  | "button"
  | "summary"
  | "label";

export const placeholder = (index: number) => `⟦${index + 1}⟧`;

const placeholderPattern = /⟦(\d{1,4})⟧/g;

/** The numbers of the placeholders in a text, in order, from 1. */
const placeholdersIn = (text: string): number[] =>
  [...text.matchAll(placeholderPattern)].map((match) => Number(match[1]));

/** A translation with the content of its placeholders. */
export const release = (text: string, held: readonly string[]): string =>
  text.replace(placeholderPattern, (whole, number: string) => held[Number(number) - 1] ?? whole);

/** Whether a segment has a word to translate. */
export const hasWords = (text: string): boolean => /\p{L}/u.test(text.replace(placeholderPattern, ""));

/** Words as people count them; in scripts without spaces, two letters count as one word. */
export function wordsIn(text: string): number {
  const words = text.replace(placeholderPattern, " ").matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu);
  let count = 0;
  for (const [word] of words) {
    const dense = word.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
    count += dense > 0 ? Math.ceil(dense / 2) : 1;
  }
  return count;
}

/** Elements whose content is not prose. */
export const codeElements: ReadonlySet<string> = new Set("code kbd samp var pre script style svg math".split(" "));

/** Formulas, bare addresses, names of emojis, hard line breaks and the placeholders' own brackets. */
const alsoHeldPattern = /\$\$[^$]+\$\$|https?:\/\/[^\s<>()[\]{}"'`|]+|:[a-z0-9_+-]{2,40}:|(?<! ) {2,}\r?\n[ \t]*|[⟦⟧]/g;

const softBreakPattern = /(?:(?<![ \t])[ \t]+)?\r?\n[ \t]*/g;

/** Characters that may begin a placeholder; a text without any is a segment unchanged. */
const mayHoldPattern = /[\\`*_~[\]!<&{$:@\r\n⟦⟧]|www\./i;

/** Pieces per step. */
const stepSize = 1_000;

/** Inline text as a segment. */
export function* holdingText(source: string, labels: ReadonlySet<string>): WorkInSteps<Segment> {
  if (!mayHoldPattern.test(source)) return { kind: "text", source, text: source, held: [] };
  const held: string[] = [];
  let text = "";
  let open = false;
  for (const [index, piece] of (yield* splitPieces(source, labels)).entries()) {
    if (index % stepSize === stepSize - 1) yield;
    if (!piece.held) {
      text += source.slice(piece.start, piece.end).replace(softBreakPattern, " ");
    } else if (open) {
      held[held.length - 1] += source.slice(piece.start, piece.end);
    } else {
      held.push(source.slice(piece.start, piece.end));
      text += placeholder(held.length - 1);
    }
    open = piece.held;
  }
  return { kind: "text", source, text, held };
}

/** The placeholders' content in inline text, sorted: two texts with equal pieces have the same markup. */
function listHeldMarkup(source: string, labels: ReadonlySet<string>): string[] {
  return runToEnd(splitPieces(source, labels))
    .filter((piece) => piece.held)
    .map(({ start, end }) => source.slice(start, end))
    .sort();
}

/** A value or title, taken verbatim. */
export function holdPlain(source: string, kind: Exclude<Segment["kind"], "text">): Segment {
  const held: string[] = [];
  const text = source.replace(/[⟦⟧]/g, (bracket) => placeholder(held.push(bracket) - 1)).replace(softBreakPattern, " ");
  return { kind, source, text, held };
}

type Piece = Range & { held: boolean };

/** Splits inline text into translated text and placeholders, without gaps. */
function* splitPieces(source: string, labels: ReadonlySet<string>): WorkInSteps<Piece[]> {
  const ranges = [...wholeRanges(source, yield* scanningInline(source, { labels })), ...matches(source)].sort(
    (left, right) => left.start - right.start || right.end - left.end,
  );
  yield;
  const pieces: Piece[] = [];
  let position = 0;
  for (const { start, end } of ranges) {
    if (start < position) {
      // For example a formula with underscores: the token that reaches further extends the piece.
      const last = pieces.at(-1);
      if (last !== undefined && end > position) {
        last.end = end;
        position = end;
      }
      continue;
    }
    if (start > position) pieces.push({ start: position, end: start, held: false });
    pieces.push({ start, end, held: true });
    position = end;
  }
  if (position < source.length) pieces.push({ start: position, end: source.length, held: false });
  return pieces;
}

function* matches(source: string): Generator<Range> {
  for (const match of source.matchAll(alsoHeldPattern))
    yield { start: match.index, end: match.index + match[0].length };
}

/** Every token except plain text; code elements and references by their own label with their content. */
function* wholeRanges(source: string, tokens: readonly InlineToken[]): Generator<Range> {
  const opens: Range[] = [];
  let code: { name: string; start: number } | undefined;
  for (const token of tokens) {
    const { start, end } = token;
    if (code !== undefined) {
      if (token.kind !== "element" || !token.closing || token.name.toLowerCase() !== code.name) continue;
      yield { start: code.start, end };
      code = undefined;
      continue;
    }
    if (token.kind === "text") continue;
    if (token.kind === "element" && !token.closing && codeElements.has(token.name.toLowerCase())) {
      code = { name: token.name.toLowerCase(), start };
      continue;
    }
    if (token.kind === "open") opens.push(token);
    if (token.kind === "close") {
      const open = opens.pop();
      // `[label]` and `[label][]` name a definition by the text itself.
      const byText = token.linked && token.href === undefined && /^\](?:\[\])?$/.test(source.slice(start, end));
      if (open !== undefined && byText) yield { start: open.start, end };
    }
    // An element begins a block only if it is alone on its line.
    const alone = token.kind === "element" && start === 0 && /^[ \t]*\r?\n/.test(source.slice(end, end + 80));
    const broken = alone || (token.kind === "escape" && /[\r\n]$/.test(source.slice(start, end)));
    yield {
      start,
      end: broken ? end + (/^[ \t]*\r?\n?[ \t]*/.exec(source.slice(end, end + 80))?.[0].length ?? 0) : end,
    };
  }
  if (code !== undefined) yield { start: code.start, end: source.length };
}

/** Beginnings of a line that make it a block other than a paragraph. */
const blockStartPattern =
  /^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|\d{1,9}[.)](?=\s|$)|>|\||={2,}\s*$|-{2,}\s*$|`{3}|~{3}|\{%)/;

const visibleMarksPattern = /[*_~`[\]<>|{}]/g;

const breaksPattern = /[\r\n\u2028\u2029\0]/;

/** Translations are rarely longer than this; a longer one is probably wrong. */
const computeMaxChars = (text: string) => 4 * text.length + 120;

/**
 * Why a translation cannot replace a segment; undefined if it can. `fixedTerms` are words that must not change. Applies to
 * every source of translations, the translation memory included.
 */
export function findProblem(
  segment: Segment,
  translation: string,
  fixedTerms: readonly string[] = [],
): string | undefined {
  if (translation.trim() === "") return "it is empty";
  if (breaksPattern.test(translation)) return "it has more than one line";
  if (translation.length > computeMaxChars(segment.text)) return "it is far longer than what it translates";
  const lost = placeholderProblem(segment, translation);
  if (lost !== undefined) return lost;
  const released = release(translation, segment.held);
  const word = fixedTerms.find((term) => !released.includes(term));
  if (word !== undefined) return `it lacks ${JSON.stringify(word)}, which stays as it is`;
  if (segment.kind === "text") return markupProblem(segment.source, released);
  return segment.kind === "plain" ? undefined : attributeProblem(segment, translation);
}

function placeholderProblem({ held }: Segment, translation: string): string | undefined {
  const found = placeholdersIn(translation);
  const counts = new Map<number, number>();
  for (const number of found) counts.set(number, (counts.get(number) ?? 0) + 1);
  for (let number = 1; number <= held.length; number += 1) {
    const times = counts.get(number) ?? 0;
    if (times !== 1)
      return `it has ${placeholder(number - 1)} ${times === 0 ? "nowhere" : `${times} times`}; each appears once`;
  }
  if (found.length > held.length || /[⟦⟧]/.test(translation.replace(/⟦\d{1,4}⟧/g, ""))) {
    return "it has placeholders that the text has not";
  }
  return undefined;
}

function markupProblem(source: string, result: string): string | undefined {
  const [before, after] = [listHeldMarkup(source, noLabels), listHeldMarkup(result, noLabels)];
  if (before.length !== after.length || before.some((piece, index) => piece !== after[index])) {
    return "it adds, changes or joins markup, code or addresses";
  }
  if (toLinkSignature(source) !== toLinkSignature(result)) return "a link would become a picture, or a picture a link";
  const marks = (text: string) => inlineText(text).match(visibleMarksPattern)?.sort().join("") ?? "";
  if (marks(source) !== marks(result))
    return "emphasis or brackets would show as signs: put no space or sign inside them";
  if (kindOfStart(source) !== kindOfStart(result)) return "it begins like a list, a heading or a table";
  return undefined;
}

/** A reference by label stays one even if its label is unknown, because its brackets are held. */
const noLabels: ReadonlySet<string> = new Set();

/** Which brackets are links' and images', and where each kind leads. */
const toLinkSignature = (text: string) =>
  scanInline(text)
    .flatMap((token) => {
      if (token.kind !== "open" && token.kind !== "close") return [];
      const target = token.kind === "close" ? text.slice(token.start, token.end) : "";
      return [`${token.kind} ${token.linked} ${token.image} ${target}`];
    })
    .sort()
    .join("\n");

const kindOfStart = (text: string) => blockStartPattern.exec(text)?.[0].replace(/\d+/, "1") ?? "";

function attributeProblem({ kind, source }: Segment, translation: string): string | undefined {
  const signs = kind === "double" ? /["<>]|[{%]%|%\}/g : /['<>]|[{%]%|%\}/g;
  const before = source.match(signs)?.length ?? 0;
  const after = translation.match(signs)?.length ?? 0;
  return before === after ? undefined : `it has signs that end an attribute: ${kind === "double" ? '"' : "'"}, < or >`;
}
