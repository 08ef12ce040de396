import type { Line } from "./text-layout.ts";

/** A4 in points, with its margins. */
export const paper = { width: 595.28, height: 841.89, margin: 56, foot: 64 } as const;

export const colors = { text: "#1f2328", faint: "#6b7280", link: "#1d4ed8", rule: "#d1d5db" } as const;

/** Decoration drawn next to or behind everything in a box, on each sheet. */
export interface Trim {
  readonly x: number;
  readonly width: number;
  readonly bar?: string;
  readonly background?: string;
}

/** No one prints more sheets than this. */
const maxSheets = 2_000;

/** The current drawing position, across sheets. */
export class Flow {
  x = paper.margin;
  y = paper.margin;
  width = paper.width - 2 * paper.margin;
  /** The document that is drawn into. */
  readonly document: PDFKit.PDFDocument;
  readonly trims: Trim[] = [];
  sheets = 0;

  constructor(document: PDFKit.PDFDocument) {
    this.document = document;
  }

  get isFull(): boolean {
    return this.sheets >= maxSheets;
  }

  /** Usable height of a sheet. */
  static readonly usableHeight = paper.height - paper.margin - paper.foot;

  newSheet(): void {
    if (this.isFull) return;
    this.document.addPage();
    this.sheets += 1;
    this.y = paper.margin;
  }

  /** Starts a new sheet if less than this height is left. */
  ensureHeight(height: number): void {
    if (this.y + Math.min(height, Flow.usableHeight) > paper.height - paper.foot) this.newSheet();
  }

  /** Reserves a strip of the sheet and draws on it. */
  take(height: number, draw: (x: number, y: number, width: number) => void): void {
    this.ensureHeight(height);
    for (const { x, width, bar, background } of this.trims) {
      if (background !== undefined) this.document.rect(x, this.y, width, height).fill(background);
      if (bar !== undefined) this.document.rect(x, this.y, 3, height).fill(bar);
    }
    draw(this.x, this.y, this.width);
    this.y += height;
  }

  /** Vertical space, except at the start of a sheet outside any box. */
  gap(height: number): void {
    if (this.y === paper.margin && this.trims.length === 0) return;
    if (this.y + height > paper.height - paper.foot) this.newSheet();
    else this.take(height, () => {});
  }

  /** Indents what `draw` draws. */
  async inset(left: number, right: number, draw: () => Promise<void>): Promise<void> {
    this.x += left;
    this.width -= left + right;
    await draw();
    this.x -= left;
    this.width += left + right;
  }

  /** Draws a bar or background around what `draw` draws. */
  async box(look: { bar?: string; background?: string }, draw: () => Promise<void>): Promise<void> {
    this.ensureHeight(40);
    this.trims.push({ x: this.x, width: this.width, ...look });
    await this.inset(12, look.background === undefined ? 0 : 8, async () => {
      if (look.background !== undefined) this.take(6, () => {});
      await draw();
      if (look.background !== undefined) this.take(6, () => {});
    });
    this.trims.pop();
  }

  /** Lines of text. No line is split across sheets. */
  lines(lines: readonly Line[], size: number, color: string = colors.text): void {
    for (const line of lines) this.take(size * 1.45, (x, y) => drawLine(this.document, line, x, y, size, color));
  }
}

export function drawLine(
  document: PDFKit.PDFDocument,
  line: Line,
  left: number,
  y: number,
  size: number,
  color: string = colors.text,
): void {
  for (const { run, text, x, width } of line) {
    document
      .font(run.font)
      .fontSize(size)
      .fillColor(run.link === undefined ? color : colors.link)
      .text(text, left + x, y, { lineBreak: false, strike: run.strike ?? false });
    if (run.link === undefined) continue;
    if (run.link.startsWith("#")) document.goTo(left + x, y, width, size * 1.3, run.link.slice(1));
    else document.link(left + x, y, width, size * 1.3, run.link);
  }
}
