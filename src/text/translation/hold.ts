import { type InlineToken, scanInline } from "../inline.ts";
import type { Range } from "../range.ts";
import { placeholder, type Segment } from "./segment.ts";

/** Elements whose content is no prose. */
export const CODE_ELEMENTS: ReadonlySet<string> = new Set("code kbd samp var pre script style svg math".split(" "));

/** Formulas, bare addresses, names of emojis, hard line breaks and the placeholders' own brackets. */
const ALSO_HELD = /\$\$[^$]+\$\$|https?:\/\/[^\s<>()[\]{}"'`|]+|:[a-z0-9_+-]{2,40}:| {2,}\r?\n[ \t]*|[⟦⟧]/g;
const SOFT_BREAK = /[ \t]*\r?\n[ \t]*/g;

/** Running text as a segment. */
export function holdText(source: string, labels: ReadonlySet<string>): Segment {
  const held: string[] = [];
  let text = "";
  let open = false;
  for (const piece of piecesOf(source, labels)) {
    if (!piece.held) {
      text += source.slice(piece.start, piece.end).replace(SOFT_BREAK, " ");
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

/** What of running text is held, piece by piece, sorted: two texts with the same have the same markup. */
export function markupOf(source: string, labels: ReadonlySet<string>): string[] {
  return piecesOf(source, labels)
    .filter((piece) => piece.held)
    .map(({ start, end }) => source.slice(start, end))
    .sort();
}

/** A value or a title, which is taken as it is. */
export function holdPlain(source: string, kind: Exclude<Segment["kind"], "text">): Segment {
  const held: string[] = [];
  const text = source.replace(/[⟦⟧]/g, (bracket) => placeholder(held.push(bracket) - 1)).replace(SOFT_BREAK, " ");
  return { kind, source, text, held };
}

type Piece = Range & { held: boolean };

/** Cuts running text into what is translated and what is held, without gaps. */
function piecesOf(source: string, labels: ReadonlySet<string>): Piece[] {
  const ranges = [...wholeRanges(source, scanInline(source, labels)), ...matches(source)].sort(
    (left, right) => left.start - right.start || right.end - left.end,
  );
  const pieces: Piece[] = [];
  let position = 0;
  for (const { start, end } of ranges) {
    if (start < position) {
      // A formula that holds underscores, say: what reaches further makes the piece longer.
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
  for (const match of source.matchAll(ALSO_HELD)) yield { start: match.index, end: match.index + match[0].length };
}

/** Every token but plain text; code elements and references by their own label with what they hold. */
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
    if (token.kind === "element" && !token.closing && CODE_ELEMENTS.has(token.name.toLowerCase())) {
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
    // An element that has its line to itself begins a block, and only there.
    const alone = token.kind === "element" && start === 0 && /^[ \t]*\r?\n/.test(source.slice(end, end + 80));
    const broken = alone || (token.kind === "escape" && /[\r\n]$/.test(source.slice(start, end)));
    yield {
      start,
      end: broken ? end + (/^[ \t]*\r?\n?[ \t]*/.exec(source.slice(end, end + 80))?.[0].length ?? 0) : end,
    };
  }
  if (code !== undefined) yield { start: code.start, end: source.length };
}
