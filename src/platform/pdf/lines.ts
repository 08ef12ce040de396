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
    const lines: Piece[][] = [[]];
    let x = 0;
    const end = () => {
      lines.push([]);
      x = 0;
    };
    const add = (run: SetRun, text: string, length: number) => {
      const line = lines.at(-1);
      const last = line?.at(-1);
      if (line !== undefined && last !== undefined && last.run === run) {
        line[line.length - 1] = { ...last, text: last.text + text, width: last.width + length };
      } else line?.push({ run, text, x, width: length });
      x += length;
    };
    for (const run of runs.flatMap((one) => this.#typeface.set(one))) {
      this.#document.font(run.font).fontSize(size);
      for (const [word] of run.text.matchAll(words)) {
        if (word === "\n") {
          end();
          continue;
        }
        const isSpace = word.trim() === "";
        if (isSpace && x === 0 && !keepSpaces) continue;
        const length = this.#document.widthOfString(word);
        if (x + length <= width) add(run, word, length);
        else if (isSpace && !keepSpaces) end();
        else {
          if (x > 0 && length <= width) end();
          for (const part of length <= width ? [word] : [...word]) {
            const own = length <= width ? length : this.#document.widthOfString(part);
            if (x + own > width && x > 0) end();
            add(run, part, own);
          }
        }
      }
    }
    if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
    return lines;
  }
}
