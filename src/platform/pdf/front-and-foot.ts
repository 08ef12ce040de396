import type { Turns } from "../turns.ts";
import type { Book } from "./book.ts";
import { colors, drawLine, paper } from "./flow.ts";
import type { LineBreaker } from "./lines.ts";

const entryHeight = 18;
const firstEntry = paper.margin + 60;
const entriesOfSheet = Math.floor((paper.height - firstEntry - paper.foot) / entryHeight);
/** Of a table of contents; nobody reads on. */
const mostSheets = 20;

export const sheetsOfContents = (chapters: number): number =>
  Math.min(Math.ceil(chapters / entriesOfSheet), mostSheets);

/** Draws the table of contents on the first sheets, which were kept free for it. */
export function drawContents(
  document: PDFKit.PDFDocument,
  breaker: LineBreaker,
  { title, chapters }: Book,
  sheetOf: ReadonlyMap<string, number>,
): void {
  const right = paper.width - paper.margin;
  for (const [index, { page, depth }] of chapters.entries()) {
    const sheet = Math.floor(index / entriesOfSheet);
    if (sheet >= mostSheets) return;
    document.switchToPage(sheet);
    if (index === 0) {
      const [line] = breaker.break([{ text: title, face: "bold" }], 26, right - paper.margin);
      if (line !== undefined) drawLine(document, line, paper.margin, paper.margin, 26);
    }
    const number = sheetOf.get(page.id);
    const x = paper.margin + Math.min(depth, 6) * 16;
    const y = firstEntry + (index % entriesOfSheet) * entryHeight;
    const face = depth === 0 ? "bold" : "regular";
    const [line] = breaker.break([{ text: page.title, face }], 10.5, right - x - 40);
    if (line !== undefined) drawLine(document, line, x, y, 10.5);
    if (number === undefined) continue;
    const [digits] = breaker.break([{ text: String(number), face: "regular" }], 10.5, 40);
    const width = digits?.[0]?.width ?? 0;
    if (digits !== undefined) drawLine(document, digits, right - width, y, 10.5, colors.faint);
    document.goTo(x, y, right - x, entryHeight - 4, `page-${page.id}`);
  }
}

/** The title and the number at the foot of every sheet. */
export async function numberSheets(
  document: PDFKit.PDFDocument,
  breaker: LineBreaker,
  title: string,
  turns: Turns,
): Promise<void> {
  const { start, count } = document.bufferedPageRange();
  const y = paper.height - paper.foot / 2 - 4;
  const [name] = breaker.break([{ text: title, face: "regular" }], 8, paper.width - 2 * paper.margin - 80);
  for (let sheet = start; sheet < start + count; sheet += 1) {
    await turns.pass();
    document.switchToPage(sheet);
    if (name !== undefined) drawLine(document, name, paper.margin, y, 8, colors.faint);
    const [number] = breaker.break([{ text: `${sheet + 1} / ${count}`, face: "regular" }], 8, 80);
    const width = number?.[0]?.width ?? 0;
    if (number !== undefined) drawLine(document, number, paper.width - paper.margin - width, y, 8, colors.faint);
  }
}
