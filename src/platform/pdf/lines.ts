import type { Run } from "./runs.ts";
import type { SetRun, Typeface } from "./typeface.ts";

export interface Piece {
  readonly run: SetRun;
  readonly text: string;
  readonly x: number;
  readonly width: number;
}

export type Line = readonly Piece[];

/** Words keep together; scripts that are written without spaces break between any two letters. */
const words =
  /\n|[^\S\n]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+/gu;

/** A word is broken anywhere beyond this: nobody's word is longer, and measuring a text as one word takes much memory. */
const longestWord = 200;
/** Characters of a run that are set at once. */
const atOnce = 5_000;

/** Breaks running text into lines of a width. */
export class LineBreaker {
  readonly #document: PDFKit.PDFDocument;
  readonly #typeface: Typeface;

  constructor(document: PDFKit.PDFDocument, typeface: Typeface) {
    this.#document = document;
    this.#typeface = typeface;
  }

  /** `keepSpaces` is for code, where the beginning of a line matters. */
  break(runs: readonly Run[], size: number, width: number, keepSpaces = false): Line[] {
    return [...this.each(runs, size, width, keepSpaces)];
  }

  /** The lines one by one, so that a long text can be left where there is no more room or time. */
  *each(runs: readonly Run[], size: number, width: number, keepSpaces = false): Generator<Line, void, void> {
    let line: Piece[] = [];
    let x = 0;
    let isFirst = true;
    const end = (): Line => {
      const ended = line;
      line = [];
      x = 0;
      isFirst = false;
      return ended;
    };
    const add = (run: SetRun, text: string, length: number) => {
      const last = line.at(-1);
      if (last !== undefined && last.run === run) {
        line[line.length - 1] = { ...last, text: last.text + text, width: last.width + length };
      } else line.push({ run, text, x, width: length });
      x += length;
    };
    for (const run of this.#set(runs)) {
      for (const [word] of run.text.matchAll(words)) {
        if (word === "\n") {
          yield end();
          continue;
        }
        const isSpace = word.trim() === "";
        if (isSpace && x === 0 && !keepSpaces) continue;
        const length = word.length > longestWord ? Number.POSITIVE_INFINITY : this.#width(run, size, word);
        if (x + length <= width) add(run, word, length);
        else if (isSpace && !keepSpaces) yield end();
        else {
          if (x > 0 && length <= width) yield end();
          for (const part of length <= width ? [word] : word) {
            const own = length <= width ? length : this.#width(run, size, part);
            if (x + own > width && x > 0) yield end();
            add(run, part, own);
          }
        }
      }
    }
    if (isFirst || line.length > 0) yield line;
  }

  #width(run: SetRun, size: number, text: string): number {
    // Whoever takes a line may have drawn it with another font since.
    return this.#document.font(run.font).fontSize(size).widthOfString(text);
  }

  *#set(runs: readonly Run[]): Generator<SetRun, void, void> {
    for (const run of runs) {
      if (run.text.length <= atOnce) yield* this.#typeface.set(run);
      else for (const text of partsOf(run.text, atOnce)) yield* this.#typeface.set({ ...run, text });
    }
  }
}

/** A text in parts of about a length, which end after a space where there is one and never within a character. */
function* partsOf(text: string, length: number): Generator<string, void, void> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + length, text.length);
    if (end < text.length) {
      const space = text.lastIndexOf(" ", end);
      if (space > start) end = space + 1;
      else if ((text.codePointAt(end - 1) ?? 0) > 0xffff) end += 1;
    }
    yield text.slice(start, end);
    start = end;
  }
}
